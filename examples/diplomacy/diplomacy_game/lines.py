"""From the lines of a letter to the order that each unit follows."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from adjudicator.games.contract import Ordered
from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import fail
from adjudicator.orders import Line, Order
from diplomacy_game.orders import HoldAll, UnitOrder, text_of
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.reasons import warning

T = TypeVar("T")
ORDERED_AGAIN = warning("ordered-again")


class Chosen(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """An alternative of a line that can be carried out."""

    plan: T
    """What it comes to."""
    seat: str
    """The power, which has a seat or shares one."""
    line: Line
    branch: int
    """The index of the alternative."""
    order: Order


def choose(play: DiplomacyPlay, judge: Callable[[str, Order], T | Problem]) -> dict[str, Chosen[T]]:
    """Return what each unit does, by province: the last order that can be carried out (D2).

    All other lines are answered. ``judge`` says what an order of a seat comes to, or why it cannot
    be carried out.
    """
    found: dict[str, Chosen[T]] = {}
    province = play.ways.province
    for seat, orders in play.orders.items():
        first = play.powers_of(play.seat_of(seat))[:1] == (seat,)
        for line in orders.lines:
            chosen = first_possible(play, seat, line, judge)
            if chosen is None:
                continue
            if isinstance(chosen.order, UnitOrder):
                name = province[chosen.order.unit.place]
                if name in found:
                    answer(play, found[name], ORDERED_AGAIN)
                found[name] = chosen
            elif first or not isinstance(line.order, HoldAll):  # else each power has the line
                answer(play, chosen)
    return found


def first_possible(
    play: DiplomacyPlay, seat: str, line: Line, judge: Callable[[str, Order], T | Problem]
) -> Chosen[T] | None:
    """Return the first alternative that applies and can be carried out; answer a line without."""
    problem: Problem | None = None
    tried = 0
    for index, branch in enumerate(line.branches):
        if branch.when is None or play.holds(seat, branch.when):
            plan = judge(seat, branch.order)
            if not isinstance(plan, Problem):
                return Chosen(plan, seat, line, index, branch.order)
            tried, problem = index, plan
    play.keep(seat, fail(line, tried, problem))
    return None


def orders_in(line: Line) -> list[UnitOrder]:
    """Return the alternatives of a line in a phase in which all orders are to units."""
    return [each.order for each in line.branches if isinstance(each.order, UnitOrder)]


def possible_orders(
    power: str, orders: Iterable[Line], judge: Callable[[str, Order], object]
) -> list[Order]:
    """Return of each line of a power the first alternative that can be carried out, if any."""

    def possible(line: Line) -> list[Order]:
        given = (each.order for each in line.branches)
        return [order for order in given if not isinstance(judge(power, order), Problem)]

    return [order for line in orders for order in possible(line)[:1]]


def answer(play: DiplomacyPlay, chosen: Chosen[T], problem: Problem | None = None) -> None:
    """Tell a seat what became of a line."""
    play.tell(answer_of(play, chosen, problem))


def answer_of(play: DiplomacyPlay, chosen: Chosen[T], problem: Problem | None) -> Ordered:
    """Return for a seat what became of a line."""
    seat, line = play.seat_of(chosen.seat), chosen.line
    text, to = text_of(chosen.order), (seat,)
    if problem is None:
        branch = chosen.branch + 1 if len(line.branches) > 1 else 0
        return Ordered(seat, line.number, text, "done", branch=branch, to=to)
    why = str(play.as_seen(problem.why, seat))
    return Ordered(seat, line.number, text, "failed", why, problem.code, to=to)
