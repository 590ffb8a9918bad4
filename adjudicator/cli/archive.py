"""``adjudicator archive``: a game that is over is put away."""

from pathlib import Path

import click

from adjudicator.cli.asking import now, open_campaign, print_all, with_database, with_json
from adjudicator.cli.completion import CAMPAIGN


@click.command("archive")
@click.argument("game", type=CAMPAIGN)
@click.option("--back", is_flag=True, help="Take it out again.")
@with_database
@with_json
def command(game: str, back: bool, db: Path, as_json: bool) -> None:
    """Put a game away that is over: it is no longer listed, and tick looks after it no more.

    Nothing is lost: by its name it can be read as before, and “status --all” lists it.

    \b
    Examples:
      adjudicator archive sekigahara
      adjudicator archive sekigahara --back
    """
    from adjudicator.campaign.endings import archive

    with open_campaign(db, game) as (store, campaign):
        done = archive(store, campaign, now(), back=back)
    said = "has been put away" if done.archived else "is listed again"
    facts = {"name": done.name, "archived": done.archived}
    print_all(facts, (f"{done.name} {said}.",), as_json=as_json)
