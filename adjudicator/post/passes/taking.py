"""Letters of a mailbox are taken, many together: what each causes, and where it is put then."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime

from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import describe
from adjudicator.post.incoming.headers import one_line
from adjudicator.post.incoming.letter import MOST_BYTES
from adjudicator.post.incoming.reading import read
from adjudicator.post.requests import pipeline
from adjudicator.post.senders.notes import enter_disposition, note_trouble
from adjudicator.post.senders.sender import campaign_of
from adjudicator.post.transport.mailbox import ArrivedMail, Mailbox, MailboxLostError, reason
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Disposition


def take_some(
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
                        pipeline.tell_of_fault(store, letter, mailbox.checked_by, now)
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
