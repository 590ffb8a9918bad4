"""Processes of the judge that can be killed at each step that leaves something behind, and the
machine on which they run: its disk is full at times, and its power fails."""

import errno
import shutil
from datetime import UTC, datetime

from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.migrations import SCHEMA

WRITES = ("INSERT", "UPDATE", "DELETE")
NO_LIMIT = 1073741823


class Killed(BaseException):
    """The process is gone; whatever it still tries does not happen."""


class Life:
    """What is left of the life of a process."""

    def __init__(self):
        self.left = None
        """After so many steps it is killed; None: it lives on."""
        self.is_power = False
        """Whether that is because the power fails."""
        self.is_over = False
        self.died = ""
        self.handed = set()
        """The last letter that it handed over, and to whom."""

    def hand(self, message_id, recipient):
        """Keep that a letter was handed over for a recipient: nobody else knows it yet."""
        self.handed = {each for each in self.handed if each[0] == message_id}
        self.handed.add((message_id, recipient))

    def step(self, what):
        """Do something that somebody else can see. Raises Killed."""
        if self.left is not None and not self.is_over:
            self.left -= 1
            self.is_over, self.died = self.left <= 0, what
        if self.is_over:
            raise Killed(what)


class Machine:
    """What the processes of a world share: the disk, and who comes between two of them.

    A world in which nothing of the kind happens has this one.
    """

    def is_full(self):
        """Say whether nothing more can be written."""
        return False

    def is_damaged(self):
        """Say whether the disk does not take what it is waited for."""
        return False

    def is_lost(self):
        """Say whether a connection is lost just now."""
        return False

    def come_between(self, life, *, has_read):
        """Let somebody else be faster than a process that is about to write, and perhaps has just
        read what it changes."""

    def note_flush(self):
        """All that was committed is on the disk."""

    def draw(self, count):
        """Return bytes by chance."""
        return bytes(count)

    def now(self):
        """Return what its clock says."""
        return datetime(2026, 1, 1, tzinfo=UTC)


class Mortal:
    """A database as a process has it open that can be killed before and after each write."""

    life = Life()  # as long as it is opened, nothing happens to it
    machine = Machine()
    _has_read = False

    def random_bytes(self, count):
        return self.machine.draw(count)

    def _begin(self, statement):
        self._check()
        if statement == self.reading:
            self._has_read = True
            return super()._begin(statement)
        self.machine.come_between(self.life, has_read=self._has_read)
        self._has_read = False
        self.life.step("before BEGIN")
        return super()._begin(statement)

    def _end(self, statement):
        self._check()
        if statement != "COMMIT":
            return super()._end(statement)
        self.life.step("before COMMIT")
        super()._end(statement)
        self.life.step("after COMMIT")
        return None

    def atomic(self, campaign=None):
        self._check()
        return super().atomic(campaign)

    def select(self, sql, *values):
        self._check()
        return super().select(sql, *values)

    def write(self, sql, *values):
        self._check()
        if sql.startswith(WRITES):
            self.life.step(f"before {sql[:40]}")
        return super().write(sql, *values)

    def _check(self):
        if self.life.is_over:
            raise Killed(self.life.died)


class MortalStore(Mortal, SQLite):
    """A database in a file."""

    def __init__(self, path, life, machine):
        super().__init__(path, SCHEMA)
        self.write("PRAGMA busy_timeout = 0")  # nobody waits in one thread
        self.write("PRAGMA synchronous = OFF")
        self.write("PRAGMA wal_autocheckpoint = 0")  # so that all that is not flushed is in the log
        self._is_log_entered = True  # no power fails here between a file and its name
        self.life, self.machine = life, machine

    def _begin(self, statement):
        if statement != self.reading:
            (pages,), *_ = self.conn.execute("PRAGMA page_count")
            self.conn.execute(
                f"PRAGMA max_page_count = {pages if self.machine.is_full() else NO_LIMIT}"
            )
        super()._begin(statement)

    def wait_for(self, file):
        """Wait for the disk, as it looks to a process."""
        self.life.step("flush")
        if self.machine.is_damaged():
            raise OSError(errno.EIO, "Input/output error")
        self.machine.note_flush()


class Disk:
    """What of a database in a file is on the disk."""

    def __init__(self, path):
        self._path, self._log = path, path.with_name(f"{path.name}-wal")
        self._flushed = (b"", 0)

    def note_flush(self):
        """Note that all that stands in the log is on the disk."""
        if self._log.is_file():
            with self._log.open("rb") as log:
                self._flushed = (log.read(32), self._log.stat().st_size)

    def fail(self, close, more):
        """Leave of the database what is on the disk, and perhaps some bytes more; ``close`` ends
        whoever has it open. Return how many bytes are lost."""
        kept = self._path.with_name("kept")
        shutil.copy(self._path, kept)
        log = self._log.read_bytes() if self._log.is_file() else b""
        close()
        for each in self._path.parent.glob(f"{self._path.name}-*"):
            if each.suffix != ".db-claims":
                each.unlink()
        kept.rename(self._path)
        begin, size = self._flushed
        end = size + more if log[:32] == begin else 0
        self._log.write_bytes(log[:end])
        return max(len(log) - end, 0)
