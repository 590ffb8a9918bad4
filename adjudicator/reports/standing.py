"""What a receipt says of each line: accepted, accepted but may fail, or rejected."""

from collections.abc import Sequence

import msgspec

from adjudicator.orders import Finding, Line, Orders
from adjudicator.reports import words


class Stands(msgspec.Struct, frozen=True):
    """An order that stands, canonically, and what may become of it."""

    lines: tuple[str, ...]
    remarks: tuple[Finding, ...] = ()
    may_fail: bool = False


class Judged(msgspec.Struct, frozen=True):
    """Orders and findings put together."""

    stands: tuple[Stands, ...]
    rejected: tuple[Finding, ...]
    """What is wrong, so that it does not count."""
    remarks: tuple[Finding, ...]
    """Warnings and notes that belong to no single line that stands."""

    @property
    def doubtful(self) -> int:
        """How many of the orders that stand may fail."""
        return sum(each.may_fail for each in self.stands)


class Changed(msgspec.Struct, frozen=True):
    """Orders that stand beside those that stood before, each order with its lines."""

    new: tuple[tuple[str, ...], ...]
    gone: tuple[tuple[str, ...], ...]
    kept: int
    """How many stand as they stood."""


def compare(before: Sequence[str], orders: Orders) -> Changed:
    """Say which orders are new, which are gone, and how many stay, whatever their places."""
    left = list(before)
    new = []
    for text in map(str, orders):
        if text in left:
            left.remove(text)
        else:
            new.append(words.order_lines(text))
    gone = tuple(words.order_lines(text) for text in left)
    return Changed(tuple(new), gone, len(before) - len(gone))


def judge(orders: Orders, findings: Sequence[Finding]) -> Judged:
    """Put each finding beside the line that it is about, where exactly one has its number."""
    by_number: dict[int, list[int]] = {}
    for place, line in enumerate(orders):
        by_number.setdefault(line.number, []).append(place)
    beside: dict[int, list[Finding]] = {}
    loose: list[Finding] = []
    rejected: list[Finding] = []
    for finding in findings:
        places = by_number.get(finding.line, [])
        if finding.severity == "error":
            rejected.append(finding)
        elif finding.line and len(places) == 1:
            beside.setdefault(places[0], []).append(finding)
        else:
            loose.append(finding)
    stands = tuple(_stands(line, beside.get(at, ())) for at, line in enumerate(orders))
    lines = sorted((f for f in rejected if f.line or f.read), key=lambda f: f.line)
    whole = [f for f in rejected if not (f.line or f.read)]
    # What is wrong with a whole file is no rejected line, unless there is none that says so.
    return Judged(stands, tuple(lines or whole), tuple(whole + loose if lines else loose))


def _stands(line: Line, findings: Sequence[Finding]) -> Stands:
    return Stands(
        lines=words.order_lines(str(line)),
        remarks=tuple(findings),
        may_fail=any(finding.severity == "warning" for finding in findings),
    )
