"""What is asked of files and folders: who may read them, whether they are on the disk, locks.

A folder may be another user's, who puts there what he likes. So no link is followed to a file that
is written, and nothing that was there is given other rights or another owner, but for a folder of
what is published.
"""

import errno
import os
import secrets
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from adjudicator.store.errors import DatabaseError, reason

NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""So that no link is followed, and no pipe waited for; Windows knows neither."""


LONGEST_WRITE = 24 * 3600
"""To a file that is not whole somebody writes at least once in so many seconds, if he lives."""


class Rights(NamedTuple):
    """Who may do what with a file that is made, and with folders that are made for it."""

    file: int
    folder: int


PRIVATE = Rights(0o600, 0o700)
PUBLISHED = Rights(0o644, 0o755)
"""Everybody may read it, as a web server is another user, whatever the umask says."""


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk. Raises OSError if it fails."""
    if os.name != "nt":  # which cannot open a folder, and keeps names by itself
        sync(folder, os.O_RDONLY)


def sync(path: Path | str, mode: int = os.O_RDWR | NO_LINK) -> None:
    """Wait until what was written to a file is on the disk. Raises OSError if it fails."""
    opened = os.open(path, mode)
    try:
        _sync(opened)
    finally:
        os.close(opened)


def _sync(file: int) -> None:
    if sys.platform == "darwin":  # where fsync waits for the disk's cache alone
        import fcntl

        with suppress(OSError):  # a disk of another machine need not know it
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def open_new(path: Path, rights: Rights = PRIVATE) -> BinaryIO:
    """Open a file to be written, which is made with these rights.

    Raises FileExistsError for whatever is there, also for a link to nowhere.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights.file)
    _give_rights(file, rights.file)
    return open(file, "wb")


def make_folder(folder: Path, rights: Rights) -> None:
    """Make a folder, and those that lead to it, with these rights; what is there stays as it is."""
    if folder.is_dir():
        return
    make_folder(folder.parent, rights)
    try:
        folder.mkdir(rights.folder)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        _open_up(folder, rights.folder)


def publish_folder(folder: Path) -> None:
    """Make a folder that everybody may read, or let everybody read one that only its owner could.

    Where others than its owner have any rights already, somebody has chosen them, and they stay.
    """
    make_folder(folder, PUBLISHED)
    if not folder.stat().st_mode & 0o077:
        _open_up(folder, PUBLISHED.folder)


def _open_up(folder: Path, mode: int) -> None:
    """Give a folder rights; not what a link in its place leads to."""
    if sys.platform != "win32":
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            _give_rights(file, mode)
        finally:
            os.close(file)


def _give_rights(file: int, mode: int) -> None:
    """Give what is open the rights that the umask has taken from it."""
    if sys.platform != "win32":
        has = stat.S_IMODE(os.fstat(file).st_mode)
        if has | mode != has:
            with suppress(PermissionError):  # of a disk that knows no rights, as many a stick
                os.fchmod(file, has | mode)


def is_inside(folder: Path, path: str) -> bool:
    """Say whether no link leads from a folder, on the way to a file below it, to somewhere else."""
    return not any((folder / each).is_symlink() for each in Path(path).parents[:-1])


def write_whole(path: Path, data: bytes, rights: Rights = PRIVATE) -> None:
    """Write a file which has its name once it is whole and on the disk.

    Raises OSError, which names the file; it stays as it was then.
    """
    try:
        make_folder(path.parent, rights)
        with name_when_whole(path) as partial, open_new(partial, rights) as file:
            file.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def name_when_whole(path: Path) -> Iterator[Path]:
    """Give the block a path to write a file at, which has its name once it is on the disk.

    Who writes the same file at the same time has a path of his own, and the last one's file stays.
    If the block fails, nothing is left of it; what one who was killed has left goes the next time
    that anybody writes in its folder. Raises OSError.
    """
    for left in path.parent.glob(f".*.{'[0-9a-f]' * 16}.partial*"):  # SQLite adds “-journal”
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - LONGEST_WRITE:
                left.unlink()
    partial = path.with_name(f".{path.name}.{secrets.token_hex(8)}.partial")
    try:
        yield partial
        sync(partial)
        partial.replace(path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


class ByteLocks:
    """Locks on the bytes of a file beside another one; neither bytes nor file need be there.

    The system knows a lock by its process. So what this one holds is noted here, and the file stays
    open meanwhile: where it is closed once, all of this process's locks are gone.
    """

    def __init__(self, path: Path, beside: Path):
        self._path = path
        self._beside = beside
        self._file = -1
        self._held: set[int] = set()
        self._changing = threading.Lock()

    @contextmanager
    def hold(self, number: int) -> Iterator[bool]:
        """Hold the lock on a byte during the block; it is given False if it is held already.

        Raises DatabaseError if the file cannot be opened.
        """
        with self._changing:
            is_mine = self._take(number)
        try:
            yield is_mine
        finally:
            with self._changing:
                if is_mine:
                    self._give_back(number)

    def _take(self, number: int) -> bool:
        if number in self._held:
            return False
        try:
            file = self._file if self._held else _open_like(self._path, self._beside)
        except OSError as error:
            advice = reason("advice.locks")
            raise DatabaseError(f"{self._path}: {error.strerror}", advice) from error
        if _lock(file, number):
            self._file = file
            self._held.add(number)
            return True
        if not self._held:
            os.close(file)
        return False

    def _give_back(self, number: int) -> None:
        self._held.remove(number)
        if self._held:
            _unlock(self._file, number)
        else:
            os.close(self._file)


def _open_like(path: Path, model: Path) -> int:
    """Open a file; one that is made has the rights and the owner of another one. Raises OSError."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE.file)
    except FileExistsError:
        return _open_own(path, os.O_RDWR)
    if sys.platform != "win32":
        like = model.stat()
        with suppress(PermissionError):  # it is another user's, who lets us work there
            os.fchmod(file, like.st_mode & 0o666)
            os.fchown(file, like.st_uid, like.st_gid)  # as root
    return file


def _open_own(path: Path, flags: int) -> int:
    """Open a file that is one, and no link to one or pipe. Raises OSError."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, str(reason("is-link")), str(path))
    file = os.open(path, flags | NO_LINK, PRIVATE.file)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, str(reason("no-own-file")), str(path))
    return file


@contextmanager
def hold(place: Path, patience: float) -> Iterator[bool]:
    """Hold a file or a folder alone during the block, among all threads and processes.

    The operating system holds the lock, so that a process that is killed takes it along. It is
    given False if another has held it for so many seconds. Windows cannot lock a folder, and does
    not. A file need not be there; it must not be one that is replaced meanwhile. Raises OSError,
    also for a link in the file's place.
    """
    is_folder = place.is_dir()
    if sys.platform == "win32" and is_folder:
        yield True
        return
    file = os.open(place, os.O_RDONLY) if is_folder else _open_own(place, os.O_RDWR | os.O_CREAT)
    try:
        until = time.monotonic() + patience
        while not (is_mine := _lock(file)) and time.monotonic() < until:
            time.sleep(0.02)
        yield is_mine
    finally:
        os.close(file)


def _unlock(file: int, number: int) -> None:
    """Free a byte of a file that this process has locked."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, number, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_UN, 1, number)


def _lock(file: int, number: int | None = None) -> bool:
    """Lock a byte of a file for this process, or all of it for this opening of it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, number or 0, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            how = fcntl.LOCK_EX | fcntl.LOCK_NB
            fcntl.flock(file, how) if number is None else fcntl.lockf(file, how, 1, number)
    except (BlockingIOError, PermissionError):
        return False
    return True
