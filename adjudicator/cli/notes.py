"""``adjudicator notes``: what the program has to tell the game master."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.asking import print_json, safe, with_database, with_json

if TYPE_CHECKING:
    from adjudicator.store.tables import Note


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
    from adjudicator.campaign.clock import local_time
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import find_campaign, notes

    with open_store(db) as store:
        campaign = find_campaign(store, game)
        found = notes(store, campaign)
    if as_json:
        print_json([_facts(each) for each in found])
        return
    for note in found:
        when = local_time(note.created, campaign.settings.zone)
        click.echo(safe(f"{when}  {note.code}: {note.text}"))


def _facts(note: "Note") -> dict[str, str]:
    return {"created": note.created.isoformat(), "code": note.code, "text": note.text}
