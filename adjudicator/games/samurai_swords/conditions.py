"""The conditions of Samurai Swords and Ikusa. They hold or not at the moment of the order.

A condition sees what its seat sees: hidden ronin of others do not count.
"""

from typing import Annotated

from adjudicator.games.samurai_swords.blanks import ArmyNumber, Place, SeatName
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.position import size
from adjudicator.orders import Condition
from adjudicator.orders.slots import Compare, Number, OneOf, compare

STATES = {
    "mine": ("my own", "friendly"),
    "empty": ("unowned",),
    "enemy": ("hostile", "an enemy"),
}
FALLEN_STATES = {"down": ("disrupted", "assassinated", "struck", "leaderless", "gone", "lost")}


class IsState(Condition, frozen=True):
    """The province is `mine`, `empty`, or `enemy`."""

    syntax = "<place> is <state>"
    examples = ("Hizen is mine", "Tango is empty")

    place: Place
    state: Annotated[str, OneOf(STATES, "state")]

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at the owner."""
        owner = play.owner(self.place)
        return {"mine": owner == seat, "empty": not owner}.get(self.state, owner not in ("", seat))


class HeldBy(Condition, frozen=True):
    """The province belongs to that seat."""

    syntax = "<seat> (holds|owns|has) <place>"
    also = ("<place> is (held|owned) by <seat>",)
    examples = ("Takeda holds Kai",)

    seat: SeatName
    place: Place

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at the owner."""
        return play.owner(self.place) == self.seat


class UnitsThere(Condition, frozen=True):
    """Compare the units in a province, armies and daimyos with them, with a number."""

    syntax = "<place> (units|unit) <how> <number>"
    also = ("<place> has <how> <number> (units|unit)",)
    examples = ("Hida units <= 3", "Kai has at least 4 units")

    place: Place
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Count what can be seen."""
        return compare(play.strength(self.place), self.how, self.number)


class ArmyUnits(Condition, frozen=True):
    """Compare the units of one of your armies, its daimyo with them, with a number."""

    syntax = "army <army> (units|unit) <how> <number>"
    also = ("army <army> has <how> <number> (units|unit)",)
    examples = ("army 1 units >= 6",)

    army: ArmyNumber
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Count the army's units; one that is lost has none."""
        army = play.army(seat, self.army)
        return compare(size(army) + 1 if army else 0, self.how, self.number)


class ArmyAt(Condition, frozen=True):
    """One of your armies stands in that province."""

    syntax = "army <army> (is|stands) (in|at) <place>"
    also = ("army <army> (in|at) <place>",)
    examples = ("army 2 is in Hida",)

    army: ArmyNumber
    place: Place

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look for the army."""
        army = play.army(seat, self.army)
        return army is not None and army.at == self.place


class ArmyDown(Condition, frozen=True):
    """The daimyo of one of your armies is assassinated: it is disrupted for the round, or gone."""

    syntax = "army <army> (is|was) <state>"
    examples = ("army 1 is down",)

    army: ArmyNumber
    state: Annotated[str, OneOf(FALLEN_STATES, "state of an army")]

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at the army."""
        army = play.army(seat, self.army)
        return army is None or army.down


CONDITIONS = (ArmyUnits, ArmyAt, ArmyDown, UnitsThere, HeldBy, IsState)
