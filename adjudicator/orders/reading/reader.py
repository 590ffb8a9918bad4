"""From the lines of a section to orders, in the language of its phase."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.orders.findings import Finding, MisreadError
from adjudicator.orders.language.language import Language
from adjudicator.orders.orders import Branch, Line, Orders
from adjudicator.orders.reading.file_line import LONGEST_LINE
from adjudicator.orders.reading.headings import Headed, read_headings
from adjudicator.orders.reading.line import Reading, is_alternative, read_line
from adjudicator.orders.reading.remarks import Remarks
from adjudicator.orders.reading.scan import RawLine, scan

MOST_BRANCHES = 8
MOST_PARTS = 4
"""Into how many lines a mail program may have broken an order."""
MOST_IN_VAIN = 100
"""After so many lines that join nothing, hold no several orders or no order in a remark, that is
not tried any more: the file is no orders at all."""
SHORTEST_BROKEN = 60
"""Mail programs break lines at 72 to 78 characters; a line shorter than this was not broken."""

_LONELY = "There is no order that this is the alternative to."
_BEHIND = "What stands behind “;” is a remark. If it is an order, write it on a line of its own."


_Attempt = tuple[RawLine, Reading | MisreadError]
"""A line, and what it says or why it could not be read."""


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
    read = [_try(raw, language) for raw in headed.lines]
    misread = [raw for raw, said in read if isinstance(said, MisreadError)]
    if misread:
        titles = {raw.number for raw in misread if language.is_title(raw.text)}
        if titles:
            lines = tuple(raw for raw in lines if raw.number not in titles)
            headed = read_headings(lines, language)
            read = [each for each in read if each[0].number not in titles]
        read = _part(_unwrap(_put_under(headed.lines, read, language), language), language)
    placed = _place(read, headed.colours)
    behind = tuple(_lost_orders(headed.lines, language))
    headings = len(lines) - len(headed.lines) - len(headed.findings)
    understood = Understood(placed.orders, placed.cancelled, behind, headings=headings)
    if not (placed.misread or headed.findings):
        return understood
    remarks = Remarks(language, hints=hints)
    above = _lines_above(headed.lines)
    for at, raw, why in placed.misread:
        between = placed.first <= at <= placed.last or _goes_on(read, at)
        remarks.add(raw, why, between=between, under=above.get(raw.number, ""))
    return replace(
        understood,
        findings=tuple(
            _whole(each, headed) for each in (*headed.findings, *behind, *remarks.findings)
        ),
        unread=tuple(remarks.unread),
        meant={
            number: tuple(tuple(headed.whole(number, text) for text in texts) for texts in groups)
            for number, groups in remarks.meant.items()
        },
    )


class _Placed(NamedTuple):
    """The lines of a section in their places."""

    orders: Orders
    cancelled: tuple[Line, ...]
    misread: list[tuple[int, RawLine, MisreadError]]
    """Those that have none, each with where it stands among all."""
    first: int
    last: int
    """Where the first and the last line stand that could be read; -1 if there is none."""


def _place(read: list[_Attempt], colours: Mapping[int, str]) -> _Placed:
    orders: list[Line] = []
    cancelled: list[Line] = []
    misread: list[tuple[int, RawLine, MisreadError]] = []
    first = last = -1
    is_lost = True  # an “else” has nothing to stand beside
    for at, (raw, said) in enumerate(read):
        try:
            if isinstance(said, MisreadError):
                raise said
            first, last = at if last < 0 else first, at
            if said.role != "else":
                lines = cancelled if said.role == "cancel" else orders
                colour = colours.get(raw.number, "")
                lines.append(Line(_few(said.branches), raw.number, said.always, colour))
            elif is_lost:
                raise MisreadError("lonely-else", _LONELY)
            else:
                orders[-1] = replace(orders[-1], branches=_few(orders[-1].branches + said.branches))
            is_lost = said.role == "cancel"
        except MisreadError as why:
            is_lost = is_lost or not is_alternative(raw.text)
            misread.append((at, raw, why))
    return _Placed(Orders(tuple(orders)), tuple(cancelled), misread, first, last)


def _few(branches: tuple[Branch, ...]) -> tuple[Branch, ...]:
    """Return the alternatives of an order. Raises MisreadError if they are too many."""
    if len(branches) > MOST_BRANCHES:
        raise MisreadError("too-long", f"An order can have {MOST_BRANCHES} alternatives, not more.")
    return branches


def _lost_orders(lines: tuple[RawLine, ...], language: Language) -> Iterator[Finding]:
    """Yield a warning for each order that stands behind a “;”."""
    remarks = [raw for raw in lines if raw.remark]
    for raw in remarks[:MOST_IN_VAIN]:
        if language.find_order(raw.remark):
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


def _try(raw: RawLine, language: Language) -> _Attempt:
    if raw.too_long:
        message = f"The line has {raw.too_long:,} characters; at most {LONGEST_LINE} are read."
        return raw, MisreadError("line-too-long", message)
    if raw.numbered and raw.text.endswith((",", " and")):
        raw = replace(raw, text=raw.numbered, numbered="")
    try:
        return raw, read_line(raw.text, raw.part, language)
    except MisreadError as misread:
        if raw.numbered:
            return _try(replace(raw, text=raw.numbered, numbered=""), language)
        if raw.signed[:1] in language.verbs:
            signed = _try(replace(raw, text=raw.signed, signed=""), language)
            return (raw, misread) if isinstance(signed[1], MisreadError) else signed
        return raw, misread


def _part(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Take apart the lines that hold several orders of a kind that may stand so."""
    parted: list[_Attempt] = []
    in_vain = 0
    for raw, said in read:
        several = isinstance(said, MisreadError) and not raw.too_long and in_vain < MOST_IN_VAIN
        in_vain += several
        orders = language.read_several(raw.text.rstrip(".,!;")) if several else []
        in_vain -= bool(orders)
        pieces = [(raw, Reading("order", (Branch(order),))) for order in orders]
        parted += pieces or [(raw, said)]
    return parted


def _put_under(
    lines: Sequence[RawLine], read: list[_Attempt], language: Language
) -> list[_Attempt]:
    """Read lines below one such as “Builds:” with its word in front; that line is then left out.

    A sign before a line there is a bullet, and not an order: “- A Par”.
    """
    found: list[_Attempt] = []
    used: set[int] = set()
    word, at = "", -1
    for line, (raw, said) in zip(lines, read, strict=True):
        misread = isinstance(said, MisreadError) and not raw.too_long
        if misread and (head := language.head(raw.text)):
            word, at = head, len(found)
        elif word and (misread or line.signed):
            whole = replace(raw, text=f"{word} {line.text}", numbered="", signed="")
            attempt = _try(whole, language)
            if not isinstance(attempt[1], MisreadError) or language.read_several(whole.text):
                raw, said = attempt
                used.add(at)
        found.append((raw, said))
    return [each for at, each in enumerate(found) if at not in used]


def _unwrap(read: list[_Attempt], language: Language) -> list[_Attempt]:
    """Join lines that a mail program has broken: alone the rest is no order, together they are."""
    whole: list[_Attempt] = []
    at = in_vain = 0
    while at < len(read):
        joined, count = _join(read, at, language) if in_vain < MOST_IN_VAIN else (read[at], 1)
        in_vain += count == 1 and isinstance(joined[1], MisreadError)
        whole.append(joined)
        at += count
    return whole


def _join(read: list[_Attempt], at: int, language: Language) -> tuple[_Attempt, int]:
    """Return a line, together with those after it if it goes on there, and how many these are."""
    raw, said = read[at]
    whole, count = read[at], 1
    goes_on = raw.text.endswith(",") or len(raw.text) >= SHORTEST_BROKEN
    if raw.too_long or not (goes_on or isinstance(said, MisreadError)):
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


def _goes_on(read: list[_Attempt], at: int) -> bool:
    """Whether the line before is an order that breaks off with a comma."""
    if at == 0:
        return False
    before, said = read[at - 1]
    return (
        not isinstance(said, MisreadError)
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
