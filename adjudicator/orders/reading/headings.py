"""Headings: for which of a seat's colours the lines below them are.

``colour Uesugi`` stands above lines, ``for Uesugi: …`` before one. Without either a line is for
the first of the language's colours. A language of one colour knows no headings.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders.findings import Finding, MisreadError
from adjudicator.orders.language.language import Language
from adjudicator.orders.language.names import Names, closest
from adjudicator.orders.orders import for_colour, heading
from adjudicator.orders.reading.scan import RawLine

_SAID = re.compile(
    r"(?P<sure>colou?rs?\b[\s:=]*(?:(?:is|of)\s+)?)(?P<name>[^:]*?)\s*(?P<colon>:)?(?P<rest>(?<=:).*)?"
    r"|(?P<maybe>(?:(?:and|now|orders?)\s+)?(?:for|as)\s+)?(?P<who>[^:]{1,40}?)\s*"
    r"(?:(?P<mark>:|(?<=\s)-(?=\s+\w))(?P<order>.*))?",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"[=~+<>\s-]*(?:(?:the|my|our|clan|(?:orders?|turn|plans?|moves?)\s+(?:of|for))\s+)*(?P<name>.+?)(?:'s?)?"
    r"(?:\s+(?:clan|side|part|colou?r|war|turn|orders?|plans?|moves?|muster))*\s*(?:\([^()]*\))?[=~+<>\s-]*",
    re.IGNORECASE,
)
"""What stands around the name in a heading: “Uesugi's turn”, “Orders of Uesugi”, “= Uesugi =”."""
_LONGEST = 60
"""A text of more characters names nobody so."""


class Headed(Struct, frozen=True):
    """Lines without their headings."""

    lines: tuple[RawLine, ...]
    colours: Mapping[int, str]
    """By the number of a line the colour that it is for, where the language has several."""
    findings: tuple[Finding, ...] = ()
    """Of headings that name no colour, and of the lines below them."""
    named: frozenset[int] = frozenset()
    """The numbers of the lines that name their colour themselves."""

    def whole(self, number: int, text: str) -> str:
        """Return what is to stand in the place of a line: it names a colour if that did."""
        return for_colour(self.colours[number], text) if number in self.named else text


def read_headings(lines: Sequence[RawLine], language: Language) -> Headed:
    """Take the headings out of lines. Lines below one that names no colour are for nobody.

    One that names none before its own order says nothing of the lines below it.
    """
    if not language.colours:
        return Headed(tuple(lines), {})
    names = Names("colour", dict.fromkeys(language.colours, ()))
    left: list[RawLine] = []
    colours: dict[int, str] = {}
    findings: list[Finding] = []
    named: set[int] = set()
    current = language.colours[0]
    for raw in lines:
        try:
            named_here = _heading(raw, names)
        except MisreadError as misread:
            current = current if _is_whole_line(raw) else ""
            fix = heading(misread.fix) if misread.fix else ""
            message = f"{misread} Your colours are {' and '.join(names.all)}."
            findings.append(Finding(raw.number, "unknown-colour", "error", raw.text, message, fix))
            continue
        colour, text = named_here or (current, raw.text)
        if named_here and not text:
            current = colour
        elif colour:
            left.append(replace(raw, text=text, numbered="", signed="") if named_here else raw)
            colours[raw.number] = colour
            named |= {raw.number} if named_here else set()
        else:
            message = "The heading above this line names no colour of yours."
            findings.append(Finding(raw.number, "unknown-colour", "error", raw.text, message))
    return Headed(tuple(left), colours, tuple(findings), frozenset(named))


def _heading(raw: RawLine, names: Names) -> tuple[str, str] | None:
    """Return the colour and the order that a line names, ``""`` if it is all heading.

    None if it is no heading. Raises MisreadError for a heading that names no colour.
    """
    match = None if raw.too_long else _SAID.fullmatch(raw.text)
    if match is None:
        return None
    if match["sure"]:
        return names.find(match["name"].rstrip(" .,!-")), (match["rest"] or "").strip()
    who = match["who"].rstrip(" .,!-")
    around = _AROUND.fullmatch(who) if len(who) <= _LONGEST else None
    for name in (who, around["name"] if around else ""):
        if names.knows(name):
            return names.find(name), (match["order"] or "").strip()
    if match["maybe"] and match["mark"] == ":":
        return names.find(who), match["order"].strip()
    first, _, rest = who.partition(" ")
    if names.knows(rest) and closest(first, ("colour", "color")):
        return names.find(rest), ""
    return None


def _is_whole_line(raw: RawLine) -> bool:
    """Whether a line says its order itself, so that it is no heading of those below it."""
    match = _SAID.fullmatch(raw.text)
    return bool(match and (match["rest"] or match["order"] or "").strip())


def write_headings(lines: Sequence[RawLine], language: Language) -> tuple[RawLine, ...]:
    """Return lines that stand for themselves: each says its colour, and no heading is left.

    Headings that name no colour stay, with the lines below them.
    """
    headed = read_headings(lines, language)
    if not headed.colours:
        return tuple(lines)
    wrong = {finding.line for finding in headed.findings}
    plain = {
        raw.number: replace(
            raw, text=for_colour(headed.colours[raw.number], raw.text), numbered="", signed=""
        )
        for raw in headed.lines
    }
    return tuple(
        plain.get(raw.number, raw) for raw in lines if raw.number in plain or raw.number in wrong
    )
