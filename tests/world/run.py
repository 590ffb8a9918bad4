"""Lets simulated worlds live, several side by side, and tells of each in which something goes wrong.

    python tests/world/run.py [--days 60] [--stories FOLDER] [--server]
        [SEED | FIRST-LAST | tonight …]

The worlds of these seeds; ``tonight``: three hundred, others each day; none given: others without
end, until something goes wrong in one. What goes wrong is told as a short story, with the faults
that it needs, which is left in a folder, too, if one is named; exit code 1. With ``--server`` their
databases are those of a PostgreSQL that is started for it.
"""

import argparse
import os
import secrets
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from itertools import count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from misfortunes import FAULTS
from simulation import World
from stories import live, story_of

NIGHTLY = 300
TOLD = ("worlds", "days", "phases", "letters in", "letters out", "kills", "power cuts", "jumps")
HABIT = "habit "


def live_through(seed, days, server):
    """Let a world live, in a file or at a server; return its seed, what was counted in it, and its
    story if it fails."""
    sys.unraisablehook = lambda _: None  # those who were killed say so when they are cleared away
    if not server:
        return _live_through(seed, days, World)
    from on_server import Databases, world_on_server

    databases = Databases(*server, [])
    try:
        return _live_through(seed, days, world_on_server(databases.new))
    finally:
        databases.throw_away()


def _live_through(seed, days, kind):
    world, error = live(seed, days, FAULTS, kind)
    seen = world.counts + Counter(worlds=1, days=int(world.seconds // 86400))
    return seed, seen, story_of(seed, days, FAULTS, kind) if error else ""


def run(seeds, days, stories, server, *, all_of_them):
    """Let worlds live, and say what they have seen; return the exit code."""
    seen, failed, began = Counter(), [], time.monotonic()
    side_by_side = os.cpu_count() or 1
    with ProcessPoolExecutor(side_by_side) as pool:
        at_it = {
            pool.submit(live_through, each, days, server) for each in islice(seeds, side_by_side)
        }
        while at_it:
            done, at_it = wait(at_it, return_when=FIRST_COMPLETED)
            for seed, counts, story in (each.result() for each in done):
                seen += counts
                if story:
                    failed.append(seed)
                    told = f"make world SEEDS={seed} DAYS={days}\n\n{story}\n"
                    print(f"\n{told}", flush=True)
                    if stories:
                        stories.mkdir(parents=True, exist_ok=True)
                        stories.joinpath(f"{seed}.md").write_text(f"```text\n{told}```\n", "utf-8")
            told = ", ".join(f"{seen[each]:,} {each}" for each in TOLD)
            print(f"\r{told}, {time.monotonic() - began:.0f} s", end="", flush=True)
            if all_of_them or not failed:
                at_it |= {
                    pool.submit(live_through, each, days, server)
                    for each in islice(seeds, len(done))
                }
    habits = [
        f"{each.removeprefix(HABIT)} {seen[each]:,}" for each in sorted(seen) if HABIT in each
    ]
    print(f"\nwhat people did: {', '.join(habits)}", end="")
    print(f"\n{len(failed)} with faults: {failed}" if failed else "\nno fault")
    return 1 if failed else 0


def read_seeds(words):
    """Yield the seeds that are given."""
    for word in words:
        if word == "tonight":
            first = int(time.time() // 86400) * NIGHTLY
            yield from range(first, first + NIGHTLY)
            continue
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    """Read the command line, and let worlds live."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--stories", type=Path)
    parser.add_argument("--server", action="store_true")
    parser.add_argument("seeds", nargs="*")
    given = parser.parse_args()
    seeds = read_seeds(given.seeds) if given.seeds else count(secrets.randbelow(10**9))
    how = given.days, given.stories
    if not given.server:
        return run(iter(seeds), *how, None, all_of_them=bool(given.seeds))
    from servers.postgresql import PostgreSQL

    with closing(PostgreSQL()) as server:
        server.start()
        at = server.address("postgres"), server.template()
        return run(iter(seeds), *how, at, all_of_them=bool(given.seeds))


if __name__ == "__main__":
    sys.exit(main())
