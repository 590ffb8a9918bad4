"""Faults that are planted in the program, each of which the simulated worlds must find.

    python tests/world/planted.py [NAME …]

For each fault, or those named, worlds of ten days live until one finds it, at most twelve. For those
in the jobs of a server a PostgreSQL is started. Exit code 1 if one is not found.
"""

import sys
import time
from contextlib import closing, nullcontext
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from machines import Restless
from mails import Mailbox
from misfortunes import FAULTS
from msgspec.structs import replace
from processes import MortalStore
from simulation import World
from stories import live

from adjudicator.campaign.kernel.schedule import next_deadline
from adjudicator.store.databases.sqlite import SQLite
from adjudicator.store.letter_records import DoneMark, Letter
from adjudicator.store.records import Seat, Submission


class ForgetfulMailbox(Mailbox):
    """Letters are gone when they are read, and not when they were taken."""

    def fetch(self, names, most):
        for name, raw in zip(names, super().fetch(names, most), strict=True):
            self._world.put_away(name)
            yield raw


class Deaf(MortalStore):
    """It enters the orders of one letter in five, and says of all that it did."""

    heard = 0

    def add(self, record, **more):
        if isinstance(record, Submission):
            Deaf.heard += 1
            if Deaf.heard % 5 == 0:
                return
        super().add(record, **more)


class Careless(MortalStore):
    """A process does not wait for the disk."""

    def flush(self):
        if isinstance(self.machine, Restless):
            self.life.step("flush")
        else:
            super().flush()


class Piecemeal(MortalStore):
    """Each write is committed by itself."""

    def write(self, sql, *values):
        count = super().write(sql, *values)
        if self.in_transaction and sql.startswith(("INSERT", "UPDATE")):
            SQLite.write(self, "COMMIT")
            SQLite.write(self, "BEGIN IMMEDIATE")
        return count

    def _end(self, statement):
        if statement in ("COMMIT", "ROLLBACK"):  # there are no parts of it
            super()._end(statement)


class Forgetful(MortalStore):
    """It does not know that a letter came before."""

    def has(self, record, **equal):
        return record is not DoneMark and super().has(record, **equal)


class Talkative(MortalStore):
    """Press goes to all."""

    def add(self, record, **more):
        if isinstance(record, Letter) and record.kind == "press":
            everybody = {each.address for each in self.rows(Seat)} - {""}
            record = replace(record, recipients=tuple(sorted(everybody)))
        super().add(record, **more)


class Confused(MortalStore):
    """One letter in ten to a seat goes to another."""

    written = 0

    def add(self, record, **more):
        if isinstance(record, Letter) and record.seat and record.recipients:
            Confused.written += 1
            others = [each.address for each in self.rows(Seat) if each.name != record.seat]
            if Confused.written % 10 == 0 and any(others):
                record = replace(record, recipients=tuple(filter(None, others))[:1])
        super().add(record, **more)


class Silent(MortalStore):
    """One receipt in five is for nobody."""

    written = 0

    def add(self, record, **more):
        if isinstance(record, Letter) and record.kind == "receipt":
            Silent.written += 1
            if Silent.written % 5 == 0:
                record = replace(record, recipients=())
        super().add(record, **more)


class Unmindful(MortalStore):
    """It does not remember what was sent."""

    def write(self, sql, *values):
        if sql.startswith("UPDATE letter SET sent"):
            return 1
        return super().write(sql, *values)


def deadline_elsewhere(rule, zone, *rest):
    """Return a deadline by the clock of another zone."""
    return next_deadline(rule, "America/New_York" if zone == "UTC" else "UTC", *rest)


class Hasty(MortalStore):
    """Nobody minds that a campaign has changed since it was read."""

    def write(self, sql, *values):
        if sql.startswith("UPDATE campaign SET version = version + 1 WHERE"):
            sql = sql.replace(" = ? AND version = ?", " = ? AND version >= ?")
            values = (values[0], 0)
        return super().write(sql, *values)


class Planted(NamedTuple):
    """A fault: what of a world is of another kind, or what stands in the place of what."""

    parts: dict = {}
    patched: tuple = ()

    def find(self, days, seeds, base=World):
        """Return the seed of the first world that finds it and how; None if none does."""
        kind = type("World", (base,), self.parts)
        with patch(*self.patched) if self.patched else nullcontext():
            for seed in seeds:
                _, error = live(seed, days, FAULTS, kind)
                if error is not None:
                    return seed, error
        return None


PLANTED = {
    "letters are put away before they are taken": Planted({"mailbox_kind": ForgetfulMailbox}),
    "orders are not entered": Planted({"store_kind": Deaf}),
    "nothing waits for the disk": Planted({"store_kind": Careless}),
    "a transaction is not one": Planted({"store_kind": Piecemeal}),
    "a letter that came before is taken again": Planted({"store_kind": Forgetful}),
    "press goes to all": Planted({"store_kind": Talkative}),
    "letters go to another": Planted({"store_kind": Confused}),
    "nobody gets a receipt": Planted({"store_kind": Silent}),
    "what was sent is not noted": Planted({"store_kind": Unmindful}),
    "nobody minds the version of a campaign": Planted({"store_kind": Hasty}),
    "phases do not wait for a mailbox": Planted(
        patched=("adjudicator.campaign.phases.adjudicate.waits_for_mail", lambda *_: False)
    ),
    "deadlines are by another clock": Planted(
        patched=("adjudicator.campaign.phases.deadlines.next_deadline", deadline_elsewhere)
    ),
}

_JOBS = "adjudicator.store.databases.jobs.Queue"
PLANTED_IN_JOBS = {
    "nobody does the jobs of workers that have gone": Planted(
        patched=(f"{_JOBS}._bury", lambda *_: None)
    ),
    "letters that are tried later have no job": Planted(
        patched=(f"{_JOBS}._next_letter", lambda *_: None)
    ),
}
"""Those that workers on a server find."""


def find(name, days, seeds):
    """Plant a fault, and return what finds it, or None."""
    if name in PLANTED:
        return PLANTED[name].find(days, seeds)
    from on_server import world_on_server
    from servers.postgresql import PostgreSQL

    with closing(PostgreSQL()) as server:
        server.start()
        kind = world_on_server(lambda: server.new(server.template()))
        return PLANTED_IN_JOBS[name].find(days, seeds, kind)


def main(days, worlds, names):
    """Plant one after another, and say how each was found. Return the exit code."""
    missed = 0
    for name in names or (*PLANTED, *PLANTED_IN_JOBS):
        began = time.process_time()
        found = find(name, days, range(1, worlds + 1))
        missed += found is None
        how = f"seed {found[0]}: {found[1]}"[:150] if found else "NOT FOUND"
        print(f"{name}: {how} ({time.process_time() - began:.0f} s)", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.unraisablehook = lambda _: None  # those who were killed say so when they are cleared away
    sys.exit(main(10, 12, sys.argv[1:]))
