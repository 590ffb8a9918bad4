"""A process that does what is due until it is ended: ``serve``, or one of several ``worker``.

What there is to do stands in the database, in the table ``due`` and among the letters that wait: a
worker looks there every two seconds, and again at once when it has done something. Each of its
tasks can be done at any time, and twice. Who works at a campaign claims it, and who reads a mailbox
or sends letters holds a lease; so several workers do different things.

The main thread does the tasks, one after another, and has the database; each mailbox is watched in
a thread of its own, and another one tells the supervisor that all goes on. Nothing is to be saved
at the end: a worker can be killed at any instant.
"""

import os
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from typing import Literal, get_args

from adjudicator.campaign.due import carry_out_due
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

Part = Literal["campaigns", "mail", "pages"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a worker can be told to do."""
LOOK = 2.0
"""Seconds between two looks."""
LONGEST_PAUSE = 60.0
"""Seconds after which a database that was lost is tried again, at the most."""
CLOCK = timedelta(seconds=30)
"""After so long somebody notes again that work is being done; by its lack an outage is known."""
AGAIN = 60.0
"""Seconds after which what could not be done is tried again."""
MOST = 1000
"""So many entries are looked at at once; the rest the next time."""

Task = Generator[None, None, bool]
"""Work that can be left after each deed; at its end it says whether it was this worker's to do."""


class ReplacedError(StoreError):
    """What is written to the database that is open would be lost."""


def work(worker: "Worker", supervisor: Supervisor) -> None:
    """Work until SIGTERM or SIGINT, and then end what is at hand.

    A database that is lost is tried again, after pauses that grow. Raises ReplacedError if another
    one has its name by now.
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
        signs = threading.Thread(target=give_signs_of_life, args=(worker, supervisor), daemon=True)
        signs.start()
        stack.callback(supervisor.tell, "STOPPING=1")
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
            except ReplacedError:
                raise
            except (DatabaseError, StoreError) as error:
                log.fail("lost", f"the database: {error}")
                is_new = True
                is_called = ending.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        log.say("ending", ending.reason)
    log.say("ended")


def give_signs_of_life(worker: "Worker", supervisor: Supervisor) -> None:
    """Tell the supervisor that all goes on, as long as it does: not while there is work in which
    nothing has happened for as long as its patience lasts."""
    while patience := supervisor.patience:
        sign = worker.sign
        if sign is None or _now() - sign <= patience:
            supervisor.tell("WATCHDOG=1")
        time.sleep(patience.total_seconds() / 3)


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
        self.sign: datetime | None = None
        """When something last happened in the work at hand; None: it waits for some."""
        self._tried: dict[tuple[object, ...], float] = {}
        """When something was tried, which may not have been done, and may not be as things are."""
        self._trouble: dict[str, dict[str, str]] = {}
        """What failed when each task was last done, and was written down then."""
        self._read = NEVER
        """Before which everything in the mailboxes has been taken."""
        self._next_round = 0.0
        """When mailboxes and pages are looked after, whatever happens."""

    def begin(self) -> None:
        """Make ready to work over a connection that is new."""
        give_back_left(self.store)
        count_as_worker(self.store)
        self._tried.clear()

    def look(self, *, called: bool = False) -> Generator[None]:
        """Do what there is to do now; it can be left between any two things that were done.

        ``called`` says that a mailbox may have something. Mailboxes come first, for phases wait for
        them. Raises ReplacedError if what is written to the database would be lost.
        """
        try:
            self._check_place()
            if self.mind_the_clock():
                yield from self._look(_now(), time.monotonic(), called=called)
        finally:
            self.sign = None

    def _look(self, now: datetime, ticks: float, *, called: bool) -> Generator[None]:
        store = self.store
        self._tried = {key: when for key, when in self._tried.items() if ticks - when < AGAIN}
        # No phase closes before its letters have settled in the mailbox.
        due = queries.due_until(store, now - SETTLE, MOST)
        is_round = ticks >= self._next_round
        if is_round:
            self._next_round = ticks + self.configuration.serve.every
        if called or is_round or any(each.at > self._read for each in due):
            self._read = now - SETTLE
            for name in self.mailboxes:
                if not (yield from self.collect(name)):  # what came meanwhile may be left there
                    self._next_round = ticks + LOOK
        if "campaigns" in self.parts:
            read = read_to(store, (), now)
            for campaign, entry in {each.campaign_id: each for each in due}.items():
                key = (campaign, entry.what, entry.at, read)
                if key not in self._tried and (yield from self.adjudicate(campaign)):
                    self._tried[key] = ticks
                if time.monotonic() - ticks > passes.TURN:
                    break
        letters = (queries.newest_letter(store),)
        if "mail" in self.parts and letters not in self._tried:
            waits = bool(queries.letters_to_send(store, now, limit=1))
            if waits and not (yield from self.send()):
                self._tried[letters] = ticks
        if "pages" in self.parts and is_round:
            yield from self.publish()

    def adjudicate(self, campaign: int) -> Task:
        """Carry out what is due in a campaign."""
        now = self._begin()
        held = self.store.rows(Campaign, id=campaign) if now else []
        if now is None or not held:
            return False
        with self.store.claim(campaign) as is_mine:
            if not (is_mine and queries.is_due(self.store, held[0], now)):
                return False
            read = read_to(self.store, (), now)
            done = passes.tell(carry_out_due(self.store, held[0], now, read))
            yield from self._write(f"campaign {campaign}", done)
            return True

    def collect(self, mailbox: str) -> Task:
        """Take what lies in a mailbox, unless another process does; answers go out meanwhile."""
        now = self._begin()
        if now is None:
            return False
        with hold(self.store, mailbox) as is_mine:
            if is_mine:
                marks = self.store.rows(Watermark)
                used = [each.name for each in marks if now - each.tried < OUT_OF_USE]
                others = [name for name in used if name != mailbox]
                read = read_to(self.store, others, now) if others else None
                box = self.mailboxes[mailbox]
                done = passes.collect(self.store, box, now, read, self._send)
                yield from self._write(mailbox, done)
            return is_mine

    def send(self) -> Task:
        """Send what waits and no other process is at; say whether a letter went."""
        now = self._begin()
        return now is not None and (yield from self._write("letters", self._send())) > 0

    def publish(self) -> Task:
        """Bring the pages of all games up to date."""
        if now := self._begin():
            yield from self._write("pages", self.publisher.publish(self.store, now))
        return now is not None

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
                moved = passes.move_deadlines(self.store, now, outage, passes.steady_clock())
                for _ in self._write("clock", moved):
                    pass
        return is_mine

    def _send(self) -> Iterator[passes.Deed]:
        post, failed = passes.open_post(self.configuration, ())
        yield from failed
        if post.outbox:
            posted = send_beside_others(self.store, post.outbox, _now(), passes.TURN)
            yield from passes.tell_of_letters(posted)

    def _check_place(self) -> None:
        """Take note of a sign of life. Raises ReplacedError if nobody would see what is written."""
        self.sign = _now()
        if not self.store.is_in_place():
            what = f"{self.store.place} was moved, replaced or upgraded by a newer version"
            self.log.fail("replaced", f"{what} while it was open")
            raise ReplacedError(
                f"{what} while this program had it open, and it has ended: what it writes would be "
                "lost. To put a backup in its place, take “adjudicator restore”, which reads again "
                "what has come since; then start it again."
            )

    def _begin(self) -> datetime | None:
        return _now() if self.mind_the_clock() else None

    def _write(self, task: str, deeds: Iterable[passes.Deed]) -> Generator[None, None, int]:
        """Write the deeds of a task down, and say how many did not fail.

        Trouble that lasts is written down when it begins and when it ends.
        """
        before, trouble, count = self._trouble.get(task, {}), dict[str, str](), 0
        for deed in deeds:
            count += deed.what != "failed"
            lasting = deed.facts.get(
                "trouble", deed.text if deed.what in ("failed", "held") else ""
            )
            if lasting:
                trouble[str(lasting)] = deed.text
            if not lasting or lasting not in before:
                tell = self.log.fail if deed.what == "failed" else self.log.say
                tell(deed.what, deed.text, **deed.facts)
            yield
            self._check_place()
        for gone in sorted(before.keys() - trouble.keys()):
            self.log.say("recovered", before[gone])
        self._trouble[task] = trouble
        return count


def _now() -> datetime:
    return datetime.now(UTC)
