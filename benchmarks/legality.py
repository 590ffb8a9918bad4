"""Whether the checks of Samurai Swords and Ikusa keep their word, over many random games.

    python benchmarks/legality.py [--games 20] [--game ikusa] [--first 0]
    python benchmarks/legality.py --warnings [--games 4] [--continuations 1000]

Without --warnings: random orders of all seats, in every phase. No line that was rejected is carried
out, and no line of which nothing was said fails for dice or for what others did. What is less
likely than one in some hundreds is not warned of, so a rare one of many thousand may.

With --warnings: games of the steady regent. How many warned lines there are, and how many of them
each of so many continuations carries out: random orders of the others, their ronin hidden anew.
Exit code 1 if a rejected line was carried out, if more than one line in 5,000 failed unwarned, or
if more than one warning in 50 was idle.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "games"))

from legality import (
    all_orders,
    done_although_rejected,
    failed_unwarned,
    idle_warnings,
    moments,
    numbered,
    regents_orders,
)
from swords_lines import OWN, go_on, invent

from adjudicator.chance import Stream
from adjudicator.games import registry

NAMES = ("samurai-swords", "ikusa")
WARS = ("turns", "together")
MOST_IDLE = 1 / 50
MOST_FAILED = 1 / 5000


def games(name: str, first: int, number: int) -> Iterator[tuple[str, int, bytes]]:
    """Yield the kind of war, the seats and the key of each game."""
    for each in range(first, first + number):
        yield WARS[each % 2], 3 + each // 2 % 3, f"legality {name} {each}".encode()


def keep_their_word(name: str, first: int, number: int) -> bool:
    """Try random orders in every phase of the games; return whether all is well."""
    lines = failed = 0
    for war, seats, key in games(name, first, number):
        for moment in moments(registry.find(name), seats, {"war": war}, key, 60):
            chance = Stream(moment.key)
            orders = all_orders(moment, chance, invent)
            lines += sum(map(len, orders.values()))
            for wrong in done_although_rejected(moment, orders, Stream(moment.key)):
                print(f"rejected and carried out: {wrong}")
                return False
            for wrong in failed_unwarned(moment, orders, Stream(moment.key), OWN):
                print(f"failed unwarned: {wrong}")
                failed += 1
    print(
        f"{name}: {number} games, {lines:,} lines, none rejected was done, {failed} failed unwarned"
    )
    return failed <= MOST_FAILED * lines


def are_worth_reading(name: str, first: int, number: int, continuations: int) -> bool:
    """Count the warnings of steady regents, and those whose causes never come."""
    counts = {war: [0, 0] for war in WARS}
    for war, seats, key in games(name, first, number):
        for moment in moments(registry.find(name), seats, {"war": war}, key, 40, ("steady",)):
            for seat in moment.game.phase(moment.position).must:
                chance = Stream(moment.key + seat.encode())
                given = regents_orders(moment.game, moment.position, seat, "steady", chance)
                orders = numbered(given)
                came = go_on(moment, seat, orders, continuations)
                warned, idle = idle_warnings(moment, seat, orders, came)
                counts[war][0] += len(warned)
                counts[war][1] += len(idle)
    for war, (warned, idle) in counts.items():
        print(f"{name}, {war}: {warned} lines were warned of, {idle} of them for nothing")
    return all(idle <= MOST_IDLE * warned for warned, idle in counts.values())


def main() -> None:
    """Read the command line and try."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--game", action="append", choices=NAMES)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--warnings", action="store_true")
    parser.add_argument("--continuations", type=int, default=1000)
    given = parser.parse_args()
    for name in given.game or NAMES:
        if given.warnings:
            well = are_worth_reading(name, given.first, given.games, given.continuations)
        else:
            well = keep_their_word(name, given.first, given.games)
        if not well:
            sys.exit(1)


if __name__ == "__main__":
    main()
