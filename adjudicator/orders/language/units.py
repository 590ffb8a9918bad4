"""Some of a game's units, as an order names them: ``2 guns and 1 bow``, ``all but 1``, ``up to 3``.

``Units`` is what was said, ``UnitsSlot`` the blank that reads and prints it.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.orders.findings import MisreadError, reason
from adjudicator.orders.language.names import Names, Vocabulary
from adjudicator.orders.language.slots import (
    NUMBER_WORDS,
    UP_TO,
    NameList,
    Slot,
    read_each,
    read_number,
    split_units,
)
from adjudicator.patterns import pattern
from adjudicator.wording.english import is_plural, plural

_EVERY = pattern(
    r"(?:(?:all|everything|everybody|everyone|(?:the )?rest)"
    r"(?:(?: of)?(?: the| my| our)? (?:units|troops))?|(?:the |whole )*(?:provincial )?force)"
    r"(?:,? (?:but|except)(?: for)? (?P<but>.+))?",
    re.IGNORECASE,
)
_SPOKEN = pattern(r"(?:(?:x|of|the|my|our)\s+)+", re.IGNORECASE)
_NUMBER_FIRST = pattern(r"(\d{1,6})\s*x?\s*([^\W\d].*)", re.IGNORECASE)
_NUMBER_LAST = pattern(r"([^\W\d][^\d:]*?)(?::\s*|\s+x?\s*)(\d{1,6})", re.IGNORECASE)
_NEXT_COUNT = pattern(
    r"(?<!\bno)(?<!\bnot)(?<!\bnone) (?<=[^\W\d] )(?=\d+ ?[^\W\d])", re.IGNORECASE
)
_EITHER = pattern(r"\d\s*/\s*\d")
_ANY_KIND = ("unit", "units", "troop", "troops")

ALL = -1
"""In Units, the count that stands for all units of that kind."""


class Units(msgspec.Struct, frozen=True):
    """Some of the units that stand somewhere."""

    counts: tuple[tuple[str, int], ...] = ()
    """Pairs of unit and number: the unit ``""`` is any kind, the number ALL every one of a kind."""
    every: bool = False
    """All units are meant, except those counts."""
    up_to: bool = False
    """The counts are the most that is meant; if fewer are there, it is those."""


class UnitsInOrder(NameList):
    """Unit kinds in an order of preference."""

    def __init__(self) -> None:
        super().__init__("unit", ranked=True)

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each unit; none may come twice."""
        units = super().read(text, names)
        if len(set(units)) < len(units):
            raise MisreadError(reason("unit-twice", text=text.strip()[:60]))
        return units

    def describe(self) -> str:
        """Show an example."""
        return "unit kinds in order, with commas"


def unit_names(units: Mapping[str, tuple[str, ...]], plurals: Mapping[str, str]) -> Names:
    """Make the names of units from their other forms, adding the plurals of all."""
    return Names(
        "unit",
        {
            unit: tuple(dict.fromkeys(w for f in (unit, *forms) for w in (f, plural(f, plurals))))
            for unit, forms in units.items()
        },
    )


class UnitsSlot(Slot):
    """Some of a game's units: ``2 guns and 1 bow``, ``3``, ``all``, ``all but 1``, ``all bows``.

    ``one`` and ``other`` are two of the game's units, for the description; ``plurals`` are those
    that do not follow the rule of ``plural``. Where units must be ``counted``, what may be a plural
    needs a number: “guns” alone may be all of them, and what is its own plural one or all.
    """

    joined = ("up to", "at most")

    def __init__(
        self, one: str, other: str, plurals: Mapping[str, str] = {}, *, counted: bool = False
    ):
        self._one = one
        self._other = other
        self._plurals = plurals
        self._counted = counted

    def read(self, text: str, names: Vocabulary) -> Units:
        """Read the list of units."""
        text = text.strip()
        if limit := UP_TO.match(text):
            return Units(self._read_after(limit.group(), text[limit.end() :], names), up_to=True)
        every = _EVERY.fullmatch(text)
        if not every:
            return Units(self._read_counts(text, names))
        but = every["but"]
        return Units(self._read_after("all but ", but, names) if but else (), every=True)

    def show(self, value: object) -> str:
        """Print the units with their numbers."""
        assert isinstance(value, Units)
        counts = " and ".join(self._count(unit, number) for unit, number in value.counts)
        if value.up_to:
            return f"up to {counts or '0'}"
        if not value.every:
            return counts or "0"
        return f"all but {counts}" if counts else "all"

    def describe(self) -> str:
        """Show the forms."""
        several = f"{self._count(self._one, 2)} and {self._count(self._other, 1)}"
        limited = f"`all but 1 {self._one}`, or `up to {self._count(self._one, 2)}`"
        return f"units such as `{several}`, a number, `all`, {limited}"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the units and all that may stand beside them."""
        beside = (
            "all",
            "but",
            "except",
            "everything",
            "rest",
            "and",
            "of",
            "the",
            "my",
            "our",
            "up",
            "to",
        )
        return (*names["unit"].forms, *_ANY_KIND, *NUMBER_WORDS, *beside)

    def _count(self, unit: str, number: int) -> str:
        if number == ALL:
            return f"all {plural(unit, self._plurals)}"
        if not unit:
            return str(number)
        return f"{number} {unit if number == 1 else plural(unit, self._plurals)}"

    def _read_after(self, words: str, text: str, names: Vocabulary) -> tuple[tuple[str, int], ...]:
        """Read the counts behind ``up to`` or ``all but``, which a fix of them repeats."""
        try:
            return self._read_counts(text, names)
        except MisreadError as misread:
            misread.at_part(words)
            raise

    def _read_counts(self, text: str, names: Vocabulary) -> tuple[tuple[str, int], ...]:
        """Read units and their numbers, each kind once; none of a kind says nothing."""
        spaced = _NEXT_COUNT.sub(", ", text) if text[:1].isdigit() else text  # “2 bows 1 gun”
        if _EITHER.search(text):
            raise MisreadError(reason("amiss.no-number", text=text[:60]))
        counts: dict[str, int] = {}
        for unit, number in read_each(split_units(spaced), lambda part: self._read(part, names)):
            if unit in counts:
                raise MisreadError(reason("unit-twice", text=text[:60], unit=unit or "units"))
            counts[unit] = number
        return tuple((unit, number) for unit, number in counts.items() if number)

    def _read(self, part: str, names: Vocabulary) -> tuple[str, int]:
        """Read a number and its unit."""
        number, unit = _split_count(part)
        try:
            if number.casefold() == "all":
                return names.find("unit", _bare(unit)), ALL
            kind = _read_kind(unit, names)
        except MisreadError as misread:
            misread.at_part(f"{number} " if number else "")
            raise
        several = plural(kind, self._plurals) if kind else "units"
        if self._counted and not number and (is_plural(_bare(unit)) or several == kind):
            one = (f"1 {kind}",) if several == kind else ()
            raise MisreadError(
                reason("amiss.how-many", units=several),
                choices=(*one, f"all {several}" if kind else "all"),
            )
        return kind, read_number(number) if number else 1


def _split_count(part: str) -> tuple[str, str]:
    """Split a count into its number, which may be missing, and its unit, which may be too."""
    first, _, rest = part.partition(" ")
    low = first.casefold()
    if first.isdigit() or low in NUMBER_WORDS or (low == "all" and rest):
        return first, rest
    if match := _NUMBER_FIRST.fullmatch(part):
        return match[1], match[2]
    if match := _NUMBER_LAST.fullmatch(part):
        return match[2], match[1]
    return "", part


def _read_kind(text: str, names: Vocabulary) -> str:
    unit = _bare(text) if text else ""
    if not unit or (unit.casefold() in _ANY_KIND and not names["unit"].knows(unit)):
        return ""
    return names.find("unit", unit)


def _bare(text: str) -> str:
    """Leave out what is only said: ``of the``, ``my``, and the ``x`` of ``2 x``."""
    match = _SPOKEN.match(text)
    return text[match.end() :] if match else text
