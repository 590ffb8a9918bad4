"""What fills the gaps that a captain's orders leave."""

from collections.abc import Iterator

from adjudicator.games.contract import Default
from adjudicator.orders import Orders
from harbours.market import LEFT_OVER, NOTHING_NAMED
from harbours.orders import Load
from harbours.play import HarboursPlay


def defaults(play: HarboursPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders, as an order where it can be said so."""
    loads = any(isinstance(line.order, Load) for line in orders)
    if play.position.phase == "load" and not loads:
        yield Default(str(Load(LEFT_OVER)), NOTHING_NAMED)
    if play.position.phase == "sail" and not len(orders):
        yield Default("", "Your ships stay where they are.")
