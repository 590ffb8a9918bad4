"""Does what is due: once for ``tick``, until it is ended for ``serve`` and each ``worker``.

What there is to do stands in the database, and each task can be done at any time, and twice. In a
file the table ``due`` and the letters that wait say it: a worker looks there, every two seconds if
it stays, and again at once when it has done something. In the database of a server jobs say it: a
worker that stays takes one after another, and is called when one is put. Who works at a campaign,
reads a mailbox or sends letters claims them, whatever led him there.

The main thread does the tasks, one after another, and has the database; each mailbox is watched in
a thread of its own, and another one tells the supervisor that all goes on. Nothing is to be saved
at the end: a worker can be killed at any instant.
"""

import math
import os
import platform
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, get_args

from adjudicator.campaign.clock import note_end
from adjudicator.campaign.kernel.clocks import EARLIEST, LATEST
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.errors import describe
from adjudicator.post.passes.exchange import NEVER, read_to
from adjudicator.post.transport.mailbox import Mailbox, Outbox, why_of
from adjudicator.service import passes
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration
from adjudicator.service.reasons import reason
from adjudicator.service.supervisor import Ending, Log, Supervisor, Watcher
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.jobs import (
    CAMPAIGNS,
    HELD,
    LETTERS,
    NOTICES,
    Job,
    Jobs,
    key_of_mailbox,
    key_of_pages,
    queue_of_mailbox,
    queue_of_pages,
)
from adjudicator.store.letter_records import SETTLE, Watermark
from adjudicator.store.records import Campaign, LastPass

if TYPE_CHECKING:
    from adjudicator.post.passes.sending import Post

Part = Literal["campaigns", "mail", "pages"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What a worker can be told to do."""
LOOK = 2.0
"""Seconds between two looks."""
COMPARISON = timedelta(hours=1)
"""After which what waits is compared with what the campaigns say."""
LONGEST_REST = 3.0
"""Seconds after which a worker that takes jobs looks for those that a dead one was at."""
LONGEST_PAUSE = 60.0
"""Seconds after which a database that was lost is tried again, at the most."""
CLOCK = timedelta(seconds=30)
"""After so long somebody notes again that work is being done; by its lack an outage is known."""
AGAIN = 60.0
"""Seconds after which what could not be done is tried again."""
MOST = 1000
"""So many entries are looked at at once; the rest the next time."""

Task = Generator[Done, None, bool]
"""Work that can be left after each deed; at its end it says whether it was this worker's to do."""


class ReplacedError(StoreError):
    """What is written to the database that is open would be lost."""


def work(worker: "Worker", log: Log, supervisor: Supervisor) -> None:
    """Work until SIGTERM or SIGINT, and then end what is at hand; write down what is done.

    A database that is lost is tried again, after pauses that grow. Raises ReplacedError if another
    one has its name by now.
    """
    ending = Ending()
    ending.listen()
    with ExitStack() as stack:
        if "mail" in worker.parts:
            for each in passes.open_mailboxes(worker.configuration):
                worker.mailboxes[each.name] = stack.enter_context(closing(each))
            for address in worker.configuration.mailboxes():
                watcher = Watcher(address, log, ending.wake)
                watcher.start()
                stack.enter_context(closing(watcher))
        log.say("ready", process=os.getpid(), parts=" ".join(worker.parts))
        supervisor.tell("READY=1", "STATUS=working")
        signs = threading.Thread(target=give_signs_of_life, args=(worker, supervisor), daemon=True)
        signs.start()
        stack.callback(supervisor.tell, "STOPPING=1")
        stack.callback(worker.end)
        pause, is_new, is_called = LOOK, True, False
        while not ending.reason:
            try:
                if is_new:
                    worker.begin()
                is_new = False
                for deed in worker.take_turn(called=is_called):
                    log.say(deed.what, deed.text, **deed.facts)
                    if ending.reason:
                        break
                pause = LOOK
                is_called = ending.wait(worker.rest, *worker.calls)
            except ReplacedError as error:
                log.say("replaced", str(error))
                raise
            except (DatabaseError, StoreError) as error:
                log.say("lost", str(reason("database-lost", error=error)))
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
        if sign is None or worker.clock.now() - sign <= patience:
            supervisor.tell("WATCHDOG=1")
        time.sleep(patience.total_seconds() / 3)


class Worker:
    """What can be done with one connection to the database; one thing at a time.

    Without ``stays`` it makes one pass, over its mailboxes alone. Letters go out by ``outbox``, or
    as the settings say, and notices by ``post``, or to webhooks.
    """

    def __init__(
        self,
        store: Store,
        configuration: Configuration,
        parts: Sequence[Part] = PARTS,
        *,
        stays: bool = True,
        mailboxes: Sequence[Mailbox] = (),
        outbox: Outbox | None = None,
        post: "Post | None" = None,
        clock: Clock | None = None,
    ):
        self.configuration = configuration
        self.store = store
        self.parts = parts
        self.mailboxes = {each.name: each for each in mailboxes}
        self.clock = clock or Clock()
        self._stays = stays
        self._outbox = outbox
        self._post = post
        self.publisher = passes.Publisher(configuration)
        self.sign: datetime | None = None
        """When something last happened in the work at hand; None: it waits for some."""
        self._tried: dict[tuple[object, ...], float] = {}
        """When something was tried, which may not have been done, and may not be as things are."""
        self._trouble: dict[str, dict[str, str]] = {}
        """What failed when each task was last done, and was told then."""
        self._read = NEVER
        """Before which everything in the mailboxes has been taken."""
        self._next_round = 0.0
        """When mailboxes and pages are looked after, whatever happens."""
        self._way_out: Outbox | None = None
        """What is kept open between the letters of one campaign and those of the next."""
        self.rest = LOOK
        """Seconds until the next turn, unless something calls before."""

    def begin(self) -> None:
        """Make ready to work over a connection that is new."""
        self.store.become_worker()
        self._tried.clear()
        if self._stays:  # what fails from now on is in its log
            note_end(self.store, self.clock.now(), "")
        jobs = self.store.jobs
        if jobs and self._stays:
            jobs.begin(self._queues())
            jobs.call(self._own_keys(), self.configuration.serve.every)
            jobs.watch(self.clock.now(), COMPARISON)

    def end(self) -> None:
        """Be a worker no more."""
        self._hang_up()
        if self.store.jobs:
            with suppress(DatabaseError, StoreError):  # whoever finds it gone does the same
                self.store.jobs.end()

    def _queues(self) -> list[str]:
        """Return the queues of what this worker can do."""
        queues = [CAMPAIGNS, HELD] if "campaigns" in self.parts else []
        queues += map(queue_of_mailbox, self.mailboxes)
        if "mail" in self.parts and (self._outbox or self.configuration.out):
            queues += [LETTERS, NOTICES]
        return [*queues, *map(queue_of_pages, self._places())]

    def _places(self) -> list[str]:
        """Return where this worker keeps pages: on a machine, for its disk is nobody else's."""
        site = self.configuration.pages() if "pages" in self.parts else None
        return [f"{platform.node()}:{site.folder.absolute()}"] if site else []

    def _own_keys(self) -> list[str]:
        """Return the keys of the jobs that are done again and again."""
        return [*map(key_of_mailbox, self.mailboxes), *map(key_of_pages, self._places())]

    @property
    def calls(self) -> tuple[int, ...]:
        """The descriptors that can be read as soon as a job was put."""
        return (self.store.conn.fileno(),) if self.store.jobs else ()

    def take_turn(self, *, called: bool = False) -> Iterator[Done]:
        """Do what comes next: all that there is to do, or one job where there are jobs.

        It can be left between any two things that were done. ``called`` says that a mailbox may
        have something.
        """
        jobs = self.store.jobs
        self.rest = LOOK
        if jobs:
            yield from self._take_job(jobs, called=called)
            return
        for deed in self.look(called=called):
            self.rest = 0.0
            yield deed

    def _take_job(self, jobs: Jobs, *, called: bool) -> Iterator[Done]:
        outlook, ticks = jobs.look(self.clock.now()), self.clock.ticks()
        is_round = ticks >= self._next_round
        try:
            job = None
            if outlook.is_ready or called or is_round:
                self._check_place()
                if not (yield from self.mind_the_clock()):
                    return
                if called:
                    jobs.call(map(key_of_mailbox, self.mailboxes))
                if is_round:
                    every = self.configuration.serve.every
                    self._next_round = ticks + every
                    jobs.repeat(self._own_keys(), every)
                    yield from self.write_to_itself()
                job = jobs.take()
            if job:
                yield from self._do(jobs, job)
            else:
                self._hang_up()
        finally:
            self.sign = None
        is_wanted = bool(job) or jobs.has_call
        soon = LONGEST_REST if outlook.seconds is None else min(outlook.seconds, LONGEST_REST)
        self.rest = 0.0 if is_wanted else soon

    def _do(self, jobs: Jobs, job: Job) -> Iterator[Done]:
        """Do a job; what it was about and still waits is a job again, after a while if nothing can
        be done about it now."""
        begin, pause = self.clock.now(), 0.0
        try:
            if job.task == "adjudicate":
                campaign = job.about["campaign"]
                if job.losses:
                    from adjudicator.campaign.due import note_loss

                    note_loss(self.store, campaign, begin)
                if self._must_read(job, begin):
                    jobs.hold(job, begin, timedelta(seconds=AGAIN))
                    jobs.call(map(key_of_mailbox, self._mailboxes_in_use(begin)))
                    return
                pause = AGAIN if (yield from self.adjudicate(campaign)) else LOOK
            elif job.task == "compare":
                if after := (yield from self._compare(job.about.get("after", 0))):
                    jobs.go_on(job, begin, after)
            elif job.task == "collect":
                yield from self.collect(job.about["mailbox"])
                jobs.release()
            elif job.task == "publish":
                yield from self.publish(passes.TURN)
                if self.publisher.is_left:
                    jobs.go_on(job, begin)
            else:
                of = job.about.get("campaign"), job.about.get("host")
                pause = 0.0 if (yield from self._note(job.key, self._send(*of))) else AGAIN
        finally:
            jobs.finish(job, self.clock.now(), timedelta(seconds=pause))

    def _compare(self, after: int) -> Generator[Done, None, int]:
        """Compare what waits with what the campaigns say, of those after one, and mend it.

        Returns after which the turn was over; 0: all were compared.
        """
        from adjudicator.campaign.due import mend_due

        begin = self.clock.ticks()
        for number, _ in queries.versions(self.store):
            if number > after:
                for campaign in self.store.rows(Campaign, id=number):
                    if deed := mend_due(self.store, campaign, self.clock.now()):
                        yield deed
                if self.clock.ticks() - begin > passes.TURN:
                    return number
        if self.store.jobs:
            self.store.jobs.drop_stale(self.clock.now() - COMPARISON)
            for key in self.store.jobs.mend_letters():
                yield Done("mended", str(reason("letters-without-job", key=key)))
        return 0

    def _must_read(self, job: Job, now: datetime) -> bool:
        """Say whether a phase is due before whose end the mailboxes must be read, which nobody was
        asked for yet."""
        phase, read = job.about.get("due", {}).get("phase"), self._read_to(now)
        late = bool(phase and read and read < datetime.fromisoformat(phase))
        return late and not job.about.get("held")

    def _mailboxes_in_use(self, now: datetime) -> list[str]:
        return [each.name for each in self.store.rows(Watermark) if each.is_in_use(now)]

    def finish(self) -> Iterator[Done]:
        """Do all that there is to do; the pages of all games last, which tell of it. How it ends
        is noted, also where an error ends it."""
        failed = ""
        try:
            for deed in self._finish():
                failed = failed or (deed.text if deed.what == "failed" else "")
                yield deed
        except Exception as error:
            with suppress(DatabaseError, StoreError):  # which may be what failed
                note_end(self.store, self.clock.now(), describe(error))
            raise
        note_end(self.store, self.clock.now(), failed)

    def _finish(self) -> Iterator[Done]:
        self.begin()
        is_new = True
        while is_new:
            is_new = False
            for deed in self.look():
                is_new = True
                yield deed
        yield from self.publish()

    def look(self, *, called: bool = False) -> Iterator[Done]:
        """Do what there is to do now; it can be left between any two things that were done.

        ``called`` says that a mailbox may have something. Mailboxes come first, for phases wait for
        them. Raises ReplacedError if what is written to the database would be lost.
        """
        try:
            self._check_place()
            if (yield from self.mind_the_clock()):
                yield from self._look(self.clock.now(), self.clock.ticks(), called=called)
        finally:
            self.sign = None

    def _look(self, now: datetime, ticks: float, *, called: bool) -> Iterator[Done]:
        store = self.store
        self._tried = {key: when for key, when in self._tried.items() if ticks - when < AGAIN}
        # Who stays lets letters settle in the mailbox, before which no phase closes.
        due = store.due_until(now - SETTLE if self._stays else now, MOST)
        is_round = ticks >= self._next_round
        if is_round:
            self._next_round = ticks + self.configuration.serve.every
        if called or is_round or any(each.at > self._read for each in due):
            self._read = now - SETTLE
            for name in self.mailboxes:
                if not (yield from self.collect(name)):  # what came meanwhile may be left there
                    self._next_round = ticks + LOOK
        if "campaigns" in self.parts:
            read = self._read_to(now)
            for campaign, entry in {each.campaign_id: each for each in due}.items():
                key = (campaign, entry.what, entry.at, read)
                if key not in self._tried and (yield from self.adjudicate(campaign)):
                    self._tried[key] = ticks
                if self.clock.ticks() - ticks > passes.TURN:
                    break
        letters = (queries.newest_letter(store),)
        if "mail" in self.parts and letters not in self._tried:
            waits = bool(queries.campaigns_to_send(store, now))
            if waits and not (yield from self.send()):
                self._tried[letters] = ticks
        if is_round:
            yield from self.write_to_itself()
        if "pages" in self.parts and (is_round or self.publisher.is_left):
            yield from self.publish(passes.TURN)

    def adjudicate(self, campaign: int) -> Task:
        """Carry out what is due in a campaign."""
        from adjudicator.campaign.due import carry_out_due  # in most passes nothing is

        now = yield from self._begin()
        held = self.store.rows(Campaign, id=campaign) if now else []
        if now is None or not held:
            return False
        with self.store.claim(f"campaign {campaign}") as is_mine:
            if not (is_mine and any(each.at <= now for each in self.store.due_of(campaign))):
                return False
            done = carry_out_due(self.store, held[0], now, self._read_to(now))
            yield from self._note(f"campaign {campaign}", done)
            return True

    def collect(self, mailbox: str) -> Task:
        """Take what lies in a mailbox, unless another process does; answers go out meanwhile."""
        now = yield from self._begin()
        if now is None:
            return False
        with self.store.claim(mailbox) as is_mine:
            if is_mine:
                read = self._read_to(now, besides=mailbox)
                box = self.mailboxes[mailbox]
                done = passes.collect(self.store, box, now, read, self._send)
                yield from self._note(mailbox, done)
            return is_mine

    def send(self) -> Task:
        """Send what waits and no other process is at; say whether a letter went."""
        now = yield from self._begin()
        return now is not None and (yield from self._note("letters", self._send())) > 0

    def write_to_itself(self) -> Task:
        """Send the letter of the day to the judge's own address, if that is wanted."""
        address, is_wanted = self.configuration.address, self.configuration.serve.letter_to_itself
        if not (is_wanted and address and self._stays and "mail" in self.parts):
            return False
        with self.store.claim("letter to itself") as is_mine:
            if is_mine:
                now, make = self.clock.now(), self._open
                yield from self._note(
                    "trial", passes.write_to_itself(self.store, make, address, now)
                )
        return is_mine

    def _open(self) -> Outbox | None:
        """Open the way out for one letter. Raises OSError."""
        return self._outbox or passes.open_way_out(self.configuration)

    def publish(self, seconds: float = math.inf) -> Task:
        """Bring the pages of all games up to date, as far as it goes in so many seconds."""
        now, end = (yield from self._begin()), self.clock.ticks() + seconds
        if now:
            done = self.publisher.publish(self.store, now, lambda: self.clock.ticks() >= end)
            yield from self._note("pages", done)
        return now is not None

    def mind_the_clock(self) -> Task:
        """Note that work is being done; say whether it may be, for the clock has been looked at.

        A machine without a clock of its own starts in 1970, say, until it is told the time; nothing
        is done, nor noted, until then. After an outage deadlines are moved before anything is
        carried out; until whoever does that is done, nobody else does anything.
        """
        now = self.clock.now()
        if not EARLIEST <= now < LATEST:
            text = str(reason("wrong-clock", day=f"{now:%Y-%m-%d}"))
            yield from self._note("time", [Done("failed", text, {"trouble": "time"})])
            return False
        yield from self._note("time", ())
        made = self.store.first(LastPass)
        if made and abs(now - made.at) < CLOCK:
            return True
        with self.store.claim("clock") as is_mine:
            if is_mine:
                outage = self.configuration.outage
                moved = passes.move_deadlines(self.store, now, outage, self.clock.steady())
                yield from self._note("clock", moved)
        return is_mine

    def _read_to(self, now: datetime, besides: str = "") -> datetime | None:
        names = None if self._stays else list(self.mailboxes)
        return read_to(self.store, names, now, besides)

    def _send(self, campaign: int | None = None, host: str | None = None) -> Iterator[Done]:
        """Send what waits: of all, or of a campaign (0: of none) or for a host of webhooks alone.

        What is for one leaves the way out open for what comes next.
        """
        now, ticks = self.clock.now(), self.clock.ticks
        try:
            way_out = self._way_out or self._outbox or passes.open_way_out(self.configuration)
        except OSError as error:
            yield Done("failed", why_of(error), {"trouble": "out"})
            return
        if host is not None:
            from adjudicator.post.passes.sending import post_notices

            yield from post_notices(self.store, now, passes.TURN, ticks, host, post=self._post)
        elif way_out:
            self._way_out = None if campaign is None else way_out
            yield from passes.send_letters(self.store, way_out, now, ticks, campaign, self._post)

    def _hang_up(self) -> None:
        if self._way_out:
            self._way_out.hang_up()
            self._way_out = None

    def _check_place(self) -> None:
        """Take note of a sign of life. Raises ReplacedError if nobody would see what is written."""
        self.sign = self.clock.now()
        if not self.store.is_in_place():
            raise ReplacedError("replaced", place=self.store.place)

    def _begin(self) -> Generator[Done, None, datetime | None]:
        return self.clock.now() if (yield from self.mind_the_clock()) else None

    def _note(self, task: str, deeds: Iterable[Done]) -> Generator[Done, None, int]:
        """Yield the deeds of a task, and say how many did not fail.

        Trouble that lasts is told when it begins and when it ends.
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
                yield deed
            self._check_place()
        self._trouble[task] = trouble
        for gone in sorted(before.keys() - trouble.keys()):
            yield Done("recovered", before[gone])
        return count
