"""Leases in the database: one process at a time works on a mailbox, from whatever machine.

A lease ends when it is given back, when its process has ended on this machine, or when it has not
been renewed for ``SECONDS``, as after the death of another machine. One that could not be given
back, because the database was away just then, is still this process's, and free for it.
"""

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.post.transport.mailbox import MailboxLostError
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Lease
from adjudicator.store.place import name_of

SECONDS = 300
PASS = "pass"
"""The lease of who sends for all campaigns, or lets nobody send; with it he has those of all
shares."""


def share_lease(share: int) -> str:
    """Return the name of the lease of those who send the letters of one share of the campaigns."""
    return f"{PASS} {share}"


class _Hold(NamedTuple):
    lease: Lease
    renewed: float
    """When it was last taken or renewed, of the clock that never jumps."""


_held: dict[tuple[str, str], _Hold] = {}
"""What this process holds, by database and name."""


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
    key = _key(store, name)
    lease = Lease(name, _holder(), _expiry())
    try:
        with store.atomic():
            leases = _in_the_way(store, name)
            if not all(_is_free(each, _key(store, each.name)) for each in leases):
                return None
            for each in leases:
                store.erase(each)
            store.add(lease)
            _held[key] = _Hold(lease, time.monotonic())
    except BaseException:
        _forget(key, lease)
        raise
    return lease


def give_back(store: Store, lease: Lease) -> None:
    """Give a lease back, unless somebody else has it by now."""
    try:
        with store.atomic():
            queries.give_back(store, lease)
    finally:
        _forget(_key(store, lease.name), lease)


def renew(store: Store, name: str) -> None:
    """Renew a lease that this process has taken, now and then; another one is no affair of its.

    Raises MailboxLostError if another process has taken it over, so that this one must stop.
    """
    key = _key(store, name)
    held = _held.get(key)
    if held is None or time.monotonic() - held.renewed < SECONDS / 4:
        return
    with store.atomic():
        if any(each.holder != _holder() for each in _in_the_way(store, name)):
            raise MailboxLostError(f"{name}: another pass has taken it over")
        store.put(Lease(name, _holder(), _expiry()))  # who had taken it over may be done with it
    if _held.get(key) is held:
        _held[key] = held._replace(renewed=time.monotonic())


def _in_the_way(store: Store, name: str) -> list[Lease]:
    """Return the leases beside which nobody else can have one of that name."""
    return [
        each
        for each in store.rows(Lease)
        if each.name == name
        or (each.name == PASS and name.startswith(f"{PASS} "))
        or (name == PASS and each.name.startswith(f"{PASS} "))
    ]


def _key(store: Store, name: str) -> tuple[str, str]:
    return name_of(store.place), name


def _forget(key: tuple[str, str], lease: Lease) -> None:
    """Note that this process holds a lease no more, unless another thread has taken it since."""
    held = _held.get(key)
    if held and held.lease is lease:
        del _held[key]


def _is_free(lease: Lease, key: tuple[str, str]) -> bool:
    if lease.holder == _holder():
        return key not in _held
    return lease.expires <= datetime.now(UTC) or not _is_alive(lease.holder)


def _expiry() -> datetime:
    return datetime.now(UTC) + timedelta(seconds=SECONDS)


def _holder() -> str:
    """Name this process: its machine, as it runs since its start, its number, when it began."""
    return f"{_machine()} {os.getpid()} {_begin(os.getpid())}"


def _is_alive(holder: str) -> bool:
    """Say whether a process may still be there: one of another machine may, and one of which the
    system does not say when it began, as of another user's (hidepid)."""
    machine, number, begin = holder.rsplit(" ", 2)
    if machine != _machine() or os.name == "nt":
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's, so there is one
        pass
    return _begin(int(number)) in (begin, "-")


@cache
def _machine() -> str:
    """Name the machine (the container) such that processes with one name see each other."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
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
