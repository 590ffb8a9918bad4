"""Suggested lines, judged before they are made: a fix that would be rejected is left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.orders import Finding, Language, RawLine, understand
from adjudicator.orders.orders import for_colour
from adjudicator.orders.reading.reader import Understood

MOST_JUDGED = 16
"""How often the orders of one file are judged anew for the sake of suggestions."""
MOST_LINES = 2_000
"""How many lines are read anew for that."""


def judge_fixes(
    findings: Sequence[Finding],
    lines: Sequence[RawLine],
    understood: Understood,
    language: Language,
    check: Callable[[Understood], Sequence[Finding]],
) -> list[Finding]:
    """Return the findings with fixes that the game would accept in place of the line, no others.

    Where a line may have meant several, the fix is the one that is legal, if only one of them is.
    ``check`` judges what was understood of a file.
    """
    numbers = {raw.number for raw in lines}
    choices = {
        f.line: _suggestions(f, understood) for f in findings if f.fix or f.line in understood.meant
    }
    left = max(1, min(MOST_JUDGED, MOST_LINES // max(1, len(lines))))

    def accepts(changes: Mapping[int, str]) -> bool:
        """Whether the file is read with these lines in it, and nothing new is rejected."""
        nonlocal left
        if left <= 0:
            return False
        left -= 1
        changed = tuple(
            RawLine(raw.number, changes[raw.number]) if raw.number in changes else raw
            for raw in lines
        )
        again = understand(changed, language, hints=False)
        unread = {f.line for f in again.findings} | {raw.number for raw in again.unread}
        others = (f for f in findings if f.line not in changes)
        return not unread & changes.keys() and _errors(check(again)) <= _errors(others)

    single = {
        line: groups[0][0]
        for line, groups in sorted(choices.items())
        if sum(map(len, groups)) == 1 and line in numbers
    }
    right = single if single and accepts(single) else {}
    settled = single if right or len(single) == 1 else {}
    for line in dict.fromkeys((*single, *choices)):
        for group in () if line in settled else choices[line]:
            legal = [text for text in group if accepts({**right, line: text})]
            if legal:
                right = {**right, line: legal[0]} if len(legal) == 1 else right
                break
    return [replace(f, fix=right.get(f.line, "") if f.line in choices else f.fix) for f in findings]


def _suggestions(finding: Finding, understood: Understood) -> Sequence[Sequence[str]]:
    """Return the lines that a finding suggests in place of its line, the likeliest first."""
    if finding.line in understood.meant:
        return understood.meant[finding.line]
    lines = [each for each in understood.orders if each.number == finding.line]
    if not lines:
        return ((finding.fix,),)
    line = lines[0]
    if len(lines) > 1:  # a suggestion for one of them would leave the others out
        return ()
    before, _, after = line.text.partition(str(line.order))
    return ((for_colour(line.colour, f"{before}{finding.fix}"),),) if not after else ()


def _errors(findings: Iterable[Finding]) -> set[tuple[int, str, str]]:
    return {(f.line, f.code, f.message) for f in findings if f.severity == "error"}
