"""Legal orders, each possible by itself as things stand."""

from collections.abc import Iterator

from adjudicator.games.engine.lines import judge
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Amount
from harbours.check import RULES
from harbours.orders import CARGOES, Buy, Load, Sail
from harbours.play import HarboursPlay


def legal_orders(play: HarboursPlay, seat: str) -> Iterator[Order]:
    """Yield what the rules have nothing against, or only that dice decide."""
    for order in _orders(play, seat):
        problem = judge(play, seat, order, RULES)
        if problem is None or problem.code == "dice-decide":
            yield order


def _orders(play: HarboursPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "load":
        yield from map(Load, CARGOES)
        yield from map(Buy, range(1, 10))
        return
    for source in play.harbours_of(seat):
        for target in play.board.neighbours[source]:
            for ships in range(1, play.harbour(source).ships + 1):
                yield Sail(Amount(ships), source, target)
