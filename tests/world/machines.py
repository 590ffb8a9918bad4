"""The judge's processes in a world, and the clocks and the machine as they see them."""

from contextlib import suppress
from functools import partial

from mails import JUDGE, MASTER, Outbox
from processes import Killed, Life, Machine

from adjudicator.campaign.clock import Steady
from adjudicator.campaign.kernel.done import Done
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration
from adjudicator.service.worker import Worker


class WorldClock(Clock):
    """The clocks of the machine that the judge runs on."""

    def __init__(self, world):
        self._world = world

    def now(self):
        """Return what it says, which may be wrong."""
        return self._world.now()

    def ticks(self):
        """Return the seconds since the beginning of the world."""
        return self._world.seconds

    def steady(self):
        """Return the clock that never jumps."""
        return Steady(f"boot{self._world.boots}", int(self._world.seconds))


class Quiet(Machine):
    """The machine, as the world itself sees it."""

    def __init__(self, world):
        self._world = world

    def note_flush(self):
        self._world.note_flush()

    def draw(self, count):
        return self._world.chance("machine").randbytes(count)

    def now(self):
        return self._world.now()


class Restless(Quiet):
    """The machine, as processes see it."""

    def is_full(self):
        return self._world.is_away("full")

    def is_damaged(self):
        return self._world.is_away("disk")

    def is_lost(self):
        return "lost" in self._world.faults and self._world.chance("lost").random() < 0.01

    def come_between(self, life, *, has_read):
        self._world.come_between(life, has_read=has_read)


class Process:
    """A process of the judge, at whatever it is."""

    def __init__(self, world):
        self.life, self._world = Life(), world
        world.lives.append(self.life)
        if world.fuses:
            self.life.left, self.life.is_power = world.fuses.pop()
        self._store = self._work = None
        self.is_called = True
        """Whether its mailbox may have something new."""

    def step(self):
        """Do one deed, or a job without one; return it, or None if there is nothing left to do.
        Raises Killed."""
        if self._store is None:
            self._store = self._world.open_as(self.life)
            self._worker = Worker(
                self._store,
                Configuration(address=JUDGE, gm=MASTER),
                ("mail", "campaigns"),
                stays=self._world.stays,
                mailboxes=[self._world.mailbox(self.life)],
                outbox=Outbox(self._world, self.life),
                post=partial(self._world.notices.post, self.life),
                clock=self._world.clock,
            )
            if self._world.stays:
                self._is_new = True
        if self._world.stays and self._is_new:
            self._worker.begin()
            self._is_new = False
        if self._work is None:
            self._work = self._begin_work()
        deed = next(self._work, None)
        if deed is None:
            self._work = None
            if not self._world.stays:
                self.end()
            elif self._store.jobs and not self._worker.rest:
                return Done("job", "")
        return deed

    def _begin_work(self):
        if not self._world.stays:
            return self._worker.finish()
        is_called, self.is_called = self.is_called or not self._store.jobs, False
        return self._worker.take_turn(called=is_called)

    def lose(self):
        """Give up what it is at, for the database failed; one that does not stay ends."""
        self._work, self._is_new = None, True
        if not self._world.stays:
            self.end()

    def end(self):
        """End it, whatever it is at."""
        self.life.is_over = True
        if self._work is not None and not self._work.gi_running:  # else it dies as it goes on
            with suppress(Killed):
                self._work.close()
        if self._store is not None:
            self._store.close()
