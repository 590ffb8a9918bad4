"""One pass over a mailbox: nothing is lost or done twice.

A letter is put away only after what it caused is committed, and on the disk. A process that is
killed between the two finds the letter again, and finds it done. The disk is waited for once for
many letters: those that a power failure takes from the database still lie in the mailbox.

A watermark notes to when each mailbox has been read. A phase closes at its time only when all of
them have been read to a moment after it: orders that came in time count, however long their mailbox
was out of reach.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from adjudicator.campaign.kernel.done import Done
from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.store.database import Store
from adjudicator.store.letter_records import SETTLE, Watermark

MANY = 100
"""Letters that are put away together."""
NEVER = datetime.min.replace(tzinfo=UTC)


def take_all(
    store: Store, mailbox: Mailbox, now: datetime, others: datetime | None = None
) -> Iterator[Done]:
    """Take every letter that lies in a mailbox, oldest first, and yield what became of each.

    Before it comes what was carried out first, because the letter came after a deadline. One that
    could not be put away afterwards is yielded once more, as failed.

    A letter is as old as its arrival, so that orders that arrived before a deadline count although
    they are read after it, and those that arrived after it do not. What cannot be read, or fails,
    is set aside and reported to the game master; trouble with the database or with the whole
    mailbox is raised (DatabaseError, StoreError, OSError), and the letters stay. ``others`` is to
    when other mailboxes have been read; None: there are none.
    """
    try:
        arrivals = sorted(mailbox.arrivals(), key=lambda each: (each.arrived, each.name))
        read_to = min(now - SETTLE, others or now)
        for begin in range(0, len(arrivals), MANY):
            some = arrivals[begin : begin + MANY]
            from adjudicator.post.passes.taking import take_some  # if there are any

            yield from take_some(store, mailbox, some, now, read_to)
    except OSError as error:
        note_outage(store, mailbox.name, now, error.strerror or str(error))
        raise
    note_read(store, mailbox.name, now)


def note_read(store: Store, name: str, now: datetime) -> None:
    """Note that all letters have been taken that lay in a mailbox at a moment."""
    with store.atomic():
        read_to = max(now - SETTLE, _watermark(store, name).read_to or NEVER)
        store.put(Watermark(name, read_to, now))


def note_outage(store: Store, name: str, now: datetime, why: str) -> None:
    """Note that a mailbox cannot be read, and why (a clause)."""
    with store.atomic():
        before = _watermark(store, name)
        store.put(Watermark(name, before.read_to, now, before.lost or now, why))


def read_to(
    store: Store, names: Sequence[str] | None, now: datetime, besides: str = ""
) -> datetime | None:
    """Return to when mailboxes have all been read, ``besides`` one; None if there are none.

    Without names that is all that are in use.
    """
    marks = {each.name: each for each in store.rows(Watermark)}
    used = names or [name for name, each in marks.items() if each.is_in_use(now)]
    read = {name: each.read_to or NEVER for name, each in marks.items()}
    return min((read.get(name, NEVER) for name in used if name != besides), default=None)


def _watermark(store: Store, name: str) -> Watermark:
    return store.first(Watermark, name=name) or Watermark(name, None, NEVER)
