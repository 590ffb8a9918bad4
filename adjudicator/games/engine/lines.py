"""Carrying out an order line: its alternatives, their conditions, and what became of it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.games.contract import Word
from adjudicator.games.engine.play import Outcome, Play
from adjudicator.games.engine.problems import ImpossibleError, Problem, error
from adjudicator.orders import Line, Order


class Rule(Struct, frozen=True):
    """How orders of one kind are judged and done; both are given the play, the seat, the order."""

    why_not: Callable[[Any, str, Any], Problem | None]
    """Say why it cannot be done at this moment, or raise ImpossibleError; changes nothing."""
    do: Callable[[Any, str, Any], Problem | Word | None]
    """Do it; called only if nothing is against it. It may say how it ended, or why not wholly."""


Rules = Mapping[type[Order], Rule]

OTHER_MOMENT = error(
    "other-moment",
    "The alternative is due at another moment of the turn than the first order of its line, so it "
    "cannot take its place: give it a line of its own.",
)


def carry_out(play: Play[Any, Any], seat: str, line: Line, rules: Rules) -> Outcome:
    """Carry out the first alternative of a line that applies and is possible; keep the outcome.

    A line of which no condition holds is skipped.
    """
    outcome = first_possible(play, seat, line, rules)
    play.keep(seat, outcome)
    return outcome


def first_possible(
    play: Play[Any, Any],
    seat: str,
    line: Line,
    rules: Rules,
    barred: Mapping[int, Problem] = {},
) -> Outcome:
    """Do the first alternative of a line that applies and is possible; say what came of it.

    ``barred`` gives alternatives, by index, that are known to fail, and why.
    """
    problem: Problem | None = None
    tried = 0
    for index, branch in enumerate(line.branches):
        if not play.holds(seat, branch.when):
            continue
        tried = index
        problem = barred.get(index) or judge(play, seat, branch.order, rules)
        if problem is None:
            came = rules[type(branch.order)].do(play, seat, branch.order)
            if not isinstance(came, Problem):
                return Outcome(line, came or "done", branch=index)
            if not came.undone:
                return Outcome(line, "partly", came.message, index, came)
            problem = came
    return fail(line, tried, problem)


def fail(line: Line, branch: int, problem: Problem | None) -> Outcome:
    """Return the outcome of a line that was not carried out; without a problem it was skipped."""
    if problem is None:
        return Outcome(line, "skipped", branch=branch)
    return Outcome(line, "failed", problem.message, branch, problem)


def judge(play: Play[Any, Any], seat: str, order: Order, rules: Rules) -> Problem | None:
    """Say what is against an order by the rules of this moment."""
    rule = rules.get(type(order))
    if rule is None:
        return OTHER_MOMENT
    try:
        return rule.why_not(play, seat, order)
    except ImpossibleError as impossible:
        return impossible.problem


def carry_out_all(play: Play[Any, Any], seat: str, lines: Iterable[Line], rules: Rules) -> None:
    """Carry out every line whose kind the rules know, in the order written."""
    for line in lines:
        if type(line.order) in rules:
            carry_out(play, seat, line, rules)
