"""One pass over a mailbox: nothing is lost or done twice.

A letter is put away only after what it caused is committed, and on the disk. A process that is
killed between the two finds the letter again, and finds it done. The disk is waited for once for
many letters: those that a power failure takes from the database still lie in the mailbox.

A watermark notes to when each mailbox has been read. A phase closes at its time only when all of
them have been read to a moment after it: orders that came in time count, however long their mailbox
was out of reach.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import describe
from adjudicator.post.incoming.headers import one_line
from adjudicator.post.incoming.letter import MOST_BYTES
from adjudicator.post.senders.notes import enter_disposition, note_trouble
from adjudicator.post.senders.sender import campaign_of
from adjudicator.post.transport.mailbox import ArrivedMail, Mailbox, MailboxLostError, reason
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import SETTLE, Disposition, Watermark

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
            yield from _take_some(store, mailbox, some, now, read_to)
    except OSError as error:
        note_outage(store, mailbox.name, now, error.strerror or str(error))
        raise
    note_read(store, mailbox.name, now)


def _take_some(
    store: Store, mailbox: Mailbox, some: list[ArrivedMail], now: datetime, read_to: datetime
) -> Iterator[Done]:
    """Take some letters, and put them away together, also if it is broken off between two."""
    done: dict[str, Done] = {}
    failed: Mapping[str, str] = {}
    lost: OSError | None = None
    letters = mailbox.fetch([each.name for each in some if not each.fault], MOST_BYTES + 1)
    try:
        for each in some:
            raw = OSError(each.fault) if each.fault else next(letters)
            if raw is None:  # somebody else has taken it
                continue
            for deed in _collect(store, mailbox, each, raw, now, read_to):
                if deed.what == "collected":
                    done[each.name] = deed
                yield deed
    finally:
        store.flush()
        try:
            failed = mailbox.put_away([*done]) if done else {}
        except OSError as error:
            lost = error
    for name, why in failed.items():
        told = str(reason("stays-there", name=name, why=why))
        yield Done("failed", told, done[name].facts)
    if lost:
        raise lost


def _collect(
    store: Store,
    mailbox: Mailbox,
    each: ArrivedMail,
    raw: bytes | OSError,
    now: datetime,
    read_to: datetime,
) -> Iterator[Done]:
    from adjudicator.post.requests import pipeline  # an empty mailbox needs none of it

    if isinstance(raw, OSError):
        fault = each.fault or str(reason("unreadable", why=raw.strerror or raw))
        yield _set_aside(store, mailbox, each, None, fault, now)
        return
    name = _name(each)
    try:
        with store.write_behind():
            taken = pipeline.take(store, raw, now, each.arrived, name, mailbox.checked_by, read_to)
    except pipeline.NotYetError:  # it lies there until the phase before it has closed
        return
    except (DatabaseError, StoreError):
        raise
    except Exception as error:  # a fault in one letter must not stop the others
        yield _set_aside(store, mailbox, each, raw, describe(error), now)
        return
    yield from taken.closed
    text = f"{taken.disposition.outcome}: {taken.disposition.why}"
    yield Done("collected", text, _facts(taken.disposition))


def _facts(disposition: Disposition) -> dict[str, object]:
    letter, outcome = disposition.letter[:24], disposition.outcome
    return {"letter": letter, "outcome": outcome, "code": disposition.code}


def _set_aside(
    store: Store, mailbox: Mailbox, each: ArrivedMail, raw: bytes | None, fault: str, now: datetime
) -> Done:
    """Put a letter where a person can look at it; what it has to do with is found if it can be."""
    from adjudicator.post.incoming.reading import read
    from adjudicator.post.requests.pipeline import tell_of_fault

    letter = read(raw) if raw is not None else None
    campaign = campaign_of(store, letter) if letter else None
    name = _name(each)
    disposition = Disposition(
        letter=letter.key if letter else hashlib.sha256(name.encode()).hexdigest(),
        name=name,
        arrived=min(now, each.arrived),
        outcome="set aside",
        code="fault" if letter else "no-letter",
        why=fault,
        campaign_id=campaign.id if campaign else None,
        sender=letter.sender.address if letter else "",
        subject=letter.subject[:120] if letter else "",
    )
    with store.atomic():
        if enter_disposition(store, disposition):
            try:
                with store.atomic():
                    if letter:
                        tell_of_fault(store, letter, mailbox.checked_by, now)
            except Exception as error:  # perhaps at what it failed before
                fault = str(reason("writer-not-told", fault=fault, why=describe(error)))
            note_trouble(store, "set-aside", {"letter": name, "error": fault}, now, campaign)
    store.flush()
    lies = each.name
    try:
        lies = mailbox.set_aside(each.name)
    except MailboxLostError:
        raise
    except OSError as error:
        fault = str(reason("not-put-away", fault=fault, why=error.strerror or error))
    return Done("failed", f"{lies}: {fault}", _facts(disposition))


def _name(each: ArrivedMail) -> str:
    """Return a letter's name as it can be shown and stored: a file's name may be any bytes."""
    return one_line(each.name.rpartition("/")[2].encode("utf-8", "replace").decode())


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
