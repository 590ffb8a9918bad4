"""Legal orders of the basic game, each possible by itself as things stand."""

from collections.abc import Iterator

from adjudicator.games.shogun.cards import BUILDINGS
from adjudicator.games.shogun.chapters.possible import (
    why_no_building,
    why_no_deployment,
    why_not_open,
)
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.words import EXTRAS, PLACES, SPECIAL_CARDS
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Amount

_MOVING = ("deploy 1", "battle a", "battle b")


def legal_orders(play: ShogunPlay, seat: str) -> Iterator[Order]:
    """Yield the seat's legal orders of the basic game for the phase."""
    match play.position.phase:
        case "draft":
            yield from _claims(play)
        case "plan":
            yield from _plans(play, seat)
        case "carry out":
            for action, card in play.seat(seat).plan.items():
                if action in _MOVING:
                    yield from _moves(play, seat, card, action)
            yield from (orders.Decline((extra,)) for extra in EXTRAS)
        case "winter":
            yield from (orders.RevoltOrder((name,)) for name in play.provinces_of(seat))


def _claims(play: ShogunPlay) -> Iterator[Order]:
    yield from (orders.Claim((name,)) for name in play.position.provinces)
    yield orders.Groups(play.groups)
    yield orders.Groups(tuple(reversed(play.groups)))
    sizes = dict.fromkeys(play.groups)
    yield from (orders.Group(size, (name,)) for size in sizes for name in play.position.provinces)
    yield from (orders.DrawBelow(rank) for rank in (1, 5, 12, 20))
    yield from (orders.Renew(how) for how in ("and choose", "and take", "never"))


def _plans(play: ShogunPlay, seat: str) -> Iterator[Order]:
    one_mail = play.position.options["season"] == "one mail"
    for card in play.provinces_of(seat):
        for what in BUILDINGS:
            if not why_no_building(play, seat, what, card):
                yield orders.Build(what, card)
        yield orders.Tax(card)
        yield orders.Rice(card)
        for number in ("5", "3"):
            if not why_no_deployment(play, seat, f"deploy {number}", card):
                yield orders.Deploy(number, card)
        if not why_no_deployment(play, seat, "deploy 1", card):
            yield orders.March(card)
        if one_mail:
            for action in _MOVING:
                yield from _moves(play, seat, card, action)
        else:
            yield from (orders.Battle(which, card) for which in ("a", "b"))
        yield orders.Bid(orders.Offer(card=card))
    for chests in range(min(4, play.seat(seat).chests) + 1):
        yield orders.Bid(orders.Offer(chests))
    yield from (orders.Prefer((card,)) for card in (*SPECIAL_CARDS, *PLACES))
    yield from (orders.Decline((extra,)) for extra in EXTRAS)


def _moves(play: ShogunPlay, seat: str, source: str, action: str) -> list[Order]:
    """Return the moves by which an action can use the armies of a province."""
    battle = action if action.startswith("battle") else ""
    able = play.land(source).armies - 1
    if able < 1 or (not battle and why_no_deployment(play, seat, action, source)):
        return []
    amounts = (*map(Amount, range(1, able + 1)), Amount(1, but=True))
    targets = [
        target for target in play.neighbours(source) if not why_not_open(play, seat, target, battle)
    ]
    if battle:
        which = action[-1]
        return [
            orders.Battle(which, source, target, each) for target in targets for each in amounts
        ]
    return [orders.March(source, each, target) for target in targets for each in amounts]
