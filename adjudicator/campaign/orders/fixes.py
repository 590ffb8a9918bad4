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
    if not choices:
        return list(findings)
    judge = _Judge(lines, language, check, findings)
    single = {
        line: groups[0][0]
        for line, groups in choices.items()
        if sum(map(len, groups)) == 1 and line in numbers
    }
    right = judge.together(single) if single else {}
    for line, groups in choices.items():
        if line not in single:
            right |= judge.likeliest(line, groups, right)
    return [replace(f, fix=right.get(f.line, "") if f.line in choices else f.fix) for f in findings]


class _Judge:
    """Judges a file in which some lines are replaced, so many times and then no more."""

    def __init__(
        self,
        lines: Sequence[RawLine],
        language: Language,
        check: Callable[[Understood], Sequence[Finding]],
        before: Sequence[Finding],
    ):
        self._lines = lines
        self._language = language
        self._check = check
        self._before = before
        self._left = max(1, min(MOST_JUDGED, MOST_LINES // max(1, len(lines))))

    def accepts(self, changes: Mapping[int, str]) -> bool:
        """Say whether the file is read with these lines in it, and nothing new is rejected."""
        if self._left <= 0:
            return False
        self._left -= 1
        changed = tuple(
            RawLine(raw.number, changes[raw.number]) if raw.number in changes else raw
            for raw in self._lines
        )
        again = understand(changed, self._language, hints=False)
        unread = {f.line for f in again.findings} | {raw.number for raw in again.unread}
        if unread & changes.keys():
            return False
        return _errors(self._check(again)) <= _errors(
            f for f in self._before if f.line not in changes
        )

    def likeliest(
        self, line: int, groups: Sequence[Sequence[str]], others: Mapping[int, str]
    ) -> dict[int, str]:
        """Return the line with the likeliest text that is legal, if it is the only one such."""
        for group in groups:
            legal = [text for text in group if self.accepts({**others, line: text})]
            if legal:
                return {line: legal[0]} if len(legal) == 1 else {}
        return {}

    def together(self, changes: Mapping[int, str]) -> dict[int, str]:
        """Return those of the changes that are accepted beside those before them."""
        if self.accepts(changes):
            return dict(changes)
        right: dict[int, str] = {}
        for line, text in sorted(changes.items()):
            if len(changes) > 1 and self.accepts({**right, line: text}):
                right[line] = text
        return right


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
