"""Weights of Shogun's strong regent: what a seat has as a season begins, and its points at the end.

    python benchmarks/shogun_weights.py [--games 600]

Seats that plan as the strong regent supposes others to do play games among themselves. A least
squares fit finds by how many points more than the mean of the table a seat ends, of what it has
more than the mean as seasons begin; each season counts as much as it leaves to chance. Each weight
is printed with its standard error, to be put into ``games/shogun/regents/value.py``.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import mul
from typing import NamedTuple

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.engine.foresight import steady_orders
from adjudicator.games.shogun.regents.strong import guess
from adjudicator.games.shogun.regents.value import WEIGHTS, facts, seasons_to_come
from adjudicator.games.shogun.table.play import ShogunPlay

RIDGE = 20.0
"""So much each weight is held back, in squares of deviations."""
Row = tuple[int, list[float], float]
"""The round; what a seat has, times the winters and the seasons to come; the points it gains."""


class Moment(NamedTuple):
    """A table as a season begins."""

    round: int
    points: dict[str, float]
    has: dict[str, list[float]]


def main() -> None:
    """Play, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    rows = [row for number in range(parser.parse_args().games) for row in play(number)]
    deviations = spreads(rows)
    scaled = [
        ([each / deviations[round_] for each in has], gain / deviations[round_])
        for round_, has, gain in rows
    ]
    weights, errors = fit(scaled)
    half = len(WEIGHTS)
    for number, what in enumerate(WEIGHTS):
        winter, season = weights[number], weights[half + number]
        print(
            f"{what:15} winter {winter:6.2f} ± {errors[number]:.2f}   "
            f"season {season:6.2f} ± {errors[half + number]:.2f}"
        )


def play(number: int) -> Iterator[Row]:
    """Play a game; yield what each seat had as each season but the first began."""
    game = registry.find("shogun")
    chance = Stream(b"weights %d" % number)
    seats = game.meta.seats[: 3 + number % 3]
    position, moments = game.new(seats, {}, chance).position, []
    while not game.phase(position).over:
        table = game.play(position)
        if position.phase == "plan" and position.round > 1:
            moments.append(_moment(table))
        plans = position.phase == "plan"
        orders = {
            seat: guess(table, seat, chance) if plans else steady_orders(table, seat)
            for seat in game.phase(position).must
        }
        position = game.adjudicate(position, orders, chance).position
    ends = {seat: float(record.points) for seat, record in position.seats.items()}
    for moment in moments:
        gains = _above_mean({seat: [ends[seat] - moment.points[seat]] for seat in seats})
        has = _above_mean(moment.has)
        yield from ((moment.round, has[seat], gains[seat][0]) for seat in seats)


def _moment(table: ShogunPlay) -> Moment:
    seasons, winters = seasons_to_come(table)
    points, has = {}, {}
    for seat, record in table.position.seats.items():
        found = dict(facts(table, seat))
        points[seat] = float(record.points)
        has[seat] = [found[what] * left for left in (winters, seasons) for what in WEIGHTS]
    return Moment(table.position.round, points, has)


def _above_mean(by_seat: dict[str, list[float]]) -> dict[str, list[float]]:
    means = [sum(each) / len(by_seat) for each in zip(*by_seat.values(), strict=True)]
    return {
        seat: [value - mean for value, mean in zip(values, means, strict=True)]
        for seat, values in by_seat.items()
    }


def spreads(rows: Sequence[Row]) -> dict[int, float]:
    """Return by round how far off a fit of that round alone is."""
    by_round = defaultdict(list)
    for round_, has, gain in rows:
        by_round[round_].append((has, gain))
    found = {}
    for round_, given in by_round.items():
        weights, _ = fit(given)
        off = (gain - sum(map(mul, has, weights)) for has, gain in given)
        found[round_] = (sum(each * each for each in off) / len(given)) ** 0.5
    return found


def fit(rows: Sequence[tuple[list[float], float]]) -> tuple[list[float], list[float]]:
    """Return the weights of a ridge regression, and their standard errors."""
    width = len(rows[0][0])
    squares = [[RIDGE * (i == j) for j in range(width)] for i in range(width)]
    sums = [0.0] * width
    for has, gain in rows:
        for i, one in enumerate(has):
            if one:
                sums[i] += one * gain
                for j, other in enumerate(has):
                    squares[i][j] += one * other
    inverse = _invert(squares)
    weights = [sum(map(mul, line, sums)) for line in inverse]
    off = (gain - sum(map(mul, has, weights)) for has, gain in rows)
    variance = sum(each * each for each in off) / len(rows)
    return weights, [(variance * inverse[i][i]) ** 0.5 for i in range(width)]


def _invert(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive matrix, by elimination."""
    size = len(matrix)
    lines = [[*line, *(float(i == j) for j in range(size))] for i, line in enumerate(matrix)]
    for i in range(size):
        lines[i] = [each / lines[i][i] for each in lines[i]]
        for j in range(size):
            if j != i:
                factor = lines[j][i]
                lines[j] = [a - factor * b for a, b in zip(lines[j], lines[i], strict=True)]
    return [line[size:] for line in lines]


if __name__ == "__main__":
    main()
