"""The blanks in the orders of Samurai Swords and Ikusa: what can stand in each."""

import re
from typing import Annotated, Literal

from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.orders import MisreadError, Vocabulary
from adjudicator.orders.findings import AMISS
from adjudicator.orders.language import words
from adjudicator.orders.language.slots import Name, NameList, Number, OneOf
from adjudicator.orders.language.units import Units, UnitsSlot

_VIA = re.compile(r"\s+(?:via|through|by way of)\s+", re.IGNORECASE)
_ONWARD = re.compile(r"(?:^|\s+)(?:to|into)\s+", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)


class Percent(Number):
    """A whole number of percent, with or without the sign."""

    regex = rf"{Number.regex}%?"

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number."""
        return super().read(text.rstrip("% "), names)

    def show(self, value: object) -> str:
        """Print it with the sign."""
        return f"{value}%"

    def describe(self) -> str:
        """State the limits."""
        return f"a percentage from {self.least}% to {self.most}%"


class Route(NameList):
    """Provinces in the order in which they are entered: ``Omi, Iga``, ``Iga via Omi``."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each province. Of a choice of ways it is not known which is meant."""
        if _EITHER.search(text):
            raise MisreadError(
                AMISS,
                "A march is one way: write the second choice as “else: …” on the next line.",
            )
        ends, *through = _VIA.split(text)
        entered = super().read(_ONWARD.sub(", ", ends), names)
        for places in through:
            entered = (*entered[:-1], *super().read(places, names), entered[-1])
        return entered


Place = Annotated[str, Name("province")]
Path = Annotated[tuple[str, ...], Route("province")]
Places = Annotated[tuple[str, ...], NameList("province")]
ArmyNumber = Annotated[str, Name("army")]
SeatName = Annotated[str, Name("seat")]
Count = Annotated[int, Number(1, 36)]
Koku = Annotated[int, Number(0, 99)]
PLURALS = {"ronin": "ronin"}
SomeUnits = Annotated[Units, UnitsSlot("spearman", "gunner", PLURALS)]
MovedUnits = Annotated[Units, UnitsSlot("spearman", "gunner", PLURALS, counted=True)]
BINS = {
    "turn": ("turn order", "swords", "take swords", "sword", "order"),
    "build": ("building", "castle", "fortress"),
    "levy": ("levies", "levy units", "units"),
    "ronin": ("hire ronin", "ronins"),
    "ninja": ("hire ninja",),
}
Bin = Annotated[str, OneOf(BINS, "bin")]
Building = Annotated[
    Literal["castle", "fortress"], OneOf({"castle": (), "fortress": ("fort",)}, "building")
]
PhaseLetter = Annotated[str, OneOf({"A": (), "B": (), "C": (), "D": ()}, "phase of Wage War")]
Group = Annotated[
    str,
    OneOf(
        {
            "army": ("the army", "daimyo"),
            "force": ("the force", "provincial force", "troops"),
            **{f"army {n}": (f"army{n}", f"a{n}") for n in ARMIES},
        },
        "troop",
    ),
]
Pool = Annotated[
    Literal["force", "army"],
    OneOf({"force": ("the force",), "army": ("the army",)}, "troop"),
]

UNIT_FORMS = {
    "bowman": ("bow", "archer", "samurai bowman", "bm"),
    "swordsman": ("sword", "samurai swordsman", "sm"),
    "gunner": ("gun", "ashigaru gunner", "arquebusier", "gn"),
    "spearman": ("spear", "ashigaru spearman", "sp"),
    "ronin": ("samurai ronin", "rn"),
}
"""Other words for the units."""


def plural(unit: str) -> str:
    """Return the plural of a unit's name: spearmen, gunners, ronin."""
    return words.plural(unit, PLURALS)
