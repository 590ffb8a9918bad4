"""A regent that plays random legal orders, for fuzzing any game."""

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.chance import Chance
from adjudicator.orders import Branch, Line, Order, subject

ORDERED = 90
"""Per cent of the things that can be ordered about which something is ordered."""


def choose(
    play: Any,
    seat: str,
    chance: Chance,
    about: Callable[[Order], tuple[str, ...]] = subject,
    uses: Callable[[Order], str] = lambda order: "",
) -> Iterator[Line]:
    """Yield random legal orders of a seat, at most one about each thing.

    ``about`` says what an order is about; ``uses`` what it uses up (``""``: nothing), so that no
    other order can use it.
    """
    by_subject: dict[tuple[str, ...], list[Order]] = {}
    for legal_orders in play.rules.legal_orders:
        for each in legal_orders(play, seat):
            order = each.order if isinstance(each, Line) else each
            by_subject.setdefault(about(order), []).append(order)
    used: set[str] = set()
    for thing in chance.shuffle(list(by_subject), "regent"):
        free = [order for order in by_subject[thing] if uses(order) not in used]
        if free and chance.dice(1, 100, "regent")[0] <= ORDERED:
            order = free[chance.dice(1, len(free), "regent")[0] - 1]
            used.update(filter(None, [uses(order)]))
            yield Line((Branch(order),))
