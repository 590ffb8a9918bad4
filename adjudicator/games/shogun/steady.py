"""The steady regent's orders of the basic game: taxes, rice, buildings, sure attacks."""

from collections.abc import Iterator

from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.draft import by_worth
from adjudicator.games.shogun.orders import (
    Battle,
    Bid,
    Claim,
    Deploy,
    Laid,
    Offer,
    Prefer,
    RevoltOrder,
)
from adjudicator.games.shogun.plans import laying
from adjudicator.games.shogun.possible import free_buildings, why_no_move
from adjudicator.games.shogun.scene import Scene
from adjudicator.games.shogun.terms import terms
from adjudicator.orders import Line, Order
from adjudicator.orders.orders import Branch
from adjudicator.orders.slots import Amount

ALL_BUT_ONE = Amount(1, but=True)


def steady(scene: Scene, seat: str) -> Iterator[Line]:
    """Yield sensible orders of the basic game for the phase."""
    match scene.position.phase:
        case "draft":
            ranked = by_worth(scene)
            for start in range(0, len(ranked), 20):
                yield line(Claim(tuple(ranked[start : start + 20])))
        case "plan":
            yield from _plan(scene, seat)
        case "carry out":
            for action, card in scene.seat(seat).plan.items():
                if action.startswith("battle") and (found := _attack(scene, seat, action, card)):
                    yield found
        case "winter":
            weak = sorted(scene.own(seat), key=lambda name: (-scene.land(name).armies, name))
            if weak:
                yield line(RevoltOrder(tuple(weak)))


def line(*orders: Order) -> Line:
    """Make a line of an order and its alternatives."""
    return Line(tuple(Branch(order) for order in orders))


def _plan(scene: Scene, seat: str) -> Iterator[Line]:
    """Spend the chests on buildings and armies, tax and take rice where no farmer rises."""
    hand = scene.own(seat)
    chests = scene.seat(seat).chests
    yield from _battles(scene, seat, hand)
    for what in ("tax", "rice"):
        card = min(hand, key=lambda name: _unrest(scene, name, what), default="")
        if card:
            hand.remove(card)
            yield line(laying(what, card))
    for what in BUILDINGS:
        card = next((name for name in hand if what in free_buildings(scene, name)), "")
        price = terms(scene, seat, what, card)[-1].price if card else 0
        if card and price <= chests:
            chests -= price
            hand.remove(card)
            yield line(laying(what, card))
    yield from _levies(scene, seat, hand, chests)
    yield line(Bid(Offer(1 if scene.seat(seat).chests > 8 else 0)))
    yield line(Prefer(("extra chest", "six armies", "extra rice")))


def _battles(scene: Scene, seat: str, hand: list[str]) -> Iterator[Line]:
    """Attack from the two largest stacks that outnumber a neighbour."""
    for which in ("a", "b"):
        stacks = sorted(hand, key=lambda name: (-scene.land(name).armies, name))
        for card in stacks:
            found = _attack(scene, seat, f"battle {which}", card)
            if found:
                hand.remove(card)
                one_mail = scene.position.options["season"] == "one mail"
                yield found if one_mail else line(Battle(which, card))
                break


def _attack(scene: Scene, seat: str, action: str, card: str) -> Line | None:
    """Attack the weakest neighbours that are clearly outnumbered, in this order."""
    moving = scene.land(card).armies - 1
    weak = sorted(
        (
            (scene.land(target).armies, target)
            for target in scene.neighbours(card)
            if scene.land(target).owner != seat
            and not why_no_move(scene, seat, card, target, ALL_BUT_ONE, action)
        ),
    )
    orders = [
        Battle(action[-1], card, target, ALL_BUT_ONE)
        for armies, target in weak[:3]
        if moving >= max(2, armies + 2)
    ]
    return line(*orders) if orders else None


def _levies(scene: Scene, seat: str, hand: list[str], chests: int) -> Iterator[Line]:
    """Deploy where enemies are near, as far as chests and supply go."""
    supply = scene.seat(seat).supply
    for number, price in (("5", 3), ("3", 2)):
        threat = max(hand, key=lambda name: (_threat(scene, seat, name), name), default="")
        if threat and chests >= price and supply >= int(number):
            chests -= price
            supply -= int(number)
            hand.remove(threat)
            order: Laid = Deploy(number, threat)
            yield line(order)


def _threat(scene: Scene, seat: str, province: str) -> int:
    near = (scene.land(name) for name in scene.neighbours(province))
    return sum(land.armies for land in near if land.owner not in ("", seat))


def _unrest(scene: Scene, province: str, what: str) -> tuple[int, int, str]:
    return scene.land(province).revolts, -scene.printed(province, what), province
