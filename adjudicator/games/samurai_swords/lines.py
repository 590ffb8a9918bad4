"""Carrying out order lines: alternatives, conditions, and the record of what became of each."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from adjudicator.games.samurai_swords.conditions import (
    ArmyAt,
    ArmyUnits,
    HeldBy,
    IsState,
    UnitsThere,
)
from adjudicator.games.samurai_swords.position import size
from adjudicator.games.samurai_swords.state import Outcome, Problem, State
from adjudicator.orders import Condition, Line, Order, When
from adjudicator.orders.slots import compare


class Context:
    """What the rules of a phase work on; phases derive their own."""

    def __init__(self, state: State):
        self.state = state


class Rule(NamedTuple):
    """How an order of one kind is judged, and how it is done.

    ``legal`` changes nothing; ``do`` is called only if it found no problem, and may return the
    problem that kept it from being done in full. Both take the context of the phase, the seat and
    the order.
    """

    legal: Callable[[Any, str, Any], Problem | None]
    do: Callable[[Any, str, Any], Problem | None]


Rules = dict[type[Order], Rule]

OTHER_MOMENT = Problem(
    "other-moment",
    "An alternative must be due when the first order is: write this as a line of its own.",
    hard=True,
)


def carry_out(
    context: Context, seat: str, line: Line, rules: Rules, barred: Mapping[int, Problem] = {}
) -> Order | None:
    """Carry out the first alternative of a line that applies and is legal; note the outcome.

    Return the order that was carried out, or None. ``barred`` gives alternatives, by index, that
    are known to fail, and why.
    """
    state = context.state
    problem: Problem | None = None
    tried = 0
    for index, branch in enumerate(line.branches):
        if branch.when is not None and not holds(state, seat, branch.when):
            continue
        tried = index
        problem = barred.get(index) or judged(context, seat, branch.order, rules)
        if problem is None:
            problem = rules[type(branch.order)].do(context, seat, branch.order)
            if problem is None or not problem.undone:
                state.note(seat, Outcome(line, index, problem))
                return branch.order
    state.note(seat, Outcome(line, tried, problem, done=False))
    return None


def judged(context: Context, seat: str, order: Order, rules: Rules) -> Problem | None:
    """Judge an order by the rules of this moment; alternatives may be of another moment."""
    rule = rules.get(type(order))
    return OTHER_MOMENT if rule is None else rule.legal(context, seat, order)


def carry_out_all(context: Context, seat: str, lines: Iterable[Line], rules: Rules) -> None:
    """Carry out every line whose kind the rules know, in the order written."""
    for line in lines:
        if type(line.order) in rules:
            carry_out(context, seat, line, rules)


def holds(state: State, seat: str, when: When) -> bool:
    """Whether a condition holds at this moment, for all that the seat can see."""
    return any(
        all(_true(state, seat, clause.condition) != clause.negated for clause in clauses)
        for clauses in when.any_of
    )


def _true(state: State, seat: str, condition: Condition) -> bool:
    match condition:
        case IsState(place, kind):
            owner = state.provinces[place].owner
            return {"mine": owner == seat, "empty": not owner}.get(kind, owner not in ("", seat))
        case HeldBy(holder, place):
            return state.provinces[place].owner == holder
        case UnitsThere(place, how, number):
            return compare(state.strength(place), how, number)
        case ArmyUnits(number_of, how, number):
            army = state.seats[seat].armies.get(number_of)
            return compare(size(army) + 1 if army else 0, how, number)
        case ArmyAt(number_of, place):
            army = state.seats[seat].armies.get(number_of)
            return army is not None and army.at == place
    raise TypeError(f"no condition of this game: {condition!r}")
