"""The conditions that orders may have. They hold or not at the moment of the order."""

from typing import Annotated

from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.gekokujo.orders.orders import Place, Whose
from adjudicator.games.gekokujo.table.play import GekokujoPlay, count_units
from adjudicator.orders import Comparison, Condition
from adjudicator.orders.language.slots import Name, OneOf


class PlaceCompared(Name):
    """A province before a comparison."""

    regex = r"\S+(?: \S+){0,3}?"


STATES = {
    "mine": ("my own", "ours"),
    "empty": ("without units", "free of units"),
    "enemy": ("hostile", "an enemy", "an enemy's"),
    "neutral": ("nobody's", "unowned"),
    "contested": ("disputed", "fought over"),
}


class SeatUnits(Comparison, frozen=True):
    """Compare the units of a seat in a province with a number."""

    syntax = "<other> (units|unit) in <place> <how> <number>"
    also = (
        "<other> has <how> <number> (units|unit) in <place>",
        "<other> has [any] (units|unit|troops) in <place>",
        "<other> (is|stands) in <place>",
    )
    examples = ("Oda units in Mino >= 2",)

    other: Whose
    place: Annotated[str, PlaceCompared("province")]

    def count(self, play: GekokujoPlay, seat: str) -> int:
        """Count its bushi and daimyos there."""
        return count_units(play.units(play.find_seat(self.other, seat), self.place))


class UnitsThere(Comparison, frozen=True):
    """Compare the units in a province, whoever's they are, with a number."""

    syntax = "<place> (units|unit) <how> <number>"
    also = (
        "<place> has <how> <number> (units|unit)",
        "there (is|are) <how> <number> (units|unit) in <place>",
    )
    examples = ("Hida units <= 3",)

    place: Place

    def count(self, play: GekokujoPlay, seat: str) -> int:
        """Count all bushi and daimyos there."""
        return sum(map(count_units, play.land(self.place).units.values()))


class HeldBy(Condition, frozen=True):
    """That seat controls the province."""

    syntax = "<other> [still] (holds|owns|controls|has|hold|own|control) <place>"
    also = ("<place> is (held|owned|controlled) by <other>",)
    examples = ("Takeda holds Kai",)

    other: Whose
    place: Place

    def holds(self, play: GekokujoPlay, seat: str) -> bool:
        """Look at the controller."""
        other = play.find_seat(self.other, seat)
        return bool(other) and play.owner(self.place) == other


class IsState(Condition, frozen=True):
    """The province is `mine`, `empty` (of units), `enemy`, `neutral` or `contested`."""

    syntax = "<place> is [still] <state>"
    also = ("(nobody|no one) (is|stands) in <place>",)
    examples = ("Mino is mine", "Hida is contested")

    place: Place
    state: Annotated[str, OneOf(STATES, "state")] = "empty"

    def holds(self, play: GekokujoPlay, seat: str) -> bool:
        """Look at the province."""
        land = play.land(self.place)
        match self.state:
            case "mine":
                return land.owner == seat
            case "empty":
                return not land.units
            case "enemy":
                return bool(land.owner) and not play.are_allies(seat, land.owner)
            case "neutral":
                return not land.owner
        return any(play.enemies_in(each, self.place) for each in land.units)


class OwnKoku(Comparison, frozen=True):
    """Compare your koku in hand with a number."""

    syntax = "koku <how> <number>"
    also = ("(i have|my koku|my koku are) <how> <number> [koku]", "i have <number> koku")
    examples = ("koku >= 4",)

    def count(self, play: GekokujoPlay, seat: str) -> int:
        """Return the koku in the seat's hand."""
        return play.house(seat).koku


class IsNinjaHired(Condition, frozen=True):
    """Somebody has hired the ninja this round."""

    syntax = "[the] ninja (is|was) (hired|taken|gone)"
    examples = ("ninja is hired",)

    def holds(self, play: GekokujoPlay, seat: str) -> bool:
        """Look for his master."""
        return bool(play.position.ninja.master)


CONDITIONS = kinds_in(__name__, Condition)
