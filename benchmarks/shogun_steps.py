"""Small steps of the weights of Shogun's strong regent: each is played, and stays only if it wins.

    python benchmarks/shogun_steps.py [--steps 8] [--games 200] [--first 0] [--way -1]

A step changes all weights by chance, by up to a half; if it goes, the step back is tried. In each
game of four two seats value positions by the weights of the step and two by those before it, in all
six ways in turn; counted is by how many points the first two end above the others, in the mean of a
game. A step stays if the lower bound of the 95 % interval of that is above nothing; it is given up
early once the upper bound is below nothing after a quarter of the games. The weights that are left
are printed, to be put into ``games/shogun/regents/value.py``.
"""

import argparse
import statistics
from collections.abc import Iterator
from itertools import combinations

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.shogun.regents import value
from adjudicator.games.shogun.regents.value import Weight

Weights = dict[str, Weight]
SEATS = 4
STEP = 0.5
"""So much of itself a weight changes at most."""
LEAST = 0.1
"""So many points a weight counts as at least, so that one of nothing can grow."""
Z = 1.96


def main() -> None:
    """Play steps one after another, and print what is left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first step")
    parser.add_argument("--way", type=int, action="append", choices=(1, -1), help="only this way")
    given = parser.parse_args()
    weights: Weights = dict(value.WEIGHTS)
    for number in range(given.first, given.first + given.steps):
        for way in given.way or (1, -1):
            tried = change(weights, number, way)
            if gains_by(tried, weights, f"{number}" if way > 0 else f"{number} back", given.games):
                weights = tried
                break
    show(weights)


def gains_by(tried: Weights, before: Weights, step: str, games: int) -> bool:
    """Play a step and say what it brings; return whether it stays."""
    gains: list[float] = []
    low, high = interval(gains)
    for gain in play_against(tried, before, step, games):
        gains.append(gain)
        low, high = interval(gains)
        if len(gains) >= games / 4 and high < 0:
            break
    print(
        f"step {step}: {statistics.mean(gains):+.2f} points ({low:+.2f} to {high:+.2f}) "
        f"in {len(gains)} games: {'stays' if low > 0 else 'goes'}",
        flush=True,
    )
    return low > 0


def change(weights: Weights, number: int, way: int) -> Weights:
    """Return the weights of a step, drawn by its number, or of the step the other way (-1)."""
    chance = Stream(b"step %d" % number)

    def moved(weight: float) -> float:
        share = way * (chance.dice(1, 201, "step")[0] - 101) / 100
        return round(weight + share * STEP * max(LEAST, abs(weight)), 3)

    return {what: Weight(*map(moved, each)) for what, each in weights.items()}


def play_against(tried: Weights, before: Weights, step: str, games: int) -> Iterator[float]:
    """Yield of each game by how many points those of the step end above the others."""
    game = registry.find("shogun")
    strong = game.regent("strong")
    seats = game.meta.seats[:SEATS]
    ways = list(combinations(seats, SEATS // 2))
    for number in range(games):
        chance = Stream(f"step {step} game {number}".encode())
        own = ways[number % len(ways)]
        position = game.new(seats, {}, chance).position
        while not game.phase(position).over:
            orders = {}
            for seat in game.phase(position).must:
                value.WEIGHTS.update(tried if seat in own else before)
                orders[seat] = strong.orders(game.view(position, seat), seat, chance)
            position = game.adjudicate(position, orders, chance).position
        points = {seat: record.points for seat, record in position.seats.items()}
        mine = statistics.mean(points[seat] for seat in own)
        yield mine - statistics.mean(points[seat] for seat in seats if seat not in own)


def interval(gains: list[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean."""
    if len(gains) < 2:
        return -float("inf"), float("inf")
    spread = Z * statistics.stdev(gains) / len(gains) ** 0.5
    mean = statistics.mean(gains)
    return mean - spread, mean + spread


def show(weights: Weights) -> None:
    """Print weights as ``value.py`` states them."""
    for what, weight in weights.items():
        print(f"    {what!r}: Weight({weight.winter}, {weight.season}),".replace("'", '"'))


if __name__ == "__main__":
    main()
