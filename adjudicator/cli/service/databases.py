"""Where games are kept: ``backup`` copies the database, ``restore`` puts a copy in the place of one
that is lost; ``archive`` makes a file of a game, ``move`` brings it to another database."""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import click
from msgspec.structs import replace

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases import commit, endings
from adjudicator.campaign.records import moving
from adjudicator.campaign.records.archive_file import LARGEST, read_archive, write_archive
from adjudicator.campaign.records.moving import write_copy
from adjudicator.campaign.records.verify import differences, verify
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, Config, Db, Force, Printed, Yes, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.post.passes.restore import Restored, replay, tell_masters
from adjudicator.post.passes.sending import claim_letters
from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.opening import open_mailbox
from adjudicator.service.configuration import find_configuration
from adjudicator.service.passes import open_mailboxes
from adjudicator.store import queries
from adjudicator.store.database import Store, make_store, open_store
from adjudicator.store.databases.files import open_new, sync, sync_folder
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.place import Place, Server
from adjudicator.store.records import Campaign, LastPass
from adjudicator.wording import Reason


@command("backup")
@click.argument("target", type=asking.PATH)
def backup(target: Path, db: Db) -> None:
    """Write a copy of the campaign database to a new file. It holds every secret: keep it safe.

    Of a database of a server it is a copy that runs anywhere: “adjudicator move --all” moves it to
    a server again. What PostgreSQL has itself, such as pg_dump, is faster where there is much.

    \b
    Examples:
      adjudicator backup backups/campaign-2026-11-20.db
    """
    with open_store(db) as store:
        write_copy(store, target)
    asking.say(asking.line("copied", target=target, db=db))


_BESIDE = ("-wal", "-shm", "")
"""What the names of a database's files end with; the file itself is moved last."""


@command("restore")
@click.argument("backup", type=asking.PATH)
@click.option("--in", "incoming", metavar="PATH", help="The Maildir whose letters are read again.")
def restore(backup: Path, incoming: str | None, config: Config, yes: Yes, db: Db) -> Printed:
    """Put a backup in the place of the database, and bring it up to date from the mail.

    What came in since the backup was taken lies in the mailbox's folder of letters that are done.
    It is read again, each letter at the time when it arrived, and phases are carried out when they
    were: the same orders meet the same dice. Nothing of that is sent again by itself: letters that
    may have gone out wait until “adjudicator mail retry” sends them or “mail drop” forgets them.
    The game masters are told what is different from before. The database that was there is kept
    under another name. Stop “adjudicator serve” and the timer first. Exit code 1: something failed.

    \b
    Examples:
      adjudicator restore backups/sunday.db --in ~/Maildir --yes
    """
    if isinstance(db, Server):
        raise CommandError("restore-needs-file", db=db)
    if not backup.is_file():
        raise CommandError("no-file", path=backup)
    if db.exists() and db.samefile(backup):
        raise CommandError("restore-from-itself", backup=backup)
    mailboxes = [open_mailbox(incoming)] if incoming else open_mailboxes(find_configuration(config))
    asking.insist(asking.line("put-in-place", backup=backup, db=db), yes=yes)
    done, lost, kept = _restore(backup, db, mailboxes, asking.now())
    facts = {
        "since": done.since,
        "letters": len(done.dispositions),
        "phases": done.phases,
        "waiting": done.held,
        "failed": done.faults,
        "different": lost,
        "kept": str(kept or ""),
    }
    return facts, _lines(db, done, lost, kept), bool(done.faults)


def _open_copy(copy: Path, backup: Path) -> Store:
    """Open the copy of a backup; what is wrong with it is wrong with the backup."""
    try:
        return open_store(copy)
    except StoreError as error:
        own = {name: backup if fact == copy else fact for name, fact in error.reason.facts.items()}
        raise StoreError(replace(error.reason, facts=own)) from error


def _restore(
    backup: Path, db: Path, mailboxes: Sequence[Mailbox], moment: datetime
) -> tuple[Restored, dict[str, list[str]] | None, Path | None]:
    """Work on a copy beside the database, and put it in its place when all is done."""
    copy = db.with_name(f".{db.name}.restoring")
    _remove(copy)
    before = _open(db)
    try:
        if before and not before.is_alone():
            raise CommandError("database-in-use", db=db)
        _copy(backup, copy)
        with _open_copy(copy, backup) as store:
            if faults := store.faults():
                raise CommandError("damaged-backup", backup=backup, fault=faults[0])
            made = before.first(LastPass) if before else None
            done = replay(store, mailboxes, min(made.at, moment) if made else moment)
            lost = _compare(before, store)
            tell_masters(store, done, lost, moment)
            store.is_alone()  # which puts what was written ahead into the file
        sync(copy)
        if before and os.name == "nt":
            before.close()  # what is open has its name for good there
        return done, lost, _exchange(copy, db, moment)
    except BaseException:
        _remove(copy)  # it holds every secret, and may have filled the disk
        raise
    finally:
        if before:
            before.close()


def _copy(backup: Path, copy: Path) -> None:
    try:
        with backup.open("rb") as source, open_new(copy) as target:
            shutil.copyfileobj(source, target)
    except OSError as error:
        why = error.strerror or error
        raise CommandError("no-copy", backup=backup, copy=copy, why=why) from error


def _remove(database: Path) -> None:
    for ending in _BESIDE:
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)


def _open(db: Path) -> Store | None:
    """Open the database that is replaced; None if there is none, or it is damaged."""
    if not db.is_file():
        return None
    try:
        store = open_store(db)
    except DatabaseError as error:  # it is locked, or the disk is full or for reading alone
        raise CommandError("cannot-open", db=db, error=error, advice=error.advice) from error
    except StoreError:
        return None
    with suppress(DatabaseError, StoreError):
        if not store.faults():
            return store
    store.close()
    return None


def _compare(before: Store | None, after: Store) -> dict[str, list[str]] | None:
    try:
        return differences(before, after) if before else None
    except (DatabaseError, StoreError):
        return None


def _exchange(copy: Path, db: Path, moment: datetime) -> Path | None:
    """Put the copy in the place of the database; return where that is now, if there was one."""
    kept = db.with_name(f"{db.name}.replaced-{moment:%Y%m%d-%H%M%S}")
    number = 1
    while kept.exists():
        number += 1
        kept = kept.with_name(f"{db.name}.replaced-{moment:%Y%m%d-%H%M%S}-{number}")
    exists = db.exists()
    moved: list[tuple[Path, Path]] = []
    try:
        for ending in _BESIDE if exists else ():
            file = db.with_name(f"{db.name}{ending}")
            if file.exists():
                aside = kept.with_name(f"{kept.name}{ending}")
                os.rename(file, aside)
                moved.append((aside, file))
        os.replace(copy, db)
        sync_folder(db.parent)
    except BaseException:
        for aside, file in reversed(moved):
            os.rename(aside, file)
        raise
    return kept if exists else None


def _lines(
    db: Path, done: Restored, lost: dict[str, list[str]] | None, kept: Path | None
) -> list[Reason]:
    lines = [
        asking.line("restored", db=db, since=f"{done.since:%Y-%m-%d %H:%M}"),
        asking.line("read-again", count=len(done.dispositions)),
        *(asking.line("phase-again", phase=each) for each in done.phases),
        *(asking.line("failed", what=each) for each in done.faults),
    ]
    if lost is None:
        lines.append(asking.line("commands-lost"))
    for name, what in (lost or {}).items():
        lines += [asking.line("different", name=name, what=each) for each in what]
    if done.held:
        lines.append(asking.line("letters-held", count=done.held))
    if kept:
        lines.append(asking.line("kept-database", kept=kept))
    return lines


@command("archive")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--back", is_flag=True, help="Take it out again.")
@click.option("--to", "target", type=asking.PATH, help="Write the whole game to this file, too.")
@click.option("--from", "source", type=asking.PATH, help="Read a game back from such a file.")
def archive(
    game: str | None, back: bool, target: Path | None, source: Path | None, force: Force, db: Db
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
        raise CommandError("move-from")
    if source:
        data = asking.read_bytes(source, LARGEST)
        with make_store(db) as store:
            done = read_archive(store, data, asking.now())
    else:
        with asking.open_campaign(db, game or "") as (store, campaign):
            if target:
                state = State(store, campaign, asking.now())
                endings.check_over(state)  # before a file with all its secrets is written
                asking.write_bytes(target, write_archive(state), force=force)
            done = commit(store, campaign, asking.now(), endings.archive, back=back)
    facts = {"name": done.name, "archived": done.archived, "file": str(target or source or "")}
    return facts, [asking.line("read-back" if source else "put-away", **facts)]


@command("move")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--to", "to", type=asking.PLACE, required=True, help="The database that it moves to.")
@click.option("--all", "everything", is_flag=True, help="All games, and all else that is kept.")
@click.option("--stay", is_flag=True, help="Give up a move that was broken off.")
def move(game: str | None, to: Place, everything: bool, stay: bool, yes: Yes, db: Db) -> Printed:
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
        raise CommandError("move-what")
    question = "leave" if stay else "move"
    asking.insist(asking.line(question, game=game, db=db, to=to), yes=yes)
    if game:
        with asking.open_campaign(db, game):
            pass  # a misspelt game makes no new database
    with open_store(db) as source, open_store(to, create=not stay) as target:
        with claim_letters(source) as is_mine:
            if not is_mine:
                raise CommandError("pass-at-work", db=db)
            if stay:
                done = [moving.stay(source, target, game or "", asking.now())]
            elif game:
                done = [moving.move(source, target, game, asking.now())]
            else:
                done = moving.move_all(source, target, asking.now())
        faults = {} if stay else _find_faults(target, done if game else ())
    names = [each.name for each in done]
    if stay:
        lines = [asking.line("goes-on", game=game, db=db)]
    else:
        wrong = [(name, each) for name, some in faults.items() for each in some]
        lines = [asking.line("has-moved", name=each, to=to) for each in names]
        lines += [asking.line("fault", name=name, what=each) for name, each in wrong]
    if len(names) > 1:
        lines.append(asking.line("rows-compared"))
    facts = {"games": names, "database": str(db if stay else to), "faults": faults}
    return facts, lines, bool(faults)


def _find_faults(store: Store, moved: Sequence[Campaign]) -> dict[str, list[str]]:
    """Carry games out again where they are now; return what is wrong with each that has a fault."""
    faults = {}
    for each in moved:
        phases = len(queries.past(store, each))
        verdicts = asking.with_progress(verify(store, each), phases, f"verifying {each.name}")
        faults[each.name] = [f"{x.phase}: {fault}" for x in verdicts for fault in x.faults]
    return {name: wrong for name, wrong in faults.items() if wrong}
