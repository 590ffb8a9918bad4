"""What regents order: the steady one taxes, builds and makes sure attacks."""

from collections.abc import Iterator
from functools import partial

from adjudicator.games.engine.plain import choose_at_random
from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.chapters.plans import order_on
from adjudicator.games.shogun.chapters.possible import terms, why_no_move, why_no_room
from adjudicator.games.shogun.chapters.setup import by_worth
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Branch, Line, Order, subject
from adjudicator.orders.language.slots import Amount

ALL_BUT_ONE = Amount(1, but=True)
Suggested = Order | Line


def steady(play: ShogunPlay, seat: str) -> Iterator[Suggested]:
    """Yield sensible orders of the basic game for the phase."""
    match play.position.phase:
        case "draft":
            ranked = by_worth(play)
            for start in range(0, len(ranked), 20):
                yield orders.Claim(tuple(ranked[start : start + 20]))
        case "plan":
            yield from _plan(play, seat)
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action.startswith("battle") and (attack := _attack(play, seat, action, card)):
                    yield attack
        case "winter":
            weak = sorted(play.provinces_of(seat), key=lambda name: (-play.land(name).armies, name))
            if weak:
                yield orders.RevoltOrder(tuple(weak))


def _about(order: Order) -> tuple[str, ...]:
    return ("laid", order.space) if isinstance(order, orders.Laid) else subject(order)


def _card(order: Order) -> str:
    return order.card if isinstance(order, orders.Laid) else ""


choose_randomly = partial(choose_at_random, about=_about, uses=_card)
"""Yields random legal orders: at most one on each space, each card laid once."""


def _plan(play: ShogunPlay, seat: str) -> Iterator[Suggested]:
    """Spend the chests on buildings and armies, tax and take rice where no farmer rises."""
    hand = play.provinces_of(seat)
    chests = play.seat(seat).chests
    yield from _battles(play, seat, hand)
    for what in ("tax", "rice"):
        card = min(hand, key=lambda name: _unrest(play, name, what), default="")
        if card:
            hand.remove(card)
            yield order_on(what, card)
    for what in BUILDINGS:
        card = next((name for name in hand if not why_no_room(play, what, name)), "")
        price = terms(play, seat, what, card)[-1].price if card else 0
        if card and price <= chests:
            chests -= price
            hand.remove(card)
            yield order_on(what, card)
    yield from _levies(play, seat, hand, chests)
    yield orders.Bid(orders.Offer(1 if play.seat(seat).chests > 8 else 0))
    yield orders.Prefer(("extra chest", "six armies", "extra rice"))


def _battles(play: ShogunPlay, seat: str, hand: list[str]) -> Iterator[Suggested]:
    """Attack from the two largest stacks that outnumber a neighbour."""
    for which in ("a", "b"):
        stacks = sorted(hand, key=lambda name: (-play.land(name).armies, name))
        for card in stacks:
            attack = _attack(play, seat, f"battle {which}", card)
            if attack:
                hand.remove(card)
                one_mail = play.position.options["season"] == "one mail"
                yield attack if one_mail else orders.Battle(which, card)
                break


def _attack(play: ShogunPlay, seat: str, action: str, card: str) -> Line | None:
    """Attack the weakest neighbours that are clearly outnumbered, in this order."""
    moving = play.land(card).armies - 1
    weak = sorted(
        (play.land(target).armies, target)
        for target in play.neighbours(card)
        if play.land(target).owner != seat
        and not why_no_move(play, seat, card, target, ALL_BUT_ONE, action)
    )
    attacks = [
        orders.Battle(action[-1], card, target, ALL_BUT_ONE)
        for armies, target in weak[:3]
        if moving >= max(2, armies + 2)
    ]
    return Line(tuple(map(Branch, attacks))) if attacks else None


def _levies(play: ShogunPlay, seat: str, hand: list[str], chests: int) -> Iterator[Suggested]:
    """Deploy where enemies are near, as far as chests and supply go."""
    supply = play.seat(seat).supply
    for number, price in (("5", 3), ("3", 2)):
        threat = max(hand, key=lambda name: (_threat(play, seat, name), name), default="")
        if threat and chests >= price and supply >= int(number):
            chests -= price
            supply -= int(number)
            hand.remove(threat)
            yield orders.Deploy(number, threat)


def _threat(play: ShogunPlay, seat: str, province: str) -> int:
    near = (play.land(name) for name in play.neighbours(province))
    return sum(land.armies for land in near if land.owner not in ("", seat))


def _unrest(play: ShogunPlay, province: str, what: str) -> tuple[int, int, str]:
    return play.land(province).revolts, -play.card_value(province, what), province
