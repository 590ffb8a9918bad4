"""Letters in and out of Maildir folders: nothing is lost and nothing is done twice.

A letter is moved out of the way only after what it caused is committed, and is marked as sent only
after it lies in the folder under a name made from its Message-ID. A process that is killed between
the two finds the letter again, and finds it done.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from adjudicator.campaign.letters import note
from adjudicator.campaign.outbox import letters_to_send
from adjudicator.post.intake import Taken, take
from adjudicator.post.outgoing import Office, written
from adjudicator.post.reading import MOST_BYTES, read
from adjudicator.store.database import DatabaseError, Store
from adjudicator.store.queries import campaigns, mark_sent
from adjudicator.store.tables import Letter as Queued

DONE = ".Done"
SET_ASIDE = ".SetAside"
_SEEN = ":2,S"


class Sorted(msgspec.Struct, frozen=True):
    """A letter file and what became of it; ``error`` is set if it was set aside."""

    path: Path
    taken: Taken | None = None
    error: str = ""


class Delivered(msgspec.Struct, frozen=True):
    """A letter of the outbox and the file it was written to, or why it could not be."""

    message_id: str
    path: Path | None = None
    error: str = ""


def collect(store: Store, folder: Path, now: datetime) -> Iterator[Sorted]:
    """Take every letter that lies in a Maildir, oldest first, and yield what became of each.

    A letter is as old as its file, so that orders that arrived before a deadline count although
    they are read after it. One that fails is set aside and reported to the game masters; trouble
    with the database or the folder is raised (DatabaseError, OSError), and the letter stays.
    """
    for path, arrived in _lying(folder):
        try:
            raw = _start_of(path)
        except FileNotFoundError:
            continue
        received = min(now, arrived)
        try:
            taken = take(store, read(raw), received)
        except DatabaseError:
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {str(error)[:300]}"
            _report(store, path.name, f"The letter {path.name} was set aside: {text}.", now)
            yield Sorted(_move(path, folder / SET_ASIDE), error=text)
            continue
        yield Sorted(_move(path, folder / DONE), taken)


def deliver(store: Store, folder: Path, now: datetime) -> Iterator[Delivered]:
    """Write every letter that waits in the outbox into a Maildir, and mark it as sent.

    One that cannot be written stays in the outbox and is reported to the game masters.
    """
    _make(folder)
    office = Office(store)
    there = _names(folder)
    for queued in letters_to_send(store):
        try:
            data = written(office, queued).replace(b"\r\n", b"\n")
        except ValueError as error:
            text = f"The letter {queued.message_id} cannot be sent: {error}."
            _report(store, queued.message_id, text, now)
            yield Delivered(queued.message_id, error=str(error))
            continue
        name = _name_of(queued)
        path = folder / "new" / name
        if name not in there:
            _write(folder, name, data)
        mark_sent(store, queued, now)
        yield Delivered(queued.message_id, path)


def _lying(folder: Path) -> list[tuple[Path, datetime]]:
    """Return the letters of a Maildir and when they arrived, oldest first."""
    if not (folder / "new").is_dir():
        why = "no Maildir, for it has no folder “new”; nothing was done"
        raise NotADirectoryError(errno.ENOTDIR, why, str(folder))
    found = []
    for place in filter(Path.is_dir, (folder / "new", folder / "cur")):
        for entry in place.iterdir():
            try:
                status = entry.lstat()
            except FileNotFoundError:  # another pass has just taken it
                continue
            if stat.S_ISREG(status.st_mode) and not entry.name.startswith("."):
                found.append((status.st_mtime, entry.name, entry))
    found.sort()
    return [(entry, datetime.fromtimestamp(time, UTC)) for time, _, entry in found]


def _start_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _move(path: Path, folder: Path) -> Path:
    _make(folder)
    target = folder / "cur" / (path.name.partition(":")[0] + _SEEN)
    os.rename(path, target)
    return target


def _make(folder: Path) -> None:
    for place in ("cur", "new", "tmp"):
        (folder / place).mkdir(parents=True, exist_ok=True)


def _names(folder: Path) -> set[str]:
    return {
        e.name.partition(":")[0] for place in ("new", "cur") for e in (folder / place).iterdir()
    }


def _name_of(queued: Queued) -> str:
    return f"{hashlib.sha256(queued.message_id.encode()).hexdigest()[:40]}.adjudicator"


def _write(folder: Path, name: str, data: bytes) -> None:
    partial = folder / "tmp" / name
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.rename(partial, folder / "new" / name)
    directory = os.open(folder / "new", os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def _report(store: Store, occasion: str, text: str, now: datetime) -> None:
    """Tell all game masters, once for each occasion."""
    with store.atomic():
        for campaign in campaigns(store):
            note(store, campaign, "mail-trouble", text, now, once=occasion)
