"""The conditions of Samurai Swords and Ikusa. They look at the state at the moment of the order.

A condition sees what its seat sees: hidden ronin of others do not count.
"""

from typing import Annotated

from adjudicator.games.samurai_swords.blanks import ArmyNumber, Place, SeatName
from adjudicator.orders import Condition
from adjudicator.orders.slots import Compare, Number, OneOf

STATES = {
    "mine": ("my own", "friendly"),
    "empty": ("unowned",),
    "enemy": ("hostile", "an enemy"),
}


class IsState(Condition, frozen=True):
    """The province is `mine`, `empty`, or `enemy`."""

    syntax = "<place> is <state>"
    examples = ("Hizen is mine", "Tango is empty")

    place: Place
    state: Annotated[str, OneOf(STATES, "state")]


class HeldBy(Condition, frozen=True):
    """The province belongs to that seat."""

    syntax = "<seat> (holds|owns|has) <place>"
    also = ("<place> is (held|owned) by <seat>",)
    examples = ("Takeda holds Kai",)

    seat: SeatName
    place: Place


class UnitsThere(Condition, frozen=True):
    """Compare the units in a province, armies and daimyos with them, with a number."""

    syntax = "<place> (units|unit) <how> <number>"
    also = ("<place> has <how> <number> (units|unit)",)
    examples = ("Hida units <= 3", "Kai has at least 4 units")

    place: Place
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]


class ArmyUnits(Condition, frozen=True):
    """Compare the units of one of your armies, its daimyo with them, with a number."""

    syntax = "army <army> (units|unit) <how> <number>"
    also = ("army <army> has <how> <number> (units|unit)",)
    examples = ("army 1 units >= 6",)

    army: ArmyNumber
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]


class ArmyAt(Condition, frozen=True):
    """One of your armies stands in that province."""

    syntax = "army <army> (is|stands) (in|at) <place>"
    also = ("army <army> (in|at) <place>",)
    examples = ("army 2 is in Hida",)

    army: ArmyNumber
    place: Place


CONDITIONS = (ArmyUnits, ArmyAt, UnitsThere, HeldBy, IsState)
