"""The memory of a process that carries out many phases and sends all their letters.

    python benchmarks/memory.py [PHASES] [MEGABYTES]

Campaigns of three games are played one after another, four seats each, and every letter of theirs
is written with its maps, as the one process of ``serve`` does. Printed is what the process holds
now and then; ``MEGABYTES`` is the limit of what it keeps drawn (``[serve] drawings``).
"""

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from phases import play

from adjudicator.__main__ import SELDOM
from adjudicator.campaign.letters.outbox import unpack
from adjudicator.maps import keep_drawings
from adjudicator.store import queries
from adjudicator.store.database import open_store

GAMES = ("samurai-swords", "gekokujo", "shogun")
PHASES, LIMIT = 1000, 320
LATER = datetime(2100, 1, 1, tzinfo=UTC)


def held() -> float:
    """Return how many megabytes this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def megabytes(phases: int, limit: int) -> Iterator[tuple[int, float]]:
    """Play; yield now and then after how many phases the process holds how much."""
    keep_drawings(limit)
    done = 0
    for number in count():
        with (
            tempfile.TemporaryDirectory() as home,
            open_store(Path(home) / "campaign.db", create=True) as store,
        ):
            seen = 0
            for _ in play(store, GAMES[number % 3], most=50, seed=b"%d" % number):
                for letter in queries.letters_to_send(store, LATER):
                    if letter.id > seen:
                        unpack(store, letter)
                        seen = letter.id
                done += 1
                if done % max(1, phases // 10) == 0:
                    yield done, held()
                if done == phases:
                    return


if __name__ == "__main__":
    gc.set_threshold(SELDOM)  # as in the program itself
    given = [int(each) for each in sys.argv[1:]]
    for phases, size in megabytes(*given, *(PHASES, LIMIT)[len(given) :]):
        print(f"{phases:,} phases  {size:.0f} MB", flush=True)
