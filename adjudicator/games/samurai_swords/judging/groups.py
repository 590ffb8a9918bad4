"""Which lines of a war turn have to do with one another, so that only they are tried together.

A line has to do with the provinces and armies that it names, and with the provinces where these
armies stand: where an army may be later, other lines say that name it. So what becomes of a
province or of an army can only change what becomes of the lines that hang together with it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.games.samurai_swords.chapters.movement import MOST_UNDONE
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.orders import (
    stop_orders,
    war_orders,
)
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Line, Order, Orders


class Groups:
    """The lines of a seat's orders by what they have to do with.

    Everything has to do with everything where a condition may look at anything, where a seat is
    eliminated or wins in the best rehearsal, or where so many armies run into each other that none
    moves.
    """

    def __init__(self, play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay):
        self._orders = orders
        self._everywhere: tuple[type[Order], ...] = (*play.rules.any_time, *stop_orders.STOPS)
        given = [branch for line in orders for branch in line.branches]
        marches = sum(isinstance(each.order, war_orders.March) for each in given)
        moves = sum(isinstance(each.order, war_orders.MoveArmy) for each in given)
        self.is_one = (
            any(branch.when for branch in given)
            or best.over
            or best.survivors() != play.survivors()
            or max(marches, moves) >= MOST_UNDONE
        )
        """Whether everything has to do with everything."""
        self._lines: dict[str, list[int]] = {}
        """By what they name: the indices of lines."""
        self._names: dict[int, set[str]] = {}
        if not self.is_one:
            for index, line in enumerate(orders):
                self._enter(index, line, play, seat)

    def _enter(self, index: int, line: Line, play: SwordsPlay, seat: str) -> None:
        names: set[str] = set()
        for branch in line.branches:
            if not isinstance(branch.order, self._everywhere):
                names.update(_names_in(play, seat, branch.order))
        names.discard("")
        self._names[index] = names
        for name in names:
            self._lines.setdefault(name, []).append(index)

    def heeding(self, *names: str) -> int:
        """Return how many lines have to do with any of the provinces and armies themselves."""
        if self.is_one:
            return len(self._orders)
        return len({index for name in names for index in self._lines.get(name, ())})

    def around(self, names: Iterable[str]) -> Orders:
        """Return the lines that hang together with any of the provinces and armies.

        With them are those that hold everywhere: policies, and when battles are called off.
        """
        if self.is_one:
            return self._orders
        found: set[int] = set()
        known: set[str] = set()
        open_names = [*names]
        while open_names:
            name = open_names.pop()
            if name in known:
                continue
            known.add(name)
            for index in self._lines.get(name, ()):
                if index not in found:
                    found.add(index)
                    open_names += self._names[index]
        lines = enumerate(self._orders)
        return Orders(tuple(line for at, line in lines if at in found or not self._names[at]))


def _names_in(play: SwordsPlay, seat: str, order: Order) -> Iterator[str]:
    """Yield the provinces and armies that an order names, and where these armies stand."""
    said: Any = order
    yield getattr(said, "source", "")
    yield getattr(said, "target", "")
    if isinstance(order, war_orders.March | war_orders.MoveArmy):
        yield from order.path
    numbers: tuple[str, ...] = (getattr(said, "army", ""),)
    if isinstance(order, war_orders.Attack) and play.owner(order.source) != seat:
        numbers = ARMIES  # it may go on with whichever army fights before it
    armies = play.colour(seat).armies
    for number in numbers:
        yield number
        if number in armies:
            yield armies[number].at
