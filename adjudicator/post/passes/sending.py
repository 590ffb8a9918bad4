"""One pass over the letters that wait: each goes to each of its recipients, and none is lost.

That a letter is about to be handed over is entered before it is, for each recipient, and what
became of it afterwards. Who is killed in between finds the letter begun: it may have gone. It is
sent again under the same Message-ID, at least once, as every mail system does.
"""

import math
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from adjudicator.campaign.kernel.errors import describe
from adjudicator.campaign.letters.outbox import (
    attempts,
    drop,
    enter_attempts,
    find_recipients_left,
    unpack,
    waiting_letters,
    why_superseded,
)
from adjudicator.post.outgoing.envelope import write
from adjudicator.post.senders.notes import note_failure, note_trouble
from adjudicator.post.transport.lease import PASS, renew
from adjudicator.post.transport.mailbox import (
    Delivery,
    MailboxLostError,
    Outbox,
    Send,
    Terms,
)
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Attempt, Letter
from adjudicator.store.queries import has_moved, letters_since, put_off
from adjudicator.store.records import Campaign

SHORTEST_PAUSE = timedelta(minutes=5)
"""After which a letter that could not be sent is tried again; each time it is twice as long."""
LONGEST_PAUSE = timedelta(days=1)
PATIENCE = 4
"""So many times a letter may have to wait before anybody is told: a little over an hour."""
MOST_TRIES = 13
"""After so many tries, in nearly five days, a letter has not reached a recipient for good."""
TOGETHER = 20
"""So many letters go out before it is waited until the disk knows it."""
_MINUTE = timedelta(minutes=1)
_DAY = timedelta(days=1)


class Posted(msgspec.Struct, frozen=True):
    """A letter that waited, and what became of it."""

    message_id: str
    error: str = ""
    """Why it could not go out, or not to everybody."""
    delayed: bool = False
    """Whether nothing failed: the servers of recipients let it wait, as many do at first."""
    dropped: str = ""
    """Why it was not wanted any more."""


def send_all(
    store: Store, outbox: Outbox, now: datetime, after: int = 0, seconds: float = math.inf
) -> Iterator[Posted]:
    """Send every letter that waits, as far as the outbox's terms allow it now.

    ``after`` is the number of a letter: only later ones; and none is begun after so many seconds.
    One that cannot be written, or that a recipient cannot get now, stays and is tried again after
    a pause that grows; the game master of its campaign is told, and also of recipients for whom it
    was refused for good. Trouble with the whole outbox is raised (OSError), and says nothing
    against any letter. Nobody else may be sending meanwhile: whoever calls this holds the lease of
    a pass, which is renewed here.
    """
    book = _Book(store, outbox.terms, now)
    until = time.monotonic() + seconds
    is_first = True
    with outbox.session() as send:
        try:
            for letter in waiting_letters(store, book.now, after):
                if is_first:  # whoever queued a letter need not have waited for the disk
                    store.flush()
                is_first = False
                renew(store, PASS)
                if time.monotonic() > until or not book.has_room():
                    return
                if posted := _send_letter(book, letter, send):
                    yield posted
        finally:
            book.flush()


def _send_letter(book: "_Book", letter: Letter, send: Send) -> Posted | None:
    """Send one letter to whom it is due, and enter what became of it; None if that is nobody."""
    store, tried = book.store, attempts(book.store, letter)
    left = [e for e in find_recipients_left(letter, tried) if book.is_due(tried.get(e))]
    if not left:
        return None
    if why := why_superseded(store, letter, book.now):
        drop(store, letter, why, book.now)
        return Posted(letter.message_id, dropped=why)
    try:
        mail = write(store, unpack(store, letter), tuple(left))
    except (DatabaseError, StoreError):
        raise
    except Exception as error:  # a fault in one letter must not stop the others
        return _put_away(store, letter, error, book.now)
    handover = _Handover(book, letter, tried)
    try:
        deliveries = send(mail, handover.begin)
    except OSError:
        handover.take_back()
        raise
    return handover.end(deliveries)


def _put_away(store: Store, letter: Letter, error: Exception, now: datetime) -> Posted:
    """Let a letter wait that cannot be written; of the first of a day its master is told."""
    text = str(error) if isinstance(error, ValueError) else describe(error)
    with store.write_behind(), store.atomic():
        put_off(store, letter, now + _pause(letter.tries))
        if letter.tries == 0:
            _tell(store, letter, "unsendable", text, now, once=f"unsendable {now.date()}")
    return Posted(letter.message_id, text)


class _Book:
    """What is entered of a pass: attempts, and what became of them.

    Each is entered at once, but the disk is waited for only now and then, so that few letters go
    again that had gone already if the machine fails. Whoever is killed has lost nothing.
    """

    def __init__(self, store: Store, terms: Terms, now: datetime):
        self.store = store
        self._terms = terms
        self._begin = now
        self._ticks = time.monotonic()
        self._behind = 0

    @property
    def now(self) -> datetime:
        """The time: that of the pass's begin, and what has gone by since."""
        return self._begin + timedelta(seconds=time.monotonic() - self._ticks)

    def has_room(self) -> bool:
        """Say whether the terms allow one more letter."""
        limits = ((self._terms.per_minute, _MINUTE), (self._terms.per_day, _DAY))
        return all(
            letters_since(self.store, self.now - span) < most for most, span in limits if most
        )

    def is_due(self, last: Attempt | None) -> bool:
        """Say whether a recipient is tried now, by his last attempt."""
        return last is None or last.retry is None or last.retry <= self.now

    def begin(self, letter: Letter, entries: list[Attempt]) -> None:
        """Enter that a letter is about to be handed over.

        Raises MailboxLostError if its game has moved since the letter was read: it goes out of the
        other database. Whoever moves a game holds the lease of a pass, so this one has lost it.
        """
        with self.store.write_behind(), self.store.atomic():
            if has_moved(self.store, letter):
                raise MailboxLostError(f"{PASS}: a move to another database has taken it over")
            self.enter(letter, entries)

    def end(self, letter: Letter, entries: list[Attempt]) -> None:
        """Enter that a letter went to everybody."""
        with self.store.write_behind():
            self.enter(letter, entries)
        self._behind += 1
        if self._behind == TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Wait until it is on the disk what went."""
        if self._behind:
            self.store.flush()
        self._behind = 0

    def enter(self, letter: Letter, entries: list[Attempt]) -> None:
        """Enter what was tried, or what became of it."""
        with self.store.atomic():
            enter_attempts(self.store, letter, entries, self.now)


class _Handover:
    """One letter that is handed over."""

    def __init__(self, book: _Book, letter: Letter, tried: dict[str, Attempt]):
        self._book = book
        self._letter = letter
        self._tried = tried
        self._begun: Sequence[str] = ()

    def begin(self, recipients: Sequence[str]) -> None:
        """Enter that the letter is about to be handed over."""
        self._book.begin(self._letter, [self._entry(each, "begun") for each in recipients])
        self._begun = recipients

    def take_back(self) -> None:
        """Enter that it was not handed over after all, and nothing is known against it."""
        entries = [self._entry(each, "later") for each in self._begun]
        self._book.enter(self._letter, entries)

    def end(self, deliveries: Sequence[Delivery]) -> Posted:
        """Enter what became of the letter; tell the game master of trouble."""
        deliveries = [self._lose_patience(each) for each in deliveries]
        entries = [self._end(each) for each in deliveries]
        if all(each.outcome == "sent" for each in deliveries):
            self._book.end(self._letter, entries)
            return Posted(self._letter.message_id)
        store, now = self._book.store, self._book.now
        with store.atomic():
            self._book.enter(self._letter, entries)
            for each, entry in zip(deliveries, entries, strict=True):
                _tell_of(store, self._letter, each, entry, now)
        delayed = all(e.outcome in ("sent", "later") and not e.ours for e in deliveries)
        return Posted(self._letter.message_id, _list(deliveries), delayed)

    def _lose_patience(self, delivery: Delivery) -> Delivery:
        """Take a letter for refused that its recipient's server has let wait too often."""
        tries = 1 + self._tries(delivery.recipient)
        if delivery.outcome != "later" or delivery.ours or tries < MOST_TRIES:
            return delivery
        why = f"tried {tries} times, and at last: {delivery.why}"
        return delivery._replace(outcome="refused", why=why)

    def _end(self, delivery: Delivery) -> Attempt:
        recipient, why = delivery.recipient, delivery.why[:300]
        if delivery.outcome in ("sent", "refused"):
            return self._entry(recipient, delivery.outcome, why=why)
        tries = self._tries(recipient)
        state: Literal["begun", "later"] = "begun" if delivery.outcome == "unknown" else "later"
        return self._entry(recipient, state, 1, self._book.now + _pause(tries), why)

    def _tries(self, recipient: str) -> int:
        before = self._tried.get(recipient)
        return before.tries if before else 0

    def _entry(
        self,
        recipient: str,
        state: Literal["begun", "sent", "refused", "later"],
        failed: int = 0,
        retry: datetime | None = None,
        why: str = "",
    ) -> Attempt:
        return Attempt(
            letter=self._letter.id,
            recipient=recipient,
            state=state,
            at=self._book.now,
            tries=self._tries(recipient) + failed,
            retry=retry,
            why=why,
        )


def _pause(tries: int) -> timedelta:
    return min(SHORTEST_PAUSE * (1 << min(tries, 20)), LONGEST_PAUSE)


def _tell_of(store: Store, letter: Letter, each: Delivery, entry: Attempt, now: datetime) -> None:
    """Tell of a recipient who does not get a letter: at once if it was refused, or after a while;
    of one whose server makes him wait once a day, and so of a fault of our own."""
    text = f"{each.recipient}: {each.why}"
    if each.outcome == "refused" and letter.campaign_id is not None:
        note_failure(store, letter, each.recipient, each.why, now, refused=True)
    elif each.outcome == "refused":
        _tell(store, letter, "undelivered", text, now)
    elif each.outcome != "sent" and entry.tries == PATIENCE + 1:
        once = "ours" if each.ours else each.recipient.casefold()
        _tell(store, letter, "delayed", text, now, once=f"{once} {now.date()}")


def _tell(
    store: Store, letter: Letter, what: str, error: str, now: datetime, *, once: str = ""
) -> None:
    """Tell the master of the letter's campaign; of a letter to himself there is only a note."""
    campaign = store.find(Campaign, id=letter.campaign_id) if letter.campaign_id else None
    facts = {"letter": letter.message_id, "error": error}
    own = campaign is not None and {each.casefold() for each in letter.recipients} == {campaign.gm}
    note_trouble(store, what, facts, now, campaign, quietly=own, once=once)


def _list(deliveries: Sequence[Delivery]) -> str:
    """Say whom a letter did not reach, and why."""
    return "; ".join(f"{e.recipient}: {e.why}" for e in deliveries if e.outcome != "sent")
