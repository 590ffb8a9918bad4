"""One line of orders: an order, its condition, its alternatives, ``always`` and ``cancel``."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.orders.findings import MisreadError, reason
from adjudicator.orders.language.conditions import When, without_it
from adjudicator.orders.language.language import MOST_REMEMBERED, Language, UnexplainedError
from adjudicator.orders.language.syntax import Order
from adjudicator.orders.language.words import (
    ALWAYS,
    BEFORE,
    CANCEL,
    ELSE,
    IF,
    OTHERWISE,
    SYNONYMS,
    UNLESS,
    WHETHER,
    any_of,
    limits,
)
from adjudicator.orders.orders import Branch, Line
from adjudicator.patterns import pattern

_JOINING = frozenset(word for words in SYNONYMS.values() for word in words)
"""What joins a part of an order to it."""
_MOST_IFS = 3
"""At so many places of a line a condition is looked for behind an order."""

_ALWAYS = pattern(rf"{ALWAYS}[:,]?\s+", re.IGNORECASE)
_BEGIN_INNER_ELSE = (f"or {ELSE}", ELSE, OTHERWISE)
_BEGIN_ELSE = (*_BEGIN_INNER_ELSE, "or")
_ELSE = pattern(rf"{any_of(*_BEGIN_ELSE)}\b[:,]?\s*", re.IGNORECASE)
_INNER_ELSE = pattern(rf"[,;.]?\s+{any_of(*_BEGIN_INNER_ELSE)}\b[:,]?\s*", re.IGNORECASE)
_CANCEL = pattern(rf"{any_of(*CANCEL)}[:,]?\s+", re.IGNORECASE)
_CANCELLING = pattern(rf"{any_of(*CANCEL)}\b", re.IGNORECASE)
_SAID_BEFORE = pattern(
    rf"(?:{any_of(*sorted(BEFORE))}\b[,:]?\s+)+(?={any_of(*IF, *CANCEL)}\b)", re.IGNORECASE
)
_IF = pattern(rf"(?P<joint>{any_of(*IF)})\s+", re.IGNORECASE)
_OPENING = pattern(
    rf"(?:{ALWAYS}[:,]?\s+)?"
    rf"(?:{any_of(*_BEGIN_ELSE)}[:,]?(?:\s+{any_of(*IF)}\s.*)?|{any_of(*IF)}\s.*)",
    re.IGNORECASE,
)
_OPEN = pattern(rf"(?:.*(?::|\bthen[:,]?)|{any_of(*_BEGIN_ELSE)},?)\Z", re.IGNORECASE)
_IF_BEHIND = pattern(
    rf"[,;:]?\s+(?P<bracket>\()?(?:but\s+)?(?:only\s+)?(?P<joint>{any_of(*IF)})\s+", re.IGNORECASE
)
_AFTER_IF = (
    re.compile(r"\s*:\s*"),
    re.compile(r",?\s+then\b[:,]?\s*", re.IGNORECASE),
    re.compile(r",\s+"),
)
_POSSIBLE = pattern(r"(?:at all )?possible\s*", re.IGNORECASE)
T = TypeVar("T")


class Reading(msgspec.Struct, frozen=True):
    """A line as it was read, before it finds its place among the orders."""

    role: Literal["order", "else", "cancel"]
    branches: tuple[Branch, ...]
    always: bool = False


def read_line(text: str, part: str, language: Language) -> Reading:
    """Read a line as it was read lately, or anew: it says the same whenever it comes.

    ``part`` is the letter of the part of the phase that it stands under, ``""`` without one. Raises
    MisreadError, UnexplainedError among them.
    """
    known: Reading | None = None if part else language.lately.get(text)
    if known is None:
        known = _read(text, language, partial(_order, language=language, part=part))
        if len(language.lately) == MOST_REMEMBERED:
            language.lately.clear()
        if not part:
            language.lately[text] = known
    return known


def is_alternative(text: str) -> bool:
    """Whether a line begins as an alternative to the order above it does."""
    return bool(_ELSE.match(text))


def may_be_shortened(text: str) -> bool:
    """Whether a line begins as an alternative does on the line of its order: “else to Kaga”. “Or”
    goes on with a list there."""
    return bool(_INNER_ELSE.match(f" {text}"))


def is_cancelling(text: str) -> bool:
    """Whether a line begins as one that takes an order back."""
    return bool(_CANCELLING.match(_without_openings(text)))


def _without_openings(text: str) -> str:
    """Leave out what says nothing before a condition or “cancel”: “please”, “I would like to”."""
    said = _SAID_BEFORE.match(text)
    return text[said.end() :] if said else text


def is_opening(text: str) -> bool:
    """Whether a line is an “else” or begins as a condition does, so that its order may stand on the
    line below it; or a heading that limits what stands there: “Not doing:”."""
    opens = _OPENING.fullmatch(_without_openings(text))
    return bool(opens) or (text.endswith(":") and limits(text))


def is_open(text: str) -> bool:
    """Whether a line that opens an order surely lacks it: “if Kai is empty:”."""
    return bool(_OPEN.match(text))


def meaning(text: str, language: Language) -> str:
    """Return a line in the form in which it is printed, or ``""`` for what cannot be read."""
    try:
        reading = read_line(text, "", language)
    except MisreadError:
        with suppress(MisreadError):
            return "; ".join(map(str, language.read_several(text)))
        return ""
    return f"{reading.role} {Line(reading.branches, always=reading.always)}"


def nearest_lines(text: str, language: Language, *, as_written: bool) -> list[str]:
    """Return the lines that one is nearest to of which an order cannot be read.

    ``as_written``: no word of it has been put right.
    """

    def read(part: str) -> Order:
        order, _ = language.find_order(part)
        if order is None:
            choices = tuple(language.nearest(part, as_written=as_written))
            raise UnexplainedError("malformed", part, choices)
        return order

    try:
        _read(text, language, read)
    except MisreadError as misread:
        return [line for line in misread.choices if meaning(line, language)]
    return []


def _read(text: str, language: Language, order: Callable[[str], Order]) -> Reading:
    """Read a line, each order in it by ``order``. Raises MisreadError."""

    def read(text: str) -> Reading:
        return _read_alternatives(text, language, order)

    text = _without_openings(text)
    low = text.casefold()
    begin = _CANCEL.match(text) if low.startswith(CANCEL) else None
    if begin is None:
        return read(text)
    if low.startswith("withdraw"):  # which is an order of some games
        with suppress(MisreadError):
            return read(text)
    reading = _within(text, begin.end(), len(text), read)
    if reading.role == "else":
        raise MisreadError(reason("lonely-else.taken-back"))
    return replace(reading, role="cancel")


def _read_alternatives(text: str, language: Language, order: Callable[[str], Order]) -> Reading:
    """Read an order with its alternatives. Raises MisreadError."""
    low = text.casefold()
    role: Literal["order", "else"] = "order"
    begin = None
    if low.startswith(ALWAYS):
        begin = _ALWAYS.match(text)
    elif low.startswith(_BEGIN_ELSE) and (begin := _ELSE.match(text)):
        role = "else"
    elif ELSE not in low and OTHERWISE not in low:
        return Reading("order", (_branch(text, language, order),))
    spans = _alternatives(text, begin.end() if begin else 0)
    verb = text[slice(*spans[0])].partition(" ")[0]
    branches: list[Branch] = []

    def read(one: str) -> Branch:
        try:
            return _branch(one, language, order)
        except MisreadError:
            with suppress(MisreadError):  # “reinforce Kai, else Owari”
                return _branch(f"{verb} {one}", language, order)
            if branches and (whole := _fill_in(one, str(branches[0].order))):
                with suppress(MisreadError):  # “move 2 from Ise to Shima, else to Kii”
                    return _branch(whole, language, order)
            if branches and (other := language.fill_instead(branches[0].order, one.rstrip(".,!;"))):
                return Branch(other)  # “army 1 in Kai, else Iga”
            raise

    for span in spans:
        branches.append(_within(text, *span, read))
    return Reading(role, tuple(branches), always=begin is not None and role == "order")


def _alternatives(text: str, begin: int) -> list[tuple[int, int]]:
    """Return where the alternatives that stand on one line begin and end."""
    spans = []
    for match in _INNER_ELSE.finditer(text, begin):
        spans.append((begin, match.start()))
        begin = match.end()
    return [*spans, (begin, len(text))]


def _fill_in(one: str, before: str) -> str:
    """Return an alternative with what it leaves out of the order before it; ``""`` if it does not
    begin with a word that joins a part of that: “to Kaga with 6”, “in Owari”."""
    known: dict[str, str] = {}
    for link, part in _take_apart(before):
        if link in known:
            return ""
        known[link] = part
    instead = _take_apart(one)
    if instead[0][1] or not all(part for _, part in instead[1:]):
        return ""
    for word, part in instead[1:]:
        link = next((link for link in known if word in SYNONYMS.get(link, ())), "")
        if not link:
            return ""
        known[link] = part
    return " ".join(f"{link} {part}".strip() for link, part in known.items())


def _take_apart(text: str) -> list[tuple[str, str]]:
    """Return each part of an order with the word that joins it; ``""`` before the first."""
    parts = [("", "")]
    for word in text.split():
        if word.casefold() in _JOINING:
            parts.append((word.casefold(), ""))
        else:
            link, part = parts[-1]
            parts[-1] = (link, f"{part} {word}".strip())
    return parts


def _order(text: str, language: Language, part: str) -> Order:
    """Read an order; where it stands under “Phase A”, first as one of that part."""
    if part:
        order, _ = language.find_order(f"phase {part} {text}")
        if order is not None:
            return order
    return language.read_order(text)


def _branch(text: str, language: Language, read: Callable[[str], Order]) -> Branch:
    condition = _IF.match(text)
    if not condition:
        bare = text.rstrip(".,!;")
        try:
            return Branch(read(bare))
        except MisreadError:
            if behind := _condition_behind(bare, language, read):
                return behind
            raise
    begin = condition.end()
    misread: MisreadError | None = None
    for separator in _AFTER_IF:
        match = separator.search(text, begin)
        if match:
            end = max(len(text.rstrip(".,!;")), match.end())
            order = partial(_within, text, match.end(), end, read)
            try:
                when = _when(text, (begin, match.start()), condition, language, order)
            except MisreadError as problem:
                misread = misread or problem
                continue
            return Branch(order(), when)
    raise misread or _without_colon(text, language)


def _condition_behind(text: str, language: Language, read: Callable[[str], Order]) -> Branch | None:
    """Read an order with its condition behind it: “tax Kai unless Kai is neutral”."""
    for match in islice(_IF_BEHIND.finditer(text), _MOST_IFS):
        try:
            order = read(text[: match.start()])
        except MisreadError:
            continue
        reread = partial(read, text[: match.start()])
        end = len(text) - (bool(match["bracket"]) and text.endswith(")"))
        return Branch(order, _when(text, (match.end(), end), match, language, reread))
    return None


def _when(
    text: str,
    span: tuple[int, int],
    joint: re.Match[str],
    language: Language,
    order: Callable[[], Order],
) -> When | None:
    """Read a condition, which “unless” turns round. Raises MisreadError.

    That it is possible is none: no order is carried out else. But “when possible” may speak of
    later, and “as long as possible” of how long.
    """
    word = joint["joint"].casefold()
    if word in WHETHER and _POSSIBLE.fullmatch(text, *span):
        return None
    when = _read_when(text, span, language, order)
    return when.opposite() if word == UNLESS else when


def _read_when(
    text: str, span: tuple[int, int], language: Language, order: Callable[[], Order]
) -> When:
    """Read a condition, in which “it” may mean where its order leads."""
    try:
        return _within(text, *span, language.read_when)
    except MisreadError:
        with suppress(MisreadError):
            return language.read_when(without_it(text[slice(*span)], order()))
        raise


def _without_colon(text: str, language: Language) -> MisreadError:
    at = language.order_within(text)
    fix = f"{text[:at].rstrip(' ,-')}: {text[at:]}" if at > 0 else ""
    return MisreadError(reason("malformed.no-colon"), fix)


def _within(text: str, begin: int, end: int, read: Callable[[str], T]) -> T:
    """Read a part of a line; a fix of the part is made a fix of the line."""
    try:
        return read(text[begin:end])
    except MisreadError as misread:
        misread.at_part(text[:begin], text[end:])
        raise
