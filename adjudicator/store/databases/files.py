"""What is asked of files and folders: that their names are on the disk, and who holds a lock."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk. Raises OSError if it fails."""
    if os.name != "nt":  # which cannot open a folder, and keeps names by itself
        sync(folder, os.O_RDONLY)


def sync(path: Path | str, mode: int = os.O_RDWR) -> None:
    """Wait until what was written to a file is on the disk. Raises OSError if it fails."""
    opened = os.open(path, mode)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def lock_byte(path: Path, number: int) -> Iterator[bool]:
    """Hold the lock on a byte of a file during the block; it is given False if another does.

    The byte need not be there. Raises OSError if the file cannot be opened.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _lock(file, number)
    finally:
        os.close(file)


def _lock(file: int, number: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, number, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except (BlockingIOError, PermissionError):
        return False
    return True
