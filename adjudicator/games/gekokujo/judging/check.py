"""Judging orders beforehand: they are carried out on the seat's view, without dice.

An error is what no course of events could carry out; a warning says on what it depends.
"""

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from adjudicator.games.contract import NOT_YOUR_TURN
from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.check import Rehearsals, check_orders
from adjudicator.games.engine.lines import fail, judge
from adjudicator.games.gekokujo.chapters import spending
from adjudicator.games.gekokujo.chapters.campaign import (
    MOVE_RULES,
    move_units,
    same_sea,
    why_no_way,
)
from adjudicator.games.gekokujo.chapters.pacts import BREAKING_RULES
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.victory import PATH_RULES
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.chapters.year import SOWING_RULES
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.orders.policies import KEPT, note_policies_of
from adjudicator.games.gekokujo.printed import BUSHI_MOVES, DAIMYO, DAIMYO_MOVES, NINJA_PRICE
from adjudicator.games.gekokujo.reasons import error, reason, warning
from adjudicator.games.gekokujo.table.names import clan_of_name
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Finding, Line, Order, Orders

MOMENTS = (SOWING_RULES, PATH_RULES, REINFORCEMENT_RULES, BREAKING_RULES, MOVE_RULES)
"""How orders are judged and done, by the moment at which they are due."""
RULES_OF = {kind: rules for rules in MOMENTS for kind in rules}
"""By kind of order: the rules of the moment at which it is due; a wish has none."""
OUT = error("out")
IN_TURN = (kinds.Move, kinds.BreakPact)
"""What a seat does in its turn before anything that depends on dice."""
SPENDING = ("sow", "reinforce", "pacts")
"""The phases in which nothing can come about that makes more possible."""
ONCE = ("one-castle", "fortified", "ninja-hired", "offered", "one-path")
"""Codes of what cannot be done because it was done already."""


def answer_rest(play: GekokujoPlay, seat: str) -> None:
    """Answer the lines that no step has answered: wishes, and what came out of turn."""
    for line in play.open_lines(seat):
        if line.number:
            play.keep(seat, _rest(play, seat, line))


def _rest(play: GekokujoPlay, seat: str, line: Line) -> Outcome:
    """Return what became of a line that no step was for."""
    if play.over and not play.house(seat).out:
        return Outcome(line, "skipped", str(reason("game-ended-before")))
    late = why_not_now(play, seat, type(line.order))
    return fail(line, 0, late) if late else Outcome(line, "noted")


def why_not_now(play: GekokujoPlay, seat: str, kind: type[Order]) -> Problem | None:
    """Say why orders of a kind are out of place: of another phase, or in another's turn."""
    active = play.begun.active  # when the phase ends the turn has passed on
    if play.house(seat).out:
        return OUT
    if not play.asks_for(kind):
        return error("wrong-phase")
    if active in ("", seat) or kind in KEPT:
        return None
    return error(NOT_YOUR_TURN, seat=active)


def rehearse(play: GekokujoPlay, seat: str, orders: Orders) -> GekokujoPlay:
    """Carry a seat's orders out in a play of its own, before anybody rolls a die."""
    trial = play.begin_anew({seat: orders})
    if not play.house(seat).out:
        note_policies_of(trial, seat)
        for rules in (SOWING_RULES, PATH_RULES, REINFORCEMENT_RULES):
            spending.carry_out(trial, seat, rules)
        if trial.asks_for(kinds.Move) and trial.is_active(seat):
            move_units(trial, seat)
    answer_rest(trial, seat)
    return trial


def is_never(trial: GekokujoPlay, seat: str, outcome: Outcome, order: Order) -> bool:
    """Whether an alternative of a line that failed could be carried out in no course of events.

    In its own turn nothing comes before a seat's moves, so what fails as things stand fails.
    """
    line, problem = outcome.line, outcome.problem
    if outcome.is_done or problem is None:
        return False
    in_turn = trial.position.active == seat and isinstance(line.order, IN_TURN)
    certain = problem.severity == "error" or _is_done_before(trial, seat, line, problem)
    alone = len(line.branches) == 1
    return in_turn or (certain and alone) or _why_never(trial, seat, line, order) is not None


def _is_done_before(trial: GekokujoPlay, seat: str, line: Line, problem: Problem) -> bool:
    """Whether a line before has done what can be done once, and would whatever others do.

    Where nothing depends on a condition, it could fail only for what then stops this line, too.
    """
    before = takewhile(lambda each: each is not line, trial.orders[seat])
    free = any(len(each.branches) > 1 or each.branches[0].when for each in before)
    return problem.code in ONCE and trial.position.phase in SPENDING and not free


def _why_never(trial: GekokujoPlay, seat: str, line: Line, order: Order) -> Problem | None:
    """Say why an alternative of a line can never be carried out at the moment of the line.

    In its own turn nothing comes before a seat's moves, so a way that is barred stays so. Where
    koku are spent, what is impossible for a line alone stays so: koku become fewer, the ninja
    is hired, and what others do helps nobody.
    """
    kind = type(line.order)
    late, rules = why_not_now(trial, seat, kind), RULES_OF.get(kind, {})
    problem = late or judge(trial, seat, order, rules)
    if trial.position.active == seat and isinstance(order, kinds.Move) and not late:
        return why_no_way(trial, seat, order)
    if problem and problem.severity == "warning" and trial.position.phase in SPENDING:
        before = takewhile(lambda each: each is not line, trial.orders[seat])
        builds = any(isinstance(b.order, kinds.Build) for each in before for b in each.branches)
        helped = ("vassal", "no-castle") if builds else ("vassal",)
        problem = judge(trial.begin_anew(), seat, order, rules)
        return problem if problem and problem.code not in helped else None
    return problem if problem and problem.severity == "error" else None


def remark(play: GekokujoPlay, seat: str, trial: GekokujoPlay) -> Iterator[Finding]:
    """Say what may come between, which alternatives can never be, and which wishes mean nothing."""
    for outcome in trial.outcomes[seat]:
        line = outcome.line
        fine = outcome.word == "noted" or (outcome.is_done and outcome.problem is None)
        risks = (_risk_of(play, seat, branch.order) for branch in line.branches)
        if fine and (why := next(filter(None, risks), None)):
            yield why.finding(line.number, str(line.branches[outcome.branch].order))
        judged = len(line.branches) > 1 and type(line.order) in RULES_OF
        whys = {b.order: _why_never(trial, seat, line, b.order) for b in line.branches if judged}
        for order, problem in whys.items():
            if problem and problem != outcome.problem and not all(whys.values()):
                never = warning("never", why=problem.why)
                yield never.finding(line.number, str(order))
        if outcome.word == "noted" and (problem := _why_idle(trial, seat, line.order)):
            yield problem.finding(line.number, str(line.order))


def _why_idle(trial: GekokujoPlay, seat: str, wish: Order) -> Problem | None:
    """Say why a wish means nothing: no such battle as things stand, no such unit at first."""
    match wish:
        case kinds.Rank() if not ranks_clans(trial, seat):
            clan = clan_of_name(seat)
            return error("own-clan", clan=clan)
        case kinds.StartWith(unit) if unit not in trial.arms:
            return error("no-such-unit.first", units=list(trial.arms))
        case kinds.Fight(places):
            contests = trial.contests_of(seat)
            idle = [place for place in places if place not in contests]
            return warning("no-battle.in", places=idle) if idle else None
        case kinds.Nanban(places):
            here = set(places) & set(trial.contests_of(seat))
            none = warning("no-battle.now")
            return why_no_trade(trial, seat) or (None if here else none)
    return None


RULES = Rehearsals(carry_out=rehearse, is_never=is_never)
check = partial(check_orders, RULES)
"""Judge a seat's orders, given its play, the seat and the orders."""


def _risk_of(play: GekokujoPlay, seat: str, order: Order) -> Problem | None:
    """Say on whom it depends that an order, fine as things stand, can be carried out."""
    before = seats_before(play, seat)
    match order:
        case kinds.HireForOperation() | kinds.HireAssassin():
            able = [s for s in before if play.hides_koku or play.house(s).koku >= NINJA_PRICE]
            return warning("may-be-hired", seats=able) if able else None
        case kinds.OfferPact(name) | kinds.AcceptPact(name):
            other = play.find_seat(name)
            master = other and play.house(other).master
            return warning("vassal.at-first", other=other) if master else None
        case kinds.Move(_, source, path):
            fights = play.position.options["timing"] == "turns"
            for place in (*((source,) if fights else ()), *path[:-1]):
                able = [other for other in before if can_reach(play, other, place)]
                if able:
                    return warning("may-be-met", seats=able, place=place)
    return None


def seats_before(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the seats whose orders of this phase are carried out before a seat's."""
    position = play.position
    if position.active:
        return []
    if position.phase == "reinforce" and play.asks_for(kinds.Sow):  # they make the player order
        return [other for other in play.survivors() if other != seat]
    order = play.in_order()
    return order[: order.index(seat)] if seat in order else order


def can_reach(play: GekokujoPlay, seat: str, place: str) -> bool:
    """Whether units of a seat could be in a province after its next moves; at most."""
    fast = play.position.options["warfare"] or play.clan(seat) == "Takeda"
    own = play.provinces_of(seat) if play.clan(seat) == "Mori" else []
    reached = {place}  # from where, backwards, in so many steps
    for steps in range(DAIMYO_MOVES + 1):
        for source in reached:
            units = play.units(seat, source)
            if units and (steps <= BUSHI_MOVES or fast or units.get(DAIMYO)):
                return True
        near = {n for each in reached for n in play.board.neighbours[each]}
        harbours = [each for each in reached if each in own]
        reached |= near | {
            n for each in harbours for n in play.board.provinces if same_sea(play, n, each)
        }
    return False
