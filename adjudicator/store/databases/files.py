"""What is asked of files and folders: that their names are on the disk, and who holds a lock."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk. Raises OSError if it fails."""
    if os.name != "nt":  # which cannot open a folder, and keeps names by itself
        sync(folder, os.O_RDONLY)


def sync(path: Path | str, mode: int = os.O_RDWR) -> None:
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


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file which has its name once it is whole and on the disk.

    Raises OSError, which names the file; it stays as it was then.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with name_when_whole(path) as partial:
            file = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with open(file, "wb") as stream:
                stream.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def name_when_whole(path: Path) -> Iterator[Path]:
    """Give the block a path to write a file at, which has its name once it is on the disk.

    If the block fails, nothing is left of it. Raises OSError.
    """
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
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

        Raises OSError if the file cannot be opened.
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
        file = self._file if self._held else _open_like(self._path, self._beside)
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
    """Open a file, made if need be, that has the rights and the owner of another one."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if sys.platform != "win32":
        like = model.stat()
        with suppress(PermissionError):  # it is another user's, who has seen to that
            os.fchmod(file, like.st_mode & 0o666)
            os.fchown(file, like.st_uid, like.st_gid)  # as root
    return file


@contextmanager
def hold(place: Path, patience: float) -> Iterator[bool]:
    """Hold a file or a folder alone during the block, among all threads and processes.

    The operating system holds the lock, so that a process that is killed takes it along. It is
    given False if another has held it for so many seconds. Windows cannot lock a folder, and does
    not. A file need not be there; it must not be one that is replaced meanwhile.
    """
    is_folder = place.is_dir()
    if sys.platform == "win32" and is_folder:
        yield True
        return
    file = os.open(place, os.O_RDONLY if is_folder else os.O_RDWR | os.O_CREAT, 0o600)
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
