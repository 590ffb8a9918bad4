"""Legal orders of the basic game, each possible by itself as things stand."""

from collections.abc import Iterator

from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.language import PLACES, SPECIAL_CARDS
from adjudicator.games.shogun.orders import (
    Battle,
    Bid,
    Build,
    Claim,
    Deploy,
    DrawBelow,
    Group,
    Groups,
    March,
    Offer,
    Prefer,
    RevoltOrder,
    Rice,
    Tax,
)
from adjudicator.games.shogun.possible import (
    why_no_building,
    why_no_deployment,
    why_no_move,
)
from adjudicator.games.shogun.scene import Scene
from adjudicator.orders import Order
from adjudicator.orders.slots import Amount

_MOVING = ("deploy 1", "battle a", "battle b")


def offers(scene: Scene, seat: str) -> Iterator[Order]:
    """Yield the seat's legal orders of the basic game for the phase."""
    match scene.position.phase:
        case "draft":
            yield from _claims(scene)
        case "plan":
            yield from _plans(scene, seat)
        case "carry out":
            for action, card in scene.seat(seat).plan.items():
                if action in _MOVING:
                    yield from _moves(scene, seat, card, action)
        case "winter":
            yield from (RevoltOrder((name,)) for name in scene.own(seat))


def _claims(scene: Scene) -> Iterator[Order]:
    yield from (Claim((name,)) for name in scene.position.provinces)
    yield Groups(scene.groups)
    yield Groups(tuple(reversed(scene.groups)))
    sizes = dict.fromkeys(scene.groups)
    yield from (Group(size, (name,)) for size in sizes for name in scene.position.provinces)
    yield from (DrawBelow(rank) for rank in (1, 5, 12, 20))


def _plans(scene: Scene, seat: str) -> Iterator[Order]:
    one_mail = scene.position.options["season"] == "one mail"
    for card in scene.own(seat):
        yield from (
            Build(what, card) for what in BUILDINGS if not why_no_building(scene, seat, what, card)
        )
        yield Tax(card)
        yield Rice(card)
        for number in ("5", "3"):
            if not why_no_deployment(scene, seat, f"deploy {number}", card):
                yield Deploy(number, card)
        if not why_no_deployment(scene, seat, "deploy 1", card):
            yield March(card)
        for action in _MOVING:
            if one_mail:
                yield from _moves(scene, seat, card, action)
            elif action != "deploy 1":
                yield Battle(action[-1], card)
        yield Bid(Offer(card=card))
    yield from (Bid(Offer(chests)) for chests in range(min(4, scene.seat(seat).chests) + 1))
    yield from (Prefer((card,)) for card in (*SPECIAL_CARDS, *PLACES))


def _moves(scene: Scene, seat: str, source: str, action: str) -> Iterator[Order]:
    """Yield the moves by which an action can use the armies of a province."""
    battle = action if action.startswith("battle") else ""
    if not battle and why_no_deployment(scene, seat, action, source):
        return
    for target in scene.neighbours(source):
        if why_no_move(scene, seat, source, target, Amount(0, but=True), battle):
            continue
        for number in range(1, scene.land(source).armies):
            armies = Amount(number)
            if battle:
                yield Battle(action[-1], source, target, armies)
            else:
                yield March(source, armies, target)
        yield (
            Battle(action[-1], source, target, Amount(1, but=True))
            if battle
            else March(source, Amount(1, but=True), target)
        )
