"""Rows of workers: how much faster several processes carry out what is due in one database.

    python benchmarks/workers.py [CAMPAIGNS] [RUNS]

On a file of SQLite, and on a PostgreSQL that is started for it, if one is installed. A database
holds campaigns of four persons whose deadline has passed; a phase is all that a worker does of one:
rules, letters with their maps, and the commit. The workers are forked from a process that has drawn
a map before. Beside them, in turns, as many processes count to a number: what these lose by being
several is the machine's, and what else it does at the time. Last, what the queue adds to a job:
deferred, taken and ended, with nothing done in it.
"""

import asyncio
import multiprocessing
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from adjudicator.campaign.adjudicate import Adjudicated
from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.tick import carry_out_all_due
from adjudicator.store.database import open_store
from adjudicator.store.place import Place, Server
from adjudicator.store.records import Adjudication, Settings
from adjudicator.store.waking import adjudicate_job, wake

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
BEGIN = datetime(2026, 3, 2, 20, tzinfo=UTC)
DUE = BEGIN + timedelta(hours=25)
BURN = 80_000_000
FORK = multiprocessing.get_context("fork")


ROOT = Path(__file__).parents[1]
JOBS = 300


class Room(Protocol):
    """Where databases are kept: what is filled once is copied for each run."""

    name: str

    def full(self) -> Place: ...

    def copy(self) -> Place: ...

    def drop(self, place: Place) -> None: ...


class Files:
    """Files of SQLite in a folder."""

    name = "SQLite"

    def __init__(self, folder: Path):
        self.folder = folder

    def full(self) -> Place:
        return self.folder / "full.db"

    def copy(self) -> Place:
        return Path(shutil.copy(self.folder / "full.db", self.folder / "campaign.db"))

    def drop(self, place: Place) -> None:
        assert isinstance(place, Path)
        place.unlink()


class Databases:
    """Databases of a PostgreSQL; unlike those of the tests it waits for the disk."""

    name = "PostgreSQL"

    def __init__(self, server: Any):
        self.server = server
        self._full = server.new()

    def full(self) -> Place:
        return Server(self._full)

    def copy(self) -> Place:
        return Server(self.server.new(self._full.rpartition("/")[2]))

    def drop(self, place: Place) -> None:
        assert isinstance(place, Server)
        self.server.drop(place.address)


@contextmanager
def postgresql() -> Iterator[Any]:
    """Start a PostgreSQL; give None if none is installed."""
    sys.path.insert(0, str(ROOT / "tests"))
    from servers import installing
    from servers.postgresql import PostgreSQL

    if installing.absent_database():
        yield None
        return
    server = PostgreSQL()
    try:
        server.start(fsync="on", full_page_writes="on")
        yield server
    finally:
        server.close()


def fill(place: Place, campaigns: int) -> None:
    """Set so many campaigns up, whose first phase is due at ``DUE``."""
    settings = Settings(address="judge@games.test", host="games.test", deadline="every 24 hours")
    with open_store(place, create=True) as store:
        for number in range(campaigns):
            people = tuple(Player(each, f"{each.casefold()}{number}@x.test") for each in SEATS)
            plan = Plan(f"game-{number}", "samurai-swords", people, {}, settings)
            create(store, plan, BEGIN, secret=b"x" * 32)


def work(place: Place) -> None:
    """Carry out what is due, as long as there is any that no other process is at."""
    with open_store(place) as store:
        while any(isinstance(each, Adjudicated) for each in carry_out_all_due(store, DUE)):
            pass


def burn(_: Place) -> None:
    """Use the processor, and nothing else."""
    for _number in range(BURN):
        pass


def seconds(what: Callable[[Place], None], place: Place, processes: int) -> float:
    """Return how long it takes until all of so many processes have ended."""
    start = time.perf_counter()
    running = [FORK.Process(target=what, args=(place,)) for _ in range(processes)]
    for each in running:
        each.start()
    for each in running:
        each.join()
        assert each.exitcode == 0
    return time.perf_counter() - start


def rows(campaigns: int, runs: int, counts: tuple[int, ...] = (2,)) -> list[Row]:
    """Measure one worker at a file beside several, in turns."""
    with tempfile.TemporaryDirectory() as home:
        return _rows(Files(Path(home)), campaigns, runs, counts)


def rows_of_server(campaigns: int, runs: int, counts: tuple[int, ...] = (2, 4)) -> list[Row]:
    """Measure the same at a PostgreSQL, and what the queue adds to a job."""
    with postgresql() as server:
        if server is None:
            return [("workers at PostgreSQL", "left out", "PostgreSQL is not installed", "")]
        found = _rows(Databases(server), campaigns, runs, counts)
        return [*found, asyncio.run(_overhead(Server(server.new())))]


def _rows(room: Room, campaigns: int, runs: int, counts: tuple[int, ...]) -> list[Row]:
    speeds: dict[int, list[float]] = {count: [] for count in (1, *counts)}
    burns: dict[int, list[float]] = {count: [] for count in (1, *counts)}
    fill(room.full(), campaigns)
    for _ in range(runs):
        for count in speeds:
            place = room.copy()
            speeds[count].append(campaigns / seconds(work, place, count))
            with open_store(place) as store:
                assert store.count(Adjudication) == 2 * campaigns
            room.drop(place)
            burns[count].append(count / seconds(burn, place, count))
    return [_row(room.name, count, speeds, burns) for count in counts]


def _row(
    name: str, count: int, speeds: dict[int, list[float]], burns: dict[int, list[float]]
) -> Row:
    ratio, control = (
        statistics.median(many / one for one, many in zip(each[1], each[count], strict=True))
        for each in (speeds, burns)
    )
    one, many = (statistics.median(speeds[each]) * 60 for each in (1, count))
    what = f"{count} workers at one {name} database, phases a minute"
    about = f"one worker {one:,.0f}, ratio {ratio:.2f}; of a bare loop {control:.2f}"
    return (what, f"{many:,.0f}", about, "≥ 1.8×" if count == 2 else "")


async def _overhead(server: Server) -> Row:
    from adjudicator.cluster.queue import Queue, make_queue

    done: list[int] = []
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def adjudicate(campaign: int) -> None:
        done.append(campaign)
        if len(done) == JOBS:
            loop.call_soon_threadsafe(ended.set)

    with open_store(server, create=True) as store:
        make_queue(store)
        start, begin = time.perf_counter(), time.process_time()
        wake(store, *map(adjudicate_job, range(1, JOBS + 1)))
    queue = Queue(server, (adjudicate,), patience=10)
    async with queue.app.open_async():
        taking = asyncio.create_task(queue.take(["campaigns"]))
        await ended.wait()
        took, used = time.perf_counter() - start, time.process_time() - begin
        taking.cancel()
        with suppress(asyncio.CancelledError):
            await taking
    what = "overhead of a job: deferred, taken, ended"
    about = f"{used / JOBS * 1000:.1f} ms of the processor, {JOBS} jobs, one worker"
    return (what, f"{took / JOBS * 1000:.1f} ms", about, "")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    wanted = (given + [24, 5][len(given) :])[:2]
    for row in (*rows(*wanted, counts=(2, 4)), *rows_of_server(*wanted)):
        print("  ".join(row))
