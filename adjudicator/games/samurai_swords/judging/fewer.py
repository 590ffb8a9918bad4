"""A fix for orders that ask for more units than can go: the same with as many as can."""

from collections.abc import Iterator

from msgspec.structs import asdict, replace

from adjudicator.games.samurai_swords.judging.rehearsal import rehearse
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Branch, Line, Order, Orders
from adjudicator.orders.language.units import Units

TOO_MANY = ("no-units", "no-garrison", "force-full", "army-full", "too-many-ronin")
"""The codes of what fewer units may put right."""
MOST_LINES = 60
"""Of longer orders no fix is looked for."""


def with_fewer(play: SwordsPlay, seat: str, orders: Orders, line: Line) -> str:
    """Return a line's order with as many units as can go, among the other orders; or ``""``."""
    if len(line.branches) > 1 or len(orders) > MOST_LINES:
        return ""
    for order in _fewer(line.order):
        other = Line((Branch(order, line.branches[0].when),), line.number)
        given = Orders(tuple(other if each is line else each for each in orders))
        outcomes = rehearse(play, seat, given).outcomes[seat]
        if any(outcome.line is other and outcome.word == "done" for outcome in outcomes):
            return str(other)
    return ""


def _fewer(order: Order) -> Iterator[Order]:
    """Yield an order with fewer units of one kind, most units first."""
    for field, units in asdict(order).items():
        if not isinstance(units, Units) or units.every:
            continue
        for index, (unit, number) in enumerate(units.counts):
            for less in range(min(number, 15) - 1, 0, -1):
                counts = (*units.counts[:index], (unit, less), *units.counts[index + 1 :])
                yield replace(order, **{field: Units(counts)})
