"""Maildir folders as mailbox and outbox.

A letter that was taken is moved to ``.Done``. One that goes out lies in the folder under a name
made from its Message-ID, so that it lies there once however often it is sent.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.post.mailbox import Arrival, Delivery, Mail

DONE = ".Done"
SET_ASIDE = ".SetAside"
_SEEN = ":2,S"


class MaildirMailbox:
    """A Maildir that letters arrive in; a letter is as old as its file."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        if not (self.folder / "new").is_dir():
            why = "no Maildir, for it has no folder “new”; nothing was done"
            raise NotADirectoryError(errno.ENOTDIR, why, str(self.folder))

    def arrivals(self) -> Iterator[Arrival]:
        """Return the letters of the folder, in any order."""
        for place in filter(Path.is_dir, (self.folder / "new", self.folder / "cur")):
            for entry in place.iterdir():
                try:
                    status = entry.lstat()
                except FileNotFoundError:  # another pass has just taken it
                    continue
                if stat.S_ISREG(status.st_mode) and not entry.name.startswith("."):
                    arrived = datetime.fromtimestamp(status.st_mtime, UTC)
                    yield Arrival(f"{place.name}/{entry.name}", arrived)

    def fetch(self, name: str, most: int) -> bytes | None:
        """Return at most so many bytes of a letter; None if another pass has taken it."""
        try:
            with (self.folder / name).open("rb") as file:
                return file.read(most)
        except FileNotFoundError:
            return None

    def put_away(self, name: str) -> None:
        """Move a letter to ``.Done``."""
        self._move(name, DONE)

    def set_aside(self, name: str) -> str:
        """Move a letter to ``.SetAside``; return where it lies now."""
        return self._move(name, SET_ASIDE)

    def _move(self, name: str, place: str) -> str:
        _make(self.folder / place)
        target = self.folder / place / "cur" / (Path(name).name.partition(":")[0] + _SEEN)
        os.rename(self.folder / name, target)
        return str(target)


class MaildirOutbox:
    """A Maildir that letters are put into; another program takes them from there."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        _make(self.folder)
        self._there = {
            entry.name.partition(":")[0]
            for place in ("new", "cur")
            for entry in (self.folder / place).iterdir()
        }

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Write a letter into the folder, with line ends as files have them."""
        name = f"{hashlib.sha256(mail.message_id.encode()).hexdigest()[:40]}.adjudicator"
        if name not in self._there:
            _write(self.folder, name, mail.data.replace(b"\r\n", b"\n"))
            self._there.add(name)
        return [Delivery(each, "sent") for each in mail.recipients]


def _make(folder: Path) -> None:
    for place in ("cur", "new", "tmp"):
        (folder / place).mkdir(parents=True, exist_ok=True)


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
