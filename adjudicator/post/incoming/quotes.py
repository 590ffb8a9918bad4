"""Part a text of a letter: what its writer says, to whom, and what it repeats of other letters.

Lines are blanked and never removed, so a finding's line number is that of the letter as sent. What
was sent to the writer, and what is marked with ``>``, goes line by line, so that orders above,
below and between survive. What a program repeats of a letter that is not known, without marks,
reaches to the end.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.campaign.press.drafts import Draft, part_press
from adjudicator.orders import Finding
from adjudicator.patterns import pattern
from adjudicator.post.incoming.attributions import (
    find_translated,
    height_of_common,
    mark_headings,
    phrases,
)
from adjudicator.post.incoming.letter import Part, PartKind
from adjudicator.post.incoming.quotation import (
    MOST_BESIDE_TAG,
    NOTHING_KNOWN,
    Correspondence,
    Quotation,
)
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.incoming.wording import words

_LONGEST = 400
"""Characters of a line that may be an ornament."""
_WORD = pattern(r"[^\W_]")
_ORNAMENT = pattern(
    r"\s*(?:[-_=*~]{5,}|-{5}BEGIN PGP SIGNED MESSAGE-{5}|Hash: SHA[\d, SHA]{1,30}"
    rf"|{phrases('device')})\s*",
    re.IGNORECASE,
)
_SIGNATURE = pattern(r"-{5}BEGIN PGP SIGNATURE-{5}\s*")


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
    remarks: tuple[Finding, ...] = ()
    """On the lines of which nobody can know whose they are."""


def part_text(
    text: str, known: Correspondence = NOTHING_KNOWN, footers: Iterable[str] = ()
) -> Parted:
    """Part a text into its writer's own lines, his press, those that are quoted, and the rest.

    ``footers`` are lines that a program has put below it. Work is linear in the text.
    """
    quotation = Quotation(text, known)
    mark_headings(quotation)
    quotation.find_doubtful()
    end, note = _find_end(quotation)
    lines, kinds = quotation.lines, quotation.kinds
    added = _find_footers(quotation, footers)
    own: list[str] = []
    texts: dict[PartKind, list[str]] = {"ours": [], "quoted": [], "repeated": [], "added": []}
    for number, line in enumerate(lines):
        is_own = kinds[number] == "own" or (kinds[number] == "blank" and _stays(quotation, number))
        if number >= end:
            texts["repeated"].append(line)
        elif is_own and line and (number in added or _ORNAMENT.fullmatch(line[:_LONGEST])):
            texts["added"] += [line] if _WORD.search(line) else []
            own.append("")
        elif is_own:
            own.append(line)
        else:
            is_strange = quotation.marked[number] and not quotation.ours[number]
            texts["quoted" if is_strange else "ours"].append(line)
            own.append("")
    rest, press = part_press("\n".join(own), text)
    part = Part("own", rest)
    texts["below the end"] = rest.splitlines()[part.scan.ended :] if part.scan.ended else []
    others = (Part(kind, "\n".join(some)) for kind, some in texts.items())
    remarks = tuple(each for each in quotation.remarks if each.line <= end + 1)
    return Parted(part, tuple(each for each in others if each.text.strip()), press, note, remarks)


def _find_footers(text: Quotation, footers: Iterable[str]) -> set[int]:
    """Return the number of the lowest own line that says what a footer says, of each."""
    found: set[int] = set()
    wanted = {tuple(words(each)) for each in footers}
    for number in range(len(text.lines) - 1, -1, -1) if wanted else ():
        said = tuple(text.came.words[slice(*text.came.starts[number : number + 2])])
        if text.kinds[number] == "own" and said in wanted and not text.wants_something(number):
            wanted.remove(said)
            found.add(number)
    return found


def _stays(text: Quotation, number: int) -> bool:
    """Say whether a line without words belongs to the writer: it stands in no quotation."""
    if not text.lines[number].strip():
        return True
    beside = text.beside(number)
    return not beside or "own" in beside


def _find_end(text: Quotation) -> tuple[int, str]:
    """Return the number of the first line that is not looked at, and a note on what is cut there.

    It is the armour of a signature, or announces a letter that is not known, or one of ours in
    another language.
    """
    lines, kinds = text.lines, text.kinds
    translated = find_translated(text)
    for number, line in enumerate(lines):
        is_open = kinds[number] in ("own", "blank") or number == translated
        if not is_open or not line.strip():
            continue
        if _SIGNATURE.fullmatch(line):
            return number, ""
        height = height_of_common(text, number)
        is_tagged = number != translated and _is_tag_line(text, number)
        if not (height or is_tagged or number == translated):
            continue
        below = number + (height or 1)
        near = [kind for kind in kinds[below : below + 4] if kind in ("quoted", "heading")]
        if near[:1] == ["quoted"] and not is_tagged:
            kinds[number:below] = ["heading"] * (below - number)
            continue
        if is_tagged or number == translated:
            text.remark("unkept" if is_tagged else "translated", number)
        cut = sum(1 for each in lines[below:] if each.strip())
        note = reason("taken-as-quoted", count=cut, line=line.strip()[:60])
        return number, str(note) if cut else ""
    return len(lines), ""


def _is_tag_line(text: Quotation, number: int) -> bool:
    """Say whether a line is the first of a letter of ours that is not kept."""
    start, end = text.came.starts[number : number + 2]
    words = text.came.words[start:end]
    return len(words) <= MOST_BESIDE_TAG and any(map(text.known.is_tag, words))
