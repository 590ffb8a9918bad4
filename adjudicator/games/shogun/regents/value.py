"""What a position is worth to a seat: the points that it may end with, by a few facts."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.games.shogun.cards import MAJORITIES, ROUNDS, SEASONS
from adjudicator.games.shogun.chapters import year
from adjudicator.games.shogun.table.play import ShogunPlay

SEASONS_A_YEAR = len(SEASONS) - 1


class Weight(NamedTuple):
    """The points that one of something brings, for each of these that is still to come."""

    winter: float
    season: float = 0.0


WEIGHTS = {  # found by benchmarks/shogun_weights.py
    "chests": Weight(-0.11, 0.23),
    "armies": Weight(0.12, 0.07),
    "tower": Weight(0.0, 0.12),
    "provinces": Weight(0.97, 0.3),
    "buildings": Weight(1.07, -0.01),
    "most": Weight(0.82, -0.22),
    "weak": Weight(0.0, -0.24),
    "weak buildings": Weight(-0.42, -0.06),
    "short": Weight(-0.88, 0.11),
}


def lead(play: ShogunPlay, seat: str) -> float:
    """Return by how many points a seat may end before the others, the best of them above all."""
    worth = {each: _worth(play, each) for each in play.position.seats}
    others = [worth[each] for each in worth if each != seat]
    return worth[seat] - (max(others) + sum(others) / len(others)) / 2


def _worth(play: ShogunPlay, seat: str) -> float:
    record = play.seat(seat)
    if play.over:
        return record.points + record.chests / 1000
    seasons, winters = seasons_to_come(play)
    return record.points + sum(
        number * (WEIGHTS[what].winter * winters + WEIGHTS[what].season * seasons)
        for what, number in facts(play, seat)
    )


def seasons_to_come(play: ShogunPlay) -> tuple[int, int]:
    """Return how many seasons and winters are still to come, this one among them."""
    years, rounds = divmod(ROUNDS - play.position.round, len(SEASONS))
    return years * SEASONS_A_YEAR + rounds, years + 1


def facts(play: ShogunPlay, seat: str) -> Iterator[tuple[str, int]]:
    """Yield what a seat has of what brings points, as a season begins."""
    lands, record = play.position.provinces, play.seat(seat)
    own = play.provinces_of(seat)
    weak = [name for name in own if _strongest_near(play, seat, name) - 1 > lands[name].armies]
    yield "chests", record.chests
    yield "armies", sum(lands[name].armies for name in own)
    yield "tower", play.position.tower.get(seat, 0) + play.position.tray.get(seat, 0)
    yield "provinces", len(own)
    yield "buildings", sum(len(lands[name].buildings) for name in own)
    yield "most", sum(_points_for_most(play, seat))
    yield "weak", len(weak)
    yield "weak buildings", sum(len(lands[name].buildings) for name in weak)
    yield "short", max(0, len(own) - record.rice)


def _strongest_near(play: ShogunPlay, seat: str, province: str) -> int:
    near = (play.land(each) for each in play.neighbours(province))
    return max((land.armies for land in near if land.owner not in ("", seat)), default=0)


def _points_for_most(play: ShogunPlay, seat: str) -> Iterator[int]:
    lands = play.position.provinces
    for names in play.board.regions.values():
        for what, points in MAJORITIES.items():
            owners = (lands[n].owner for n in names if n in lands and what in lands[n].buildings)
            best = year.most_of(Counter(owners))[1]
            if seat in best:
                yield points - (len(best) > 1)
