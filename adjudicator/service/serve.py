"""``serve``: one process that does all that ``tick`` does, as soon as it is due.

A pass is made when a mailbox has something new, when something is due, or when the last pass was
long ago. The main thread makes the passes, one after another, and has the database; each mailbox
is watched in a thread of its own, over a connection of its own, and another thread tells the
supervisor that all goes on.

There is nothing to be saved when it ends: it can be killed at any instant, as every pass can.
"""

import os
import threading
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from itertools import chain

from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.watermarks import SETTLE
from adjudicator.service import passes
from adjudicator.service.configuration import Configuration
from adjudicator.service.log import Log
from adjudicator.service.supervisor import Ending, Supervisor, watch
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.place import Place

LOOK = 2.0
"""Seconds between two looks into the database, where other commands leave letters to send."""


def serve(configuration: Configuration, db: Place, log: Log, supervisor: Supervisor) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises StoreError if the database cannot be opened, or is another one by now.
    """
    ending = Ending()
    ending.listen()
    with ExitStack() as stack:
        store = stack.enter_context(open_store(db))
        mailboxes = passes.open_mailboxes(configuration)
        for each in mailboxes:
            stack.enter_context(closing(each))
        service = _Service(configuration, store, mailboxes, log, ending)
        watched = configuration.mailboxes()
        stack.enter_context(watch(watched, log, ending.wake))
        log.say("ready", mailboxes=len(watched), process=os.getpid())
        supervisor.tell("READY=1", "STATUS=serving")
        threading.Thread(target=service.give_signs_of_life, args=(supervisor,), daemon=True).start()
        try:
            service.run()
        finally:
            supervisor.tell("STOPPING=1")
        log.say("ending", ending.reason)
    log.say("ended")


class _Service:
    """The passes, and the database that they are made over; all in one thread."""

    def __init__(
        self,
        configuration: Configuration,
        store: Store,
        mailboxes: list[Mailbox],
        log: Log,
        ending: Ending,
    ):
        self.configuration = configuration
        self.store = store
        self.log = log
        self.ending = ending
        self._left: set[tuple[str, int]] = set()
        self._sign: datetime | None = None
        self._trouble: dict[str, str] = {}
        self._mailboxes = mailboxes
        self._publisher = passes.Publisher(configuration)

    def run(self) -> None:
        """Make passes until the end: at once, and then whenever there is a reason for one."""
        while not self.ending.reason:
            until = self._make_pass() + time.monotonic()
            while not self.ending.reason and (left := until - time.monotonic()) > 0:
                if self.ending.wait(min(LOOK, left)) or self._is_wanted():
                    break

    def give_signs_of_life(self, supervisor: Supervisor) -> None:
        """Tell the supervisor that all goes on, as long as it does: not while a pass is being made
        in which nothing has happened for as long as its patience lasts."""
        while patience := supervisor.patience:
            sign = self._sign
            if sign is None or _now() - sign <= patience:
                supervisor.tell("WATCHDOG=1")
            time.sleep(patience.total_seconds() / 3)

    def _make_pass(self) -> float:
        """Make a pass; return after how many seconds the next one is to be made at the latest.

        Raises StoreError if another file has the database's name by now: nobody would ever see
        what is written to the one that is open.
        """
        store = self.store
        if not store.is_in_place():
            self.log.fail(
                "replaced", f"{store.place} was moved, replaced or upgraded while it was open"
            )
            raise StoreError(
                f"{store.place} was moved, replaced or upgraded by a newer version while "
                "“adjudicator serve” had it open, and it has ended: what it writes would be lost. "
                "To put a backup in its place, take “adjudicator restore”, which reads again what "
                "has come since; then start it again."
            )
        self._sign = _now()
        try:
            before = self._due()
            busy = self._make()
            self._left = before & self._due()  # what could not be done
        except (DatabaseError, StoreError, OSError) as error:
            self.log.fail("failed", f"the pass: {error}")
            busy = False
        finally:
            self._sign = None
        return LOOK if busy else self.configuration.serve.every

    def _make(self) -> bool:
        """Make a pass; say whether another one is at work, so that there was none."""
        post, failed = passes.open_post(self.configuration, self._mailboxes)
        trouble: dict[str, str] = {}
        with passes.alone(self.store, post) as busy:
            if busy:
                self.log.say("busy", f"another pass is at work on {busy}")
                return True
            outage = self.configuration.outage
            deeds = passes.make_pass(
                self.store, post, _now(), outage, passes.steady_clock(), self._publisher
            )
            for deed in chain(failed, deeds):
                self._sign = _now()
                self._write(deed, trouble)
                if self.ending.reason or not self.store.is_in_place():
                    break
        for gone in sorted(self._trouble.keys() - trouble.keys()):
            self.log.say("recovered", self._trouble[gone])
        self._trouble = trouble
        return False

    def _write(self, deed: passes.Deed, trouble: dict[str, str]) -> None:
        """Write a deed down; trouble that lasts is written down when it begins and when it ends."""
        lasting = deed.facts.get("trouble", deed.text if deed.what in ("failed", "held") else "")
        if not lasting:
            self.log.say(deed.what, deed.text, **deed.facts)
            return
        trouble[str(lasting)] = deed.text
        if lasting not in self._trouble:
            tell = self.log.say if deed.what == "held" else self.log.fail
            tell(deed.what, deed.text, **deed.facts)

    def _is_wanted(self) -> bool:
        """Say whether something is due that was not when the last pass ended."""
        if not self.store.is_in_place():
            return True  # the next pass says so
        try:
            return bool(self._due() - self._left)
        except (DatabaseError, StoreError):
            return False  # the next pass says so

    def _due(self) -> set[tuple[str, int]]:
        store, now = self.store, _now()
        # No phase closes before its letters have settled in the mailbox.
        campaigns = {("campaign", each.id) for each in queries.due_campaigns(store, now - SETTLE)}
        return campaigns | {("letter", e.id) for e in queries.letters_to_send(store, now, limit=50)}


def _now() -> datetime:
    return datetime.now(UTC)
