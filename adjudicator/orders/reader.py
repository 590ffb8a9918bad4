"""From the lines of a section to orders, in the language of its phase."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.orders.conditions import When, without_it
from adjudicator.orders.findings import Finding, MisreadError
from adjudicator.orders.headings import Headed, read_headings
from adjudicator.orders.language import MOST_REMEMBERED, Language
from adjudicator.orders.orders import Branch, Line, Orders
from adjudicator.orders.patterns import compile_later
from adjudicator.orders.remarks import Remarks
from adjudicator.orders.scan import LONGEST_LINE, RawLine, scan
from adjudicator.orders.syntax import Order

MOST_BRANCHES = 8
MOST_PARTS = 4
"""Into how many lines a mail program may have broken an order."""
MOST_IN_VAIN = 100
"""After so many lines that join nothing no more is tried: the file is no orders at all."""
SHORTEST_BROKEN = 60
"""Mail programs break lines at 72 to 78 characters; a line shorter than this was not broken."""

_BEHIND = "What stands behind “;” is a remark. If it is an order, write it on a line of its own."
_MOST_IFS = 3
"""At so many places of a line a condition is looked for behind an order."""

_ALWAYS = compile_later(r"always[:,]?\s+", re.IGNORECASE)
_ELSE = compile_later(r"(?:else|otherwise|or)\b[:,]?\s*", re.IGNORECASE)
_INNER_ELSE = compile_later(r"[,;.]?\s+(?:else|otherwise)\b[:,]?\s*", re.IGNORECASE)
_CANCEL = compile_later(r"(?:cancel|delete|withdraw)[:,]?\s+", re.IGNORECASE)
_IF = compile_later(r"(?:if|when|once|as soon as|(?P<unless>unless))\s+", re.IGNORECASE)
_IF_BEHIND = compile_later(
    r"[,;:]?\s+(?:but\s+)?(?:only\s+)?"
    r"(?:if|when|once|as soon as|provided(?: that)?|(?P<unless>unless))\s+",
    re.IGNORECASE,
)
_AFTER_IF = (
    compile_later(r"\s*:\s*"),
    compile_later(r",?\s+then\b[:,]?\s*", re.IGNORECASE),
    compile_later(r",\s+"),
)
T = TypeVar("T")


class Understood(msgspec.Struct, frozen=True):
    """What was understood of a section."""

    orders: Orders
    cancelled: tuple[Line, ...] = ()
    """What ``cancel`` lines name, which counts in an amendment only."""
    findings: tuple[Finding, ...] = ()
    unread: tuple[RawLine, ...] = ()
    """Text before the first and after the last order that is no order and resembles none."""

    meant: Mapping[int, tuple[tuple[str, ...], ...]] = {}
    """By the number of a line that was not understood, what it may have meant, if several things:
    the likeliest first, together what is equally likely."""
    headings: int = 0
    """How many of the lines are nothing but headings."""

    @property
    def is_chat(self) -> bool:
        """Whether there is text, but nothing of it is an order or resembles one."""
        return bool(self.unread) and not (self.orders.lines or self.cancelled or self.findings)


def understand(lines: tuple[RawLine, ...], language: Language, *, hints: bool = True) -> Understood:
    """Read each line as an order; what is not understood becomes a finding. Never raises.

    Text before the first and after the last order that resembles no order is left unread. Without
    ``hints`` a finding does not say what the line may have meant.
    """
    headed = read_headings(lines, language)
    headings = len(lines) - len(headed.lines) - len(headed.findings)
    lines = headed.lines
    done: list[Line] = []
    cancelled: list[Line] = []
    misread: list[tuple[RawLine, MisreadError, int]] = []
    first, last = len(lines), -1
    lost = True  # an `else` has nothing to stand beside
    read = [_try(raw, language) for raw in lines]
    if any(isinstance(piece, MisreadError) for _, piece in read):
        read = _part(_unwrap(read, language), language)
    for at, (raw, piece) in enumerate(read):
        try:
            if isinstance(piece, MisreadError):
                raise piece
            first, last = at if last < 0 else first, at
            colour = headed.colours.get(raw.number, "")
            _add(piece, raw.number, colour, done, cancelled, lost)
            lost = piece.role == "cancel"
        except MisreadError as why:
            lost = lost or not _ELSE.match(raw.text)
            misread.append((raw, why, at))
    lost_orders = tuple(_lost_orders(lines, language))
    if not (misread or headed.findings):
        return Understood(Orders(tuple(done)), tuple(cancelled), lost_orders, headings=headings)
    remarks = Remarks(
        language,
        partial(_canonical, language=language, order=language.read_order),
        partial(_canonical, language=language, order=partial(_find, language=language)),
        hints=hints,
    )
    above = _lines_above(lines)
    for raw, problem, at in misread:
        between = first <= at <= last or _goes_on(read, at)
        remarks.add(raw, problem, between=between, under=above.get(raw.number, ""))
    return Understood(
        Orders(tuple(done)),
        tuple(cancelled),
        tuple(_whole(each, headed) for each in (*headed.findings, *lost_orders, *remarks.findings)),
        tuple(remarks.unread),
        {
            number: tuple(tuple(headed.whole(number, text) for text in texts) for texts in groups)
            for number, groups in remarks.meant.items()
        },
        headings,
    )


def _lost_orders(lines: tuple[RawLine, ...], language: Language) -> Iterator[Finding]:
    """Yield a warning for each order that stands behind a “;”."""
    for raw in lines:
        if raw.remark and language.find_order(raw.remark):
            yield Finding(raw.number, "remark", "warning", raw.remark, _BEHIND)


def _lines_above(lines: tuple[RawLine, ...]) -> dict[int, str]:
    """Return, by the number of a line, the one above it that ends in a colon, with none between."""
    above: dict[int, str] = {}
    under, last = "", 0
    for raw in lines:
        under = under if raw.number == last + 1 else ""
        if raw.text.endswith(":") and not raw.too_long:
            under = raw.text
        elif under:
            above[raw.number] = under
        last = raw.number
    return above


def _whole(finding: Finding, headed: Headed) -> Finding:
    """Return a finding with a fix that names the colour if its line did."""
    fix = headed.whole(finding.line, finding.fix) if finding.fix else ""
    return replace(finding, fix=fix)


_Read = tuple[RawLine, "_Piece | MisreadError"]
"""A line, and what it says or why it could not be read."""


def _try(raw: RawLine, language: Language) -> _Read:
    if raw.too_long:
        message = f"The line has {raw.too_long:,} characters; at most {LONGEST_LINE} are read."
        return raw, MisreadError("line-too-long", message)
    if raw.numbered and raw.text.endswith((",", " and")):
        raw = replace(raw, text=raw.numbered, numbered="")
    try:
        return raw, _recall(raw.text, raw.part, language)
    except MisreadError as misread:
        if raw.numbered:
            return _try(replace(raw, text=raw.numbered, numbered=""), language)
        if raw.signed[:1] in language.verbs:
            signed = _try(replace(raw, text=raw.signed, signed=""), language)
            return (raw, misread) if isinstance(signed[1], MisreadError) else signed
        return raw, misread


def _recall(text: str, part: str, language: Language) -> "_Piece":
    """Read a line as it was read lately, or anew: it says the same whenever it comes.

    Raises MisreadError.
    """
    known: _Piece | None = None if part else language.lately.get(text)
    if known is None:
        known = _read(text, language, partial(_order, language=language, part=part))
        if len(language.lately) == MOST_REMEMBERED:
            language.lately.clear()
        if not part:
            language.lately[text] = known
    return known


def _part(read: list[_Read], language: Language) -> list[_Read]:
    """Take apart the lines that hold several orders of a kind that may stand so."""
    parted: list[_Read] = []
    for raw, piece in read:
        several = isinstance(piece, MisreadError) and not raw.too_long
        orders = language.read_several(raw.text.rstrip(".,!;")) if several else []
        pieces = [(raw, _Piece("order", (Branch(order),))) for order in orders]
        parted += pieces or [(raw, piece)]
    return parted


def _unwrap(read: list[_Read], language: Language) -> list[_Read]:
    """Join lines that a mail program has broken: alone the rest is no order, together they are."""
    whole: list[_Read] = []
    at = in_vain = 0
    while at < len(read):
        joined, count = _join(read, at, language) if in_vain < MOST_IN_VAIN else (read[at], 1)
        in_vain += count == 1 and isinstance(joined[1], MisreadError)
        whole.append(joined)
        at += count
    return whole


def _join(read: list[_Read], at: int, language: Language) -> tuple[_Read, int]:
    """Return a line, together with those after it if it goes on there, and how many these are."""
    raw, piece = read[at]
    whole, count = read[at], 1
    goes_on = raw.text.endswith(",") or len(raw.text) >= SHORTEST_BROKEN
    if raw.too_long or not (goes_on or isinstance(piece, MisreadError)):
        return whole, count
    text = raw.text
    for place in range(at + 1, min(at + MOST_PARTS, len(read))):
        part, alone = read[place]
        follows = part.number == raw.number + place - at and not part.too_long
        text = f"{text} {part.text}"
        if not follows or not isinstance(alone, MisreadError) or len(text) > LONGEST_LINE:
            break
        attempt = _try(RawLine(raw.number, text, part=raw.part), language)
        if not isinstance(attempt[1], MisreadError):
            whole, count = attempt, place - at + 1
    return whole, count


def _goes_on(read: list[_Read], at: int) -> bool:
    """Whether the line before is an order that breaks off with a comma."""
    if at == 0:
        return False
    before, piece = read[at - 1]
    return (
        not isinstance(piece, MisreadError)
        and before.text.endswith(",")
        and before.number + 1 == read[at][0].number
    )


def read_orders(text: str, language: Language) -> Understood:
    """Read a text that holds orders of one phase only, such as a canonical text."""
    found = scan(text)
    lines = tuple(line for section in found.sections for line in section.lines)
    understood = understand(lines, language)
    if not found.findings:
        return understood
    return replace(understood, findings=found.findings + understood.findings)


class _Piece(msgspec.Struct, frozen=True):
    """One line as read, before it finds its place among the orders."""

    role: Literal["order", "else", "cancel"]
    branches: tuple[Branch, ...]
    always: bool = False


def _add(
    piece: _Piece, number: int, colour: str, done: list[Line], cancelled: list[Line], lost: bool
) -> None:
    if piece.role == "else" and lost:
        raise MisreadError("lonely-else", "There is no order that this is the alternative to.")
    branches = (done[-1].branches if piece.role == "else" else ()) + piece.branches
    if len(branches) > MOST_BRANCHES:
        raise MisreadError("too-long", f"An order can have {MOST_BRANCHES} alternatives, not more.")
    if piece.role == "else":
        done[-1] = replace(done[-1], branches=branches)
    else:
        line = Line(branches, number, piece.always, colour)
        (cancelled if piece.role == "cancel" else done).append(line)


def _read(text: str, language: Language, order: Callable[[str], Order]) -> _Piece:
    """Read one line, each order in it by ``order``.

    Raises MisreadError, with a correct line where one can be made.
    """

    def read(text: str) -> _Piece:
        return _read_alternatives(text, language, order)

    low = text.casefold()
    begin = _CANCEL.match(text) if low.startswith(("cancel", "delete", "withdraw")) else None
    if begin is None:
        return read(text)
    if low.startswith("withdraw"):  # which is an order of some games
        with suppress(MisreadError):
            return read(text)
    piece = _within(text, begin.end(), len(text), read)
    if piece.role == "else":
        raise MisreadError("lonely-else", "An “else” is taken back with the order before it.")
    return replace(piece, role="cancel")


def _read_alternatives(text: str, language: Language, order: Callable[[str], Order]) -> _Piece:
    """Read an order with its alternatives. Raises MisreadError."""
    low = text.casefold()
    role: Literal["order", "else"] = "order"
    begin = None
    if low.startswith("always"):
        begin = _ALWAYS.match(text)
    elif low.startswith(("else", "otherwise", "or")) and (begin := _ELSE.match(text)):
        role = "else"
    elif "else" not in low and "otherwise" not in low:
        return _Piece("order", (_branch(text, language, order),))
    branches = [
        _within(text, start, end, lambda one: _branch(one, language, order))
        for start, end in _alternatives(text, begin.end() if begin else 0)
    ]
    return _Piece(role, tuple(branches), always=begin is not None and role == "order")


def _canonical(text: str, language: Language, order: Callable[[str], Order]) -> str:
    """Return a line in the one form in which it is printed. Raises MisreadError."""
    piece = _read(text, language, order)
    return f"{piece.role} {Line(piece.branches, always=piece.always)}"


def _alternatives(text: str, begin: int) -> list[tuple[int, int]]:
    """Return where the alternatives that stand on one line begin and end."""
    spans = []
    for match in _INNER_ELSE.finditer(text, begin):
        spans.append((begin, match.start()))
        begin = match.end()
    return [*spans, (begin, len(text))]


def _find(text: str, language: Language) -> Order:
    """Read an order that may be none. Raises MisreadError that says nothing, so costs nothing."""
    if order := language.find_order(text):
        return order
    raise MisreadError("malformed", "")


def _order(text: str, language: Language, part: str) -> Order:
    """Read an order; where it stands under “Phase A”, first as one of that part."""
    if part:
        try:
            return language.read_order(f"phase {part}: {text}")
        except MisreadError:
            pass
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
                when = _when(text, (begin, match.start()), language, order)
                when = when.opposite() if condition["unless"] else when
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
        when = _when(text, (match.end(), len(text)), language, reread)
        return Branch(order, when.opposite() if match["unless"] else when)
    return None


def _when(text: str, span: tuple[int, int], language: Language, order: Callable[[], Order]) -> When:
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
    return MisreadError("malformed", "Write “if CONDITION: ORDER”, with a colon.", fix)


def _within(text: str, begin: int, end: int, read: Callable[[str], T]) -> T:
    """Read a part of a line; a fix of the part is made a fix of the line."""
    try:
        return read(text[begin:end])
    except MisreadError as misread:
        misread.at_part(text[:begin], text[end:])
        raise
