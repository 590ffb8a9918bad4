"""``adjudicator archive``: a game that is over is put away, or becomes one file."""

from pathlib import Path

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    PATH,
    now,
    open_campaign,
    print_all,
    read_bytes,
    with_database,
    with_json,
    write_bytes,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("archive")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--back", is_flag=True, help="Take it out again.")
@click.option("--to", "target", type=PATH, help="Write the whole game to this file, too.")
@click.option("--from", "source", type=PATH, help="Read a game back from such a file.")
@click.option("--force", is_flag=True, help="Overwrite the file without asking.")
@with_database
@with_json
def command(
    game: str | None,
    back: bool,
    target: Path | None,
    source: Path | None,
    force: bool,
    db: Place,
    as_json: bool,
) -> None:
    """Put a game away that is over: it is no longer listed, and tick looks after it no more.

    Nothing is lost: by its name it can be read as before, and “status --all” lists it. With --to
    everything of it becomes one file: records, letters, maps, dice. With --from such a file is read
    into this or another database, where “verify” carries the game out again.

    \b
    Examples:
      adjudicator archive sekigahara
      adjudicator archive sekigahara --to sekigahara.zip
      adjudicator archive --from sekigahara.zip --db old.db
      adjudicator archive sekigahara --back
    """
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.phases.endings import archive, check_over
    from adjudicator.campaign.records.archive_file import LARGEST, read_archive, write_archive
    from adjudicator.store.database import make_store

    if bool(game) == bool(source) or (target and back):
        raise CommandError("Give either a game, or --from; --to does not go with --back.")
    if source:
        data = read_bytes(source, LARGEST)
        with make_store(db) as store:
            done = read_archive(store, data, now())
        said = f"{done.name} has been read back, and is put away; “adjudicator verify {done.name}”."
    else:
        with open_campaign(db, game or "") as (store, campaign):
            if target:
                there = State(store, campaign, now())
                check_over(there)  # before a file with all its secrets is written
                write_bytes(target, write_archive(there), force=force)
            done = archive(store, campaign, now(), back=back)
        said = f"{done.name} {'has been put away' if done.archived else 'is listed again'}."
        said += f" {target} holds all of it: addresses and tokens, too." if target else ""
    facts = {"name": done.name, "archived": done.archived, "file": str(target or source or "")}
    print_all(facts, (said,), as_json=as_json)
