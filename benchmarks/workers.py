"""Rows of workers: how much faster several processes carry out what is due in one database.

    python benchmarks/workers.py [CAMPAIGNS] [RUNS]

On a file of SQLite, and on a PostgreSQL that is started for it, if one is installed. A database
holds campaigns of four persons whose deadline has passed; a phase is all that a worker does of one:
rules, letters with their maps, and the commit. The workers are forked from a process that has
carried a phase out before, as one that runs for weeks has.

What several gain is told twice. By the wall, beside a bare loop that as many processes count in
turns with the workers: what these lose by being several is the machine's, and what else it does at
the time. And as if each had a core for itself: without the time in which it was ready to go on and
had none, as Linux counts it. What is left of the time is the processor's and waiting: for the disk,
for the lock of the database, or for its server. A phase is in vain that was worked out, and found
when it was to be entered that another worker had been faster. ``TMPDIR=/dev/shm`` before the
command takes the disk out of the rows of SQLite, which another program that writes may keep busy
for seconds.
"""

import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from unittest.mock import patch

import adjudicator.campaign.phases.adjudicate as adjudicating
from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.place import Place, Server
from adjudicator.store.records import Adjudication, Settings

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
BEGIN = datetime(2026, 3, 2, 20, tzinfo=UTC)
DUE = BEGIN + timedelta(hours=25)
BURN = 60_000_000
FORK = multiprocessing.get_context("fork")


ROOT = Path(__file__).parents[1]


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
        made = Path(shutil.copy(self.folder / "full.db", self.folder / "campaign.db"))
        with made.open("rb+") as file:  # so that the first commit does not wait for the copy
            os.fsync(file)
        return made

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
            plan = NewCampaign(f"game-{number}", "samurai-swords", people, {}, settings)
            create(store, plan, BEGIN, secret=b"x" * 32)


class Share(NamedTuple):
    """What one of several processes did; times in seconds."""

    phases: int
    in_vain: int
    took: float
    without_core: float
    """Of that it was ready to go on, and another process had the core."""
    used: float
    """Of that it had a core."""


class Run(NamedTuple):
    """What several processes did at once."""

    took: float
    shares: list[Share]

    @property
    def alone(self) -> float:
        """The seconds that it takes with a core for each process."""
        return max(each.took - each.without_core for each in self.shares)

    @property
    def used(self) -> float:
        """The seconds of the processor that all used."""
        return sum(each.used for each in self.shares)

    @property
    def waited(self) -> float:
        """The seconds in which they waited for anything but a core."""
        return sum(each.took - each.without_core - each.used for each in self.shares)


def work(place: Place, told: Any) -> None:
    """Carry out what is due, as long as there is any that no other process is at."""
    with _stopwatch(told) as count, open_store(place) as store, _counted_tries(count):
        while found := _phases(store):
            count["phases"] += found


def _phases(store: Store) -> int:
    return sum(each.what == "adjudicated" for each in _carry_out_all_due(store))


def _carry_out_all_due(store: Store) -> Iterator[Done]:
    for campaign in queries.campaigns(store):
        with store.claim(f"campaign {campaign.id}") as is_mine:
            if is_mine and any(each.at <= DUE for each in store.due_of(campaign.id)):
                yield from carry_out_due(store, campaign, DUE)


def burn(_: Place, told: Any) -> None:
    """Use the processor, and nothing else."""
    with _stopwatch(told):
        for _number in range(BURN):
            pass


@contextmanager
def _stopwatch(told: Any) -> Iterator[Counter[str]]:
    """Measure a block and tell of it; it is given what it counts into."""
    count: Counter[str] = Counter()
    before = time.perf_counter(), _seconds_without_core(), time.process_time()
    yield count
    after = time.perf_counter(), _seconds_without_core(), time.process_time()
    took = [end - begin for begin, end in zip(before, after, strict=True)]
    told.put(Share(count["phases"], count["tries"] - count["phases"], *took))


def _seconds_without_core() -> float:
    """Return how long this process was ready and had no core; 0 where nobody counts that."""
    counted = Path("/proc/self/schedstat")
    return int(counted.read_text().split()[1]) / 1e9 if counted.exists() else 0.0


@contextmanager
def _counted_tries(count: Counter[str]) -> Iterator[None]:
    """Count how often a phase is worked out, whether anything comes of it or not."""
    solve = adjudicating.solve

    def counted(*given: Any) -> Any:
        count["tries"] += 1
        return solve(*given)

    with patch.object(adjudicating, "solve", counted):
        yield


def run(what: Callable[[Place, Any], None], place: Place, processes: int) -> Run:
    """Let so many processes do something, until all have ended."""
    told = FORK.SimpleQueue()
    start = time.perf_counter()
    running = [FORK.Process(target=what, args=(place, told)) for _ in range(processes)]
    for each in running:
        each.start()
    for each in running:
        each.join()
        assert each.exitcode == 0
    return Run(time.perf_counter() - start, [told.get() for _ in running])


class Figures(NamedTuple):
    """What several workers did at one kind of database, beside one of them and a bare loop."""

    name: str
    workers: int
    phases_a_minute: float
    ratio: float
    of_loop: float
    alone: float
    """The ratio with a core for each."""
    alone_of_loop: float
    used: float
    """Milliseconds of the processor a phase."""
    waited: float
    """Milliseconds a phase in which a worker waited for anything but a core."""
    in_vain: int
    """In all runs together."""


def measure(
    rooms: Sequence[Room], campaigns: int, runs: int, counts: Sequence[int]
) -> list[Figures]:
    """Measure several workers beside one, and all kinds of databases, in turns."""
    done: dict[tuple[str, int], list[tuple[Run, Run]]] = {}
    for room in rooms:
        fill(room.full(), campaigns)
        _warm_up(room)
    for _ in range(runs):
        for room in rooms:
            for count in counts:
                place = room.copy()
                pair = run(work, place, count), run(burn, place, count)
                with open_store(place) as store:
                    assert store.count(Adjudication) == 2 * campaigns
                room.drop(place)
                done.setdefault((room.name, count), []).append(pair)
    return [_figures(each.name, count, done) for each in rooms for count in counts]


def _warm_up(room: Room) -> None:
    """Carry phases out in this process; what it has read for that is there in those it forks."""
    place = room.copy()
    with open_store(place) as store:
        next(each for each in _carry_out_all_due(store) if each.what == "adjudicated")
    room.drop(place)


def _figures(
    name: str, count: int, done: Mapping[tuple[str, int], Sequence[tuple[Run, Run]]]
) -> Figures:
    ones, several = done[name, 1], done[name, count]
    pairs = list(zip(ones, several, strict=True))
    phases = sum(each.phases for each in several[0][0].shares)
    return Figures(
        name,
        count,
        statistics.median(60 * phases / worked.took for worked, _ in several),
        statistics.median(one[0].took / many[0].took for one, many in pairs),
        statistics.median(count * one[1].took / many[1].took for one, many in pairs),
        statistics.median(one[0].alone / many[0].alone for one, many in pairs),
        statistics.median(count * one[1].alone / many[1].alone for one, many in pairs),
        statistics.median(1000 * worked.used / phases for worked, _ in several),
        statistics.median(1000 * worked.waited / phases for worked, _ in several),
        sum(each.in_vain for worked, _ in several for each in worked.shares),
    )


def rows(campaigns: int, runs: int, counts: Sequence[int] = (1, 2, 4)) -> list[Row]:
    """Measure workers at both kinds of database."""
    figures = figures_of_all(campaigns, runs, counts)
    return [_row(each) for each in figures if each.workers > 1]


def figures_of_all(campaigns: int, runs: int, counts: Sequence[int] = (1, 2, 4)) -> list[Figures]:
    """Do the same; PostgreSQL is left out where it is not installed."""
    with tempfile.TemporaryDirectory() as home, postgresql() as server:
        rooms: list[Room] = [Files(Path(home))]
        rooms += [Databases(server)] if server else []
        return measure(rooms, campaigns, runs, counts)


def _row(found: Figures) -> Row:
    what = f"{found.workers} workers at one {found.name} database, phases a minute"
    about = (
        f"{found.ratio:.2f}× one, a bare loop {found.of_loop:.2f}×; "
        f"with a core each {found.alone:.2f}×; {found.in_vain} in vain"
    )
    return (what, f"{found.phases_a_minute:,.0f}", about, "≥ 1.8×" if found.workers == 2 else "")


HEAD = (
    *("database", "workers", "phases a minute", "× one", "bare loop", "× one, a core each"),
    *("bare loop", "ms used a phase", "ms waited", "in vain"),
)


def table(figures: Sequence[Figures]) -> str:
    """Return all figures as one table."""
    lines: list[Sequence[str]] = [HEAD]
    for each in figures:
        name, workers, a_minute, *ratios, used, waited, in_vain = each
        numbers = (f"{a_minute:,.0f}", *(f"{ratio:.2f}" for ratio in ratios))
        lines.append((name, str(workers), *numbers, f"{used:.0f}", f"{waited:.1f}", str(in_vain)))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def main() -> None:
    """Measure and print."""
    given = [int(each) for each in sys.argv[1:]]
    campaigns, runs = (given + [24, 3][len(given) :])[:2]
    print(table(figures_of_all(campaigns, runs)))


if __name__ == "__main__":
    main()
