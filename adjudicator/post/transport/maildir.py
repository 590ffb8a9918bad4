"""Maildir folders as mailbox and outbox.

A letter that was taken is moved to ``.Done``. One that goes out lies in the folder under a name
made from its Message-ID, so that it lies there once however often it is sent. Other programs
deliver into these folders and take from them at any time, and anything may lie there.
"""

import errno
import hashlib
import os
import secrets
import stat
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.post.transport.mailbox import ArrivedMail, Delivery, Mail, Terms, reason
from adjudicator.store.databases.files import NO_LINK, is_inside, sync_folder

DONE = ".Done"
SET_ASIDE = ".SetAside"
LEFT_BEHIND = 36 * 3600
"""Seconds after which nobody writes a file in ``tmp`` any more, as Maildir has it."""
POLL = 1.0
"""Seconds between two looks into the folder."""
_ENDING = ".adjudicator"
_INFO = ";" if os.name == "nt" else ":"
"""What parts a name from its flags; Windows knows no colon in names."""
_LONGEST = 200  # bytes of a name that a letter keeps; a file's name has at most 255


class MaildirMailbox:
    """A Maildir that letters arrive in; a letter is as old as its file."""

    checked_by = ""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self.name = f"maildir://{self.folder.resolve()}"
        self._closed = threading.Event()
        self._there: set[str] = set()

    def arrivals(self) -> list[ArrivedMail]:
        """Return what lies in the folder, in any order."""
        letters = list(self._arrivals())
        self._there = {each.name for each in letters}
        return letters

    def _arrivals(self) -> Iterator[ArrivedMail]:
        if not (self.folder / "new").is_dir():
            why = str(reason("no-maildir"))
            raise NotADirectoryError(errno.ENOTDIR, why, str(self.folder))
        return self._look_into("new", "cur")

    def reread(self, since: datetime, most: int) -> Iterator[tuple[ArrivedMail, bytes]]:
        """Return the letters in ``.Done`` that arrived after a moment, in any order.

        Of each at most so many bytes. A letter that is moved keeps the time of its file.
        """
        for each in self._look_into(f"{DONE}/new", f"{DONE}/cur"):
            if each.arrived > since and not each.fault:
                for raw in self.fetch([each.name], most):
                    if isinstance(raw, OSError):
                        raise raw
                    if raw is not None:
                        yield each, raw

    def _look_into(self, *places: str) -> Iterator[ArrivedMail]:
        for name in places:
            place = _place(self.folder, name)
            if not place.is_dir():
                continue
            for entry in place.iterdir():
                if entry.name.startswith("."):
                    continue
                try:
                    status = entry.lstat()
                except FileNotFoundError:  # another program has just taken it
                    continue
                fault = "" if stat.S_ISREG(status.st_mode) else str(reason("no-own-file"))
                yield ArrivedMail(f"{name}/{entry.name}", _moment(status.st_mtime), fault)

    def fetch(self, names: Sequence[str], most: int) -> Iterator[bytes | OSError | None]:
        """Yield at most so many bytes of each letter; None for one that is gone."""
        for name in names:
            try:
                file = os.open(self.folder / name, os.O_RDONLY | NO_LINK)
                with open(file, "rb") as stream:
                    raw = stream.read(most)
            except FileNotFoundError:
                yield None
            except OSError as error:
                yield error
            else:
                yield raw

    def put_away(self, names: Sequence[str]) -> Mapping[str, str]:
        """Move letters to ``.Done``; say which could not be moved, and why."""
        failed = {}
        for name in names:
            try:
                self._move(name, DONE)
            except OSError as error:
                failed[name] = error.strerror or str(error)
        return failed

    def set_aside(self, name: str) -> str:
        """Move a letter to ``.SetAside``; return where it lies now."""
        return self._move(name, SET_ASIDE)

    def put_back(self) -> int:
        """Move the letters that were set aside to where letters come in; return how many."""
        aside = self._look_into(f"{SET_ASIDE}/new", f"{SET_ASIDE}/cur")
        letters = [each for each in aside if not each.fault]
        for each in letters:
            self._move(each.name, "")
        return len(letters)

    def wait(self, seconds: float) -> bool:
        """Wait until something lies there that did not at the last look, at most so long."""
        end = time.monotonic() + seconds
        while not self._closed.is_set():
            names = {each.name for each in self._arrivals()}
            new, self._there = names - self._there, names
            if new:
                return True
            left = end - time.monotonic()
            if left <= 0 or self._closed.wait(min(left, POLL)):
                return False
        return False

    def close(self) -> None:
        """End what waits, from whatever thread."""
        self._closed.set()

    def _move(self, name: str, place: str) -> str:
        """Move a letter; never over another one. If it is gone, somebody else has moved it."""
        make_maildir(_place(self.folder, place))
        stem = os.fsdecode(os.fsencode(Path(name).name.partition(_INFO)[0])[:_LONGEST])
        target = self.folder / place / "cur" / f"{stem}{_INFO}2,S"
        while os.path.lexists(target):
            target = target.with_name(f"{stem}.{secrets.token_hex(8)}{_INFO}2,S")
        try:
            os.rename(self.folder / name, target)
        except FileNotFoundError:
            return name
        return str(target)


class MaildirOutbox:
    """A Maildir that letters are put into; another program takes them from there."""

    terms = Terms()

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        make_maildir(self.folder)
        self._there = {
            entry.name.partition(_INFO)[0]
            for place in ("new", "cur")
            for entry in (self.folder / place).iterdir()
        }
        for left in (self.folder / "tmp").glob(f"*{_ENDING}.*"):  # of a pass that was killed
            with suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > LEFT_BEHIND:
                    left.unlink()

    def send(self, mail: Mail) -> Sequence[Delivery]:
        """Write a letter into the folder, with line ends as files have them."""
        name = f"{hashlib.sha256(mail.message_id.encode()).hexdigest()[:40]}{_ENDING}"
        if name not in self._there:
            _write(self.folder, name, mail.data.replace(b"\r\n", b"\n"))
            self._there.add(name)
        return [Delivery(each, "sent") for each in mail.recipients]

    def hang_up(self) -> None:
        """Do nothing: a folder has no connection."""


def _moment(seconds: float) -> datetime:
    """Return a file's time; one that no calendar has counts as the latest."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return datetime.max.replace(tzinfo=UTC)


def make_maildir(folder: Path) -> None:
    """Make the folders of a Maildir that are not there. Raises OSError."""
    for name in ("cur", "new", "tmp"):
        _place(folder, name).mkdir(parents=True, exist_ok=True)


def _place(folder: Path, name: str) -> Path:
    """Return a folder in a Maildir, or itself. Raises OSError if a link leads to another one.

    What lies there would be read as letters, and moved away.
    """
    if not is_inside(folder, f"{name}/letter"):
        why = str(reason("link-in-maildir", name=name))
        raise OSError(errno.ELOOP, why, str(folder))
    return folder / name


def _write(folder: Path, name: str, data: bytes) -> None:
    """Write a letter under a name that no other process uses, and then move it into its place."""
    partial = folder / "tmp" / f"{name}.{os.getpid()}.{secrets.token_hex(8)}"
    try:
        with partial.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(partial, folder / "new" / name)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(folder)) from error
    sync_folder(folder / "new")
