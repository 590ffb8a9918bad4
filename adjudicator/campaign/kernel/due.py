"""What must happen next in a campaign, and when.

The kinds of deadlines are stated in the module ``campaign.due``, which nothing here imports: it
changes campaigns, and so stands above the kernel. It is read when the first change is worked out.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from adjudicator.campaign.kernel.state import State
from adjudicator.store.records import Due

KINDS = "adjudicator.campaign.due"


class Kind(NamedTuple):
    """A kind of deadline."""

    what: str
    """Its name in the table ``due``."""
    when: Callable[[State], datetime | None]
    """When it comes next, if nothing changes until then; None: never."""
    carry_out: Callable[[State, datetime | None], Iterator[Any]]
    """Does it when it is due, and yields each thing as it is done; the last argument is to when the
    mail has been read (None: no orders come by mail)."""


def what_is_due(state: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    kinds: tuple[Kind, ...] = import_module(KINDS).KINDS
    times = {kind.what: kind.when(state) for kind in kinds}
    return [
        Due(state.campaign.id, what, moment.replace(microsecond=0))
        for what, moment in sorted(times.items())
        if moment
    ]
