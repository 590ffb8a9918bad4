"""What can be ordered, and on which conditions."""

from typing import Annotated

from adjudicator.orders import Condition, Order
from adjudicator.orders.language.slots import (
    Amount,
    AmountSlot,
    Compare,
    Name,
    Number,
    OneOf,
    compare,
)
from harbours.play import HarboursPlay

CARGOES = ("salt", "wool", "tea")

HarbourName = Annotated[str, Name("harbour")]


class Load(Order, frozen=True):
    """Load a cargo for the round. Nobody else learns which, until you sell it."""

    syntax = "load <cargo>"
    also = ("(load|take) [(a|the)] [cargo of] <cargo>",)
    examples = ("load tea",)

    cargo: Annotated[str, OneOf(dict.fromkeys(CARGOES, ()), "cargo")]


class Buy(Order, frozen=True):
    """Buy ships for 2 coins each. They lie in your home."""

    syntax = "buy <ships> [(ships|ship)]"
    examples = ("buy 1", "buy 2 ships")

    ships: Annotated[int, Number(1, 9)]


class Sail(Order, frozen=True):
    """Sail from one harbour to the next. Where another's ships lie, dice decide."""

    syntax = "sail <ships> [(ships|ship)] from <source> to <target>"
    also = ("(sail|go) from <source> to <target> with <ships> [(ships|ship)]",)
    examples = ("sail 2 from Alder to Brine", "sail all but 1 from Alder to Drift")
    about = ("source", "target")

    ships: Annotated[Amount, AmountSlot()]
    source: HarbourName
    target: HarbourName


class Ships(Condition, frozen=True):
    """The number of ships in a harbour at that moment, whoever they belong to."""

    syntax = "<harbour> ships <how> <number>"
    also = ("<harbour> has <how> <number> (ships|ship)",)
    examples = ("Brine ships = 0",)

    harbour: HarbourName
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]

    def holds(self, play: HarboursPlay, seat: str) -> bool:
        """Look at the harbour as it lies."""
        return compare(play.harbour(self.harbour).ships, self.how, self.number)
