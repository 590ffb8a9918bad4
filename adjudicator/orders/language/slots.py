"""The blanks in an order's syntax: a name, a number, one of a few words, or a list of them.

Each slot knows how to read its text, how to print its value canonically so that it reads back as
the same value, and how to describe itself in the order reference. Of units there is ``units.py``.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from adjudicator.orders.findings import MisreadError, reason
from adjudicator.orders.language.names import Names, Vocabulary
from adjudicator.orders.language.words import BEFORE
from adjudicator.patterns import pattern
from adjudicator.wording.english import with_article

T = TypeVar("T")
UP_TO = pattern(r"(?:up to|at most|no more than)\s+", re.IGNORECASE)
_DASHED = pattern(r"\d{1,3}(?:-\d{1,3}){2,}")

_FEW = 2
_TO_TWELVE = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {word: number for number, word in enumerate(_TO_TWELVE.split())}
NUMBER_WORDS |= {"no": 0, "none": 0, "nothing": 0, "a": 1, "an": 1}
NUMBER = r"(?:\d{1,6}|" + "|".join(NUMBER_WORDS) + ")"
LIST_WORDS = ("then", "and", "via", "or", "plus", "on to", "to")
"""The words that may stand between two names of a list."""
_LIST_SEPARATOR = pattern(
    rf"(?:\s+first)?\s*(?:[-=]?>|[,;&+/]|\b(?:{'|'.join(LIST_WORDS)})\b)\s*|\s+first\Z",
    re.IGNORECASE,
)
_UNIT_SEPARATOR = pattern(r"\s*(?:[,;&+/]|\b(?:and|plus)\b)\s*", re.IGNORECASE)
_DASH = pattern(r"\s+-\s+")
_COUNTED_OFF = pattern(r"(\d{1,2})[.):]?\s+(\S.*)")
"""A part of a list that is numbered: “2. Suruga”."""


class Slot:
    """One blank. ``regex`` limits the text it takes; None takes words up to the next literal."""

    regex: str | None = None
    longest: int = 8
    """Of so many words what it takes may be, at most."""
    few: tuple[str, ...] = ()
    """All that it takes, if that is so little that one can be asked which is meant."""
    joined: tuple[str, ...] = ()
    """Words of what it takes that belong together, though one of them may begin what follows."""

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

    longest = 3

    def __init__(self, what: str):
        self.what = what

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the name in the vocabulary."""
        try:
            return names.find(self.what, text)
        except MisreadError as misread:
            known = names[self.what]
            parts = [part for part in _LIST_SEPARATOR.split(text.strip()) if part]
            if len(parts) > 1 and all(map(known.knows, parts)):
                several = list(map(known.find, parts))
                misread.why = reason("unknown-name.several", what=self.what, names=several)
            raise

    def describe(self) -> str:
        """Name the kind of name."""
        return with_article(self.what)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every name."""
        return names[self.what].forms


class _ListSlot(Slot):
    ranked = False
    """Whether it says what comes first, so that what is named later is added to it."""

    def show(self, value: object) -> str:
        """Print what is listed with commas."""
        return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


class NameList(_ListSlot):
    """Several names of one kind, in order, separated by commas, ``then`` or ``and``."""

    def __init__(self, what: str, ranked: bool = False):
        self.what = what
        self.ranked = ranked

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
    longest = 1

    def __init__(self, least: int = 0, most: int = 999):
        self.least = least
        self.most = most

    def read(self, text: str, names: Vocabulary) -> int:
        """Read the number and hold it to its limits."""
        value = read_number(text)
        if not self.least <= value <= self.most:
            limits = {"least": self.least, "most": self.most}
            raise MisreadError(reason("number-out-of-range", number=value, **limits))
        return value

    def describe(self) -> str:
        """State the limits."""
        return f"a number from {self.least} to {self.most}"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return the numbers that are words."""
        return NUMBER_WORDS


class NumberList(_ListSlot):
    """Several numbers, in order of preference."""

    ranked = True

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
        self.names = Names(what, choices)
        self.few = tuple(choices) if len(choices) <= _FEW else ()
        longest_first = sorted(
            (form for name, others in choices.items() for form in (name, *others)),
            key=len,
            reverse=True,
        )
        self.regex = "(?:" + "|".join(re.escape(form) for form in longest_first) + ")"

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the choice."""
        return self.names.find(text)

    def describe(self) -> str:
        """List the choices."""
        return " or ".join(f"`{name}`" for name in self.names.all)

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every choice."""
        return self.names.forms


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

    def of(self, available: int) -> int:
        """Return how many that is of what is there (it may be more than is there)."""
        if self.up_to:
            return min(self.number, available)
        return max(0, available - self.number) if self.but else self.number

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
        if limit := UP_TO.match(text):
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


# Numbers and lists as people write them


def read_number(text: str) -> int:
    """Read a whole number in figures or as a word up to twelve. Raises MisreadError."""
    word = text.strip().casefold()
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if word.isdecimal() and len(word) <= 6:
        return int(word)
    raise MisreadError(reason("not-a-number", text=text.strip()[:40]))


def split_list(text: str) -> list[str]:
    """Split a list. Raises MisreadError if there is nothing in it."""
    return _parts(_LIST_SEPARATOR, text)


def split_units(text: str) -> list[str]:
    """Split a list of which nothing comes first. Raises MisreadError if there is nothing in it."""
    return _parts(_UNIT_SEPARATOR, text)


def _parts(separator: re.Pattern[str], text: str) -> list[str]:
    parts = [part for part in separator.split(text.strip()) if part]
    if not parts:
        raise MisreadError(reason("malformed.empty-list"))
    return parts


def split_names(text: str, known: Names) -> list[str]:
    """Split a list of names, at spaced dashes too unless they are part of a name."""
    parts = split_list(text)
    dashed = ([part] if known.knows(part) else _DASH.split(part) for part in parts)
    parts = _without_numbers([name for names in dashed for name in names], known)
    return [name for part in parts for name in _side_by_side(part, known)]


def _without_numbers(parts: list[str], known: Names) -> list[str]:
    """Leave out the numbers of a list that is numbered from 1 on: “1 Kai, 2. Suruga”."""
    counted = [_COUNTED_OFF.fullmatch(part) for part in parts]
    bare = [each[2] for number, each in enumerate(counted, 1) if each and int(each[1]) == number]
    return bare if len(bare) == len(parts) > 1 and all(map(known.knows, bare)) else parts


def _side_by_side(part: str, known: Names) -> list[str]:
    """Split names in full between which only spaces stand: “Kai Awa Boso Izu”.

    What may be a number beside another name, “1 attack”, may count or rank it.
    """
    words, names = part.split(), []
    if len(words) < 2 or known.knows(part):
        return [part]
    while words:
        taken = next((n for n in (3, 2, 1) if known.knows(" ".join(words[:n]))), 0)
        if not taken:
            return [part]
        names.append(" ".join(words[:taken]))
        words = words[taken:]
    numbers = [name[0].isdecimal() or name.casefold() in BEFORE for name in names]
    return names if len(set(numbers)) == 1 else [part]


def read_each(parts: list[str], read: Callable[[str], T], joint: str = ", ") -> tuple[T, ...]:
    """Read each part; a fix of one part is made a fix of the list, which is joined by ``joint``."""
    values: list[T] = []
    for index, part in enumerate(parts):
        try:
            values.append(read(part))
        except MisreadError as misread:
            before = "".join(f"{each}{joint}" for each in parts[:index])
            misread.at_part(before, "".join(f"{joint}{each}" for each in parts[index + 1 :]))
            raise
    return tuple(values)
