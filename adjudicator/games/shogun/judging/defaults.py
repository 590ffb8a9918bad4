"""The defaults of the basic game: what fills the gaps that a seat's orders leave."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.games.shogun.chapters.plans import FILLED, fillers, order_on
from adjudicator.games.shogun.orders.orders import Bid, Claim, Groups, Laid, Prefer, RevoltOrder
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Order, Orders

_FIRST_PLACES = "prefer place 1, place 2, place 3, place 4, place 5"


def defaults(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders, as orders where it can be said so."""
    match play.position.phase:
        case "draft":
            yield from _rankings(play, orders)
        case "plan":
            yield from _plan(play, seat, orders)
        case "carry out":
            yield from _moves(play, seat, orders)
        case "winter":
            if play.provinces_of(seat) and not _has(orders, RevoltOrder):
                yield Default("", "Revolts are fought in the order in which they are drawn.")


def _rankings(play: ShogunPlay, orders: Orders) -> Iterator[Default]:
    if not _has(orders, Claim):
        yield Default("", "Provinces are claimed by tax plus rice, the best first.")
    if not _has(orders, Groups):
        sizes = ", ".join(map(str, play.groups))
        yield Default(f"groups {sizes}", "The largest group goes to the first claim.")


def _plan(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    laid = fillers(play, seat, orders)
    for order in laid:
        yield Default(str(order), FILLED)
    if not _has(orders, Bid) and not any(isinstance(order, Bid) for order in laid):
        yield Default("bid 0", "No bid is ordered.")
    if not _has(orders, Prefer):
        yield Default(_FIRST_PLACES, "No preference is ordered.")


def _moves(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Default]:
    told = {line.order.space for line in orders if isinstance(line.order, Laid)}
    for action, card in play.seat(seat).plan.items():
        if action.startswith("battle") and action not in told:
            yield Default(str(order_on(action, card)), "Without a target the armies stay.")


def _has(orders: Orders, kind: type[Order]) -> bool:
    return any(isinstance(line.order, kind) for line in orders)
