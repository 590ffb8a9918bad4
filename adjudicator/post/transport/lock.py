"""A lock that one pass holds over a database or a mailbox, and that ends with its process.

The operating system holds it, so that a process that is killed leaves nothing behind that would
keep the next one out. The file stays; nothing is written into it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold(path: Path) -> Iterator[bool]:
    """Hold the lock of that file during the block; it is given False if somebody else holds it.

    Raises OSError if the file cannot be opened.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _take(file)
    finally:
        os.close(file)


def _take(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
