"""``adjudicator rollback``: back to an earlier phase."""

import click

from adjudicator.cli.shared.asking import insist, now, say, with_database, with_yes
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("rollback")
@click.argument("game", type=CAMPAIGN)
@click.argument("phase")
@with_yes
@with_database
def command(game: str, phase: str, yes: bool, db: Place) -> None:
    """Go back to where a game waited in PHASE, before it was adjudicated, and tell every seat.

    Nothing is erased: the letters and phases that are undone stay in the database. The orders that
    stood then stand again, but nobody is marked as ready. The dice come from the same secret: the
    same orders come out the same.

    \b
    Examples:
      adjudicator rollback sekigahara "1 plan"
    """
    from adjudicator.campaign.phases.correct import roll_back
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        insist(f"Roll {game} back to {phase}? Everybody is told.", yes=yes)
        done = roll_back(store, game, phase, now())
    say(f"{game} waits in {done.head.opens.key} again; undone: {', '.join(done.undone)}.")
