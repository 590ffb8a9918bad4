"""What stands around the orders of a letter: greetings, thanks, names, prose.

A line without a verb of orders, a name, a number or a piece, or nearly one, is no order wherever it
stands; nor is a greeting. But what denies, asks, chooses or sets a condition right below an order
may be about that. It is told, as is whatever else cannot be read.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from adjudicator.orders.language.language import COMMANDS, HEADERS, Language
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.slots import NUMBER_WORDS, OneOf
from adjudicator.orders.language.syntax import slots_of
from adjudicator.orders.language.words import (
    DENIALS,
    FILLERS,
    JOINTS,
    KEPT,
    LINKS,
    ONE_SLIP,
    OPENINGS,
    Words,
    is_pronoun,
    limits,
)
from adjudicator.orders.reading.plain_text import LOST
from adjudicator.patterns import pattern
from adjudicator.wording.english import plural

Likeness = Literal["order", "mention", "none"]
"""``order``: it was meant as one. ``mention``: it speaks of what orders speak of."""

_SHORTEST_NEAR = 4
_LONGEST_HEADING = 5
_LONGEST_GREETING = 16
_LONGEST_NAME = 3
_SHORT = 6
"""A line of more words is a sentence, in which words of orders alone order nothing."""
_BEFORE = OPENINGS | FILLERS | set(JOINTS) | DENIALS | {"do"}
"""What stands before an order, or before one that is denied."""
_HEADERS = Words({word: word for word in (*HEADERS, *COMMANDS)})
_PIECES = ("province", "unit", "clan")
"""The kinds of names of which ordinary prose does not speak."""
_LETTERS = rf"(?:[^\W_]|{LOST})+"
_WORD = pattern(rf"\d+(?:[./:]\d+)+|{_LETTERS}(?:['-]{_LETTERS})*|->")
"""A date and a time of day are one word each, and so no number of an order; so is what ``_DATE``
leaves out of a sentence without blanks."""
_EAST = pattern("[\u3040-\u9fff]")
_KANJI = pattern("[\u3400-\u9fff]{2,}")
_DATE = pattern("[0-9]+[年月日時分]")
_NUMBER = pattern(r"\d{1,2}(?:st|nd|rd|th)?")
_GREETING = pattern(
    r"(?:(?:and|so|well|oh|ok|okay|but|with|many|my|very|all|the|once|again)\b[,:]? )*"
    r"(?:hi|hello|hey|dear|greetings|good|thanks?|thx|cheers|sorry|apologies|regards|best|warm|kind"
    r"|yours|sincerely|have (?:a|fun)|enjoy|see|bye|goodbye|take care|take your time"
    r"|congratulations|hope|i hope|sent|that's|here (?:are|is|come)|these are"
    r"|my orders|my moves)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_QUOTED = pattern(r".*\b(?:wrote|writes|schrieb|écrit)\s?:?")


def likeness(
    text: str, language: Language, *, shaped: bool, among: bool, below: bool = False
) -> Likeness:
    """Say how much a text that could not be read resembles an order.

    It is ``shaped`` like one if it has a form of one, with something else in a blank. ``among``
    orders what begins as one is meant as one, and right ``below`` one a text may take it back.
    """
    words = [name_key(word) or word for word in _WORD.findall(text)]
    if words and _is_command(words, language):
        return "order"
    if not words or _QUOTED.fullmatch(text):
        return "none"
    limiting = below and limits(text)
    if not limiting and is_heading(text, language):
        return "none"
    greeting = len(words) <= _LONGEST_GREETING and _GREETING.fullmatch(text)
    if greeting:
        rest = [name_key(word) for word in _WORD.findall(greeting["rest"])]
        rest = [word for word in rest if not _is_number(word)]  # “Windows 10”, “first turn”
        announces = text.endswith(":")  # “here is my deployment for the first turn:”
        told = any(_names(x, language) or (not announces and _is_verb(x, language)) for x in rest)
        return "mention" if told else "none"
    bare = words
    while len(bare) > 1 and bare[0] in _BEFORE and bare[0] not in language.verbs:
        bare = bare[1:]
    if among and bare[0] in language.verbs and bare[0] in _verbs(language):
        return "order"
    marks = [_names(word, language) for word in bare]
    begins = _begins(bare[0], language)
    telling = [mark for word, mark in zip(bare, marks, strict=True) if not _is_link(word)]
    joined = len(bare) < len(words) and words[0] in JOINTS
    anywhere = (_begins(word, language) for word in bare)
    if (begins and (shaped or any(marks))) or (joined and (any(marks) or any(anywhere))):
        return "order"
    if 1 < sum(marks) + begins > len(telling) / 2:
        return "order"
    short = len(words) <= _SHORT
    speaks = begins or any(marks) or (short and any(_is_verb(word, language) for word in bare))
    return "mention" if limiting or speaks or _speaks_of(words, language) else "none"


def _speaks_of(words: Sequence[str], language: Language) -> bool:
    """Whether a line names a seat and is no signature, or another colour of the writer's beside
    something, or is half words of orders."""
    seats = language.names["seat"].keys if "seat" in language.names else ()
    colours = [*map(name_key, language.colours)]
    if any(word in colours[1:] for word in words) and not set(words).issubset(colours):
        return True
    named = any(word in seats or word.removesuffix("s") in seats for word in words)
    telling = [word for word in words if not _is_link(word)]
    known = sum(word in language.literals or word in _in_blanks(language) for word in telling)
    return (named and len(words) > _LONGEST_NAME) or (
        len(words) <= _SHORT and 1 < known >= len(telling) / 2
    )


def _is_verb(word: str, language: Language) -> bool:
    """Whether a word begins orders of any phase, and is no common one."""
    return word in _verbs(language) and not _is_link(word)


def is_heading(text: str, language: Language) -> bool:
    """Whether a line only says what the lines below it are: “Attacks:”, “Moves”. One that ends in a
    pronoun is about others (“Scrap that:”), and one that says who wrote them may make them his."""
    words = [name_key(word) or word for word in _WORD.findall(text)]
    if not words or len(words) > _LONGEST_HEADING or any(_names(word, language) for word in words):
        return False
    known = words[0] in _verbs(language) or words[0] in _plurals(language)
    is_bare = len(words) == 1 and known and words[0] not in language.verbs
    announces = text.endswith(":") and not (is_pronoun(words[-1]) or _QUOTED.fullmatch(text))
    return announces or is_bare


def _is_command(words: Sequence[str], language: Language) -> bool:
    """Whether it is a line of the header, or ``ready``, with a slip in it."""
    if len(words[0]) < _SHORTEST_NEAR or not _is_near(words[0], _HEADERS):
        return False
    seats = language.names["seat"].keys if "seat" in language.names else ()
    known = (*language.phases, *seats)
    return len(words) == 1 or words[1].isdecimal() or words[1] in known


def _is_link(word: str) -> bool:
    return word in LINKS or word in FILLERS or word in OPENINGS or word in KEPT


def _begins(word: str, language: Language) -> bool:
    """Whether a word begins orders of any phase, or nearly does."""
    verbs = _verbs(language)
    return word in verbs or (len(word) >= _SHORTEST_NEAR and _is_slip(word, verbs))


def _is_number(word: str) -> bool:
    """Whether a word is a number, in figures or in letters that mean nothing else."""
    return bool(_NUMBER.fullmatch(word)) or (word in NUMBER_WORDS and len(word) > 3)


def _names(word: str, language: Language) -> bool:
    """Whether a word is a number or a name of the game, or nearly such a name."""
    if _is_number(word) or word == "->":
        return True
    pieces = [language.names[what].words for what in _PIECES if what in language.names]
    if any(word in known for known in pieces):
        return True
    if not word.isascii() and _speaks_in_kanji(word, language):
        return True
    if len(word) <= _SHORTEST_NEAR or word in language.words:
        return False
    halves = [half for both in language.words.halves(word) for half in both.split()]
    return any(
        _is_slip(word, known) or any(name_key(half) in known for half in halves) for known in pieces
    )


def _speaks_in_kanji(words: str, language: Language) -> bool:
    """Whether a number or a name stands among words that no blanks part."""
    has_number = _EAST.search(words) and any(map(str.isdecimal, _DATE.sub("", words)))
    return bool(has_number) or any(name in words for name in _in_kanji(language))


@lru_cache(maxsize=32)
def _in_kanji(language: Language) -> tuple[str, ...]:
    """Return the names that are written in kanji alone; one in kana may be any syllables."""
    names = (language.names[what].keys for what in _PIECES if what in language.names)
    return tuple(name for some in names for name in some if _KANJI.fullmatch(name))


def _is_slip(word: str, words: Words) -> bool:
    """Whether a word is nearly another one with its first letter: “Grüße” is not Prussia."""
    return any(
        cost <= ONE_SLIP and name_key(near)[:1] == word[:1] for near, cost in words.near(word)
    )


def _is_near(word: str, words: Words) -> bool:
    return any(cost <= ONE_SLIP for _, cost in words.near(word))


@lru_cache(maxsize=32)
def _in_blanks(language: Language) -> frozenset[str]:
    """Return the words of names of several words, of choices, and those for numbers."""
    names = (form.casefold().split() for known in language.names.values() for form in known.forms)
    slots = {slot for kind in language.kinds for slot in slots_of(kind).values()}
    choices = (form.split() for each in slots if isinstance(each, OneOf) for form in each.names.all)
    several = (words for words in names if len(words) > 1)
    return frozenset(NUMBER_WORDS).union(*several, *choices)


@lru_cache(maxsize=32)
def _plurals(language: Language) -> frozenset[str]:
    """Return the plurals of the words of orders: “attacks”, “armies”, “castles”."""
    return frozenset(map(plural, {*_verbs(language), *language.literals}))


@lru_cache(maxsize=32)
def _verbs(language: Language) -> Words:
    """Return the words that begin orders of any phase, but for articles and the like."""
    verbs = {*language.verbs, *language.verbs_elsewhere} - NUMBER_WORDS.keys()
    return Words({word: word for word in sorted(verbs)})
