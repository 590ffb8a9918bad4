"""Claims: several processes share the campaigns of one database, each at another one.

A claim spares work, and nothing rests on it: that a phase is carried out once, however many work
at it, is seen to by the version of its campaign. It ends with its process.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def lock_byte(path: Path, number: int) -> Iterator[bool]:
    """Hold the lock on a byte of a file during the block; it is given False if another does.

    Raises OSError if the file cannot be opened.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _lock(file, number)
    finally:
        os.close(file)


def _lock(file: int, number: int) -> bool:
    """Lock the byte of that number in a file, which need not be there; say whether it was free."""
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
