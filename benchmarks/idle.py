"""How many warnings of Shogun's check are about nothing: steady regents against random others.

    python benchmarks/idle.py --games 12 --continuations 1000

A warned line of a steady regent is idle if each of so many continuations, with random orders of
the others and random dice, carries it out whole. Each game has other expansions and seats.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "games"))

from test_shogun_legality import SETS, idle_in_games


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--continuations", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    start, warned, idle = time.time(), 0, Counter[str]()
    for number in range(given.first, given.first + given.games):
        expansions = SETS[number % len(SETS)]
        for lines, found in idle_in_games(expansions, number, given.continuations):
            warned += lines
            for told in found:
                idle[told.split(": ")[0]] += 1
                print(told)
        share = idle.total() / max(1, warned)
        print(f"{number + 1} games, {time.time() - start:.0f} s: {warned} warned, {share:.2%} idle")
    print(*idle.most_common(), sep="\n")


if __name__ == "__main__":
    main()
