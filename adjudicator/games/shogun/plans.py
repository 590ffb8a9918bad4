"""Laying province cards on the ten actions, and what lies there if too few are ordered (H22)."""

from collections.abc import Callable, Iterator
from functools import partial

from adjudicator.games.shogun.cards import ACTIONS, BUILDINGS, LEAST_PROVINCE_CARDS
from adjudicator.games.shogun.orders import (
    Battle,
    Bid,
    Build,
    Deploy,
    Laid,
    March,
    Offer,
    Rice,
    Tax,
)
from adjudicator.games.shogun.play import ShogunPlay
from adjudicator.games.shogun.possible import why_no_room
from adjudicator.orders import Orders

FILLED = "Six province cards, or all if there are fewer, have to be laid."

_IDLE = ("battle a", "battle b", "bid")
"""Where a province card binds to nothing: without a target no army moves, and a bid is free."""

_FILLING = ("deploy 1", "theatre", "temple", "deploy 3", "deploy 5", "castle", "tax", "rice")
"""The other actions, that which binds to least first; taxes and rice bring a revolt marker."""


def lay_plans(play: ShogunPlay) -> None:
    """Lay every seat's cards face down, and fill up from its hand where the rules demand it."""
    later = play.rules.orders["carry out"]
    for seat in play.position.seats:
        orders = card_orders(play.orders[seat])
        plan = {order.space: order.card for order in orders if order.space in ACTIONS}
        if play.position.options["season"] == "two mails":
            _answer_plan(play, seat)
        for order in fillers(play, seat, play.orders[seat]):
            if order.space in ACTIONS:
                plan[order.space] = order.card
            play.tell_default(seat, str(order), FILLED)
        moves = str(Orders(tuple(play.lines(seat, *later))))
        play.change_seat(seat, plan=plan, moves=moves)


def _answer_plan(play: ShogunPlay, seat: str) -> None:
    for line in play.lines(seat, Laid):
        if isinstance(line.order, Laid) and line.order.space in ACTIONS:
            play.answer(seat, line, "done", "The card lies there face down.")


def fillers(play: ShogunPlay, seat: str, orders: Orders) -> list[Laid]:
    """Return the cards that are laid by default because too few are ordered.

    Eleven spaces need a card each as far as there are cards, and five of the cards are chest
    cards, so six province cards must lie. Missing ones go first where they bind to nothing: on the
    battles, on the bid, and on buildings for which a province has no room.
    """
    if play.position.options["empty spaces"] == "free":
        return []
    laid = card_orders(orders)
    used = {order.card for order in laid if order.card}
    own = play.provinces_of(seat)
    hand = [province for province in own if province not in used]
    missing = min(LEAST_PROVINCE_CARDS, len(own)) - len(used)
    taken = {order.space for order in laid}
    found: list[Laid] = []
    for space, suited in _free_places(play, hand):
        if space in taken or not suited or len(found) >= missing:
            continue
        card = min(suited, key=lambda province: _dislike(play, space, province))
        hand.remove(card)
        taken.add(space)
        found.append(order_on(space, card))
    return found


def _free_places(play: ShogunPlay, hand: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the spaces to be filled and the cards that suit them, what binds to least first."""
    yield from ((space, hand) for space in _IDLE)
    for what in BUILDINGS:
        yield what, [name for name in hand if why_no_room(play, what, name)]
    yield from ((space, hand) for space in _FILLING)


def order_on(space: str, card: str) -> Laid:
    """Return the order that lays a province card on an action."""
    return _LAYING[space](card)


def card_orders(orders: Orders) -> list[Laid]:
    """Return the orders that lay a card."""
    return [line.order for line in orders if isinstance(line.order, Laid)]


def _dislike(play: ShogunPlay, space: str, province: str) -> tuple[int, int, str]:
    """Return how ill a province suits an action, for the default; the least is taken."""
    land = play.land(province)
    if space in ("tax", "rice"):
        return land.revolts, -play.card_value(province, space), province
    if space in BUILDINGS:
        return bool(why_no_room(play, space, province)), land.revolts, province
    return land.armies, play.card_value(province, "tax"), province


def _bid(card: str) -> Bid:
    return Bid(Offer(card=card))


_LAYING: dict[str, Callable[[str], Laid]] = {
    "bid": _bid,
    **{what: partial(Build, what) for what in BUILDINGS},
    "tax": Tax,
    "rice": Rice,
    **{f"deploy {number}": partial(Deploy, number) for number in ("5", "3")},
    "deploy 1": March,
    **{f"battle {which}": partial(Battle, which) for which in ("a", "b")},
}
