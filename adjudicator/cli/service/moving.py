"""A game at another place: ``archive`` makes a file of it, ``move`` brings it to a database."""

from collections.abc import Sequence
from pathlib import Path

import click

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases import endings
from adjudicator.campaign.records import moving
from adjudicator.campaign.records.archive_file import LARGEST, read_archive, write_archive
from adjudicator.campaign.records.verify import verify
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import PATH, PLACE, Printed, now, open_campaign
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.post.transport.lease import PASS, hold
from adjudicator.store import queries
from adjudicator.store.database import Store, make_store, open_store
from adjudicator.store.place import Place
from adjudicator.store.records import Campaign


@click.command("archive")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--back", is_flag=True, help="Take it out again.")
@click.option("--to", "target", type=PATH, help="Write the whole game to this file, too.")
@click.option("--from", "source", type=PATH, help="Read a game back from such a file.")
@asking.with_force
@asking.with_database
@asking.print_result
def archive(
    game: str | None, back: bool, target: Path | None, source: Path | None, force: bool, db: Place
) -> Printed:
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
    if bool(game) == bool(source) or (target and back):
        raise CommandError("Give either a game, or --from; --to does not go with --back.")
    if source:
        data = asking.read_bytes(source, LARGEST)
        with make_store(db) as store:
            done = read_archive(store, data, now())
        line = f"{done.name} has been read back, and is put away; “adjudicator verify {done.name}”."
    else:
        with open_campaign(db, game or "") as (store, campaign):
            if target:
                state = State(store, campaign, now())
                endings.check_over(state)  # before a file with all its secrets is written
                asking.write_bytes(target, write_archive(state), force=force)
            done = endings.archive(store, campaign, now(), back=back)
        line = f"{done.name} {'has been put away' if done.archived else 'is listed again'}."
        line += f" {target} holds all of it: addresses and tokens, too." if target else ""
    file = str(target or source or "")
    return {"name": done.name, "archived": done.archived, "file": file}, [line]


@click.command("move")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--to", "to", type=PLACE, required=True, help="The database that it moves to.")
@click.option("--all", "everything", is_flag=True, help="All games, and all else that is kept.")
@click.option("--stay", is_flag=True, help="Give up a move that was broken off.")
@asking.with_yes
@asking.with_database
@asking.print_result
def move(
    game: str | None, to: Place, everything: bool, stay: bool, yes: bool, db: Place
) -> Printed:
    """Move a game to another database, a file or one of a PostgreSQL server, and verify it there.

    It stops where it is, is copied with all that is recorded of it and with the letters that wait,
    compared row by row, carried out again, and goes on in the other database alone. What stays
    behind can be looked at, and moves no more. If it is broken off, the same command finishes it;
    with --stay the game goes on where it was instead. With --all everything moves to a database
    that is new, and what comes back of letters that were sent is known there too.

    \b
    Examples:
      adjudicator move sekigahara --to postgresql://judge@db.example/games
      adjudicator move --all --to postgresql:///games --yes
      adjudicator move sekigahara --to sekigahara.db
    """
    if bool(game) == everything or (stay and not game):
        raise CommandError("Give either a game, or --all; --stay goes with a game.")
    what = game or "everything"
    asking.insist(f"Leave {what} in {db}?" if stay else f"Move {what} from {db} to {to}?", yes=yes)
    if game:
        with open_campaign(db, game):
            pass  # a misspelt game makes no new database
    with open_store(db) as source, open_store(to, create=not stay) as target:
        with hold(source, PASS) as is_mine:
            if not is_mine:
                raise CommandError(f"A pass is at work on {db}; nothing was done. Try again.")
            if stay:
                done = [moving.stay(source, target, game or "", now())]
            elif game:
                done = [moving.move(source, target, game, now())]
            else:
                done = moving.move_all(source, target, now())
        faults = {} if stay else _find_faults(target, done if game else ())
    names = [each.name for each in done]
    if stay:
        lines = [f"{game} goes on in {db}."]
    else:
        lines = [f"{each} is in {to} now." for each in names]
        lines += [f"fault: {name}: {each}" for name, some in faults.items() for each in some]
    if len(names) > 1:
        lines.append("Every row was compared. “adjudicator verify GAME” carries a game out again.")
    facts = {"games": names, "database": str(db if stay else to), "faults": faults}
    return facts, lines, bool(faults)


def _find_faults(store: Store, moved: Sequence[Campaign]) -> dict[str, list[str]]:
    """Carry games out again where they are now; return what is wrong with each that has a fault."""
    faults: dict[str, list[str]] = {}
    for each in moved:
        phases = len(queries.past(store, each))
        verdicts = list(asking.with_progress(verify(store, each), phases, f"verifying {each.name}"))
        if wrong := [
            f"{verdict.phase}: {fault}" for verdict in verdicts for fault in verdict.faults
        ]:
            faults[each.name] = wrong
    return faults
