"""Why not: what is wrong with an order, and what would be right."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import msgspec

from adjudicator.orders import Finding, Severity
from adjudicator.wording import Reason, in_words


class Problem(msgspec.Struct, frozen=True, gc=False):
    """Why an order is not carried out, or may not be."""

    severity: Severity
    """An ``error`` holds in every course of events, a ``warning`` as things stand."""
    code: str
    """Which problem it is, for programs and rule cases."""
    why: Reason
    """The words for it: those of the same code, or others around them."""
    fix: str = ""
    """An order that would be right, or ``""``."""

    @property
    def message(self) -> str:
        """The problem in words."""
        return str(self.why)

    def finding(self, line: int, read: str) -> Finding:
        """Return the finding that tells it of a line, which was read as ``read``."""
        return Finding.of(line, self.severity, read, self.why, self.fix, code=self.code)


class ImpossibleError(Exception):
    """Raised where an order turns out to be impossible; ``problem`` says why."""

    def __init__(self, problem: Problem):
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return self.problem.message


def forbid(problem: Problem | None) -> None:
    """Raise ImpossibleError if there is a problem."""
    if problem is not None:
        raise ImpossibleError(problem)


class Problems:
    """Makes the problems of a game, whose words are in a file of ``templates/reasons``.

    Each takes a code, an order that would be right, and the facts of which the words speak.
    """

    def __init__(self, room: str):
        self._room = room

    def _make(self, severity: Severity, code: str, fix: str, facts: Mapping[str, Any]) -> Problem:
        why = Reason(self._room, code, facts)
        return Problem(severity, why.kind, why, fix)

    def error(self, code: str, /, fix: str = "", **facts: Any) -> Problem:
        """Return a problem that no course of events could solve."""
        return self._make("error", code, fix, facts)

    def warning(self, code: str, /, fix: str = "", **facts: Any) -> Problem:
        """Return a problem that there is as things stand."""
        return self._make("warning", code, fix, facts)

    def note(self, code: str, /, fix: str = "", **facts: Any) -> Problem:
        """Return a remark on an order with which nothing is wrong."""
        return self._make("note", code, fix, facts)

    def refuse(self, code: str, /, fix: str = "", **facts: Any) -> NoReturn:
        """Raise ImpossibleError: an order cannot be carried out."""
        raise ImpossibleError(self.error(code, fix, **facts))

    def reword(self, problem: Problem, words: str, /, **facts: Any) -> Problem:
        """Return a problem in other words, which may speak of it as ``why``."""
        why = Reason(self._room, words, {"why": problem.why, **facts})
        return msgspec.structs.replace(problem, why=why)


# For games of other packages that have no file of words: the words are given with the code.


def error(code: str, message: str, fix: str = "") -> Problem:
    """Return a problem that no course of events could solve, in words of its own."""
    return Problem("error", code, in_words(code, message), fix)


def warning(code: str, message: str, fix: str = "") -> Problem:
    """Return a problem that there is as things stand, in words of its own."""
    return Problem("warning", code, in_words(code, message), fix)


def note(code: str, message: str, fix: str = "") -> Problem:
    """Return a remark on an order with which nothing is wrong, in words of its own."""
    return Problem("note", code, in_words(code, message), fix)


def is_possible(check: Callable[..., object], *given: Any) -> bool:
    """Whether a check does not refuse what it is given."""
    try:
        check(*given)
    except ImpossibleError:
        return False
    return True
