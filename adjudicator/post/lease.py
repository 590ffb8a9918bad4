"""Leases in the database: one pass at a time works on a mailbox, from whatever machine.

A lease ends when it is given back, when its process has ended on this machine, or when it has not
been renewed for ``SECONDS``, as after the death of another machine.
"""

import math
import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from adjudicator.post.mailbox import MailboxLostError
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Lease

SECONDS = 300
PASS = "pass"
"""The lease that a whole pass over the database holds."""
_renewed: dict[str, float] = {}
"""When this process has last taken or renewed each of its leases."""


@contextmanager
def hold(store: Store, name: str) -> Iterator[bool]:
    """Hold the lease of that name during the block; it is given False if somebody else has it."""
    lease = take(store, name)
    try:
        yield lease is not None
    finally:
        if lease:
            give_back(store, lease)


def take(store: Store, name: str) -> Lease | None:
    """Take the lease of that name, to be given back; None if somebody else has it."""
    with store.atomic():
        found = store.rows(Lease, name=name)
        if found and found[0].expires > datetime.now(UTC) and _is_alive(found[0].holder):
            return None
        lease = Lease(name, _holder(), _expiry())
        (store.save if found else store.add)(lease)
    _renewed[name] = time.monotonic()
    return lease


def give_back(store: Store, lease: Lease) -> None:
    """Give a lease back, unless somebody else has it by now."""
    _renewed.pop(lease.name, None)
    with store.atomic():
        queries.give_back(store, lease)


def renew(store: Store, name: str) -> None:
    """Renew a lease that this process has taken, now and then; another one is no affair of its.

    Raises MailboxLostError if another process has taken it over, so that this one must stop.
    """
    if time.monotonic() - _renewed.get(name, math.inf) < SECONDS / 4:
        return
    with store.atomic():
        found = store.rows(Lease, name=name)
        if found and found[0].holder != _holder():
            raise MailboxLostError(f"{name}: another pass has taken it over")
        if found:
            store.save(Lease(name, _holder(), _expiry()))
    _renewed[name] = time.monotonic()


def _expiry() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=SECONDS)


def _holder() -> str:
    """Name this process: its machine, as it runs since its start, its number, when it began."""
    return f"{_machine()} {os.getpid()} {_begin(os.getpid())}"


def _is_alive(holder: str) -> bool:
    """Say whether a process may still be there: one of another machine may."""
    machine, number, begin = holder.rsplit(" ", 2)
    if machine != _machine() or os.name == "nt":
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, so there is one
        pass
    return _begin(int(number)) == begin


@cache
def _machine() -> str:
    """Name the machine (the container) such that processes with one name see each other."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:  # no Linux
        return platform.node()


def _begin(number: int) -> str:
    """Return when a process began, as the system counts; ``-`` where it does not say.

    The number of a process that has ended is given to another one some day.
    """
    try:
        status = Path(f"/proc/{number}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return "-"
    return "ended" if status[0] in "ZX" else status[19]
