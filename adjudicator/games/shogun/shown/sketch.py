"""How orders are drawn on the map: what the cards do in their provinces, and where armies go."""

from collections.abc import Iterator
from typing import Literal

from adjudicator.games.picture import Arrow, Badge
from adjudicator.games.shogun.orders.orders import (
    Battle,
    Bid,
    Build,
    Claim,
    Deploy,
    March,
    RevoltOrder,
)
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.sketch import Sketched, branches_of, plain_marks
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.slots import Amount

MOST_CLAIMS = 12
"""How many provinces of a ranking are numbered."""


def sketch(play: ShogunPlay, seat: str, orders: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders; provinces of a ranking are numbered in its order."""
    rank = 0
    for line, branch in branches_of(orders):
        for mark in _marks(play, seat, branch.order):
            if isinstance(branch.order, Claim) and isinstance(mark, Badge):
                rank += 1
                mark = Badge(mark.place, "claim", str(rank), seat)
                if rank > MOST_CLAIMS:
                    continue
            yield Sketched(mark, line, branch)


def _marks(play: ShogunPlay, seat: str, order: Order) -> Iterator[Arrow | Badge]:
    match order:
        case Build():
            yield Badge(order.province, order.what, seat=seat)
        case Deploy():
            yield Badge(order.province, "cube", f"+{order.number}", seat)
        case March():
            yield Badge(order.province, "cube", "+1", seat)
            if order.target:
                yield _arrow(play, seat, order.province, order.target, order.armies)
        case Battle() if order.source and order.target:
            yield _arrow(play, seat, order.source, order.target, order.armies)
        case Battle() if order.source:
            yield Badge(order.source, "battle card", order.which.upper(), seat)
        case Bid() if order.card:
            yield Badge(order.card, "bid", seat=seat)
        case RevoltOrder():
            return
        case _:
            yield from plain_marks(play, seat, order)


def _arrow(play: ShogunPlay, seat: str, source: str, target: str, armies: Amount) -> Arrow:
    """The armies' way: a move into a province of their own, else an attack."""
    land = play.position.provinces.get(target)
    kind: Literal["move", "attack"] = "move" if land and land.owner == seat else "attack"
    standing = play.land(source).armies if not play.is_closed(source) else 0
    text = str(armies) if not armies.but else str(armies.of(standing)) if standing else ""
    return Arrow(kind, source, target, seat, text=text)
