"""Headings: for which of a seat's colours the lines below them are.

``colour Uesugi`` stands above lines, ``for Uesugi: …`` before one. Without either a line is for
the first of the language's colours. A language of one colour knows no headings.
"""

import re
from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from adjudicator.orders.findings import Finding, MisreadError, reason
from adjudicator.orders.language.language import Language
from adjudicator.orders.language.names import Names, closest, name_key
from adjudicator.orders.orders import for_colour, heading
from adjudicator.orders.reading.scan import RawLine
from adjudicator.patterns import pattern

_SAID = pattern(
    r"(?P<sure>colou?rs?\b[\s:=]*(?:(?:is|of)\s+)?)(?P<name>[^:]*?)\s*(?P<colon>:)?(?P<rest>(?<=:).*)?"
    r"|(?P<maybe>(?:(?:and|now|orders?)\s+)?(?:for|as)\s+)?(?P<who>[^:]{1,40}?)\s*"
    r"(?:(?P<mark>:|(?<=\s)-(?=\s+\w))(?P<order>.*))?",
    re.IGNORECASE,
)
_AROUND = pattern(
    r"[=~+<>\s-]*(?:(?:the|my|our|clan|(?:orders?|turn|plans?|moves?)\s+(?:of|for))\s+)*(?P<name>.+?)(?:'s?)?"
    r"(?:\s+(?:clan|side|part|colou?r|war|turn|orders?|plans?|moves?|muster))*\s*(?:\([^()]*\))?[=~+<>\s-]*",
    re.IGNORECASE,
)
"""What stands around the name in a heading: “Uesugi's turn”, “Orders of Uesugi”, “= Uesugi =”."""
_LONGEST = 60
"""A text of more characters names nobody so."""


def read_headings(
    lines: Sequence[RawLine], language: Language
) -> tuple[tuple[RawLine, ...], tuple[Finding, ...]]:
    """Take the headings out of lines; return each other line with its colour, and what is wrong.

    Lines below a heading that names no colour are for nobody. One that names none before its own
    order says nothing of the lines below it.
    """
    if not language.colours:
        return tuple(lines), ()
    names = Names("colour", dict.fromkeys(language.colours, ()))
    left: list[RawLine] = []
    findings: list[Finding] = []
    current = language.colours[0]
    for raw in chain.from_iterable(_part(each, names) for each in lines):
        said = _heading(raw, names)
        name, text = said or ("", raw.text)
        try:
            colour = names.find(name) if said else current
        except MisreadError as misread:
            current = current if text else ""
            meant = misread.fix
            fix = (for_colour(meant, text) if text else heading(meant)) if meant else ""
            why = reason("unknown-colour-named", why=str(misread), colours=list(names.all))
            findings.append(
                Finding.of(raw.number, "error", raw.text, why, fix, code="unknown-colour")
            )
            continue
        if said and not text:
            current = colour
        elif said:
            bare = replace(raw, text=text, numbered="", signed="", colour=colour, is_headed=True)
            left.append(bare)
        elif colour:
            left.append(replace(raw, colour=colour))
        else:
            why = reason("unknown-colour")
            findings.append(Finding.of(raw.number, "error", raw.text, why))
    return tuple(left), tuple(findings)


def _part(raw: RawLine, names: Names) -> list[RawLine]:
    """Return the lines that a line holds: another begins behind each “;” that a heading follows
    with its own order."""
    first, *others = raw.text.split(";")
    parts = [replace(raw, text=first)] if others else [raw]
    for text in others:
        part = replace(raw, text=text.strip(), numbered="", signed="")
        name, order = _heading(part, names) or ("", "")
        if order and names.knows(name):
            parts.append(part)
        else:
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text};{text}")
    return parts


def _heading(raw: RawLine, names: Names) -> tuple[str, str] | None:
    """Return the name of a colour and the order that a line gives, ``""`` if it is all heading.

    None if it is no heading.
    """
    match = None if raw.too_long else _SAID.fullmatch(raw.text)
    if match is None:
        return None
    if match["sure"]:
        return match["name"].rstrip(" .,!-"), (match["rest"] or "").strip()
    order = (match["order"] or "").strip()
    who = match["who"].rstrip(" .,!-")
    around = _AROUND.fullmatch(who) if len(who) <= _LONGEST else None
    for name in (who, around["name"] if around else ""):
        if names.knows(name):
            return name, order
    if match["maybe"] and match["mark"] == ":":
        return who, order
    first, _, rest = who.partition(" ")
    if names.knows(rest) and closest(first, ("colour", "color")):
        return rest, ""
    return None


def speaks_of_colours(text: str, language: Language) -> bool:
    """Whether a text names one of the colours for which orders are given."""
    words = map(name_key, text.split())
    colours = set(map(name_key, language.colours))
    return any(word in colours for word in words)


def write_headings(lines: Sequence[RawLine], language: Language) -> tuple[RawLine, ...]:
    """Return lines that stand for themselves: each says its colour, and no heading is left.

    Headings that name no colour stay, with the lines below them.
    """
    left, findings = read_headings(lines, language)
    if not (language.colours and left):
        return tuple(lines)
    plain: dict[int, list[RawLine]] = {}
    for raw in left:
        own = replace(raw, text=for_colour(raw.colour, raw.text), numbered="", signed="")
        plain.setdefault(raw.number, []).append(own)
    wrong = {finding.line for finding in findings}
    return tuple(
        chain.from_iterable(
            plain.get(raw.number, [raw])
            for raw in lines
            if raw.number in plain or raw.number in wrong
        )
    )
