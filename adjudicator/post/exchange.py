"""One pass over a mailbox, and one over the letters that wait: nothing is lost or done twice.

A letter is put away only after what it caused is committed, and is marked as sent only after the
outbox has it. A process that is killed between the two finds the letter again, and finds it done.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from adjudicator.campaign.errors import describe
from adjudicator.campaign.outbox import unpack, waiting_letters
from adjudicator.campaign.tick import Done
from adjudicator.post.fates import enter_fate, find_fate
from adjudicator.post.headers import one_line
from adjudicator.post.lease import renew
from adjudicator.post.mailbox import (
    Arrival,
    Delivery,
    Mailbox,
    MailboxLostError,
    Outbox,
    Send,
)
from adjudicator.post.notes import note_trouble
from adjudicator.post.outgoing import write
from adjudicator.post.reading import MOST_BYTES, read
from adjudicator.post.street import NotYetError, take
from adjudicator.post.watermarks import SETTLE, note_outage, note_read
from adjudicator.post.who import campaign_of
from adjudicator.store.database import DatabaseError, Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Fate, Letter
from adjudicator.store.queries import mark_sent, put_off
from adjudicator.store.records import Campaign

MANY = 100
"""Letters that are put away together."""
SHORTEST_PAUSE = timedelta(minutes=5)
"""After which a letter that could not be sent is tried again; each time it is twice as long."""
LONGEST_PAUSE = timedelta(days=1)
PATIENCE = 4
"""So many times a letter may have to wait before anybody is told: a little over an hour."""


class Collected(msgspec.Struct, frozen=True):
    """A letter that lay in a mailbox, and what became of it."""

    name: str
    """Its name in the mailbox; if it was set aside, where it lies now."""
    fate: Fate
    error: str = ""
    """Why it was set aside, or why it lies there still."""
    closed: tuple[Done, ...] = ()
    """What was carried out first, because the letter came after a deadline."""


class Posted(msgspec.Struct, frozen=True):
    """A letter that waited, and what became of it."""

    message_id: str
    error: str = ""
    """Why it could not go out, or not to everybody."""


def take_all(
    store: Store, mailbox: Mailbox, now: datetime, others: datetime | None = None
) -> Iterator[Collected]:
    """Take every letter that lies in a mailbox, oldest first, and yield what became of each.

    A letter is as old as its arrival, so that orders that arrived before a deadline count although
    they are read after it, and those that arrived after it do not. What cannot be read, or fails,
    is set aside and reported to the game master; trouble with the database or with the whole
    mailbox is raised (DatabaseError, StoreError, OSError), and the letters stay. ``others`` is to
    when other mailboxes have been read; None: there are none.
    """
    try:
        there = sorted(mailbox.arrivals(), key=lambda each: (each.arrived, each.name))
        read_to = min(now - SETTLE, others or now)
        for begin in range(0, len(there), MANY):
            some = there[begin : begin + MANY]
            yield from _take_some(store, mailbox, some, now, read_to)
    except OSError as error:
        note_outage(store, mailbox.name, now, error.strerror or str(error))
        raise
    note_read(store, mailbox.name, now)


def _take_some(
    store: Store, mailbox: Mailbox, some: list[Arrival], now: datetime, read_to: datetime
) -> Iterator[Collected]:
    """Take some letters, and then put them away at once."""
    taken: list[Collected] = []
    trouble: Exception | None = None
    for each in some:
        try:
            renew(store, mailbox.name)
            if collected := _collect(store, mailbox, each, now, read_to):
                taken.append(collected)
        except NotYetError:
            continue
        except Exception as error:  # those before it are done, and are put away
            trouble = error
            break
    done = [each.name for each in taken if not each.error]
    failed: Mapping[str, str] = {}
    try:
        failed = mailbox.put_away(done) if done else {}
    except OSError as error:
        trouble = trouble or error
        failed = dict.fromkeys(done, error.strerror or str(error))
    for one in taken:
        if why := failed.get(one.name):
            one = msgspec.structs.replace(one, error=f"it cannot be put away: {why}")
        yield one
    if trouble:
        raise trouble


def _collect(
    store: Store, mailbox: Mailbox, each: Arrival, now: datetime, read_to: datetime
) -> Collected | None:
    name = _name(each)
    if each.lasting and (fate := find_fate(store, name, each.arrived)):
        # It was taken, and could not be put away.
        if fate.outcome != "set aside":
            return Collected(each.name, fate)
        where, why = _put_aside(mailbox, each, fate.why)
        return Collected(where, fate, why)
    raw, fault = None, each.fault
    if not fault:
        try:
            raw = mailbox.fetch(each.name, MOST_BYTES + 1)
        except MailboxLostError:
            raise
        except OSError as error:
            fault = f"it cannot be read: {error.strerror or error}"
        else:
            if raw is None:  # somebody else has taken it
                return None
    if raw is not None:
        try:
            taken = take(store, raw, now, each.arrived, name, read_to)
        except (DatabaseError, StoreError, NotYetError):
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            fault = describe(error)
        else:
            return Collected(each.name, taken.fate, closed=taken.closed)
    return _set_aside(store, mailbox, each, raw, fault, now)


def _set_aside(
    store: Store, mailbox: Mailbox, each: Arrival, raw: bytes | None, fault: str, now: datetime
) -> Collected:
    """Put a letter where a person can look at it; what it has to do with is found if it can be."""
    letter = read(raw) if raw is not None else None
    campaign = campaign_of(store, letter) if letter else None
    name = _name(each)
    fate = Fate(
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
        if enter_fate(store, fate):
            note_trouble(store, "set-aside", {"letter": name, "error": fault}, now, campaign)
    where, fault = _put_aside(mailbox, each, fault)
    return Collected(where, fate, fault)


def _put_aside(mailbox: Mailbox, each: Arrival, fault: str) -> tuple[str, str]:
    """Set a letter aside; return where it lies then, and what is wrong with it."""
    try:
        return mailbox.set_aside(each.name), fault
    except MailboxLostError:
        raise
    except OSError as error:
        return each.name, f"{fault}; it cannot be put away: {error.strerror or error}"


def _name(each: Arrival) -> str:
    """Return a letter's name as it can be shown and stored: a file's name may be any bytes."""
    return one_line(each.name.rpartition("/")[2].encode("utf-8", "replace").decode())


def deliver(store: Store, outbox: Outbox, now: datetime) -> Iterator[Posted]:
    """Send every letter that waits, and mark it as sent.

    One that cannot be written, or that a recipient cannot get now, stays and is tried again after
    a pause that grows; the game master of its campaign is told, and also of recipients for whom it
    was refused for good. Trouble with the whole outbox is raised (OSError).
    """
    with outbox.session() as send:
        for letter in waiting_letters(store, now):
            yield _post(store, send, letter, now)


def _post(store: Store, send: Send, letter: Letter, now: datetime) -> Posted:
    try:
        mail = write(store, unpack(store, letter))
    except (DatabaseError, StoreError):
        raise
    except Exception as error:  # a fault in one letter must not stop the others
        text = str(error) if isinstance(error, ValueError) else describe(error)
        with store.atomic():
            _put_off(store, letter, now)
            if letter.tries == 0:
                _tell(store, letter, "unsendable", text, now)
        return Posted(letter.message_id, text)
    deliveries = send(mail, lambda _: None)
    later = "; ".join(filter(None, (_of(deliveries, "later"), _of(deliveries, "unknown"))))
    refused = _of(deliveries, "refused")
    with store.atomic():
        if refused:
            _tell(store, letter, "undelivered", refused, now)
        if not later:
            mark_sent(store, letter, now)
        else:
            _put_off(store, letter, now)
            if letter.tries == PATIENCE:
                _tell(store, letter, "delayed", later, now)
    return Posted(letter.message_id, later or refused)


def _put_off(store: Store, letter: Letter, now: datetime) -> None:
    pause = min(SHORTEST_PAUSE * 2 ** min(letter.tries, 20), LONGEST_PAUSE)
    put_off(store, letter, now + pause)


def _tell(store: Store, letter: Letter, what: str, error: str, now: datetime) -> None:
    """Tell the master of the letter's campaign; of a letter to himself there is only a note."""
    campaign = store.find(Campaign, id=letter.campaign_id) if letter.campaign_id else None
    facts = {"letter": letter.message_id, "error": error}
    own = campaign is not None and {each.casefold() for each in letter.recipients} == {campaign.gm}
    note_trouble(store, what, facts, now, campaign, quietly=own)


def _of(deliveries: Sequence[Delivery], fate: str) -> str:
    """Say whom a letter did not reach, and why."""
    return "; ".join(f"{each.recipient}: {each.why}" for each in deliveries if each.fate == fate)
