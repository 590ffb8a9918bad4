"""Rows of workers: how much faster several processes carry out what is due in one database.

    python benchmarks/workers.py [CAMPAIGNS] [RUNS]

A database holds campaigns of four persons whose deadline has passed; a phase is all that a worker
does of one: rules, letters with their maps, and the commit. The workers are forked from a process
that has drawn a map before. Beside them, in turns, as many processes count to a number: what these
lose by being several is the machine's, and what else it does at the time.
"""

import multiprocessing
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.campaign.adjudicate import Adjudicated
from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.tick import carry_out_all_due
from adjudicator.store.database import open_store
from adjudicator.store.records import Adjudication, Settings

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
BEGIN = datetime(2026, 3, 2, 20, tzinfo=UTC)
DUE = BEGIN + timedelta(hours=25)
BURN = 80_000_000
FORK = multiprocessing.get_context("fork")


def fill(place: Path, campaigns: int) -> None:
    """Set so many campaigns up, whose first phase is due at ``DUE``."""
    settings = Settings(address="judge@games.test", host="games.test", deadline="every 24 hours")
    with open_store(place, create=True) as store:
        for number in range(campaigns):
            people = tuple(Player(each, f"{each.casefold()}{number}@x.test") for each in SEATS)
            plan = Plan(f"game-{number}", "samurai-swords", people, {}, settings)
            create(store, plan, BEGIN, secret=b"x" * 32)


def work(place: Path) -> None:
    """Carry out what is due, as long as there is any that no other process is at."""
    with open_store(place) as store:
        while any(isinstance(each, Adjudicated) for each in carry_out_all_due(store, DUE)):
            pass


def burn(_: Path) -> None:
    """Use the processor, and nothing else."""
    for _number in range(BURN):
        pass


def seconds(what: Callable[[Path], None], place: Path, processes: int) -> float:
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
    """Measure one worker beside several, in turns."""
    speeds: dict[int, list[float]] = {count: [] for count in (1, *counts)}
    burns: dict[int, list[float]] = {count: [] for count in (1, *counts)}
    with tempfile.TemporaryDirectory() as home:
        full, place = Path(home) / "full.db", Path(home) / "campaign.db"
        fill(full, campaigns)
        for _ in range(runs):
            for count in speeds:
                shutil.copy(full, place)
                speeds[count].append(campaigns / seconds(work, place, count))
                with open_store(place) as store:
                    assert store.count(Adjudication) == 2 * campaigns
                place.unlink()
                burns[count].append(count / seconds(burn, place, count))
    return [_row(count, speeds, burns) for count in counts]


def _row(count: int, speeds: dict[int, list[float]], burns: dict[int, list[float]]) -> Row:
    ratio, control = (
        statistics.median(many / one for one, many in zip(each[1], each[count], strict=True))
        for each in (speeds, burns)
    )
    one, many = (statistics.median(speeds[each]) * 60 for each in (1, count))
    what = f"{count} workers at one SQLite database, phases a minute"
    about = f"one worker {one:,.0f}, ratio {ratio:.2f}; of a bare loop {control:.2f}"
    return (what, f"{many:,.0f}", about, "≥ 1.8×" if count == 2 else "")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    for row in rows(*(given + [24, 5][len(given) :])[:2]):
        print("  ".join(row))
