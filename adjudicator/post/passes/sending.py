"""One pass over the letters that wait: each goes to each of its recipients, and none is lost.

That a letter is about to be handed over is entered before it is, for each recipient, and what
became of it afterwards. Who is killed in between finds the letter begun: it may have gone. It is
sent again under the same Message-ID; or, if the outbox sends copies to ourselves, not before the
copy would have come.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
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
    Begin,
    Delivery,
    Mail,
    MailboxLostError,
    Outbox,
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
    at = _Dispatch(book, after, seconds)
    with outbox.session() as send:
        done = send(at.letters())
        try:
            try:
                for mail, deliveries in done:
                    posted = at.end(mail, deliveries)
                    yield from at.settle()
                    yield posted
                yield from at.settle()
            finally:
                at.stop()
                for mail, deliveries in done:  # on their way when this was broken off
                    at.end(mail, deliveries)
        except OSError:
            at.take_back()
            raise
        finally:
            book.flush()


class _Dispatch:
    """The letters of one pass: which go, and which are on their way."""

    def __init__(self, book: "_Book", after: int, seconds: float):
        self._book = book
        self._after = after
        self._until = time.monotonic() + seconds
        self._on_way: dict[str, _Way] = {}
        self._settled: list[Posted] = []
        self._stopped = False

    def letters(self) -> Iterator[tuple[Mail, Begin]]:
        """Yield the letters that are to go, as they can be sent.

        None goes before it is on the disk, for which whoever queued it need not have waited.
        """
        store, book = self._book.store, self._book
        is_first = True
        for letter in waiting_letters(store, book.now, self._after):
            if is_first:
                store.flush()
            is_first = False
            renew(store, PASS)
            about_to_go = sum(not each.has_begun for each in self._on_way.values())
            is_over = self._stopped or time.monotonic() > self._until
            if is_over or not book.has_room(about_to_go):
                return
            if found := self._ready(letter):
                mail, way = found
                self._on_way[mail.message_id] = way
                yield mail, way.begin

    def end(self, mail: Mail, deliveries: Sequence[Delivery]) -> Posted:
        """Enter what became of a letter."""
        return self._on_way.pop(mail.message_id).end(deliveries)

    def settle(self) -> Iterator[Posted]:
        """Yield what became of letters that were not sent."""
        settled, self._settled = self._settled, []
        yield from settled

    def stop(self) -> None:
        """Let no further letter go."""
        self._stopped = True

    def take_back(self) -> None:
        """Enter that the rest of what was to go was not handed over."""
        for each in self._on_way.values():
            each.take_back()

    def _ready(self, letter: Letter) -> tuple[Mail, "_Way"] | None:
        """Return a letter as it goes out; None if it goes to nobody now."""
        store, book = self._book.store, self._book
        tried = attempts(store, letter)
        left = tuple(
            e
            for e in find_recipients_left(letter, tried)
            if e not in tried or book.is_due(tried[e])
        )
        if not left:
            return None
        if why := why_superseded(store, letter, book.now):
            drop(store, letter, why, book.now)
            self._settled.append(Posted(letter.message_id, dropped=why))
            return None
        try:
            mail = write(store, unpack(store, letter), left)
        except (DatabaseError, StoreError):
            raise
        except Exception as error:  # a fault in one letter must not stop the others
            self._settled.append(_put_away(store, letter, error, book.now))
            return None
        return mail, _Way(book, letter, tried)


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

    Each is entered at once, but the disk is waited for only where something hangs on it: where
    copies come, before a letter is handed over; and now and then, so that few letters go again that
    had gone already if the machine fails. Whoever is killed has lost nothing.
    """

    def __init__(self, store: Store, terms: Terms, now: datetime):
        self.store = store
        self.terms = terms
        self._begin = now
        self._ticks = time.monotonic()
        self._behind = 0

    @property
    def now(self) -> datetime:
        """The time: that of the pass's begin, and what has gone by since."""
        return self._begin + timedelta(seconds=time.monotonic() - self._ticks)

    def has_room(self, about_to_go: int) -> bool:
        """Say whether the terms allow one more letter beside those that are about to go."""
        limits = ((self.terms.per_minute, _MINUTE), (self.terms.per_day, _DAY))
        return all(
            letters_since(self.store, self.now - span) + about_to_go < most
            for most, span in limits
            if most
        )

    def is_due(self, last: Attempt | None) -> bool:
        """Say whether a recipient is tried now, by his last attempt."""
        return last is None or last.retry is None or last.retry <= self.now

    def begin(self, letter: Letter, entries: list[Attempt]) -> None:
        """Enter that a letter is about to be handed over.

        Raises MailboxLostError if its game has moved since the letter was read: it goes out of the
        other database. Whoever moves a game holds the lease of a pass, so this one has lost it.
        """
        behind = nullcontext() if self.terms.confirm_wait else self.store.write_behind()
        with behind, self.store.atomic():
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


class _Way:
    """One letter on its way out."""

    def __init__(self, book: _Book, letter: Letter, tried: dict[str, Attempt]):
        self._book = book
        self._letter = letter
        self._tried = tried
        self._begun: Sequence[str] = ()

    @property
    def has_begun(self) -> bool:
        """Whether it was entered that the letter is about to be handed over."""
        return bool(self._begun)

    def begin(self, recipients: Sequence[str]) -> None:
        """Enter that the letter is about to be handed over."""
        wait = self._book.terms.confirm_wait
        retry = self._book.now + wait if wait else None
        self._book.begin(self._letter, [self._entry(e, "begun", retry=retry) for e in recipients])
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
        before = self._tried.get(delivery.recipient)
        tries = 1 + (before.tries if before else 0)
        if delivery.outcome != "later" or delivery.ours or tries < MOST_TRIES:
            return delivery
        why = f"tried {tries} times, and at last: {delivery.why}"
        return delivery._replace(outcome="refused", why=why)

    def _end(self, delivery: Delivery) -> Attempt:
        who, why = delivery.recipient, delivery.why[:300]
        if delivery.outcome in ("sent", "refused"):
            return self._entry(who, delivery.outcome, why=why)
        before = self._tried.get(who)
        tries = before.tries if before else 0
        pause = _pause(tries)
        wait = self._book.terms.confirm_wait
        if delivery.outcome == "unknown":
            pause = max(pause, wait) if wait else pause
            return self._entry(who, "begun", tries + 1, self._book.now + pause, why)
        return self._entry(who, "later", tries + 1, self._book.now + pause, why)

    def _entry(
        self,
        recipient: str,
        state: Literal["begun", "sent", "refused", "later"],
        tries: int | None = None,
        retry: datetime | None = None,
        why: str = "",
    ) -> Attempt:
        before = self._tried.get(recipient)
        return Attempt(
            letter=self._letter.id,
            recipient=recipient,
            state=state,
            at=self._book.now,
            tries=(before.tries if before else 0) if tries is None else tries,
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
