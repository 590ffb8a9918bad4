"""Processes of the judge that can be killed at each step that leaves something behind."""

from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.migrations import SCHEMA

WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "COMMIT")


class Killed(BaseException):
    """The process is gone; whatever it still tries does not happen."""


class Life:
    """What is left of the life of a process."""

    def __init__(self):
        self.left = None
        """After so many steps it is killed; None: it lives on."""
        self.is_over = False
        self.died = ""

    def step(self, what):
        """Do something that somebody else can see. Raises Killed."""
        if self.left is not None and not self.is_over:
            self.left -= 1
            self.is_over, self.died = self.left <= 0, what
        if self.is_over:
            raise Killed(what)


class MortalStore(SQLite):
    """The database as a process has it open that can be killed before and after each write."""

    life = Life()  # as long as it is opened, nothing happens to it

    def __init__(self, path, life):
        super().__init__(path, SCHEMA)
        self.write("PRAGMA busy_timeout = 0")  # nobody waits in one thread
        self.write("PRAGMA synchronous = OFF")
        self.life = life

    def select(self, sql, *values):
        """Read, unless it is dead."""
        if self.life.is_over:
            raise Killed(sql)
        return super().select(sql, *values)

    def write(self, sql, *values):
        """Write, unless it dies before; it may die after."""
        if self.life.is_over:
            raise Killed(sql)
        if not sql.startswith(WRITES):
            return super().write(sql, *values)
        self.life.step(f"before {sql[:40]}")
        count = super().write(sql, *values)
        if sql == "COMMIT":
            self.life.step("after COMMIT")
        return count

    def flush(self):
        """The machine never fails in this world: only processes do."""
        self.life.step("flush")

    def _wait_for_disk(self):
        pass
