"""Suggested lines are judged before they are made: one that would be rejected is left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import reason
from adjudicator.orders import Finding, Language, RawLine, understand
from adjudicator.orders.findings import AMBIGUOUS_NAME
from adjudicator.orders.orders import for_colour
from adjudicator.orders.reading.reader import Understood, ask_whether
from adjudicator.wording import Reason

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
    refused: dict[int, str] = {}

    def accepts(changes: Mapping[int, str]) -> bool:
        """Whether the file is read with these lines in it, and nothing new is rejected."""
        nonlocal left
        if left <= 0:
            return False
        left -= 1
        changed = _replace_lines(lines, changes)
        again = understand(changed, language, hints=False)
        unread = {f.line for f in again.findings} | {raw.number for raw in again.unread}
        others = (f for f in findings if f.line not in changes)
        if unread & changes.keys():
            return False
        known = _errors(others)
        new = [each for what, each in _errors(check(again)).items() if what not in known]
        refused.update((each.line, each.message) for each in new if each.line in changes)
        return not new

    right: dict[int, list[str]] = {}
    for line in sorted(choices.keys() & numbers):
        first = {each: texts[0] for each, texts in right.items() if len(texts) == 1}
        for group in choices[line]:
            if legal := [text for text in group if accepts({**first, line: text})]:
                right[line] = legal
                break
    texts = {raw.number: raw.text for raw in lines}

    def judge(finding: Finding) -> Finding:
        """Return a finding that names nothing but what would be accepted."""
        line = finding.line
        if line not in choices:
            return finding
        legal = right.get(line, [])
        if line in understood.plainly:
            why = ask_whether(texts[line], legal) if legal else understood.plainly[line]()
            is_as_long = len(finding.fix.split()) == len(texts[line].split())
            if line in refused and not legal and is_as_long:
                facts = {"why": why, "fix": finding.fix, "refused": refused[line]}
                why = Reason("campaign", "suggestion-refused", facts)
            finding = finding.with_words(why)
        return replace(finding, fix=legal[0] if len(legal) == 1 else "")

    return list(map(judge, findings))


def settle(findings: Iterable[Finding], lines: Sequence[RawLine]) -> tuple[RawLine, ...]:
    """Return lines in which each name that may be several things is the only one possible.

    Nothing if there is no such line. ``findings`` suggest nothing but what would be accepted.
    """
    settled = {f.line: f.fix for f in findings if f.code == AMBIGUOUS_NAME and f.fix}
    return _replace_lines(lines, settled) if settled else ()


def note_choices(findings: Iterable[Finding], settled: Sequence[RawLine]) -> Iterator[Finding]:
    """Say of lines in which names were settled as what they are read, and what was asked."""
    read = {raw.number: raw.text for raw in settled}
    for each in findings:
        if each.code == AMBIGUOUS_NAME and each.fix:
            message = reason("only-possible", why=each.message, line=read[each.line])
            yield replace(each, severity="note", message=str(message), fix="")


def _replace_lines(lines: Sequence[RawLine], changes: Mapping[int, str]) -> tuple[RawLine, ...]:
    """Return lines with other texts in the places of some."""
    return tuple(
        replace(raw, text=changes[raw.number], numbered="", signed="")
        if raw.number in changes
        else raw
        for raw in lines
    )


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


def _errors(findings: Iterable[Finding]) -> dict[tuple[int, str, str], Finding]:
    """Return the errors by what they are about: the line, what is wrong, and with what of it."""
    return {(f.line, f.code, f.read): f for f in findings if f.severity == "error"}
