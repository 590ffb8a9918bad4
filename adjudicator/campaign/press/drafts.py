"""Press as it is written in a letter: a line that says to whom, the text, and ``endpress``.

It is cut out of a letter before anything else of it is read, so that nothing a player writes to
another is ever taken for an order, quoted in a receipt or passed on to the game master.
"""

import re
from itertools import takewhile
from typing import Literal, NamedTuple

from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.patterns import pattern

Kind = Literal["press", "broadcast", "diary"]

_BEGINS = pattern(
    r"(?:(?:please|pls|plz|kindly)\b[\s,:]*)?(?P<before>anonymous(?:ly)?|unsigned|signed)?[\s,]*(?P<kind>press|broadcast|diary)"
    r"(?:\b(?P<rest>.*))?",
    re.IGNORECASE | re.DOTALL,
)
_SIGNS = pattern(r"[\s,(]*\b(anonymous(?:ly)?|unsigned|signed)\b[\s,):]*", re.IGNORECASE)
ENDS = pattern(r"(?:end\s?(?:of\s)?(?:the\s)?press|end\s?broadcast|end\s?diary)[.!]?", re.I)
_HEADER = pattern(r"(?:game|seat|token|word|phase)\b.*|amend|(?:not )?ready|wait", re.I)
_SIGNATURE = pattern(r"(?:--|—)\s?")
_ALMOST = pattern(r"(?:\S{1,20}\s+){0,3}(?:press|broadcast)\s+to\b", re.IGNORECASE)
_PARTS = pattern(r"[,;&/]|\band\b", re.IGNORECASE)
_SECOND = pattern(r"[\s:.!-]*|\s+to\b.*", re.IGNORECASE | re.DOTALL)
_LONGEST_NAME = 2  # words of a seat's name, where it could be prose
_IDIOMS = ("on", "ahead", "forward")
_FEW_WORDS = 8
LONGEST_LINE = 400


class Draft(NamedTuple):
    """One piece of press, as its writer put it."""

    kind: Kind
    to: str = ""
    """Whom it is for, as it is written; ``""``: whoever wrote the press that it answers."""
    signed: bool | None = None
    """None if that is not said."""
    text: str = ""
    ended: bool = False
    """Whether a line says where it ends."""


def part_press(text: str, whole: str = "") -> tuple[str, tuple[Draft, ...]]:
    """Part a letter's text into what is no press, line for line with blanks, and the press.

    A signature ends the press and the letter, so that it is never sent on. ``whole`` is the text
    with what it quotes, for who pastes from a letter into press: if he says where it ends, all of
    it is meant for its readers but what is marked with ``>``.
    """
    others: list[str] = []
    drafts: list[Draft] = []
    begun: Draft | None = None
    written: list[str] = []
    is_first = True
    lines, pasted = text.splitlines(), whole.splitlines()
    for number, line in enumerate(lines):
        if _SIGNATURE.fullmatch(line):
            others += lines[number:]
            break
        others.append("")
        tidy = tidy_line(line[:LONGEST_LINE]) if line.strip() else ""
        if begun and ENDS.fullmatch(tidy):
            between = pasted[number - len(written) + 1 : number]
            if whole:
                written[1:] = [x if x.lstrip()[:1] not in (">", "＞") else "" for x in between]
            drafts.append(begun._replace(text=_tidy(written), ended=True))
            begun, is_first = None, True
        elif begun:
            written.append(line)
        elif tidy and (draft := _begin(tidy, line, first=is_first)):
            begun, written = draft, [draft.text]
        else:
            others[-1] = line
            is_first = is_first and (not tidy or bool(_HEADER.fullmatch(tidy)))
    if begun:
        drafts.append(begun._replace(text=_tidy(written)))
    return "\n".join(others), tuple(drafts)


def resembles_press(line: str) -> bool:
    """Say whether a line that is neither order nor press was perhaps meant to begin press."""
    from adjudicator.orders.language.names import closest

    first, _, rest = line.strip().partition(" ")
    if _ALMOST.match(line.strip()):
        return True
    word = closest(first.strip(":,.!"), ("press", "process", "broadcast", "diary"))
    return len(rest.split()) <= _FEW_WORDS and word not in ("", "process")


def find_second(text: str) -> str:
    """Return the first line of press that says to whom other press goes; ``""`` if none does."""
    for line in text.splitlines():
        tidy = tidy_line(line[:LONGEST_LINE])
        match = _BEGINS.fullmatch(tidy)
        if match and _SECOND.fullmatch(match["rest"] or ""):
            return tidy
    return ""


def whole_text(text: str) -> str:
    """Return a letter's text as press, for one that simply answers: all before its signature."""
    return _tidy(list(takewhile(lambda line: not _SIGNATURE.fullmatch(line), text.splitlines())))


def _begin(tidy: str, line: str, *, first: bool) -> Draft | None:
    """Return the press that a line begins, if it does.

    The first line of a letter does with the word alone; below orders it must look like nothing
    else.
    """
    match = _BEGINS.fullmatch(tidy)
    if not match:
        return None
    kind: Kind = match["kind"].casefold()  # type: ignore[assignment]
    rest = match["rest"] or ""
    to, colon, _ = rest.partition(":")
    sign = match["before"] or ""
    if kind != "press" and not colon:
        word = re.search(kind, line, re.IGNORECASE)
        return _begin_text(kind, sign, line[word.end() :] if word else to)
    for word in _SIGNS.findall(to):
        sign = sign or word
    to = _SIGNS.sub(" ", to).strip(" ,.-")
    plain = re.sub(r"(?i)^to\b\s*", "", to)
    if not first and plain == to and not _looks_like_names(to):
        return None
    after = line.partition(":")[2]
    if plain == "" and to and colon:  # “press to: Oda”
        plain, after = rest.partition(":")[2].strip(), ""
    return Draft(kind, plain if kind == "press" else "", _is_signed(sign), after.strip())


def _begin_text(kind: Kind, sign: str, after: str) -> Draft:
    """Return press to all, or a diary's entry, whose text goes on after the word that begins it."""
    text = after.strip(" \t,.*_-")
    if match := _SIGNS.match(text):
        sign, text = sign or match[1], text[match.end() :]
    return Draft(kind, "", _is_signed(sign), text.strip())


def _is_signed(sign: str) -> bool | None:
    return sign.casefold() == "signed" if sign else None


def _looks_like_names(text: str) -> bool:
    """Whether what follows “press” below other lines may be names, and hardly anything else."""
    parts = [each.split() for each in _PARTS.split(text)]
    return text.casefold() not in _IDIOMS and all(len(each) <= _LONGEST_NAME for each in parts)


def _tidy(lines: list[str]) -> str:
    """Join lines; of several empty ones in a row, and at the ends, one or none is left."""
    text = "\n".join(line.rstrip() for line in lines).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", text)
