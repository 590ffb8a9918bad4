"""One pass over a mailbox: nothing is lost or done twice.

A letter is put away only after what it caused is committed. A process that is killed between the
two finds the letter again, and finds it done.
"""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime

import msgspec

from adjudicator.campaign.errors import describe
from adjudicator.campaign.tick import Done
from adjudicator.post.fates import enter_fate
from adjudicator.post.headers import one_line
from adjudicator.post.mailbox import Arrival, Mailbox
from adjudicator.post.notes import note_trouble
from adjudicator.post.reading import MOST_BYTES, read
from adjudicator.post.street import take
from adjudicator.post.who import campaign_of
from adjudicator.store.database import DatabaseError, Store
from adjudicator.store.errors import StoreError
from adjudicator.store.letter_records import Fate


class Collected(msgspec.Struct, frozen=True):
    """A letter that lay in a mailbox, and what became of it."""

    name: str
    """Its name in the mailbox; if it was set aside, where it lies now."""
    fate: Fate
    error: str = ""
    """Why it was set aside, or why it lies there still."""
    closed: tuple[Done, ...] = ()
    """What was carried out first, because the letter came after a deadline."""


def collect(store: Store, mailbox: Mailbox, now: datetime) -> Iterator[Collected]:
    """Take every letter that lies in a mailbox, oldest first, and yield what became of each.

    A letter is as old as its arrival, so that orders that arrived before a deadline count although
    they are read after it, and those that arrived after it do not. What cannot be read, or fails,
    is set aside and reported to the game master; trouble with the database or with the whole
    mailbox is raised (DatabaseError, StoreError, OSError), and the letters stay.
    """
    for each in sorted(mailbox.arrivals(), key=lambda each: (each.arrived, each.name)):
        if collected := _collect(store, mailbox, each, now):
            yield collected


def _collect(store: Store, mailbox: Mailbox, each: Arrival, now: datetime) -> Collected | None:
    raw, fault = None, each.fault
    if not fault:
        try:
            raw = mailbox.fetch(each.name, MOST_BYTES + 1)
        except OSError as error:
            fault = f"it cannot be read: {error.strerror or error}"
        else:
            if raw is None:  # somebody else has taken it
                return None
    if raw is not None:
        try:
            taken = take(store, raw, now, each.arrived, _name(each))
        except (DatabaseError, StoreError):
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            fault = describe(error)
        else:
            return Collected(each.name, taken.fate, _try(mailbox.put_away, each), taken.closed)
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
    where = each.name
    try:
        where = mailbox.set_aside(each.name)
    except OSError as error:
        fault = f"{fault}; it cannot be put away: {error.strerror or error}"
    return Collected(where, fate, fault)


def _try(put_away: Callable[[str], None], each: Arrival) -> str:
    """Put a letter away; return why that failed, or ``""``."""
    try:
        put_away(each.name)
    except OSError as error:
        return f"it cannot be put away: {error.strerror or error}"
    return ""


def _name(each: Arrival) -> str:
    """Return a letter's name as it can be shown and stored: a file's name may be any bytes."""
    return one_line(each.name.rpartition("/")[2].encode("utf-8", "replace").decode())
