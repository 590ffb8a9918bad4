"""What stands around the orders of a letter: greetings, thanks, names, prose.

Text before the first and after the last order is no order unless it resembles one. The measure is
what its words are: a word that begins an order, the name of a place or a piece, a number.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from adjudicator.orders.language.language import HEADERS, Language
from adjudicator.orders.language.lists import NUMBER_WORDS
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.patterns import compile_later
from adjudicator.orders.language.spelling import Words
from adjudicator.orders.language.spoken import without_opening
from adjudicator.orders.reading.courtesy import courtesy_rest, leaves_all, may_sign

Likeness = Literal["order", "mention", "none"]
"""``order``: it was meant as one. ``mention``: it is prose that speaks of what orders speak of."""

SHORTEST_MISSPELT = 4
_SHORT_LINE = 4
_LONGEST_HEADING = 5
_HEADERS = Words({word: word for word in HEADERS})
_PIECES = ("province", "unit")
"""The kinds of names of which ordinary prose does not speak."""
_WORD = compile_later(r"[^\W_]+(?:['-][^\W_]+)*|->")
_JOINT = compile_later(
    r"(?:(?:always|cancel|delete|withdraw|else|otherwise|or|if|when|not)\b[,:]?\s*)+", re.IGNORECASE
)
_AFTER_IF = compile_later(r"(?::|,|\bthen\b)\s*([^\W\d_]+)", re.IGNORECASE)
_PROSE = compile_later(r"(?:have|take your|no orders)\b", re.IGNORECASE)
"""How prose begins with a word that begins orders, or nearly: no courtesy, and no order either."""
_DENIAL = compile_later(
    r"(?:please )?(?:no|not|never|skip|dont|don't|do not)\b(?P<denied>.*)", re.IGNORECASE
)
_NOTHING = frozenset(("no", "none", "nothing", "nil"))
"""What stands in a space of a form where nothing is ordered."""
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the and or of to in into on onto at for from by with as is are be am was i my me we "
        "our us you your it its this that these those he his she her they their if then not no so "
        "do does did has have had will would can could may might all but up off out",
    )
)


def likeness(text: str, language: Language) -> Likeness:
    """Say how much a text that could not be read resembles an order."""
    bare = without_opening(text)
    joint = _JOINT.match(bare)
    bare = bare[joint.end() :] if joint else bare
    words = [part for word in _WORD.findall(bare) for part in _parts(word, language)]
    if not words:
        return "none"
    if _is_command(words, language):
        return "order"
    marks = _marks(words, language)
    named = "name" in marks
    if words[0].isdecimal() and language.elsewhere(bare):
        return "order"
    if joint and (named or _orders_after(bare, language)):
        return "order"
    is_prose = _PROSE.match(bare) or courtesy_rest(bare) is not None
    verb = "" if is_prose else _verb(words[0], language)
    if verb and (named or _misspelt(words[1:], language) or language.elsewhere(bare)):
        return "order"
    telling = [mark for word, mark in zip(words, marks, strict=True) if mark or _tells(word)]
    known = len(telling) - telling.count("") + (verb == "near")
    if (verb or named) and 1 < known > len(telling) / 2:
        return "order"
    short = 1 < len(words) <= _SHORT_LINE
    return "mention" if verb == "exact" or named or (verb and short) else "none"


def is_courtesy(text: str, language: Language) -> bool:
    """Whether a line is a courtesy that names nothing of which orders speak."""
    rest = courtesy_rest(text)
    return rest is not None and _is_foreign(rest, language)


def is_signature(text: str, language: Language) -> bool:
    """Whether a line is a name that is nothing to the game."""
    return may_sign(text) and _is_foreign(text, language)


def leaves_as_it_is(text: str, language: Language) -> bool:
    """Whether a line says that something stays where it is, and of names only those of orders."""
    known = [language.names[what] for what in _PIECES if what in language.names]
    return leaves_all(text, lambda name: any(names.knows(name) for names in known))


def _is_foreign(text: str, language: Language) -> bool:
    """Whether no word is, or is nearly, a number, a name or one that begins an order."""
    words = [part for word in _WORD.findall(text) for part in _parts(word, language)]
    choices = (_pieces(language), _verbs(language), _HEADERS)
    return not any(
        _mark(word, language) or any(_near(word, known) for known in choices)
        for word in words
        if _tells(word) and word != "one"
    )


def is_heading(text: str, language: Language) -> bool:
    """Whether a line that could not be read only says what the lines below it are: “Attacks:”."""
    words = [name_key(word) for word in _WORD.findall(text)]
    if not words or not names_nothing(text, language):
        return False
    if text.endswith(":") or (len(words) > 1 and text == text.title().replace("'S", "'s")):
        return len(words) <= _LONGEST_HEADING
    alone = len(words) == 1 and _verb(words[0], language) != "exact"
    return alone and _mark(words[0], language) == "verb"


def names_nothing(text: str, language: Language) -> bool:
    """Whether a text has neither a number nor the name of a place or a piece."""
    words = [part for word in _WORD.findall(text) for part in _parts(word, language)]
    return not any(word.isdecimal() or word in _pieces(language) for word in words)


def orders_nothing(text: str, language: Language) -> bool:
    """Whether a text only says what is not done, and of no place: “no ninja”, “temple: none”.

    What denies an order as it could stand above, such as “don't build castle”, is no such text.
    """
    said = text.rstrip(" .,!;")
    denial = _DENIAL.fullmatch(said)
    if not (denial or _is_left_empty(said, language)):
        return False
    if denial and language.find_order(denial["denied"].strip()):
        return False
    words = [part for word in _WORD.findall(text) for part in _parts(word, language)]
    return "name" not in _marks(words, language) and not any(
        _near(word, _pieces(language)) for word in words
    )


def _is_left_empty(text: str, language: Language) -> bool:
    """Whether nothing, or a sign for it, stands behind the name of a space: “temple: -”."""
    words = text.casefold().replace(":", " ").replace("=", " ").split()
    ends = {" ".join(words[-count:]) for count in (1, 2, 3) if count < len(words)}
    return not ends.isdisjoint({*_NOTHING, *language.idle}) or set("".join(words[-1:])) == {"-"}


def _parts(word: str, language: Language) -> list[str]:
    """Return a word as it is compared; two that stand together without a space as two."""
    keys = _pieces(language)
    key = name_key(word) or word
    if key in keys or key in language.words:
        return [key]
    parts = [name_key(part) for part in word.split("-")]
    if len(parts) > 1 and all(part in keys for part in parts):  # “Inaba-Tajima”
        return parts
    halves = ((key[:at], key[at:]) for at in range(SHORTEST_MISSPELT, len(key)))
    return next(([a, b] for a, b in halves if a in language.verbs and b in keys), [key])


def _orders_after(text: str, language: Language) -> bool:
    """Whether a word that begins an order stands where one is expected after a condition."""
    return any(_verb(name_key(word), language) for word in _AFTER_IF.findall(text))


def _is_command(words: Sequence[str], language: Language) -> bool:
    """Whether it is a line of the header, or ``ready``, with a slip in it."""
    if len(words) == 1:
        return _near(words[0], _HEADERS)
    if not _near(words[0], _HEADERS):
        return False
    seats = language.names["seat"].keys if "seat" in language.names else ()
    known = (*language.phases, *seats)
    return any(word.isdecimal() or word in known for word in words[1:])


def _marks(words: Sequence[str], language: Language) -> list[str]:
    """Say of each word whether it is a name, a number, a word of orders, or none of them."""
    keys = _pieces(language)
    marks = [_mark(word, language) for word in words]
    for at in range(len(words) - 1):
        if words[at] + words[at + 1] in keys:  # “Awa Boso”
            marks[at] = marks[at + 1] = "name"
    return marks


def _mark(word: str, language: Language) -> str:
    if word in _pieces(language):
        return "name"
    if word == "->" or any(
        form in language.verbs or form in language.verbs_elsewhere for form in _forms(word)
    ):
        return "verb"
    return "number" if word.isdecimal() or (word in NUMBER_WORDS and len(word) > 2) else ""


def _forms(word: str) -> tuple[str, ...]:
    """Return a word, and the verb that it may be a form of: “attacks”, “marches”."""
    return (word, word.removesuffix("s"), word.removesuffix("es"))


def _tells(word: str) -> bool:
    return word not in _FUNCTION_WORDS


def _verb(word: str, language: Language) -> Literal["exact", "near", ""]:
    if word in language.verbs or word in language.verbs_elsewhere:
        return "exact"
    return "near" if _near(word, _verbs(language)) else ""


def _near(word: str, choices: Words) -> bool:
    return len(word) >= SHORTEST_MISSPELT and bool(choices.near(word))


def _misspelt(words: Sequence[str], language: Language) -> bool:
    """Whether one of the words is nearly one that orders are made of."""
    known = language.words
    long = (word for word in words if len(word) > SHORTEST_MISSPELT and word not in known)
    return any(_near(word, _pieces(language)) for word in words) or any(map(known.near, long))


@lru_cache(maxsize=32)
def _verbs(language: Language) -> Words:
    """Return the words that begin orders of any phase."""
    return Words({word: word for word in (*language.verbs, *language.verbs_elsewhere)})


@lru_cache(maxsize=32)
def _pieces(language: Language) -> Words:
    """Return every form of the names of places and pieces, as it is compared."""
    known = (language.names[what] for what in _PIECES if what in language.names)
    return Words({key: key for names in known for key in names.keys if not key.isdecimal()})
