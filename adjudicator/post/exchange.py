"""One pass over a mailbox, and one over the letters that wait: nothing is lost or done twice.

A letter is put away only after what it caused is committed, and is marked as sent only after the
outbox has it. A process that is killed between the two finds the letter again, and finds it done.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from adjudicator.campaign.errors import describe
from adjudicator.campaign.outbox import letters_to_send
from adjudicator.post.compose import ComposeError
from adjudicator.post.mailbox import Delivery, Mailbox, Outbox
from adjudicator.post.notes import note_trouble
from adjudicator.post.outgoing import write
from adjudicator.post.reading import MOST_BYTES
from adjudicator.post.street import Fate, take
from adjudicator.store.database import DatabaseError, Store
from adjudicator.store.queries import mark_sent


class Collected(msgspec.Struct, frozen=True):
    """A letter that lay in a mailbox, and what became of it."""

    name: str
    """Its name in the mailbox; if it was set aside, where it lies now."""
    fate: Fate | None = None
    error: str = ""
    """Why it was set aside."""


class Posted(msgspec.Struct, frozen=True):
    """A letter that waited, and what became of it."""

    message_id: str
    error: str = ""
    """Why it could not go out, or not to everybody."""


def collect(store: Store, mailbox: Mailbox, now: datetime) -> Iterator[Collected]:
    """Take every letter that lies in a mailbox, oldest first, and yield what became of each.

    A letter is as old as its arrival, so that orders that arrived before a deadline count although
    they are read after it. One that fails is set aside and reported to the game masters; trouble
    with the database or the mailbox is raised (DatabaseError, OSError), and the letter stays.
    """
    for each in sorted(mailbox.arrivals(), key=lambda each: (each.arrived, each.name)):
        raw = mailbox.fetch(each.name, MOST_BYTES + 1)
        if raw is None:
            continue
        try:
            fate = take(store, raw, min(now, each.arrived))
        except DatabaseError:
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            text = describe(error)
            facts = {"letter": each.name.rpartition("/")[2], "error": text}
            note_trouble(store, "set-aside", facts, now)
            yield Collected(mailbox.set_aside(each.name), error=text)
            continue
        mailbox.put_away(each.name)
        yield Collected(each.name, fate)


def deliver(store: Store, outbox: Outbox, now: datetime) -> Iterator[Posted]:
    """Send every letter that waits, and mark it as sent.

    One that cannot be written, or that a recipient cannot get now, stays and is tried again; the
    game masters are told, and also of recipients for whom it was refused for good.
    """
    for letter in letters_to_send(store):
        facts = {"letter": letter.message_id}
        try:
            mail = write(store, letter)
        except ComposeError as error:
            note_trouble(store, "unsendable", {**facts, "error": str(error)}, now)
            yield Posted(letter.message_id, str(error))
            continue
        deliveries = outbox.send(mail)
        if refused := _of(deliveries, "refused"):
            note_trouble(store, "undelivered", {**facts, "error": refused}, now)
        later = _of(deliveries, "later")
        if not later:
            mark_sent(store, letter, now)
        yield Posted(letter.message_id, later or refused)


def _of(deliveries: Sequence[Delivery], fate: str) -> str:
    """Say whom a letter did not reach, and why."""
    return "; ".join(f"{each.recipient}: {each.why}" for each in deliveries if each.fate == fate)
