"""``adjudicator backup``: a copy of the database, taken while everything goes on."""

from pathlib import Path

import click

from adjudicator.cli.shared.asking import PATH, say, with_database
from adjudicator.store.place import Place, Server


@click.command("backup")
@click.argument("target", type=PATH)
@with_database
def command(target: Path, db: Place) -> None:
    """Write a copy of the campaign database to a new file. It holds every secret: keep it safe.

    Of a database of a server it is a copy that runs anywhere: “adjudicator move --all” moves it to
    a server again. What PostgreSQL has itself, such as pg_dump, is faster where there is much.

    \b
    Examples:
      adjudicator backup backups/campaign-2026-11-20.db
    """
    from adjudicator.campaign.records.moving import write_copy
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        if isinstance(db, Server):
            write_copy(store, target)
        else:
            store.back_up(target)
    say(f"{target} holds a copy of {db}.")
