"""Rows of whole processes: what a command costs from its start to its end.

    python benchmarks/processes.py [RUNS]

All is the processor's time, the kernel's with it, the median of processes that are run in turns.
Bytecode is written beforehand, as an installed program has it; nothing else is kept between runs.
Beside ``tick`` stands Python that imports the modules that it uses, and nothing else.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shutil import copy

from phases import SEATS, play, send_orders

from adjudicator.campaign.kernel.state import State
from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.store import queries
from adjudicator.store.database import open_store

Row = tuple[str, str, str, str]
NAME = "samurai-swords"
BEGUN = datetime(2026, 3, 2, 20, tzinfo=UTC)
LIST = """
import sys
from adjudicator.cli.main import cli
try:
    cli()
finally:
    open("modules.txt", "w").write("\\n".join(sys.modules))
"""
IMPORT = """
from importlib import import_module
for name in open("modules.txt").read().split():
    import_module(name)
"""


def milliseconds(command: Sequence[str | Path], home: Path) -> float:
    """Run a command; return the milliseconds of the processor that it takes."""
    writing = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, cwd=home, env=writing, stdout=quiet, stderr=quiet)
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode in (0, 1), command
    return (used.ru_utime + used.ru_stime) * 1000


def in_turns(runs: int, *works: Callable[[], float]) -> tuple[list[float], float]:
    """Return the medians of works that are done in turns, and of first to last the ratio's."""
    for work in works:
        work()
    took = [[work() for work in works] for _ in range(runs)]
    ratio = statistics.median(each[0] / each[-1] for each in took)
    return [statistics.median(side) for side in zip(*took, strict=True)], ratio


def make(place: Path) -> None:
    """Make a database with one campaign, of which a war turn is due that has its orders."""
    game = registry.find(NAME)
    with open_store(place, create=True) as store:
        for _ in play(store, NAME, "every 24 hours"):
            state = State(store, queries.find_campaign(store, "bench"), BEGUN)
            if game.phase(state.position).name == "war":
                break
        send_orders(store, state, game.regent("steady"), Stream(b"due"), 1000)
        store.conn.execute("UPDATE letter SET sent = created")


def ticking(runs: int, home: Path) -> Row:
    """Make a pass in which one phase is due."""
    due, letters = home / "due.db", home / "letters"
    with open_store(home / "full.db") as store:
        before = State(store, queries.find_campaign(store, "bench"), BEGUN).head.serial

    def tick(*start: str | Path) -> float:
        copy(home / "full.db", due)
        options = ["--db", due, "--in", home / "in", "--out", letters, "--outage", "0"]
        took = milliseconds([*start, "tick", *options], home)
        with open_store(due) as store:
            done = State(store, queries.find_campaign(store, "bench"), BEGUN)
            assert done.head.serial == before + 1
        return took

    for folder in ("in/new", "in/cur", "in/tmp"):
        (home / folder).mkdir(parents=True)
    tick(sys.executable, "-c", LIST)
    program = Path(sys.executable).with_name("adjudicator")
    (took, imports), ratio = in_turns(
        runs,
        lambda: tick(program),
        lambda: milliseconds([sys.executable, "-c", IMPORT], home),
    )
    what = f"tick with one due phase of {SEATS} seats, letters and maps, as a process"
    about = f"its imports alone {imports:.0f} ms, ratio {ratio:.1f}"
    return (what, f"{took:.0f} ms", about, "≤ 2×")


def rows(runs: int) -> list[Row]:
    """Measure each so many times."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        make(home / "full.db")
        return [ticking(runs, home)]


if __name__ == "__main__":
    for row in rows(*(int(each) for each in sys.argv[1:2] or ["9"])):
        print("  ".join(row))
