"""``adjudicator word``: a player's word for the dice, entered by hand."""

import click
import msgspec

from adjudicator.campaign.orders.submit import submit
from adjudicator.cli.shared.completion import SEAT
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call


@click.command("word")
@about_game
@click.argument("seat", type=SEAT)
@click.argument("text")
def command(call: Call, seat: str, text: str) -> Printed:
    """Enter a player's word for the dice, as a line “word TEXT” in a letter does.

    It goes into the key of what opens next (the deal, or the next phase) and of all that follows.

    \b
    Examples:
      adjudicator word sekigahara Oda "a heron in the reeds"
    """
    source = msgspec.structs.replace(call.source, seat=seat)
    taken = submit(call.store, f"word {' '.join(text.split())}", source, call.now)
    return taken.findings, (f"{each.read}: {each.message}" for each in taken.findings)
