"""``serve``: one process that does all that ``tick`` does, as soon as it is due.

An event loop decides when a pass is made: when a mailbox has something new, when something is due,
or when the last pass was long ago. The passes are made one after another in one thread, which has
the database; each mailbox is watched in a thread of its own, over a connection of its own.

There is nothing to be saved when it ends: it can be killed at any instant, as every pass can.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.watermarks import SETTLE
from adjudicator.service.configuration import Configuration
from adjudicator.service.log import Log
from adjudicator.service.passes import (
    Deed,
    alone,
    make_pass,
    open_mailboxes,
    open_post,
    steady_clock,
)
from adjudicator.service.supervisor import Ending, Supervisor, Watcher
from adjudicator.site.place import Site
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.place import Place

if TYPE_CHECKING:
    from adjudicator.site.keep import PagesSeen

T = TypeVar("T")
LOOK = 2.0
"""Seconds between two looks into the database, where other commands leave letters to send."""
LONGEST_END = 20.0
"""Seconds that the threads have to end in."""


def serve(configuration: Configuration, db: Place, log: Log, supervisor: Supervisor) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises StoreError if the database cannot be opened, or is another one by now.
    """
    asyncio.run(_Service(configuration, db, log, supervisor).run())


class _Service:
    def __init__(self, configuration: Configuration, db: Place, log: Log, supervisor: Supervisor):
        self.configuration = configuration
        self.log = log
        self.supervisor = supervisor
        self.ending = Ending(log)
        self.passes = _Passes(configuration, db, log, self.ending)
        self._thread = ThreadPoolExecutor(1, "passes")
        self._wake = asyncio.Event()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self.ending.listen(loop, self._wake.set)
        await self._in_thread(self.passes.open)
        alive = asyncio.create_task(self._give_signs_of_life())
        watchers = [
            Watcher(address, self.log, self.ending, partial(self._call, loop))
            for address in self.configuration.mailboxes()
        ]
        for each in watchers:
            each.start()
        self.log.say("ready", mailboxes=len(watchers), process=os.getpid())
        self.supervisor.tell("READY=1", "STATUS=serving")
        try:
            await self._work()
        finally:
            self.ending.set()
            self.supervisor.tell("STOPPING=1")
            for each in watchers:
                each.close()
            await asyncio.gather(*(asyncio.to_thread(each.join, LONGEST_END) for each in watchers))
            await self._in_thread(self.passes.close)
            alive.cancel()
        self.log.say("ended")

    def _call(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ask for a pass, from any thread."""
        if not self.ending.is_set():
            loop.call_soon_threadsafe(self._wake.set)

    async def _work(self) -> None:
        """Make passes until the end: at once, and then whenever there is a reason for one."""
        while not self.ending.is_set():
            self._wake.clear()
            again = await self._in_thread(self.passes.make)
            await self._until_next(again)

    async def _until_next(self, seconds: float) -> None:
        """Return when a mailbox has something, when something new is due, or after so long."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while not self.ending.is_set() and (left := until - loop.time()) > 0:
            try:
                await asyncio.wait_for(self._wake.wait(), min(LOOK, left))
                return
            except TimeoutError:
                if await self._in_thread(self.passes.is_wanted):
                    return

    async def _give_signs_of_life(self) -> None:
        """Tell the supervisor that all goes on, as long as it does."""
        patience = self.supervisor.patience
        while patience:
            if not self.passes.is_stuck(patience):
                self.supervisor.tell("WATCHDOG=1")
            await asyncio.sleep(patience.total_seconds() / 3)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


class _Passes:
    """The passes, and the database that they are made over; all in one thread."""

    def __init__(self, configuration: Configuration, db: Place, log: Log, ending: threading.Event):
        self.configuration = configuration
        self.db = db
        self.log = log
        self.ending = ending
        self.store: Store | None = None
        self._left: set[tuple[str, int]] = set()
        self._sign: datetime | None = None
        self._trouble: dict[str, str] = {}
        self._mailboxes: list[Mailbox] = []
        self._pages: PagesSeen | None = None

    def open(self) -> None:
        self.store = open_store(self.db)
        self._mailboxes = open_mailboxes(self.configuration)

    def close(self) -> None:
        for each in self._mailboxes:
            each.close()
        if self.store:
            self.store.close()

    def make(self) -> float:
        """Make a pass; return after how many seconds the next one is to be made at the latest.

        Raises StoreError if another file has the database's name by now: nobody would ever see
        what is written to the one that is open.
        """
        assert self.store
        if not self.store.is_in_place():
            self.log.fail(
                "replaced", f"{self.db} was moved, replaced or upgraded while it was open"
            )
            raise StoreError(
                f"{self.db} was moved, replaced or upgraded by a newer version while “adjudicator "
                "serve” had it open, and it has ended: what it writes would be lost. To put a "
                "backup in its place, take “adjudicator restore”, which reads again what has come "
                "since; then start it again."
            )
        self._sign = _now()
        try:
            before = self._due(self.store)
            busy = self._make(self.store)
            self._left = before & self._due(self.store)  # what could not be done
        except (DatabaseError, StoreError, OSError) as error:
            self.log.fail("failed", f"the pass: {error}")
            busy = False
        finally:
            self._sign = None
        return LOOK if busy else self.configuration.serve.every

    def _last_pages(self, site: Site | None) -> "PagesSeen | None":
        """Return what the last pass found of the pages, if there are any."""
        if site and not self._pages:
            from adjudicator.site.keep import PagesSeen

            self._pages = PagesSeen()
        return self._pages

    def _make(self, store: Store) -> bool:
        """Make a pass; say whether another one is at work, so that there was none."""
        post, failed = open_post(self.configuration, self._mailboxes)
        trouble: dict[str, str] = {}
        with alone(store, post) as busy:
            if busy:
                self.log.say("busy", f"another pass is at work on {busy}")
                return True
            site, outage = self.configuration.pages(), self.configuration.outage
            deeds = make_pass(
                store, post, _now(), outage, steady_clock(), site, self._last_pages(site)
            )
            for deed in chain(failed, deeds):
                self._sign = _now()
                self._write(deed, trouble)
                if self.ending.is_set() or not store.is_in_place():
                    break
        for gone in sorted(self._trouble.keys() - trouble.keys()):
            self.log.say("recovered", self._trouble[gone])
        self._trouble = trouble
        return False

    def _write(self, deed: Deed, trouble: dict[str, str]) -> None:
        """Write a deed down; trouble that lasts is written down when it begins and when it ends."""
        lasting = deed.facts.get("trouble", deed.text if deed.what in ("failed", "held") else "")
        if not lasting:
            self.log.say(deed.what, deed.text, **deed.facts)
            return
        trouble[str(lasting)] = deed.text
        if lasting not in self._trouble:
            tell = self.log.say if deed.what == "held" else self.log.fail
            tell(deed.what, deed.text, **deed.facts)

    def is_wanted(self) -> bool:
        """Say whether something is due that was not when the last pass ended."""
        assert self.store
        if not self.store.is_in_place():
            return True  # the next pass says so
        try:
            return bool(self._due(self.store) - self._left)
        except (DatabaseError, StoreError):
            return False  # the next pass says so

    def _due(self, store: Store) -> set[tuple[str, int]]:
        now = _now()
        # No phase closes before its letters have settled in the mailbox.
        campaigns = {("campaign", each.id) for each in queries.due_campaigns(store, now - SETTLE)}
        return campaigns | {("letter", e.id) for e in queries.letters_to_send(store, now, limit=50)}

    def is_stuck(self, patience: timedelta) -> bool:
        """Say whether a pass is being made in which nothing has happened for so long."""
        sign = self._sign
        return sign is not None and _now() - sign > patience


def _now() -> datetime:
    return datetime.now(UTC)
