"""``worker``: does what is due, beside any number of others.

What there is to do stands in the database, in the table ``due`` and among the letters that wait: a
worker looks there every two seconds, and again at once when it has done something. Each of its
tasks can be done at any time, and twice. Who works at a campaign claims it, and who reads a mailbox
or sends letters holds a lease; so several workers do different things.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta

from adjudicator.campaign.due import carry_out_due
from adjudicator.cluster import PARTS, Part
from adjudicator.post.passes.sending import send_beside_others
from adjudicator.post.transport.lease import give_back_left, hold
from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.watermarks import NEVER, OUT_OF_USE, SETTLE, read_to
from adjudicator.service import passes
from adjudicator.service.configuration import Configuration
from adjudicator.service.log import Log
from adjudicator.service.supervisor import Ending, Supervisor, watch
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Watermark
from adjudicator.store.load import count_as_worker
from adjudicator.store.records import Campaign

LOOK = 2.0
"""Seconds between two looks."""
LONGEST_PAUSE = 60.0
"""Seconds after which a database that was lost is tried again, at the most."""
CLOCK = timedelta(seconds=30)
"""After so long somebody notes again that work is being done; by its lack an outage is known."""
TURN = 5.0
"""Seconds for which phases are carried out, or letters sent, before something else has its turn."""
AGAIN = 60.0
"""Seconds after which what could not be done is tried again."""
MOST = 1000
"""So many entries are looked at at once; the rest the next time."""


def work(worker: "Worker", supervisor: Supervisor) -> None:
    """Work until SIGTERM or SIGINT, and then end what is at hand.

    A database that is lost is tried again, after pauses that grow. Raises StoreError if another one
    has its name by now.
    """
    ending, log = Ending(), worker.log
    ending.listen()
    with ExitStack() as stack:
        if "mail" in worker.parts:
            for each in passes.open_mailboxes(worker.configuration):
                worker.mailboxes[each.name] = stack.enter_context(closing(each))
            watched = worker.configuration.mailboxes()
            stack.enter_context(watch(watched, log, ending.wake))
        log.say("ready", process=os.getpid(), parts=" ".join(worker.parts))
        supervisor.tell("READY=1", "STATUS=working")
        pause, is_new, is_called = LOOK, True, False
        while not ending.reason:
            is_busy = False
            try:
                if is_new:
                    worker.begin()
                is_new = False
                for _ in worker.look(called=is_called):
                    is_busy = True
                    if ending.reason:
                        break
                pause = LOOK
                is_called = ending.wait(0 if is_busy else LOOK)
            except DatabaseError as error:
                log.fail("lost", f"the database: {error}")
                is_new = True
                is_called = ending.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        supervisor.tell("STOPPING=1")
        log.say("ending", ending.reason)
    log.say("ended")


class Worker:
    """What can be done with one connection to the database; one thing at a time."""

    def __init__(
        self, configuration: Configuration, store: Store, log: Log, parts: Sequence[Part] = PARTS
    ):
        self.configuration = configuration
        self.store = store
        self.log = log
        self.parts = parts
        self.mailboxes: dict[str, Mailbox] = {}
        self.publisher = passes.Publisher(configuration)
        self._tried: dict[tuple[object, ...], float] = {}
        """When something was tried, which may not have been done, and may not be as things are."""
        self._read = NEVER
        """Before which everything in the mailboxes has been taken."""
        self._next_round = 0.0
        """When mailboxes and pages are looked after, whatever happens."""

    def begin(self) -> None:
        """Make ready to work over a connection that is new."""
        give_back_left(self.store)
        count_as_worker(self.store)
        self._tried.clear()

    def look(self, *, called: bool = False) -> Iterator[None]:
        """Do what there is to do now; it can be left between any two things that were done.

        ``called`` says that a mailbox may have something. Mailboxes come first, for phases wait for
        them. Raises StoreError if what is written to the database would be lost.
        """
        store, now, ticks = self.store, _now(), time.monotonic()
        if not store.is_in_place():
            raise StoreError(
                f"{store.place} was moved, replaced or upgraded while this worker had it open, and "
                "it has ended: what it writes would be lost. Start it again."
            )
        if not self.mind_the_clock():
            return
        self._tried = {key: when for key, when in self._tried.items() if ticks - when < AGAIN}
        # No phase closes before its letters have settled in the mailbox.
        due = queries.due_until(store, now - SETTLE, MOST)
        is_round = ticks >= self._next_round
        if is_round:
            self._next_round = ticks + self.configuration.serve.every
        if called or is_round or any(each.at > self._read for each in due):
            self._read = now - SETTLE
            for name in self.mailboxes:
                self.collect(name)
                yield
        if "campaigns" in self.parts:
            read = read_to(store, (), now)
            for campaign, entry in {each.campaign_id: each for each in due}.items():
                key = (campaign, entry.what, entry.at, read)
                if key not in self._tried and self.adjudicate(campaign):
                    self._tried[key] = ticks
                    yield
                if time.monotonic() - ticks > TURN:
                    break
        letters = (queries.newest_letter(store),)
        wants_out = "mail" in self.parts and letters not in self._tried
        if wants_out and queries.letters_to_send(store, now, limit=1):
            if not self.send():
                self._tried[letters] = ticks
            yield
        if "pages" in self.parts and is_round:
            self.publish()

    def adjudicate(self, campaign: int) -> bool:
        """Carry out what is due in a campaign; say whether that was this worker's to do."""
        now = self._begin()
        held = self.store.rows(Campaign, id=campaign) if now else []
        if now is None or not held:
            return False
        with self.store.claim(campaign) as is_mine:
            if not (is_mine and queries.is_due(self.store, held[0], now)):
                return False
            read = read_to(self.store, (), now)
            self._write(passes.tell(carry_out_due(self.store, held[0], now, read)))
            return True

    def collect(self, mailbox: str) -> None:
        """Take what lies in a mailbox, unless another process does."""
        now = self._begin()
        if now is None:
            return
        with hold(self.store, mailbox) as is_mine:
            if is_mine:
                marks = self.store.rows(Watermark)
                used = [each.name for each in marks if now - each.tried < OUT_OF_USE]
                others = [name for name in used if name != mailbox]
                read = read_to(self.store, others, now) if others else None
                self._write(passes.collect(self.store, self.mailboxes[mailbox], now, read))

    def send(self) -> int:
        """Send what waits and no other process is at; return how many letters went."""
        now = self._begin()
        if now is None or not queries.letters_to_send(self.store, now, limit=1):
            return 0
        post, failed = passes.open_post(self.configuration, ())
        self._write(failed)
        if post.outbox is None:
            return 0
        posted = send_beside_others(self.store, post.outbox, now, TURN)
        return self._write(passes.tell_of_letters(posted))

    def publish(self) -> None:
        """Bring the pages of all games up to date."""
        if now := self._begin():
            self._write(self.publisher.publish(self.store, now))

    def mind_the_clock(self) -> bool:
        """Note that work is being done; say whether it may be, for the clock has been looked at.

        After an outage deadlines are moved before anything is carried out; until whoever does that
        is done, nobody else does anything.
        """
        now = _now()
        made = queries.last_pass(self.store)
        if made and abs(now - made.at) < CLOCK:
            return True
        with hold(self.store, "clock") as is_mine:
            if is_mine:
                outage = self.configuration.outage
                self._write(passes.move_deadlines(self.store, now, outage, passes.steady_clock()))
        return is_mine

    def _begin(self) -> datetime | None:
        return _now() if self.mind_the_clock() else None

    def _write(self, deeds: Iterable[passes.Deed]) -> int:
        """Write deeds down; return how many did not fail."""
        count = 0
        for each in deeds:
            write = self.log.fail if each.what == "failed" else self.log.say
            write(each.what, each.text, **each.facts)
            count += each.what != "failed"
        return count


def _now() -> datetime:
    return datetime.now(UTC)
