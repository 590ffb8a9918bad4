"""The steady regent: it taxes, builds and makes sure attacks; suggested to people.

The random one is here, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.shogun.cards import ACTIONS, BATTLES, BUILDINGS, MAJORITIES
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.chapters.plans import LAYING, dislike
from adjudicator.games.shogun.chapters.setup import by_worth
from adjudicator.games.shogun.orders import orders as kinds
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.language.slots import Amount

Suggested = Order | Line


class Habits(NamedTuple):
    """How a regent plans, and what provinces are worth to it beside that they are provinces."""

    margin: int = 1
    """By how many armies it outnumbers what it attacks."""
    left: int = 2
    """How many armies stay in a province from which it attacks."""
    attacks: int = 2
    building: float = 0.0
    """What a building is worth in a province that it attacks."""
    most: float = 0.0
    """What a point for most buildings of a kind is worth."""
    guard: float = 0.0
    """An army of an enemy beside a province in which it builds."""
    income: tuple[str, ...] = ("tax", "rice")
    spaces: tuple[str, ...] = (*BUILDINGS, "deploy 5", "deploy 3")
    """What it spends chests on, first things first."""
    bid: int | None = None
    """None: what it can spare."""
    places: tuple[str, ...] = ("extra chest", "six armies", "extra rice")
    fancies: Mapping[str, float] = {}
    """What provinces are worth to it besides."""


STEADY = Habits()


def _card(order: Order) -> str:
    return order.card if isinstance(order, kinds.Laid) else ""


choose_randomly = partial(choose_at_random, uses=_card)
"""Yields random legal orders: at most one on each space, each card laid once."""


def steady(play: ShogunPlay, seat: str, habits: Habits = STEADY) -> Iterator[Suggested]:
    """Yield sensible orders of the basic game for the phase."""
    match play.position.phase:
        case "draft":
            ranked = by_worth(play)
            for start in range(0, len(ranked), 20):
                yield kinds.Claim(tuple(ranked[start : start + 20]))
        case "plan":
            yield from _plan(play, seat, habits)
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action in BATTLES and (targets := _targets(play, seat, action, card, habits)):
                    yield _attack(action, card, targets, habits)
        case "winter":
            weak = sorted(play.provinces_of(seat), key=lambda name: (-play.land(name).armies, name))
            if weak:
                yield kinds.RevoltOrder(tuple(weak))


def _plan(play: ShogunPlay, seat: str, habits: Habits) -> Iterator[Suggested]:
    """Tax and take rice where no farmer rises, spend the chests on buildings, and on armies where
    enemies are near."""
    hand = list(play.provinces_of(seat))
    chests, supply = play.seat(seat).chests, play.seat(seat).supply
    yield from _attacks(play, seat, hand, habits)
    for what in habits.income:
        card = min(hand, key=lambda name: dislike(play, what, name), default="")
        if card:
            hand.remove(card)
            yield LAYING[what](card)
    for space in habits.spaces:
        if space in BUILDINGS:
            able = [name for name in hand if not possible.why_no_room(play, space, name)]
            card = max(able, key=lambda name: _site(play, seat, space, name, habits), default="")
        else:
            fancy = habits.fancies
            threats = {name: _threat(play, seat, name) + fancy.get(name, 0) for name in hand}
            card = max(hand, key=lambda name: (threats[name], name), default="")
        price = possible.price(play, seat, space, card) if card else 0
        if card and price <= chests and ACTIONS[space].armies <= supply:
            chests -= price
            supply -= ACTIONS[space].armies
            hand.remove(card)
            yield LAYING[space](card)
    spared = 1 if play.seat(seat).chests > 8 else 0
    yield kinds.Bid(kinds.Offer(spared if habits.bid is None else min(habits.bid, chests)))
    yield kinds.Prefer(habits.places)


def _attacks(play: ShogunPlay, seat: str, hand: list[str], habits: Habits) -> Iterator[Suggested]:
    """Attack what is worth most, else from the two largest stacks that outnumber a neighbour."""
    for action in BATTLES[: habits.attacks]:
        able = {card: _targets(play, seat, action, card, habits) for card in hand}
        ranked = [
            (-_prize(play, targets[0], habits), -play.land(card).armies, card)
            for card, targets in able.items()
            if targets
        ]
        if ranked:
            card = min(ranked)[-1]
            hand.remove(card)
            laid = kinds.Battle(action[-1], card)
            yield laid if play.targets_come_later else _attack(action, card, able[card], habits)


def _targets(play: ShogunPlay, seat: str, action: str, card: str, habits: Habits) -> list[str]:
    """Return the neighbours that are clearly outnumbered, what is worth most and weakest first."""
    moving = play.land(card).armies - habits.left
    ranked = sorted(
        (-_prize(play, target, habits), play.land(target).armies, target)
        for target in play.neighbours(card)
        if play.land(target).owner != seat
    )
    able = [each for _, armies, each in ranked if moving >= max(2, armies + habits.margin)]
    return [each for each in able if not possible.why_barred(play, seat, action, each)]


def _attack(action: str, card: str, targets: list[str], habits: Habits) -> Line:
    """Attack the first of some provinces that can be attacked when the time comes."""
    moving = Amount(habits.left, but=True)
    attacks = (kinds.Battle(action[-1], card, target, moving) for target in targets)
    return Line(tuple(map(Branch, attacks))[:3])


def _prize(play: ShogunPlay, province: str, habits: Habits) -> float:
    """Return what a province is worth that could be taken."""
    buildings = len(play.land(province).buildings)
    return habits.building * buildings + habits.fancies.get(province, 0.0)


def _site(play: ShogunPlay, seat: str, what: str, province: str, habits: Habits) -> float:
    """Return what a building is worth in a province, beside its point."""
    brought = 0.0
    if habits.most:
        names = next(names for names in play.board.regions.values() if province in names)
        lands = play.position.provinces
        built = Counter(lands[n].owner for n in names if n in lands and what in lands[n].buildings)
        own = built.pop(seat, 0)
        others = max(built.values(), default=0)
        before, after = (
            (each > others) * MAJORITIES[what] or (each == others > 0) * (MAJORITIES[what] - 1)
            for each in (own, own + 1)
        )
        brought = habits.most * (after - before)
    return brought - habits.guard * _threat(play, seat, province) + habits.fancies.get(province, 0)


def _threat(play: ShogunPlay, seat: str, province: str) -> int:
    near = (play.land(name) for name in play.neighbours(province))
    return sum(land.armies for land in near if land.owner not in ("", seat))
