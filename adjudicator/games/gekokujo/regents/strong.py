"""The strong regent: it tries out plans, each a steady one with other habits, and does the best.

Each is carried out and the game played on, all seats being steady, through the next round, each
time with the same dice for all plans; what is left promising is tried more often.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.chance import Chance, Stream
from adjudicator.games.engine.foresight import (
    draw_key,
    lines_up,
    play_on,
    steady_orders,
    who_orders,
    winners,
)
from adjudicator.games.gekokujo.chapters import year
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.orders.orders import Rank
from adjudicator.games.gekokujo.regents.steady import STEADY, Habits, steady
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Branch, Line, Orders

BEST_CLANS = ("Oda", "Tokugawa", "Takeda", "Chosokabe", "Otomo", "Uesugi", "Mori")
"""The clans by how often they win among five steady seats, each with one of them at random."""
ROUNDS_AHEAD = 1
"""So many rounds after this one are played to their end."""
TRIALS = (1, 2, 4)
"""How often each plan is tried; after each number the better half is left."""

VARIANTS: tuple[Habits, ...] = (
    STEADY,
    STEADY._replace(rival=1.0, leader=3.0),
    STEADY._replace(daimyos=0),
    STEADY._replace(daimyos=1),
    STEADY._replace(mandate=2.0),
    STEADY._replace(least=0.0, bushi=0.6),
    STEADY._replace(least=0.6),
    STEADY._replace(daimyo=3.0, last=6.0),
    STEADY._replace(rival=-0.2, leader=0.0),
    STEADY._replace(strength=0.45),
    STEADY._replace(strength=1.0, least=0.0, rival=1.5),
    *(STEADY._replace(claims=number) for number in range(2, 7)),
)
FANCIES = 1
"""How often all plans that differ in what they take are made anew with other fancies."""
LOST = 0.001
"""What each round is worth that a lost game lasts."""
SPREAD = 0.3
"""What a step away from its own provinces is worth to a seat that spreads."""
GRUDGE = 1.5
"""What a province near a rival's is worth to a seat that is in its way."""


class Tried(NamedTuple):
    """A plan, and what came of it, trial by trial."""

    orders: Orders
    shares: list[float]

    @property
    def mean(self) -> float:
        """What it came to."""
        return sum(self.shares) / len(self.shares)


def choose(play: GekokujoPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield the orders of the best plan."""
    if play.position.phase == "draft":
        if ranks_clans(play, seat):
            yield Line((Branch(Rank(BEST_CLANS)),))
        return
    plans = {
        str(orders): Tried(orders, [])
        for habits in (*VARIANTS, *_with_fancies(play, seat, chance))
        for orders in [lines_up(steady(play.begin_anew(), seat, habits))]
    }
    left = list(plans.values())
    if len(left) > 1:
        key, table = draw_key(chance), assume(play, seat)
        for number, most in enumerate(TRIALS):
            for plan in left:
                for trial in range(len(plan.shares), most):
                    plan.shares.append(_follow(table, seat, plan.orders, key + b" %d" % trial))
            left.sort(key=lambda plan: -plan.mean)
            left = left[: max(1, len(left) // 2)] if number + 1 < len(TRIALS) else left
    yield from left[0].orders.lines


def _with_fancies(play: GekokujoPlay, seat: str, chance: Chance) -> Iterator[Habits]:
    """Yield habits of seats that prefer some provinces.

    Those far from its own, so that much lies open next round; those near a rival's; and some for
    no reason, as chance has it.
    """
    places = list(play.board.provinces)
    own = play.board.steps_from(play.provinces_of(seat))
    preferred = [{place: SPREAD * steps for place, steps in own.items()}]
    for rival in play.survivors():
        if rival != seat:
            near = play.board.steps_from(play.places_of(rival))
            preferred.append({place: GRUDGE for place in places if near.get(place, 9) <= 2})
    for _ in range(FANCIES):
        dice = chance.dice(len(places), 100, "regent")
        preferred.append({place: die / 100 for place, die in zip(places, dice, strict=True)})
    for fancies in preferred:
        for claims in (3, 5, 99):
            yield STEADY._replace(fancies=fancies, claims=claims)


def assume(play: GekokujoPlay, seat: str) -> GekokujoPlay:
    """Return a play in which others have as many koku as is likely, where they hide them."""
    position = play.begun
    if play.hides_koku:
        seats = {
            name: house if name == seat else replace(house, koku=year.income_of(play, name).income)
            for name, house in position.seats.items()
        }
        position = replace(position, seats=seats)
    return play.begin_anew(position=position)


def _follow(play: GekokujoPlay, seat: str, orders: Orders, key: bytes) -> float:
    """Carry orders out and play on; return the seat's share in what comes of it."""
    chance, last = Stream(key), play.position.round + ROUNDS_AHEAD
    given = {other: steady_orders(play, other) for other in who_orders(play) if other != seat}
    after = play_on(play, {**given, seat: orders}, chance)
    while not after.over and after.position.round <= last:
        sent = {other: steady_orders(after, other) for other in who_orders(after)}
        after = play_on(after, sent, chance)
    return share_of(after, seat)


def share_of(play: GekokujoPlay, seat: str) -> float:
    """Return how likely a seat is to win, by a guess."""
    if play.over:
        return float(seat in winners(play)) or LOST * play.position.round
    able = [each for each in play.survivors() if not play.house(each).master]
    if seat not in able:
        return 0.0
    strengths = {each: _strength(play, each) for each in able}
    return strengths[seat] ** 3 / sum(each**3 for each in strengths.values())


def _strength(play: GekokujoPlay, seat: str) -> float:
    provinces, bushi = len(play.provinces_of(seat)), play.bushi(seat)
    return 1 + provinces + 0.25 * bushi + play.daimyos(seat) + 0.15 * play.house(seat).koku
