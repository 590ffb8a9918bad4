"""One check for all games: orders are carried out on the seat's view, and what failed is read off.

A rehearsal is the game's own adjudication of one seat's orders in a play without chance, so a
check cannot promise what a run would not do. The first goes as the seat hopes. Then the game
carries the orders out under a few scenarios, in each of which something comes out worse (battles
are lost, others come first). A line is told

- an *error*, if it is done in no rehearsal, and no course of events could carry it out. That it
  failed proves nothing by itself, for there are always other courses: the game knows it from the
  rule that refused it (``error`` instead of ``warning``), or says it in ``is_never``;
- a *warning*, if it fails as is hoped and may be done all the same, or is done and fails under a
  scenario, which says on what it depends; and of an alternative that can never be carried out;
- nothing, if it is done in all of them.

A game says with ``Rehearsals`` how this is done; ``carry_out`` alone is enough for most. Remarks on
orders that are no failure are the modules' ``remarks``. See ``docs/adding-a-game.md``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.games.engine.play import Outcome
from adjudicator.games.engine.problems import Problem, Problems
from adjudicator.orders import Branch, Finding, Line, Order, Orders, find_replaced
from adjudicator.wording import Reason


class Scenario(Struct, frozen=True, kw_only=True):
    """One way in which it may come out worse than hoped. Games derive theirs: what it changes."""

    outcomes: Sequence[Outcome] = ()
    """What became of the lines in it, but for failures of which nobody needs to be warned."""
    on: Reason | None = None
    """On what it depends, whose words end a sentence: ``the battle for Mino``."""
    code: str = ""
    """The code of the warning that says so: ``depends-on-battle``."""

    def cause(self, outcome: Outcome) -> Reason | None:
        """Return of what in it a line fails, if several things come out worse in it at once."""
        return self.on


PROBLEMS = Problems("games")
CONDITIONAL = PROBLEMS.warning("conditional")
NEVER = PROBLEMS.warning("never")


def is_error(best: Any, seat: str, outcome: Outcome, order: Order) -> bool:
    """Whether the rule that refused a line's only alternative says that it always would."""
    problem = outcome.problem
    return len(outcome.line.branches) == 1 and problem is not None and problem.severity == "error"


class Rehearsals(Struct, frozen=True):
    """What a game states so that its orders can be judged. ``Any`` is its play."""

    carry_out: Callable[[Any, str, Orders], Any]
    """Carry a seat's orders out in a new play of the same position, as the seat hopes.

    It is made with ``begin_anew``, so that it can be asked what is possible behind the orders.
    Return that play, whose ``outcomes`` tell what became of each line.
    """
    scenarios: Callable[[Any, str, Orders, Any], Iterable[Scenario]] = lambda *given: ()
    """Carry them out where something comes out worse, given the play of the best rehearsal too."""
    is_never: Callable[[Any, str, Outcome, Order], bool] = is_error
    """Whether no course of events could carry out an alternative of the line of an outcome.

    It is given the best play. For a line that failed this makes an error of it, if it holds of each
    alternative; for one that was done, with several alternatives, a warning of that alternative.
    """
    hope: Callable[[Any, str], str] = lambda play, seat: ""
    """Say why what fails as things stand may yet be done, where no scenario shows it."""


Trials = dict[int, tuple[Scenario, Outcome]]
"""By a line's ``id``: the first scenario under which it was done, or failed, and how."""


def check_orders(rules: Rehearsals, play: Any, seat: str, orders: Orders) -> list[Finding]:
    """Return what is to be said of a seat's orders, in the order of the lines."""
    if play.offering is not None:  # it is asked what is possible: one rehearsal tells
        rules.carry_out(play, seat, orders)
        return []
    best = rules.carry_out(play, seat, orders)
    done: Trials = {}
    failed: Trials = {}
    needed = play.warns or any(_may_be_wrong(rules, best, seat, x) for x in best.outcomes[seat])
    for scenario in rules.scenarios(play, seat, orders, best) if needed else ():
        for outcome in scenario.outcomes:
            if outcome.is_done:
                done.setdefault(id(outcome.line), (scenario, outcome))
            elif outcome.problem is not None:
                failed.setdefault(id(outcome.line), (scenario, outcome))
    findings: list[Finding] = []
    for outcome in best.outcomes[seat]:
        line, never = outcome.line, partial(rules.is_never, best, seat, outcome)
        hopeless: list[Branch] = []
        if outcome.is_done:
            problem = _risk(outcome, failed.get(id(line)))
            if len(line.branches) > 1:
                hopeless = [branch for branch in line.branches if never(branch.order)]
        elif outcome.word != "noted":
            problem = _failure(outcome, done.get(id(line)), never, partial(rules.hope, best, seat))
        else:
            continue
        if problem is not None:
            findings.append(_finding(play, line, problem, line.branches[outcome.branch]))
        findings += [_finding(play, line, NEVER, branch) for branch in hopeless]
    findings += _find_replaced(best, seat)
    for remark in play.rules.remarks:
        findings += remark(play, seat, best)
    return sorted(findings, key=lambda finding: finding.line)


def _finding(play: Any, line: Line, problem: Problem, branch: Branch) -> Finding:
    """Return what tells a problem of an alternative of a line, in words if they are wanted."""
    if play.words:
        return problem.finding(line.number, str(branch.order))
    return Finding(line.number, problem.code, problem.severity, "", "")


def _find_replaced(best: Any, seat: str) -> Iterator[Finding]:
    """Note the lines in whose place a later one about the same thing stands."""
    done = [(x.line, x.line.branches[x.branch].order) for x in best.outcomes[seat] if x.is_done]
    for replaced, order, line in dict.fromkeys(find_replaced(done)):  # once of orders alike
        problem = PROBLEMS.warning("replaced", line=line.number, order=str(line.order))
        yield problem.finding(replaced.number, str(order))


def _may_be_wrong(rules: Rehearsals, best: Any, seat: str, outcome: Outcome) -> bool:
    """Whether a line is an error unless a scenario shows that it can be done."""
    if outcome.is_done or outcome.problem is None:
        return False
    return all(rules.is_never(best, seat, outcome, x.order) for x in outcome.line.branches)


def _failure(
    outcome: Outcome,
    other: tuple[Scenario, Outcome] | None,
    never: Callable[[Order], bool],
    hope: Callable[[], str],
) -> Problem:
    """Say why a line is not carried out as things stand, and whether it ever may be."""
    problem = outcome.problem
    if problem is None:
        return CONDITIONAL
    if other is None and all(never(branch.order) for branch in outcome.line.branches):
        return replace(problem, severity="error")
    problem = replace(problem, severity="warning")
    if other:
        return PROBLEMS.reword(problem, "can-be-done", on=other[0].cause(outcome))
    hoped = hope()
    return PROBLEMS.reword(problem, "hoped-for", hope=hoped) if hoped else problem


def _risk(outcome: Outcome, other: tuple[Scenario, Outcome] | None) -> Problem | None:
    """Say what of a line may fail that is carried out as things stand."""
    problem = outcome.problem
    if outcome.word == "partly" and problem is not None:
        return PROBLEMS.reword(replace(problem, severity="warning"), "in-part")
    if other is None or other[1].problem is None:
        return None
    scenario, failed = other
    problem = replace(other[1].problem, severity="warning", code=scenario.code, fix="")
    return PROBLEMS.reword(problem, "depends", on=scenario.cause(failed))
