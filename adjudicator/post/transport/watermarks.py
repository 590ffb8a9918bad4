"""How far mailboxes have been read.

A phase closes at its time only when all mailboxes have been read to a moment after it: orders that
came in time count, however long their mailbox was out of reach.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from adjudicator.store.database import Store
from adjudicator.store.letter_records import Watermark

SETTLE = timedelta(seconds=2)
"""After which a letter is in the mailbox for certain: it is dated, in whole seconds, before it is
there."""
OUT_OF_USE = timedelta(days=1)
"""After so long a mailbox that nobody tries to read keeps no phase waiting."""
NEVER = datetime.min.replace(tzinfo=UTC)


def note_read(store: Store, name: str, now: datetime) -> None:
    """Note that all letters have been taken that lay in a mailbox at a moment."""
    with store.atomic():
        read_to = max(now - SETTLE, _find(store, name).read_to or NEVER)
        store.put(Watermark(name, read_to, now))


def note_outage(store: Store, name: str, now: datetime, why: str) -> None:
    """Note that a mailbox cannot be read, and why (a clause)."""
    with store.atomic():
        before = _find(store, name)
        store.put(Watermark(name, before.read_to, now, before.lost or now, why))


def read_to(
    store: Store, names: Sequence[str] | None, now: datetime, besides: str = ""
) -> datetime | None:
    """Return to when mailboxes have all been read, ``besides`` one; None if there are none.

    Without names that is all that are in use.
    """
    marks = {each.name: each for each in store.rows(Watermark)}
    used = names or [name for name, each in marks.items() if now - each.tried < OUT_OF_USE]
    read = {name: each.read_to or NEVER for name, each in marks.items()}
    return min((read.get(name, NEVER) for name in used if name != besides), default=None)


def _find(store: Store, name: str) -> Watermark:
    marks = store.rows(Watermark, name=name)
    return marks[0] if marks else Watermark(name, None, NEVER)
