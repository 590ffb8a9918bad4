"""Why not: what is wrong with an order, and what would be right."""

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import msgspec

from adjudicator.orders import Finding, Severity


class Problem(msgspec.Struct, frozen=True, gc=False):
    """Why an order is not carried out, or may not be."""

    severity: Severity
    """An ``error`` holds in every course of events, a ``warning`` as things stand."""
    code: str
    message: str
    fix: str = ""
    """An order that would be right, or ``""``."""

    def finding(self, line: int, read: str) -> Finding:
        """Return the finding that tells it of a line, which was read as ``read``."""
        return Finding(line, self.code, self.severity, read, self.message, self.fix)


class ImpossibleError(Exception):
    """Raised where an order turns out to be impossible; ``problem`` says why."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


def forbid(problem: Problem | None) -> None:
    """Raise ImpossibleError if there is a problem."""
    if problem is not None:
        raise ImpossibleError(problem)


error = partial(Problem, "error")
"""Returns a problem that no course of events could solve."""
warning = partial(Problem, "warning")
"""Returns a problem that there is as things stand."""
note = partial(Problem, "note")
"""Returns a remark on an order with which nothing is wrong."""


def refuse(code: str, message: str, fix: str = "") -> NoReturn:
    """Raise ImpossibleError: an order cannot be carried out."""
    raise ImpossibleError(error(code, message, fix))


def is_possible(check: Callable[..., object], *given: Any) -> bool:
    """Whether a check does not refuse what it is given."""
    try:
        check(*given)
    except ImpossibleError:
        return False
    return True
