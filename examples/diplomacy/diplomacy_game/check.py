"""What is wrong with orders: each by itself, and those of a power together."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from adjudicator.games.engine import OVER, Problem
from adjudicator.orders import Finding, Line, Order, Orders
from diplomacy_game.lines import ORDERED_AGAIN, orders_in
from diplomacy_game.movement import Front, Plan
from diplomacy_game.orders import Convoy, HoldAll, Move, UnitOrder
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.reasons import note, warning
from diplomacy_game.retreats import SAME_RETREAT, landing
from diplomacy_game.ways import is_joined
from diplomacy_game.winter import carry_out_lines


def check(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Yield what is against each line, as things stand. What is possible behind lines differs from
    what is legal in winter alone."""
    phase = play.position.phase
    if phase == "winter":
        yield from _check_winter(play, seat, orders)
    elif play.offering:
        return
    elif phase in ("spring", "fall"):
        yield from _check_moves(play, seat, orders)
    elif phase != OVER:
        yield from _check_retreats(play, seat, orders)


def _check_moves(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    front = play.front
    found: dict[str, tuple[Line, Plan]] = {}
    for line in orders.lines:
        judged = [(each.order, front.plan(seat, each.order)) for each in line.branches]
        possible = [(order, plan) for order, plan in judged if isinstance(plan, Plan)]
        if len(possible) < len(judged):
            yield from _impossible(line, judged)
        for order, _ in possible:
            for remark in _of_other_kind(front, order):
                yield remark.finding(line.number, str(order))
        if possible and isinstance(order := possible[0][0], UnitOrder):  # else all units hold
            for remark in _impossible_wishes(front, order):
                yield remark.finding(line.number, str(order))
            name = order.province
            if name in found:
                yield ORDERED_AGAIN.finding(found[name][0].number, str(found[name][0].order))
            found[name] = (line, possible[0][1])
    yield from _left_alone(front, seat, found, orders)
    plans = {name: plan for name, (_, plan) in found.items()}
    for name, (line, plan) in found.items():
        problem = _discord(front, name, line.order, plan, plans)
        if problem:
            yield problem.finding(line.number, str(line.order))


def _impossible(line: Line, judged: Sequence[tuple[Order, object]]) -> Iterator[Finding]:
    """Say of each alternative why it cannot be carried out: an error, unless another one can."""
    problems = [(order, came) for order, came in judged if isinstance(came, Problem)]
    is_hopeless = len(problems) == len(line.branches)
    for order, problem in problems:
        severity = problem.severity if is_hopeless else "warning"
        yield replace(problem, severity=severity).finding(line.number, str(order))


def _of_other_kind(front: Front, order: Order) -> list[Problem]:
    """Say which units are of the other kind than an order says; it counts nonetheless."""
    problems: list[Problem] = []
    where, stands = front.ways.province, front.stands
    for piece in order.units if isinstance(order, UnitOrder) else ():
        stand = stands.get(where[piece.place])
        if stand and piece.kind not in (stand[0], ""):
            problems.append(note("other-kind", place=where[piece.place], unit=" ".join(stand)))
    return problems


def _impossible_wishes(front: Front, order: UnitOrder) -> list[Problem]:
    """Say to which of the places beside an order its unit could never retreat."""
    problems: list[Problem] = []
    for wish in getattr(order, "retreats", ()):
        if front.ways.province[wish] not in front.reach[order.province]:
            problems.append(warning("no-retreat.ever", place=order.province, target=wish))
    return problems


def _left_alone(front: Front, seat: str, found: Iterable[str], orders: Orders) -> Iterator[Finding]:
    """Say which units have orders of their own where all the others are told to hold."""
    for line in [each for each in orders.lines if isinstance(each.order, HoldAll)]:
        if own := [front.texts[name] for name in found if front.powers[name] == seat]:
            yield note("all-others", units=own).finding(line.number, str(line.order))


def _discord(
    front: Front, name: str, order: Order, plan: Plan, plans: dict[str, Plan]
) -> Problem | None:
    """Say which of a power's own orders another one of its own spoils."""
    where = front.ways.province
    if plan.kind is Move:
        target = where[plan.target]
        if getattr(order, "route", "") and not plan.route:
            return note("walks", target=target)
        return None if target in front.reach[name] else _convoy_note(front, name, target, plans)
    if not plan.source or front.powers.get(plan.source) != front.powers[name]:
        return None
    other = plans.get(plan.source)
    moves = other.target if other is not None and other.kind is Move else ""
    if plan.target and (not moves or where[moves] != where[plan.target]):
        return warning("void.by-own-orders", place=plan.source, target=moves)
    if not plan.target and moves:
        return warning("void.by-own-move", place=plan.source)
    return None


def _convoy_note(front: Front, name: str, target: str, plans: dict[str, Plan]) -> Problem | None:
    carriers = [
        each
        for each, plan in plans.items()
        if plan.kind is Convoy and plan.source == name and plan.target == target
    ]
    if is_joined(front.ways, carriers, name, target):
        return None
    return note("others-convoy", target=target)


def _check_retreats(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    lost, province = play.position.dislodged, play.ways.province
    going = {name: x.wishes[0] for name, x in lost.items() if x.unit.power == seat and x.wishes}
    found: dict[str, tuple[Line, UnitOrder]] = {}
    for line in orders:
        judged = [(order, landing(play, seat, order)) for order in orders_in(line)]
        yield from _impossible(line, judged)
        for order, came in judged:
            if not isinstance(came, Problem):
                name = order.province
                if name in found:
                    again, before = found[name]
                    yield ORDERED_AGAIN.finding(again.number, str(before))
                found[name], going[name] = (line, order), came
                break
    goals = Counter(province[place] for place in going.values() if place)
    for name, (line, order) in found.items():
        if going[name] and goals[province[going[name]]] > 1:
            yield SAME_RETREAT.finding(line.number, str(order))


def _check_winter(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Carry the lines out, in their order, and yield what came in the way of each."""
    if orders.lines:
        carry_out_lines(play, seat, play.surplus(seat))
    for outcome in play.outcomes[seat]:
        if outcome.problem:
            order = outcome.line.branches[outcome.branch].order
            yield outcome.problem.finding(outcome.line.number, str(order))
