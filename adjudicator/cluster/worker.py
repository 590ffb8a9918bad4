"""``worker``: does what is due, beside any number of others.

On PostgreSQL it takes jobs from a queue. A change that makes something to do puts a job there; for
what becomes due by time, and for letters that come into the mailboxes of its settings, the worker
does so itself. It holds two connections, one for the jobs and one to look out, besides those of the
queue.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.cluster import PATIENCE, Part
from adjudicator.cluster.tasks import LOOK, Lookout, Tasks
from adjudicator.post.transport.lease import give_back_left
from adjudicator.service.configuration import Configuration
from adjudicator.service.log import Log
from adjudicator.service.passes import open_mailboxes
from adjudicator.service.supervisor import Ending, Supervisor, watch
from adjudicator.store import waking
from adjudicator.store.database import Store, open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.place import Server

if TYPE_CHECKING:
    from adjudicator.cluster.queue import Queue

LONGEST_PAUSE = 60.0
"""Seconds after which a database that was lost is tried again, at the most."""


def work(
    configuration: Configuration,
    server: Server,
    log: Log,
    supervisor: Supervisor,
    parts: Sequence[Part],
    patience: float = PATIENCE,
) -> None:
    """Work until SIGTERM or SIGINT, and then end the job at hand.

    Raises StoreError if the database cannot be opened.
    """
    worker = _Worker(configuration, server, log, parts)
    with worker.open():
        asyncio.run(worker.run(supervisor, patience))


def work_alone(tasks: Tasks, supervisor: Supervisor) -> None:
    """Do what is due in campaigns of a file of SQLite, where there is no queue, until SIGTERM or
    SIGINT, and then end what is at hand.

    Any number of processes can work at one file on one machine, beside ``serve`` or ``tick``, which
    do all that has to do with mail.

    Raises StoreError if another file has the database's name by now: nobody would ever see what is
    written to the one that is open.
    """
    ending = Ending()
    ending.listen()
    tasks.log.say("ready", process=os.getpid())
    supervisor.tell("READY=1", "STATUS=working")
    lookout = Lookout()
    while not ending.reason:
        if not tasks.store.is_in_place():
            raise StoreError(
                f"{tasks.store.place} was moved, replaced or upgraded while this worker had "
                "it open, and it has ended: what it writes would be lost. Start it again."
            )
        try:
            for job in lookout.jobs(tasks.store, _now(), letters=False):
                if not ending.reason:
                    tasks.do(job)
        except DatabaseError as error:
            tasks.log.fail("failed", str(error))
            lookout.forget()  # some of the jobs it returned were not tried
        ending.wait(LOOK)
    supervisor.tell("STOPPING=1")
    tasks.log.say("ending", ending.reason)
    tasks.log.say("ended")


class _Worker:
    def __init__(
        self, configuration: Configuration, server: Server, log: Log, parts: Sequence[Part]
    ) -> None:
        self.configuration = configuration
        self.server = server
        self.log = log
        self.parts = parts
        self.lookout = Lookout()
        self._thread = ThreadPoolExecutor(1, "looks")
        self._ending = Ending()
        self._ended = asyncio.Event()
        self._wake = asyncio.Event()
        self._next_round = 0.0
        self._worked = 0.0

    def open(self) -> ExitStack:
        """Open the database, once for the jobs and once to look out, and the mailboxes."""
        with ExitStack() as stack:
            self.jobs = Tasks(self.configuration, self._open_store(stack), self.log)
            self.looks = Tasks(self.configuration, self._open_store(stack), self.log)
            stack.callback(self._thread.shutdown)
            if "mail" in self.parts:
                for each in open_mailboxes(self.configuration):
                    stack.callback(each.close)
                    self.jobs.mailboxes[each.name] = each
            return stack.pop_all()

    def _open_store(self, stack: ExitStack) -> Store:
        return stack.enter_context(open_store(self.server))

    async def run(self, supervisor: Supervisor, patience: float) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end, number)
        self.log.say("ready", process=os.getpid(), parts=" ".join(self.parts))
        supervisor.tell("READY=1", "STATUS=working")
        await self._take_jobs(patience)
        supervisor.tell("STOPPING=1")
        self.log.say("ended")

    def _end(self, number: int) -> None:
        self._ending.note(number)
        self.log.say("ending", self._ending.reason)
        self._ended.set()
        self._wake.set()

    async def _sleep(self, seconds: float) -> None:
        """Wait until something is to be looked at, or so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    async def _take_jobs(self, patience: float) -> None:
        """Take jobs from the queue; if the database is lost try again, after pauses that grow."""
        from adjudicator.cluster.queue import LOST, Queue, tell_of_trouble

        do = self.jobs
        tasks = (do.adjudicate, do.collect, do.send, do.publish)
        pause = LOOK
        with ExitStack() as stack:
            stack.enter_context(tell_of_trouble(self.log))
            if self.jobs.mailboxes:  # the queue cannot know of letters that come in
                call = partial(self._call, asyncio.get_running_loop())
                stack.enter_context(watch(self.configuration.mailboxes(), self.log, call))
            while not self._ending.reason:
                self._worked = 0.0
                try:
                    await self._take_until_the_end(Queue(self.server, tasks, patience))
                except LOST as error:
                    self.log.fail("lost", f"the database: {error}")
                if self._worked > pause:
                    pause = LOOK
                if not self._ending.reason:
                    await self._sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have the mailboxes looked into, from any thread."""
        self._next_round = 0.0
        loop.call_soon_threadsafe(self._wake.set)

    async def _take_until_the_end(self, queue: "Queue") -> None:
        """Take jobs and look out, until the end or until the database is lost."""
        from adjudicator.cluster.queue import make_queue, reach

        await asyncio.to_thread(reach, self.jobs.store)
        for do in (reach, give_back_left, make_queue):
            await self._in_thread(partial(do, self.looks.store))
        async with queue.app.open_async():
            self.lookout.forget()
            works = [
                asyncio.create_task(queue.take(self._queues())),
                asyncio.create_task(self._look_out(queue)),
                asyncio.create_task(self._ended.wait()),
            ]
            begin = time.monotonic()
            await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
            self._worked = time.monotonic() - begin
            for each in works:
                each.cancel()
            for outcome in await asyncio.gather(*works, return_exceptions=True):
                if isinstance(outcome, Exception):
                    raise outcome

    def _queues(self) -> list[str]:
        """Return the queues of what this worker can do."""
        queues = [waking.CAMPAIGNS] if "campaigns" in self.parts else []
        if "mail" in self.parts:
            queues += [waking.POST] if self.configuration.out else []
            queues += [waking.mailbox_queue(name) for name in self.jobs.mailboxes]
        return queues + ([waking.PAGES] if self._has_pages else [])

    @property
    def _has_pages(self) -> bool:
        return "pages" in self.parts and self.configuration.pages() is not None

    async def _look_out(self, queue: "Queue") -> None:
        """Defer jobs for what becomes due by time, and for what dead workers have left."""
        while not self._ending.reason:
            for key in await queue.bury():
                self.log.warn("buried", f"a worker has gone; what it was at is done again: {key}")
                self.lookout.forget(key)
            await self._in_thread(self._look)
            await self._sleep(LOOK)

    async def _in_thread(self, do: Callable[[], None]) -> None:
        """Call a function in the one thread that has the connection to look out.

        When the database is lost, what is done there may outlast the wait for it; the next comes
        after it.
        """
        await asyncio.get_running_loop().run_in_executor(self._thread, do)

    def _look(self) -> None:
        if not self.looks.store.is_in_place():
            raise StoreError(f"{self.server} was upgraded by a newer version; this one has ended.")
        if not self.looks.mind_the_clock():
            return
        store, ticks = self.looks.store, time.monotonic()
        sends = "mail" in self.parts and self.configuration.out is not None
        jobs = self.lookout.jobs(store, _now(), letters=sends)
        if ticks >= self._next_round:
            self._next_round = ticks + self.configuration.serve.every
            jobs += map(waking.collect_job, self.jobs.mailboxes)
            jobs += [waking.pages_job()] if self._has_pages else []
        waking.wake(store, *jobs)


def _now() -> datetime:
    return datetime.now(UTC)
