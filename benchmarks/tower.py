"""The cube tower in whole games of Shogun: what it holds and what comes out, season by season.

    python benchmarks/tower.py --games 60 [--regent steady] [--hold 40] [--shake 100]

For three, four and five seats: the cubes that stay of the first load; then for each season the
cubes inside as it begins, the cubes that came out for each that went in, the battles between
seats and for neutral provinces, and the share of them that ended undecided.
"""

import argparse
from collections import Counter, defaultdict
from statistics import mean
from typing import NamedTuple

from play import play

from adjudicator.chance import Stream
from adjudicator.games.contract import Value
from adjudicator.games.registry import find
from adjudicator.games.shogun.table.events import Fought
from adjudicator.games.shogun.table.position import when


class Season(NamedTuple):
    """What was counted in a season over all games."""

    inside: list[int]
    counts: Counter[str]


def measure(seats: int, games: int, regent: str, options: dict[str, Value]) -> dict[int, Season]:
    """Play games; return the counts by round, and under 0 the cubes that stayed of the load."""
    game = find("shogun")
    found: dict[int, Season] = defaultdict(lambda: Season([], Counter()))
    for number in range(games):
        names = game.meta.seats[:seats]
        start = game.new(names, options, Stream(f"shogun {number}".encode())).position
        found[0].inside.append(sum(start.tower.values()))
        for turn in play(game, names, options, str(number), regent):
            season = found[turn.before.round]
            season.inside.append(sum(turn.before.tower.values()))
            for event in turn.events:
                if isinstance(event, Fought):
                    _count(season.counts, event)
    return found


def _count(counts: Counter[str], event: Fought) -> None:
    counts["in"] += sum(event.thrown.values())
    counts["out"] += sum(event.fallen.values())
    if event.kind != "revolt":
        counts["battles"] += 1
        counts["undecided"] += not event.winner
        counts["nothing fell"] += event.attack == event.defence == 0


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games for each number of seats")
    parser.add_argument("--regent", default="steady", help="who plays: steady or random")
    parser.add_argument("--hold", type=int, help="option “tower hold”")
    parser.add_argument("--shake", type=int, help="option “tower shake”")
    given = parser.parse_args()
    named = {"tower hold": given.hold, "tower shake": given.shake}
    options = {name: value for name, value in named.items() if value is not None}
    for seats in (3, 4, 5):
        found = measure(seats, given.games, given.regent, dict(options))
        print(f"{seats} seats: {mean(found.pop(0).inside):.1f} cubes stay of the first load")
        for number, (inside, counts) in sorted(found.items()):
            date, battles = when(number), max(1, counts["battles"])
            out = counts["out"] / max(1, counts["in"])
            print(
                f"  year {date.year} {date.season:6}  inside {mean(inside):4.1f}  out/in {out:.2f}"
                f"  battles {counts['battles']:5}  undecided {counts['undecided'] / battles:4.0%}"
                f"  nothing fell {counts['nothing fell'] / battles:4.0%}"
            )


if __name__ == "__main__":
    main()
