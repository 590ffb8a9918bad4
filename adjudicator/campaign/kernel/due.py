"""What must happen next in a campaign, and when.

Each kind of deadline is one module of the room ``campaign.due``, which states it as its ``KIND``:
when it comes, and what is done then. Nothing else names the kinds; those modules are read when the
first change is worked out.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from adjudicator.campaign.kernel.state import State
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Due

ROOM = "adjudicator.campaign.due"


class Kind(NamedTuple):
    """A kind of deadline."""

    what: str
    """Its name in the table ``due``."""
    order: int
    """Of several that are due together the lowest is done first."""
    when: Callable[[State], datetime | None]
    """When it comes next, if nothing changes until then; None: never."""
    carry_out: Callable[[Store, Campaign, datetime, datetime | None], Iterator[Any]]
    """Does it when it is due, at a time; the last argument is to when the mail has been read (None:
    no orders come by mail). Yields each thing as it is done."""


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds of deadlines, in the order in which they are carried out."""
    names = [each.name for each in iter_modules(import_module(ROOM).__path__)]
    known: list[Kind] = [import_module(f"{ROOM}.{name}").KIND for name in names]
    return tuple(sorted(known, key=lambda kind: kind.order))


def what_is_due(state: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    times = {kind.what: kind.when(state) for kind in kinds()}
    return [
        Due(state.campaign.id, what, moment.replace(microsecond=0))
        for what, moment in sorted(times.items())
        if moment
    ]


def is_late(state: State) -> bool:
    """Whether the deadline of the phase that waits is past."""
    return state.deadline is not None and state.now >= state.deadline


def stands_still(state: State) -> bool:
    """Whether no time runs: the campaign is paused or over."""
    return state.is_over or state.campaign.settings.paused
