"""Numbers and lists as people write them, for the slots to read with."""

import re
from collections.abc import Callable
from typing import TypeVar

from adjudicator.orders.findings import MisreadError
from adjudicator.orders.language.names import Names

NUMBER_WORDS = {
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
NUMBER = r"(?:\d{1,6}|" + "|".join(NUMBER_WORDS) + ")"
LIST_WORDS = ("then", "and", "via", "or", "plus", "on to", "to")
"""The words that may stand between two names of a list."""
_LIST_SEPARATOR = re.compile(
    rf"\s*(?:[-=]?>|[,;&+/]|\b(?:{'|'.join(LIST_WORDS)})\b)\s*", re.IGNORECASE
)
_UNIT_SEPARATOR = re.compile(r"\s*(?:[,;&+/]|\b(?:and|plus)\b)\s*", re.IGNORECASE)
_DASH = re.compile(r"\s+-\s+")
T = TypeVar("T")


def read_number(text: str) -> int:
    """Read a whole number in figures or as a word up to twelve. Raises MisreadError."""
    word = text.strip().casefold()
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if word.isdecimal() and len(word) <= 6:
        return int(word)
    raise MisreadError("not-a-number", f"“{text.strip()[:40]}” is not a number.")


def split_list(text: str) -> list[str]:
    """Split a list. Raises MisreadError if there is nothing in it."""
    return _parts(_LIST_SEPARATOR, text)


def split_units(text: str) -> list[str]:
    """Split a list of which nothing comes first. Raises MisreadError if there is nothing in it."""
    return _parts(_UNIT_SEPARATOR, text)


def _parts(separator: re.Pattern[str], text: str) -> list[str]:
    parts = [part for part in separator.split(text.strip()) if part]
    if not parts:
        raise MisreadError("malformed", "Nothing is listed here.")
    return parts


def split_names(text: str, known: Names) -> list[str]:
    """Split a list of names, at spaced dashes too unless they are part of a name."""
    parts = split_list(text)
    if " - " in text:
        dashed = ([part] if known.knows(part) else _DASH.split(part) for part in parts)
        parts = [name for names in dashed for name in names]
    return [name for part in parts for name in _side_by_side(part, known)]


def _side_by_side(part: str, known: Names) -> list[str]:
    """Split names in full between which only spaces stand: “Kai Awa Boso Izu”."""
    words, names = part.split(), []
    if len(words) < 2 or known.knows(part):
        return [part]
    while words:
        taken = next((n for n in (3, 2, 1) if known.knows(" ".join(words[:n]))), 0)
        if not taken:
            return [part]
        names.append(" ".join(words[:taken]))
        words = words[taken:]
    return names


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
