"""``adjudicator notes``: what the program has to tell the game master."""

import click

from adjudicator.campaign.kernel.times import local_time
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call
from adjudicator.store.queries import notes


@click.command("notes")
@about_game
def command(call: Call) -> Printed:
    """Show the notes for the game master: what failed, who is missing, what was changed.

    \b
    Examples:
      adjudicator notes sekigahara
    """
    found = notes(call.store, call.campaign)
    facts = [{"created": x.created.isoformat(), "code": x.code, "text": x.text} for x in found]
    return facts, (f"{local_time(x.created, call.zone)}  {x.code}: {x.text}" for x in found)
