"""The blanks in the orders of Samurai Swords and Ikusa: what can stand in each."""

import re
from typing import Annotated, Literal

from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.orders import (
    MisreadError,
    Vocabulary,
)
from adjudicator.orders.findings import AMISS
from adjudicator.orders.language import nouns
from adjudicator.orders.language.patterns import compile_later
from adjudicator.orders.language.slots import Name, NameList, Number, OneOf
from adjudicator.orders.language.units import Units, UnitsSlot

_VIA = compile_later(r"\s+(?:via|through|by way of)\s+", re.IGNORECASE)
_ONWARD = compile_later(r"(?:^|\s+)(?:to|into)\s+", re.IGNORECASE)
_EITHER = compile_later(r"\bor\b", re.IGNORECASE)


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
SHORT = (
    (r"^[bc]: ", ""),
    (r"^((?:army |a)[1-3]:? )?(?:att|atk|attk)\.? ", r"\1attack "),
    (r"^mv\.? ", "move "),
    (r"(?<=[^\W\d]) (?:fr|frm)\.? (?=[^\W\d])", " from "),
    (r" w/ ?(?=army|force|\w+ army)", " with "),
    (r" =?> ?(?=[^\W\d])", " -> "),
    (
        r"\b(army(?: [1-3])?|force|troops?|units|men|guys|spearmen) (?:should|shall|is to|are to) ",
        r"\1 ",
    ),
)
"""Short forms of words that orders begin with or are joined by; “B:” for the phase."""
ARMIES_SAID = (
    *SHORT,
    (r"\b(?:1st|first) (?:army|daimyo)\b", "army 1"),
    (r"\b(?:2nd|second) (?:army|daimyo)\b", "army 2"),
    (r"\b(?:3rd|third) (?:army|daimyo)\b", "army 3"),
    (r"\bdaimyo(?=(?: (?:number|no\.?|nr\.?))? ?(?:[1-3]|i{1,3}|one|two|three)\b)", "army"),
    (r"\barmy (?:one|i)\b", "army 1"),
    (r"\barmy (?:two|ii)\b", "army 2"),
    (r"\barmy (?:three|iii)\b", "army 3"),
    (r"\barmy ?(?:number|no\.?|nr\.?)? ?(?=\d)", "army "),
    (r"\ba([1-3])\b", r"army \1"),
    (r"^(army [1-3]): (?=(?:attack|march|move|advance|stay|hold)s?\b)", r"\1 "),
)
"""What people say for the number of an army."""
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
    return nouns.plural(unit, PLURALS)
