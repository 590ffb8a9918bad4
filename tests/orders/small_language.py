"""A small language of a game of provinces and units, for the tests of the order reader."""

from typing import Annotated

from adjudicator.orders import Condition, Language, Names, Order, Vocabulary
from adjudicator.orders.language.slots import (
    Amount,
    AmountSlot,
    Compare,
    Name,
    NameList,
    Number,
    NumberList,
    OneOf,
    compare,
)
from adjudicator.orders.language.units import Units, UnitsInOrder, UnitsSlot, unit_names

PROVINCES = {
    "Ōmi": ("近江",),
    "Awa-Boso": ("安房",),
    "Awa-Shikoku": ("阿波",),
    "Chikuzen": ("筑前",),
    "Chikugo": (),
    "Hizen": (),
    "Kōzuke": ("Ueno",),
    "Iyo": (),
    "Shimōsa": (),
}
UNITS = {
    "bowman": ("bow", "archer"),
    "swordsman": ("sword",),
    "gunner": ("gun",),
    "spearman": ("spear",),
    "ronin": (),
    "daimyo": (),
}
PLURALS = {"ronin": "ronin"}
TROOP = UnitsSlot("spearman", "gunner", PLURALS)
NAMES = Vocabulary(
    Names("province", PROVINCES),
    unit_names(UNITS, PLURALS),
    Names("seat", {"Oda": (), "Takeda": ()}),
)


class Attack(Order, frozen=True):
    """Attack a province."""

    syntax = "(attack|battle|strike at) <target> from <source> [with <troop>]"
    also = ("battle a from <source> to <target> [with <troop>]", "<source> -> <target>")
    examples = ("attack Hizen from Chikugo", "strike at Iyo from Hizen with 2 bowmen")
    about = ("target", "source")
    it = "target"
    target: Annotated[str, Name("province")]
    source: Annotated[str, Name("province")]
    troop: Annotated[Units, TROOP] = Units((), True)


class March(Order, frozen=True):
    """Move some units along a route."""

    syntax = "march <amount> via <route> [for <koku> koku]"
    examples = ("march all but 1 via Hizen, Iyo",)
    about = ("route",)
    amount: Annotated[Amount, AmountSlot()]
    route: Annotated[tuple[str, ...], NameList("province")]
    koku: Annotated[int, Number(1, 30)] = 1


class Prefer(Order, frozen=True):
    """Say which places in the turn order are wanted."""

    syntax = "prefer turn <places>"
    places: Annotated[tuple[int, ...], NumberList(1, 5)]


class Lose(Order, frozen=True):
    """Say which units fall first."""

    syntax = "lose <kinds> (first|before others)"
    kinds: Annotated[tuple[str, ...], UnitsInOrder()]


class Build(Order, frozen=True):
    """Build something."""

    syntax = "build <what> [in <place>]"
    about = ("place",)
    what: Annotated[str, OneOf({"castle": ("stronghold",), "tea house": ()})]
    place: Annotated[str, Name("province")] = ""


class Empty(Condition, frozen=True):
    """Nobody is there."""

    syntax = "<place> is empty"
    examples = ("Hizen is empty",)
    place: Annotated[str, Name("province")]

    def holds(self, play: dict[str, int], seat: str) -> bool:
        return not play.get(self.place)


class Armies(Condition, frozen=True):
    """So many armies are there."""

    syntax = "<place> armies <how> <number>"
    place: Annotated[str, Name("province")]
    how: Annotated[str, Compare()]
    number: Annotated[int, Number()]

    def holds(self, play: dict[str, int], seat: str) -> bool:
        return compare(play.get(self.place, 0), self.how, self.number)


class Mine(Condition, frozen=True):
    """The seat that orders is Oda, to whom every province belongs here."""

    syntax = "<place> is mine"
    place: Annotated[str, Name("province")]

    def holds(self, play: dict[str, int], seat: str) -> bool:
        return seat == "Oda"


KINDS = (Attack, March, Prefer, Lose, Build)
WAR = Language("war", KINDS, NAMES, (Empty, Armies, Mine))
