"""``adjudicator notes``: what the program has to tell the game master."""

from pathlib import Path

import click

from adjudicator.cli.asking import print_json, safe, with_database, with_json


@click.command("notes")
@click.argument("game")
@with_database
@with_json
def command(game: str, db: Path, as_json: bool) -> None:
    """Show the notes for the game master: what failed, who is missing, what was changed.

    \b
    Examples:
      adjudicator notes sekigahara
    """
    from adjudicator.campaign.clock import shown
    from adjudicator.campaign.records import campaign as find_campaign
    from adjudicator.campaign.records import notes
    from adjudicator.campaign.store import moment, open_store

    with open_store(db) as store:
        campaign = find_campaign(store, game)
        found = notes(store, campaign)
    if as_json:
        print_json(found)
        return
    for note in found:
        when = shown(moment(note["created"]), campaign.settings.zone)
        click.echo(safe(f"{when}  {note['code']}: {note['text']}"))
