"""Simulated worlds without end, until something goes wrong in one.

    python tests/world/endless.py [DAYS] [WORLDS] [FIRST]

Worlds of so many days (30), so many of them (0: no end), from a seed on that is drawn by lot. One in
which something goes wrong is told as a short story; exit code 1.
"""

import secrets
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from stories import live, story_of


def soak(days, worlds, first):
    """Let worlds live, and say after each what all of them have seen. Return the exit code."""
    seen, began = Counter(), time.process_time()
    for seed in range(first, first + worlds) if worlds else count(first):
        world, error = live(seed, days)
        if error is not None:
            print(f"\nseed {seed}: {error.code}; the faults that it needs are sought", flush=True)
            print(story_of(seed, days))
            return 1
        seen += world.counts + Counter(worlds=1, days=int(world.seconds // 86400))
        names = ("worlds", "days", "phases", "letters in", "letters out", "kills", "jumps")
        told = ", ".join(f"{seen[each]:,} {each}" for each in names)
        print(
            f"\r{told}, {time.process_time() - began:.0f} s of processor time", end="", flush=True
        )
    print()
    return 0


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    days, worlds, first = [*given, *(30, 0, secrets.randbelow(10**6))[len(given) :]]
    sys.exit(soak(days, worlds, first))
