"""The blanks in an order's syntax: a place, a number, some units.

Each slot knows how to read its text, how to print its value canonically so that it reads back as
the same value, and how to describe itself in the order reference.
"""

import re
from collections.abc import Mapping

import msgspec

from adjudicator.orders.findings import Misread
from adjudicator.orders.names import Names, Vocabulary, plain

_NUMBERS = {
    "zero": 0,
    "no": 0,
    "none": 0,
    "one": 1,
    "a": 1,
    "an": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_NUMBER = r"(?:\d{1,6}|" + "|".join(_NUMBERS) + ")"
_LIST_SEPARATOR = re.compile(r"\s*(?:,|>|\bthen\b|\band\b|\bvia\b|\bor\b|->)\s*", re.IGNORECASE)


class Slot:
    """One blank. ``regex`` limits the text it takes; None takes words up to the next literal."""

    regex: str | None = None

    def read(self, text: str, names: Vocabulary) -> object:
        """Return the value that the text states. Raises Misread."""
        raise NotImplementedError

    def show(self, value: object) -> str:
        """Print a value so that ``read`` gives it back."""
        return str(value)

    def describe(self) -> str:
        """Say in a few words what may stand here."""
        raise NotImplementedError


class Name(Slot):
    """A name of one kind, such as a province."""

    def __init__(self, what: str):
        self.what = what

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the name in the vocabulary."""
        return names.find(self.what, text)

    def describe(self) -> str:
        """Name the kind of name."""
        return f"a {self.what}" if self.what[0] not in "aeiou" else f"an {self.what}"


class NameList(Slot):
    """Several names of one kind, in order, separated by commas, ``then`` or ``and``."""

    def __init__(self, what: str):
        self.what = what

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each name."""
        return tuple(names.find(self.what, part) for part in _parts(text))

    def show(self, value: object) -> str:
        """Print the names with commas."""
        return ", ".join(_strings(value))

    def describe(self) -> str:
        """Name the kind of names."""
        return f"{self.what} names in order, with commas"


class Number(Slot):
    """A whole number, in figures or as a word up to twelve."""

    regex = _NUMBER

    def __init__(self, least: int = 0, most: int = 999):
        self.least = least
        self.most = most

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number and hold it to its limits."""
        value = read_number(text)
        if not self.least <= value <= self.most:
            raise Misread(
                "number-out-of-range", f"{value} is not between {self.least} and {self.most}."
            )
        return value

    def describe(self) -> str:
        """State the limits."""
        return f"a number from {self.least} to {self.most}"


class NumberList(Slot):
    """Several numbers, in order of preference."""

    def __init__(self, least: int = 1, most: int = 99):
        self._number = Number(least, most)

    def read(self, text: str, names: Vocabulary) -> tuple[int, ...]:
        """Read each number."""
        return tuple(self._number.read(part, names) for part in _parts(text))

    def show(self, value: object) -> str:
        """Print the numbers with commas."""
        return ", ".join(_strings(value))

    def describe(self) -> str:
        """State the limits of each."""
        return f"numbers from {self._number.least} to {self._number.most} in order, with commas"


class OneOf(Slot):
    """One of a few fixed words or phrases, each with its other forms."""

    def __init__(self, choices: Mapping[str, tuple[str, ...]], what: str = "choice"):
        self._names = Names(what, choices)
        longest_first = sorted(
            (form for name, others in choices.items() for form in (name, *others)),
            key=len,
            reverse=True,
        )
        self.regex = "(?:" + "|".join(re.escape(form) for form in longest_first) + ")"

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the choice."""
        return self._names.find(text)

    def describe(self) -> str:
        """List the choices."""
        return " or ".join(f"`{name}`" for name in self._names.all)


class Compare(OneOf):
    """A comparison such as ``at least``."""

    def __init__(self) -> None:
        super().__init__(
            {
                "<=": ("at most", "no more than", "not more than"),
                ">=": ("at least", "no fewer than", "no less than"),
                "<": ("less than", "fewer than", "under", "below"),
                ">": ("more than", "over", "above"),
                "=": ("==", "exactly", "is", "are", "equals"),
            },
            "comparison",
        )


def compare(left: int, how: str, right: int) -> bool:
    """Apply a comparison as read by Compare."""
    return {
        "<=": left <= right,
        ">=": left >= right,
        "<": left < right,
        ">": left > right,
        "=": left == right,
    }[how]


class Amount(msgspec.Struct, frozen=True):
    """A number of like things: ``number``, or all of them but ``number`` if ``but`` is set."""

    number: int
    but: bool = False

    def of(self, there: int) -> int:
        """Return how many that is of what is there (it may be more than is there)."""
        return max(0, there - self.number) if self.but else self.number

    def __str__(self) -> str:
        if not self.but:
            return str(self.number)
        return f"all but {self.number}" if self.number else "all"


class AmountSlot(Slot):
    """``4``, ``all``, ``all but 1``."""

    regex = rf"(?:(?:all|everything)(?: (?:but|except) {_NUMBER})?|{_NUMBER})"

    def read(self, text: str, names: Vocabulary) -> Amount:
        """Read the amount."""
        words = text.split()
        if words[0].casefold() not in ("all", "everything"):
            return Amount(read_number(text))
        return Amount(read_number(words[2]) if len(words) > 2 else 0, but=True)

    def describe(self) -> str:
        """Show the three forms."""
        return "a number, `all`, or `all but` a number"


ALL = -1
"""In Units, the count that stands for all units of that kind."""


class Units(msgspec.Struct, frozen=True):
    """Some of the units that stand somewhere.

    ``counts`` are pairs of unit and number, where the unit ``""`` is any kind and the number ALL
    every one. With ``every`` set, it is all units except those counts.
    """

    counts: tuple[tuple[str, int], ...] = ()
    every: bool = False

    def __str__(self) -> str:
        listed = " and ".join(_show_count(unit, number) for unit, number in self.counts)
        if not self.every:
            return listed or "0"
        return f"all but {listed}" if listed else "all"


class UnitsSlot(Slot):
    """``2 spearmen and 1 gunner``, ``3``, ``all``, ``all but 1 spearman``, ``all gunners``."""

    def read(self, text: str, names: Vocabulary) -> Units:
        """Read the list of units."""
        words = text.strip()
        first, _, rest = words.partition(" ")
        every = first.casefold() in ("all", "everything", "everybody") and (
            not rest or rest.casefold().startswith(("but ", "except "))
        )
        if every:
            words = rest.partition(" ")[2]
        counts: dict[str, int] = {}
        for part in _parts(words):
            unit, number = _read_count(part, names)
            if unit in counts:
                raise Misread("unit-twice", f"“{text.strip()[:60]}” names {unit or 'units'} twice.")
            counts[unit] = number
        return Units(tuple(counts.items()), every)

    def describe(self) -> str:
        """Show the forms."""
        return "units such as `2 spearmen and 1 gunner`, a number, `all`, or `all but 1 spearman`"


def _read_count(part: str, names: Vocabulary) -> tuple[str, int]:
    first, _, rest = part.partition(" ")
    low = first.casefold()
    if low == "all" and rest:
        return names.find("unit", rest), ALL
    if first.isdigit() or low in _NUMBERS:
        return names.find("unit", rest) if rest else "", read_number(first)
    digits = len(first) - len(first.lstrip("0123456789"))
    if 0 < digits <= 6 and not rest:
        return names.find("unit", first[digits:]), int(first[:digits])
    return names.find("unit", part), 1


def _show_count(unit: str, number: int) -> str:
    if number == ALL:
        return f"all {plural(unit)}"
    if not unit:
        return str(number)
    return f"{number} {unit if number == 1 else plural(unit)}"


def plural(unit: str) -> str:
    """Return the plural of a unit's name: spearmen, gunners, ronin, armies."""
    if unit.endswith("man"):
        return unit[:-3] + "men"
    if unit in ("ronin", "daimyo"):
        return unit if unit == "ronin" else "daimyos"
    if unit.endswith("y"):
        return unit[:-1] + "ies"
    return unit + "s"


def unit_names(units: Mapping[str, tuple[str, ...]]) -> Names:
    """Make the names of units from their short forms, adding the plurals."""
    return Names("unit", {unit: _with_plural(unit, forms) for unit, forms in units.items()})


def _with_plural(unit: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(other for f in (unit, *forms) for other in (f, plural(f))))


class Sequence(Slot):
    """Unit kinds in an order of preference."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each unit; none may come twice."""
        units = tuple(names.find("unit", part) for part in _parts(text))
        if len(set(units)) < len(units):
            raise Misread("unit-twice", f"“{text.strip()[:60]}” names a unit twice.")
        return units

    def show(self, value: object) -> str:
        """Print the units with commas."""
        return ", ".join(_strings(value))

    def describe(self) -> str:
        """Show an example."""
        return "unit kinds in order, with commas"


def read_number(text: str) -> int:
    """Read a whole number in figures or as a word up to twelve. Raises Misread."""
    word = plain(text)
    if word in _NUMBERS:
        return _NUMBERS[word]
    if word.isdecimal() and len(word) <= 6:
        return int(word)
    raise Misread("not-a-number", f"“{text.strip()[:40]}” is not a number.")


def _parts(text: str) -> list[str]:
    return [part for part in _LIST_SEPARATOR.split(text.strip()) if part]


def _strings(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, tuple | list) else [str(value)]
