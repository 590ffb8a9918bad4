"""The conditions of Samurai Swords and Ikusa. They hold or not at the moment of the order.

A condition sees what its seat sees: hidden ronin of others do not count.
"""

from typing import Annotated

from msgspec import UNSET

from adjudicator.games.samurai_swords.orders.orders import ArmyNumber, Place, SeatName
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import size
from adjudicator.orders import Comparison, Condition
from adjudicator.orders.language.slots import OneOf

STATES = {
    "mine": ("my own", "friendly"),
    "empty": ("unowned",),
    "allied": ("my ally's", "an ally's"),
    "enemy": ("hostile", "an enemy"),
}
FALLEN_STATES = {"down": ("disrupted", "assassinated", "struck", "leaderless", "gone", "lost")}


class IsState(Condition, frozen=True):
    """The province is `mine`, `empty`, `enemy`, or, with two players, `allied`.

    `it` is the province that the order leads to: `attack Hida from Mino unless it is mine`.
    """

    syntax = "<place> is <state>"
    examples = ("Hizen is mine", "Tango is empty")

    place: Place
    state: Annotated[str, OneOf(STATES, "state")]

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at the owner."""
        owner = play.owner(self.place)
        match self.state:
            case "mine":
                return owner == seat
            case "empty":
                return not owner
            case "allied":
                return play.is_ally(seat, owner)
        return play.are_foes(seat, owner)


class HeldBy(Condition, frozen=True):
    """The province belongs to that seat."""

    syntax = "<seat> (holds|owns|has) <place>"
    also = ("<place> is (held|owned) by <seat>", "<place> belongs to <seat>")
    examples = ("Takeda holds Kai",)

    seat: SeatName
    place: Place

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at the owner."""
        return play.owner(self.place) == self.seat


class UnitsThere(Comparison, frozen=True):
    """Compare the units in a province, armies and daimyos with them, with a number."""

    syntax = "<place> (units|unit) <how> <number>"
    also = ("<place> has <how> <number> [(units|unit|men)]",)
    examples = ("Hida units <= 3", "Kai has at least 4 units")

    place: Place

    def count(self, play: SwordsPlay, seat: str) -> int:
        """Count what can be seen."""
        return play.strength(self.place)


class ArmyUnits(Comparison, frozen=True):
    """Compare the units of one of your armies, its daimyo with them, with a number."""

    syntax = "army <army> (units|unit) <how> <number>"
    also = ("army <army> has <how> <number> [(units|unit|men)]",)
    examples = ("army 1 units >= 6",)

    army: ArmyNumber

    def count(self, play: SwordsPlay, seat: str) -> int:
        """Count the army's units; one that is lost has none."""
        army = play.army(seat, self.army)
        return size(army) + 1 if army else 0


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


RESULTS = {
    "won": ("a success", "successful"),
    "lost": ("a defeat", "a failure", "defeated"),
    "called off": ("broken off",),
    "fought": (),
}


class BattleWas(Condition, frozen=True):
    """Your last battle for that province in this turn was `won`, `lost`, `called off`, `fought`.

    `lost` means that none of the troop is left; `fought` is any of the three.
    """

    syntax = "<place> was <result>"
    also = (
        "(battle|attack) (for|of|in|on) <place> (was|is|has been) <result>",
        "<place> (is|has been) <result>",
        "[the] (battle|attack) (for|of|in|on) <place> (succeeds|succeeded|wins)",
        "<place> (falls|fell|was taken|is taken|has fallen)",
        "(i|we) (win|won|take|took|conquer|conquered) <place>",
    )
    examples = ("Tango was won", "Tango was called off")

    place: Place
    result: Annotated[str, OneOf(RESULTS, "result")] = "won"

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at what came of the attack."""
        return _came(play, seat, self.place, self.result)


class ArmyHas(Condition, frozen=True):
    """The last battle of one of your armies in this turn was `won`, `lost`, …"""

    syntax = "army <army> has <result>"
    also = ("army <army> (was|is|has been) <result>", "army <army> (wins|won)")
    examples = ("army 1 has won", "army 2 has called off")

    army: ArmyNumber
    result: Annotated[str, OneOf(RESULTS, "result")] = "won"

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at what came of the army's attack."""
        return _came(play, seat, f"army {self.army}", self.result)


class LastWas(Condition, frozen=True):
    """Your last battle in this turn, whichever that is, was `won`, `lost`, …"""

    syntax = "battle was <result>"
    also = (
        "(it|attack|last battle|last attack|battle|last) [(was|is)] <result>",
        "(i|we) (win|won)",
        "[the] (attack|battle) (succeeds|succeeded|wins)",
    )
    examples = ("battle was lost",)

    result: Annotated[str, OneOf(RESULTS, "result")] = "won"

    def holds(self, play: SwordsPlay, seat: str) -> bool:
        """Look at what came of it."""
        return _came(play, seat, "", self.result)


def _came(play: SwordsPlay, seat: str, what: str, result: str) -> bool:
    """Whether that came of the seat's last attack on, or with, something in its war turn."""
    turn = play.position.turn
    word = turn.came.get(what, "") if turn is not UNSET and turn.seat == seat else ""
    return word in ("won", "lost", "called off") if result == "fought" else word == result


CONDITIONS = (ArmyUnits, ArmyAt, ArmyDown, UnitsThere, HeldBy, ArmyHas, LastWas, BattleWas, IsState)
