"""Part a text of a letter: what its writer says, to whom, and what it repeats of another letter.

Lines are blanked and never removed, so a finding's line number is that of the letter as sent.
What is quoted with ``>`` goes line by line, so that orders above, below and between survive. What
a program repeats without ``>``, under a separator or a block of header lines, reaches to the end.
What mail programs write by themselves, in many languages, is in ``phrases.toml``.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from typing import NamedTuple

from adjudicator.campaign.press.drafts import Draft, part_press
from adjudicator.post.incoming.letter import Part


@cache
def _table() -> dict[str, dict[str, str]]:
    path = files(__package__).joinpath("phrases.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def phrases(kind: str) -> str:
    """Return the phrases of a kind, of all languages, as one group of a regular expression."""
    return f"(?:{'|'.join(_table()[kind].values())})"


LONGEST = 400  # of a line that may be an attribution; orders are no longer than that either
_ATTRIBUTION_LINES = 4

_WORD = re.compile(r"\w")
_QUOTED = re.compile(r"\s{0,40}[>＞]")
_ORNAMENT = re.compile(
    r"\s*(?:[-_=*~]{5,}|sent from my .*|get outlook for .*|von meinem .* gesendet|.*から送信"
    r"|(?:发自|發自|[从從]我的).{0,40}"
    r"|-{5}BEGIN PGP SIGNED MESSAGE-{5}|Hash: SHA[\d, SHA]{1,30}"
    rf"|{phrases('sent_from')}\b.{{0,60}}{phrases('devices')}.{{0,80}})\s*",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(r"-{5}BEGIN PGP SIGNATURE-{5}\s*")
_SEPARATOR = re.compile(rf"\s*[-_=*]{{3,}}\s*{phrases('separators')}\b[^\w]{{0,80}}", re.IGNORECASE)
_OPENS = re.compile(rf"\s*{phrases('opens')}", re.IGNORECASE)
_CLOSES = re.compile(rf"{phrases('closes')}\s*[:：]$", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>()@]{1,64}@[^\s<>()@]{1,189}")
_DATE = re.compile(
    r"(?<!\d)(?:\d{4}(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}(?!\d)|\d{4}\s?[年년])(?![@\w]*@)"
)
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)")
_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FIELD = re.compile(
    rf"\s*\*?(?:(?P<first>{phrases('first_fields')})|{phrases('other_fields')})"
    r"\s?\*?\s?[:：]\*?\s*\S",
    re.IGNORECASE,
)


class Parted(NamedTuple):
    """A text of a letter, parted into what its writer says in it and all else."""

    own: Part
    """His own words; every other line above their end is blank."""
    others: tuple[Part, ...]
    """What it quotes, and what stands below its end."""
    press: tuple[Draft, ...]
    """What it says to other players, which is in none of the parts."""
    note: str
    """What was cut, for him who wrote it; ``""`` if nothing."""


def part_text(text: str) -> Parted:
    """Part a text into its writer's own lines, his press, those that are quoted, and the rest.

    Work is linear in the text: a fixed number of looks at each line, each line cut to a length.
    """
    lines = text.splitlines()
    unquoted, note = _blank_quotes(lines)
    blanked = [line for line, kept in zip_longest(lines, unquoted) if line.strip() and not kept]
    above = lines[: len(unquoted)]
    added = [line for line in above if _ORNAMENT.fullmatch(line[:LONGEST]) and _WORD.search(line)]
    quoted = [line for line in blanked if line not in added]
    marked, repeated = (
        "\n".join(each for each in quoted if bool(_QUOTED.match(each)) is is_marked)
        for is_marked in (True, False)
    )
    rest, press = part_press("\n".join(unquoted))
    own = Part("own", rest)
    below = "\n".join(rest.splitlines()[own.scan.ended :]) if own.scan.ended else ""
    others = (
        *(Part("quoted", marked), Part("repeated", repeated)),
        *(Part("added", "\n".join(added)), Part("below the end", below)),
    )
    return Parted(own, tuple(each for each in others if each.text.strip()), press, note)


def _blank_quotes(lines: list[str]) -> tuple[list[str], str]:
    """Return the lines to the last that is not quoted, the quoted ones blank; and what was cut."""
    own: list[str] = []
    while len(own) < len(lines):
        line = lines[len(own)]
        if not line or line.isspace():
            own.append(line)
            continue
        if _SIGNATURE.fullmatch(line):
            break
        if _QUOTED.match(line) or _ORNAMENT.fullmatch(line[:LONGEST]):
            own.append("")
            continue
        height = _heading(lines, len(own))
        below = len(own) + height
        if height and not _goes_on_quoted(lines, below):
            cut = sum(1 for each in lines[below:] if each.strip())
            some = "1 line" if cut == 1 else f"{cut} lines"
            were = "was" if cut == 1 else "were"
            note = f"{some} below “{line.strip()[:60]}” {were} taken as quoted and not read"
            return own, note if cut else ""
        own += [""] * height or [line]
    return own, ""


def _heading(lines: list[str], start: int) -> int:
    """Return how many lines from here introduce what is quoted: 0 if these do not."""
    line = lines[start]
    if len(line) > LONGEST:
        return 0
    if _SEPARATOR.fullmatch(line):
        following = start + 1
        while following < min(start + 3, len(lines)) and not lines[following].strip():
            following += 1
        return following - start + _fields(lines, following)
    if (":" in line or "：" in line) and (field := _FIELD.match(line)):
        count = _fields(lines, start)
        return count if count >= 3 and field["first"] else 0
    return _attribution(lines, start)


def _fields(lines: list[str], start: int) -> int:
    count = 0
    while start + count < len(lines) and count < 8 and _FIELD.match(lines[start + count][:LONGEST]):
        count += 1
    return count


def _attribution(lines: list[str], start: int) -> int:
    """Return the height of a line, broken or not, that says who wrote what is below: 0 if it is
    none.

    A colon is at its end, behind a word for writing; and it opens as such lines do, holds a date
    and a time, or stands above marked lines. With a date, a time and a mail address no word need be
    known, in whatever language.
    """
    broken = lines[start : start + _ATTRIBUTION_LINES]
    if not any(":" in each or "：" in each for each in broken):
        return 0
    text = ""
    opens = _OPENS.match(lines[start])
    tells = _DATE.search(lines[start]) or _ADDRESS.search(lines[start])
    most = _ATTRIBUTION_LINES if opens else _ATTRIBUTION_LINES - 1
    for height, line in enumerate(broken[:most], 1):
        if not line.strip() or len(line) > LONGEST:
            return 0
        text += _DIRECTIONS.sub("", line).rstrip()
        if text.endswith((":", "：")):
            wrote = _CLOSES.search(text)
            dated = tells and _DATE.search(text) and _CLOCK.search(text)
            marks = height == 1 and _goes_on_quoted(lines, start + 1)
            if (wrote and (opens or marks)) or (dated and (wrote or _ADDRESS.search(text))):
                return height
        if not (opens or tells):
            return 0
    return 0


def _goes_on_quoted(lines: list[str], start: int) -> bool:
    """Say whether the next lines with words are quoted with ``>``, and so show where they end."""
    for line in lines[start : start + 4]:
        if line.strip():
            return bool(_QUOTED.match(line))
    return False
