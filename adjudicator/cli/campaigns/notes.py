"""``adjudicator notes``: what the program has to tell the game master."""

import click

from adjudicator.cli.shared.asking import open_campaign, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("notes")
@click.argument("game", type=CAMPAIGN)
@with_database
@with_json
def command(game: str, db: Place, as_json: bool) -> None:
    """Show the notes for the game master: what failed, who is missing, what was changed.

    \b
    Examples:
      adjudicator notes sekigahara
    """
    from adjudicator.campaign.kernel.clock import local_time
    from adjudicator.store.queries import notes

    with open_campaign(db, game) as (store, campaign):
        found = notes(store, campaign)
    zone = campaign.settings.zone
    print_all(
        [{"created": x.created.isoformat(), "code": x.code, "text": x.text} for x in found],
        (f"{local_time(x.created, zone)}  {x.code}: {x.text}" for x in found),
        as_json=as_json,
    )
