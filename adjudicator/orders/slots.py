"""The blanks in an order's syntax: a place, a number, some units.

Each slot knows how to read its text, how to print its value canonically so that it reads back as
the same value, and how to describe itself in the order reference.
"""

import re
from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.orders.findings import AMISS, MisreadError
from adjudicator.orders.lists import (
    LIST_WORDS,
    NUMBER,
    NUMBER_WORDS,
    read_each,
    read_number,
    split_list,
    split_names,
    split_units,
)
from adjudicator.orders.names import Names, Vocabulary, with_article
from adjudicator.orders.patterns import compile_later

_EVERY = compile_later(
    r"(?:all|everything|everybody|everyone)(?:(?: of)?(?: the| my| our)? (?:units|troops))?"
    r"(?:,? (?:but|except)(?: for)? (?P<but>.+))?",
    re.IGNORECASE,
)
_UP_TO = compile_later(r"(?:up to|at most|no more than)\s+", re.IGNORECASE)
_SPOKEN = compile_later(r"(?:(?:x|of|the|my|our)\s+)+", re.IGNORECASE)
_NUMBER_FIRST = compile_later(r"(\d{1,6})\s*x?\s*([^\W\d].*)", re.IGNORECASE)
_NUMBER_LAST = compile_later(r"([^\W\d][^\d:]*?)(?::\s*|\s+x?\s*)(\d{1,6})", re.IGNORECASE)
_NEXT_COUNT = compile_later(
    r"(?<!\bno)(?<!\bnot)(?<!\bnone) (?<=[^\W\d] )(?=\d+ ?[^\W\d])", re.IGNORECASE
)
_EITHER = compile_later(r"\d\s*/\s*\d")
_DASHED = compile_later(r"\d{1,3}(?:-\d{1,3}){2,}")
_ANY_KIND = ("unit", "units", "troop", "troops")


class Slot:
    """One blank. ``regex`` limits the text it takes; None takes words up to the next literal."""

    regex: str | None = None

    def read(self, text: str, names: Vocabulary) -> object:
        """Return the value that the text states. Raises MisreadError."""
        raise NotImplementedError

    def show(self, value: object) -> str:
        """Print a value so that ``read`` gives it back."""
        return str(value)

    def describe(self) -> str:
        """Say in a few words what may stand here."""
        raise NotImplementedError

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the words that may stand here; names may be several words."""
        return ()


class Name(Slot):
    """A name of one kind, such as a province."""

    def __init__(self, what: str):
        self.what = what

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the name in the vocabulary."""
        return names.find(self.what, text)

    def describe(self) -> str:
        """Name the kind of name."""
        return with_article(self.what)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every name."""
        return names[self.what].forms


class _ListSlot(Slot):
    def show(self, value: object) -> str:
        """Print what is listed with commas."""
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


class NameList(_ListSlot):
    """Several names of one kind, in order, separated by commas, ``then`` or ``and``."""

    def __init__(self, what: str):
        self.what = what

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each name."""
        known = names[self.what]
        return read_each(split_names(text, known), known.find)

    def describe(self) -> str:
        """Name the kind of names."""
        return f"{self.what} names in order, with commas"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every name, and what may stand between two."""
        return (*names[self.what].forms, *LIST_WORDS)


class Number(Slot):
    """A whole number, in figures or as a word up to twelve."""

    regex = NUMBER

    def __init__(self, least: int = 0, most: int = 999):
        self.least = least
        self.most = most

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number and hold it to its limits."""
        value = read_number(text)
        if not self.least <= value <= self.most:
            raise MisreadError(
                "number-out-of-range", f"{value} is not between {self.least} and {self.most}."
            )
        return value

    def describe(self) -> str:
        """State the limits."""
        return f"a number from {self.least} to {self.most}"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the numbers that are words."""
        return NUMBER_WORDS


class NumberList(_ListSlot):
    """Several numbers, in order of preference."""

    def __init__(self, least: int = 1, most: int = 99):
        self._number = Number(least, most)

    def read(self, text: str, names: Vocabulary) -> tuple[int, ...]:
        """Read each number."""
        if _DASHED.fullmatch(text.strip()):  # “5-4-4-3”; what has one dash may be a span
            text = text.replace("-", " ")
        parts = [number for part in split_list(text) for number in part.split()]
        return read_each(parts, lambda part: self._number.read(part, names))

    def describe(self) -> str:
        """State the limits of each."""
        return f"numbers from {self._number.least} to {self._number.most} in order, with commas"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the numbers that are words."""
        return (*NUMBER_WORDS, *LIST_WORDS)


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

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every choice."""
        return self._names.forms


class Compare(OneOf):
    """A comparison such as ``at least``."""

    def __init__(self) -> None:
        super().__init__(
            {
                "<=": ("=<", "at most", "no more than", "not more than"),
                ">=": ("=>", "at least", "no fewer than", "no less than"),
                "<": ("less than", "fewer than", "under", "below"),
                ">": ("more than", "greater than", "over", "above"),
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
    """A number of like things: ``number``, or all of them but ``number`` if ``but`` is set.

    With ``up_to`` it is as many as there are, and ``number`` at the most.
    """

    number: int
    but: bool = False
    up_to: bool = False

    def of(self, there: int) -> int:
        """Return how many that is of what is there (it may be more than is there)."""
        if self.up_to:
            return min(self.number, there)
        return max(0, there - self.number) if self.but else self.number

    def __str__(self) -> str:
        if self.up_to:
            return f"up to {self.number}"
        if not self.but:
            return str(self.number)
        return f"all but {self.number}" if self.number else "all"


class AmountSlot(Slot):
    """``4``, ``all``, ``all but 1``, ``up to 4``."""

    regex = rf"(?:(?:all|everything)(?: (?:but|except) {NUMBER})?|(?:(?:up to|at most) )?{NUMBER})"

    def read(self, text: str, names: Vocabulary) -> Amount:
        """Read the amount."""
        if limit := _UP_TO.match(text):
            return Amount(read_number(text[limit.end() :]), up_to=True)
        words = text.split()
        if words[0].casefold() not in ("all", "everything"):
            return Amount(read_number(text))
        return Amount(read_number(words[2]) if len(words) > 2 else 0, but=True)

    def describe(self) -> str:
        """Show the three forms."""
        return "a number, `all`, `all but` a number, or `up to` a number"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the numbers that are words, and those of the other forms."""
        return (*NUMBER_WORDS, "all", "but", "except", "everything", "up", "to", "at", "most")


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


class UnitsSlot(Slot):
    """Some of a game's units: ``2 guns and 1 bow``, ``3``, ``all``, ``all but 1``, ``all bows``.

    ``one`` and ``other`` are two of the game's units, for the description; ``plurals`` are those
    that do not follow the rule of ``plural``. Where units must be ``counted``, a plural needs a
    number: “guns” alone may be all of them.
    """

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
        if limit := _UP_TO.match(text):
            try:
                return Units(self._read_counts(text[limit.end() :], names), up_to=True)
            except MisreadError as misread:
                misread.at_part(limit.group())
                raise
        every = _EVERY.fullmatch(text)
        if not every:
            return Units(self._read_counts(text, names))
        excepted = every.group("but")
        try:
            return Units(self._read_counts(excepted, names) if excepted else (), every=True)
        except MisreadError as misread:
            misread.at_part("all but ")
            raise

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
        said = f"`all but 1 {self._one}`, or `up to {self._count(self._one, 2)}`"
        return f"units such as `{several}`, a number, `all`, {said}"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the units and all that may stand beside them."""
        said = ("all", "but", "except", "everything", "and", "of", "the", "my", "our", "up", "to")
        return (*names["unit"].forms, *_ANY_KIND, *NUMBER_WORDS, *said)

    def _count(self, unit: str, number: int) -> str:
        if number == ALL:
            return f"all {plural(unit, self._plurals)}"
        if not unit:
            return str(number)
        return f"{number} {unit if number == 1 else plural(unit, self._plurals)}"

    def _read_counts(self, text: str, names: Vocabulary) -> tuple[tuple[str, int], ...]:
        """Read units and their numbers, each kind once; none of a kind says nothing."""
        spaced = _NEXT_COUNT.sub(", ", text) if text[:1].isdigit() else text  # “2 bows 1 gun”
        if _EITHER.search(text):
            raise MisreadError(AMISS, f"“{text[:60]}” is no number: write one, or “up to” and one.")
        counts: dict[str, int] = {}
        for unit, number in read_each(split_units(spaced), lambda part: self._read(part, names)):
            if unit in counts:
                raise MisreadError("unit-twice", f"“{text[:60]}” names {unit or 'units'} twice.")
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
            raise _no_number(part, names) or misread from None
        if self._counted and not number and _is_plural(_bare(unit)):
            several = plural(kind, self._plurals) if kind else "units"
            raise MisreadError(
                AMISS,
                f"How many {several}? Write a number, or “all”.",
                choices=(f"all {several}" if kind else "all",),
            )
        return kind, read_number(number) if number else 1


def _is_plural(text: str) -> bool:
    """Whether a name of units, as it is written, is the English plural: “guns”."""
    return text.casefold().endswith(("men", "s"))


def _no_number(part: str, names: Vocabulary) -> MisreadError | None:
    """Return what is to be said of words before a unit that are no number: “some guns”."""
    words = part.split()
    for at in range(1, len(words)):
        if names["unit"].knows(" ".join(words[at:])):
            said = " ".join(words[:at])
            message = (
                f"“{part[:60]}”: “{said[:40]}” is no number. Write one, “all”, or “up to” and one."
            )
            return MisreadError(AMISS, message)
    return None


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


def number_of(number: int, noun: str) -> str:
    """Return a number of things: ``1 case``, ``2 cases``."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str, others: Mapping[str, str] = {}) -> str:
    """Return the plural of a noun by the rules of English, or as ``others`` have it."""
    if noun in others:
        return others[noun]
    if noun.endswith("man"):
        return noun[:-3] + "men"
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def unit_names(units: Mapping[str, tuple[str, ...]], plurals: Mapping[str, str] = {}) -> Names:
    """Make the names of units from their other forms, adding the plurals of all."""
    return Names(
        "unit",
        {
            unit: tuple(dict.fromkeys(w for f in (unit, *forms) for w in (f, plural(f, plurals))))
            for unit, forms in units.items()
        },
    )


class Sequence(NameList):
    """Unit kinds in an order of preference."""

    def __init__(self) -> None:
        super().__init__("unit")

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:
        """Find each unit; none may come twice."""
        units = super().read(text, names)
        if len(set(units)) < len(units):
            raise MisreadError("unit-twice", f"“{text.strip()[:60]}” names a unit twice.")
        return units

    def describe(self) -> str:
        """Show an example."""
        return "unit kinds in order, with commas"
