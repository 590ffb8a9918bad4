"""How many warnings of Shogun's check are about nothing: steady regents against random others.

    python benchmarks/idle.py [--games 5] [--season "two mails"] [--first 0] [--continuations 1000]

A warned line of a steady regent is idle if each of so many continuations, with random orders of
the others and random dice, carries it out whole. Each game has another number of seats, and other
expansions in turn: none, each alone, all. With two mails the second is measured too: there the
plans of the others are random as well, for they lie face down. ``legality.py`` measures the checks
of Samurai Swords and Ikusa, ``tests/games/test_shogun_legality.py`` has a short run of this one.
It fails if more than one warning in 50 was idle.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "games"))

from test_shogun_legality import SETS, idle_in_games

MOST_IDLE = 1 / 50


def main() -> int:
    """Read the command line, measure and print; return 1 if too many warnings were idle."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--continuations", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--season", choices=("one mail", "two mails"), default="one mail")
    given = parser.parse_args()
    start, warned, idle = time.time(), 0, Counter[str]()
    for number in range(given.first, given.first + given.games):
        expansions = SETS[number % len(SETS)]
        for lines, found in idle_in_games(
            expansions, number, given.continuations, season=given.season
        ):
            warned += lines
            for told in found:
                idle[told.split(": ")[0]] += 1
                print(told)
        share = idle.total() / max(1, warned)
        games, took = number + 1 - given.first, time.time() - start
        print(f"{games} games, {took:.0f} s: {warned} warned, {share:.2%} idle", flush=True)
    print(*idle.most_common(), sep="\n")
    return int(idle.total() > MOST_IDLE * warned)


if __name__ == "__main__":
    sys.exit(main())
