"""The blanks in orders: what can stand in each."""

import re
from collections.abc import Iterable
from typing import Annotated

import msgspec

from adjudicator.games.gekokujo.printed import FUND_A_ROUND, MOST_RONIN
from adjudicator.games.gekokujo.table.names import PLURALS
from adjudicator.orders import MisreadError, Vocabulary
from adjudicator.orders.language.lists import NUMBER_WORDS, read_number
from adjudicator.orders.language.slots import Name, NameList, Number, OneOf, Slot
from adjudicator.orders.language.units import Units, UnitsInOrder, UnitsSlot

_TWO = re.compile(r"([^,]+) and ([^,]+)", re.IGNORECASE)
_VIA = re.compile(r"(.+?),? \(?(?:via|through|by way of|over) (.+?)\)?", re.IGNORECASE)


class Path(NameList):
    """Provinces on a way: ``Shinano, Mino``, ``Shinano then Mino``, ``Mino via Shinano``."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each province; what is named after ``via`` comes first."""
        two = _TWO.fullmatch(text)
        if two and all(map(names["province"].knows, two.groups())):
            raise MisreadError(
                "two-targets",
                "A line leads to one province. A way is written “to Shinano, Mino”; for two "
                "targets write a line each, with the units that go there.",
            )
        if turned := _VIA.fullmatch(text):
            return (*super().read(turned[2], names), *super().read(turned[1], names))
        return super().read(text, names)


Place = Annotated[str, Name("province")]
Way = Annotated[tuple[str, ...], Path("province")]
Places = Annotated[tuple[str, ...], NameList("province")]
SeatName = Annotated[str, Name("seat")]
Whose = Annotated[str, Name("somebody")]
SeatNames = Annotated[tuple[str, ...], NameList("seat")]
ClanNames = Annotated[tuple[str, ...], NameList("clan")]
Unit = Annotated[str, Name("unit")]
Kinds = Annotated[tuple[str, ...], UnitsInOrder()]
SomeUnits = Annotated[Units, UnitsSlot("bushi", "daimyo", PLURALS)]
Koku = Annotated[int, Number(1, 999)]
Deposit = Annotated[int, Number(0, FUND_A_ROUND)]
Mission = Annotated[
    str,
    OneOf(
        {
            "sabotage": ("sabotages", "sabotaging"),
            "divert": ("diversion", "diverts", "diverting", "divert from"),
        },
        "mission",
    ),
]
Building = Annotated[str, OneOf({"castle": ("castles",), "fortress": ("fort",)}, "building")]
Role = Annotated[
    str,
    OneOf(
        {
            "attacking": ("i attack", "attack", "we attack"),
            "defending": ("i defend", "attacked", "defend", "i am attacked"),
        },
        "side",
    ),
]


class Hire(msgspec.Struct, frozen=True):
    """How many ronin are hired."""

    most: int = 0
    match: bool = False
    """As many as the active seat hires, ``most`` at most; ``most`` 0 is no limit then."""

    def __str__(self) -> str:
        if self.match:
            return f"match up to {self.most}" if self.most else "match"
        return f"up to {self.most}" if self.most else "none"


class HireSlot(Slot):
    """``up to 3``, ``3``, ``match``, ``match up to 2``, ``none``."""

    regex = r"(?:match(?:ing)?(?: (?:up to|at most) \w+)?|(?:(?:up to|at most) )?\w+)"

    def read(self, text: str, names: Vocabulary) -> Hire:
        """Read how many."""
        words = text.casefold().split()
        match = words[0] in ("match", "matching")
        rest = [word for word in words[match:] if word not in ("up", "to", "at", "most")]
        if match and not rest:
            return Hire(match=True)
        if rest in (["none"], ["no"]):
            return Hire()
        if len(rest) != 1 or not (rest[0].isdigit() or rest[0] in NUMBER_WORDS):
            raise MisreadError("malformed", "Write “up to 3”, “match” or “none”.")
        most = read_number(rest[0])
        if most > MOST_RONIN:
            raise MisreadError("number-out-of-range", f"{most} is not between 0 and {MOST_RONIN}.")
        return Hire(most, match and most > 0)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the words of the forms."""
        return ("up", "to", "at", "most", "match", "matching", "none", *NUMBER_WORDS)

    def describe(self) -> str:
        """Show the forms."""
        return "`up to` a number, `match`, `match up to` a number, or `none`"


HowMany = Annotated[Hire, HireSlot()]
