"""How orders are drawn: what a map shows of them before they are carried out.

A game states it with a function of its own; ``plain_sketch`` serves those that have none.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.games.picture import Arrow, Badge
from adjudicator.orders import Branch, Line, Order, Orders


class Sketched(Struct, frozen=True):
    """A mark on the map, and the order that it stands for."""

    mark: Arrow | Badge
    line: Line
    branch: Branch
    """The alternative of the line."""


MOST_RANKED = 12
"""How many provinces of a ranking are numbered."""


def branches_of(orders: Orders) -> Iterator[tuple[Line, Branch]]:
    """Yield every alternative of every line."""
    return ((line, branch) for line in orders for branch in line.branches)


def plain_sketch(
    play: Any,
    seat: str,
    orders: Orders,
    marks: Callable[[Any, str, Order], Iterable[Arrow | Badge]] | None = None,
    ranked: tuple[type[Order], ...] = (),
) -> Iterator[Sketched]:
    """Draw orders as ``marks`` says, or by the provinces that they name (``plain_marks``).

    The first badges of orders of ``ranked`` kinds are numbered: what is named first is 1.
    """
    rank = 0
    for line, branch in branches_of(orders):
        for mark in (marks or plain_marks)(play, seat, branch.order):
            if isinstance(branch.order, ranked) and isinstance(mark, Badge):
                rank += 1
                if rank > MOST_RANKED:
                    continue
                mark = replace(mark, text=str(rank))
            yield Sketched(mark, line, branch)


def plain_marks(play: Any, seat: str, order: Order) -> Iterator[Arrow | Badge]:
    """Draw an order of any game: an arrow if it has a source and a target, else badges.

    A badge has the order's first word for its shape, and stands in every province that is named.
    """
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    named = {name: _places(play, value) for name, value in fields.items()}
    if named.get("source") and named.get("target"):
        target = named["target"][0]
        owner = getattr(play.position.provinces.get(target), "owner", "")
        yield Arrow("move" if owner == seat else "attack", named["source"][0], target, seat)
        return
    for place in dict.fromkeys(place for places in named.values() for place in places):
        yield Badge(place, str(order).split()[0], seat=seat)


def _places(play: Any, value: object) -> tuple[str, ...]:
    """The provinces among the words of an order's field."""
    words = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in words if isinstance(each, str) and each in play.board.provinces)
