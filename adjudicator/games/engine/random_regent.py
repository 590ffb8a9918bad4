"""A regent that plays random legal orders, for fuzzing any game."""

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.chance import Chance
from adjudicator.orders import Branch, Line, Order, subject

ORDERED = 90
"""Per cent of the things that can be ordered about which something is ordered."""


def choose(
    play: Any, seat: str, chance: Chance, about: Callable[[Order], tuple[str, ...]] = subject
) -> Iterable[Line]:
    """Yield random legal orders of a seat, at most one about each thing.

    ``about`` says what an order is about, where it is more than an amendment would replace.
    """
    by_subject: dict[tuple[str, ...], list[Order]] = {}
    for legal_orders in play.rules.legal_orders:
        for order in legal_orders(play, seat):
            by_subject.setdefault(about(order), []).append(order)
    for thing in chance.shuffle(list(by_subject), "regent"):
        if chance.dice(1, 100, "regent")[0] <= ORDERED:
            orders = by_subject[thing]
            yield Line((Branch(orders[chance.dice(1, len(orders), "regent")[0] - 1]),))
