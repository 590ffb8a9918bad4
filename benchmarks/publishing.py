"""Rows of pages: what they cost after a phase, early and late in a campaign, and their checking.

    python benchmarks/publishing.py

A campaign of four seats is played by regents who choose at random, and its pages are brought up to
date after each phase. It is the processor's time. Phases differ, so that medians of some that
follow one another are compared.
"""

import gc
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from phases import UNTIMED, play

from adjudicator.__main__ import SELDOM
from adjudicator.site.keep import keep_site
from adjudicator.site.place import Site
from adjudicator.store.database import open_store

Row = tuple[str, str, str, str]
EARLY, LATE, NEAR = 10, 200, 6
SEED = b"long 6"
"""With it the game is long enough."""


def rows() -> Iterator[Row]:
    """Measure the pages about the tenth phase and about the two hundredth."""
    now, took = datetime(2026, 3, 2, 20, tzinfo=UTC), {}
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder) / "campaign.db", create=True) as store,
    ):
        site = Site(Path(folder) / "site", "https://games.example/")
        phases = play(store, "samurai-swords", "none", "random", LATE + NEAR, SEED)
        for number, _ in enumerate(phases, UNTIMED + 1):
            start = time.process_time()
            assert len(list(keep_site(store, site, now))) >= 1
            took[number] = (time.process_time() - start) * 1000
    early, late = (
        statistics.median(took[each] for each in range(middle - NEAR, middle + NEAR + 1))
        for middle in (EARLY, LATE)
    )
    about = f"phase {EARLY} {early:.0f} ms, ratio {late / early:.2f}"
    yield (f"the pages after phase {LATE} of a campaign", f"{late:.0f} ms", about, "≤ 1.3×")


if __name__ == "__main__":
    gc.set_threshold(SELDOM)  # as in the program itself
    for row in rows():
        print("  ".join(row))
