"""What a case expects of the findings, held against what reading and checking the orders found."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from adjudicator.cases.case import ExpectedFinding
from adjudicator.orders import Finding

Found = list[tuple[str, Finding]]
"""Findings, each with the seat whose orders they are about."""


def finding_differences(expected: Sequence[ExpectedFinding] | None, found: Found) -> Iterator[str]:
    """Yield a line for each finding that is not as expected.

    None expects nothing in particular, but no errors: an order that is rejected by mistake would
    show something else than its author meant.
    """
    if expected is None:
        errors = ((seat, finding) for seat, finding in found if finding.severity == "error")
        yield from (f"orders.{seat}: {finding}" for seat, finding in errors)
        return
    left: dict[tuple[str, int, str], list[Finding]] = defaultdict(list)
    for seat, finding in found:
        left[seat, finding.line, finding.code].append(finding)
    for want in sorted(expected, key=_openness):
        alike = left[want.seat, want.line, want.code]
        fitting = next((each for each in alike if _meets(want, each)), None)
        if fitting is None:
            what = f"{want.code} on line {want.line} of {want.seat}"
            if not alike:
                yield f"findings: expected {what}, which was not found"
                continue
            yield f"findings: expected {what} {_besides(want)}, got: {alike[0]}"
        alike.remove(fitting or alike[0])
    for (seat, _, _), others in left.items():
        yield from (f"findings: not expected: {seat}, {finding}" for finding in others)


def expectation_of(found: Found, *, of_one: bool) -> str:
    """Write down what a case says that means these findings; the seat, unless it is ``of_one``."""
    tables = (
        f"{{ {'' if of_one else f'seat = {_as_toml(seat)}, '}line = {each.line}, "
        f"code = {_as_toml(each.code)}, severity = {_as_toml(each.severity)} }}"
        for seat, each in found
    )
    return f"findings = [{', '.join(tables)}]"


def _meets(want: ExpectedFinding, finding: Finding) -> bool:
    return want.severity in (None, finding.severity) and want.fix in (None, finding.fix)


def _openness(want: ExpectedFinding) -> int:
    """How much an expectation leaves open: what says most is looked for first."""
    return (want.severity is None) + (want.fix is None)


def _besides(want: ExpectedFinding) -> str:
    severity = [f"as {want.severity}"] if want.severity is not None else []
    fix = [f"with the fix “{want.fix}”" if want.fix else "without a fix"]
    return " ".join(severity + (fix if want.fix is not None else []))


def _as_toml(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
