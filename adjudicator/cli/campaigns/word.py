"""``adjudicator word``: a player's word for the dice, entered by hand."""

import click

from adjudicator.cli.shared.asking import now, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.store.place import Place


@click.command("word")
@click.argument("game", type=CAMPAIGN)
@click.argument("seat", type=SEAT)
@click.argument("text")
@with_database
@with_json
def command(game: str, seat: str, text: str, db: Place, as_json: bool) -> None:
    """Enter a player's word for the dice, as a line “word TEXT” in a letter does.

    It goes into the key of what opens next (the deal, or the next phase) and of all that follows.

    \b
    Examples:
      adjudicator word sekigahara Oda "a heron in the reeds"
    """
    from adjudicator.campaign.kernel.identify import Source
    from adjudicator.campaign.orders.submit import submit
    from adjudicator.store.database import open_store

    source = Source(game=game, seat=seat, trusted=True, answer=False)
    with open_store(db) as store:
        taken = submit(store, f"word {' '.join(text.split())}", source, now())
    said = (f"{each.read}: {each.message}" for each in taken.findings)
    print_all(taken.findings, said, as_json=as_json)
