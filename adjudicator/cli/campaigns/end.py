"""``adjudicator end``: a game is ended by its game master."""

import click

from adjudicator.cli.shared.asking import (
    insist,
    now,
    open_campaign,
    print_all,
    with_database,
    with_json,
    with_yes,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("end")
@click.argument("game", type=CAMPAIGN)
@click.option("--reason", required=True, help="Why, in a sentence; every player is told.")
@with_yes
@with_database
@with_json
def command(game: str, reason: str, yes: bool, db: Place, as_json: bool) -> None:
    """End a game before its time, tell every player why, and publish the secret of the dice.

    It takes no orders any more, and cannot be rolled back; everything stays in the database.

    \b
    Examples:
      adjudicator end sekigahara --reason "We all agreed that Oda has won." --yes
    """
    from adjudicator.campaign.phases.endings import end

    with open_campaign(db, game) as (store, campaign):
        insist(f"End {campaign.name} for good? Everybody is told.", yes=yes)
        done = end(store, campaign, reason, now())
    print_all(
        {"name": done.name, "ended": done.ended, "why": done.why_ended},
        (f"{done.name} has been ended: {done.why_ended}",),
        as_json=as_json,
    )
