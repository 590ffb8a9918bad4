"""Judging orders beforehand, by carrying them out on a view with the rules that will judge them."""

from collections.abc import Iterator
from typing import Any

from adjudicator.games.contract import Default, Defaulted
from adjudicator.games.samurai_swords.edition import ARMIES, RONIN_A_KOKU
from adjudicator.games.samurai_swords.events import SuccessorNamed
from adjudicator.games.samurai_swords.field import War
from adjudicator.games.samurai_swords.lines import Context, carry_out_all
from adjudicator.games.samurai_swords.muster import muster, pieces_left, ronin_left
from adjudicator.games.samurai_swords.orders import (
    MISSIONS,
    Build,
    Casualties,
    HideRonin,
    PreferTurn,
    Spy,
    Successor,
)
from adjudicator.games.samurai_swords.plan import make_plan, name_successors
from adjudicator.games.samurai_swords.position import FeudalPosition, Plan, Policy
from adjudicator.games.samurai_swords.setup import deploy
from adjudicator.games.samurai_swords.state import Outcome, Problem, State
from adjudicator.games.samurai_swords.war import ANY_TIME, turn
from adjudicator.games.samurai_swords.war_orders import STOPS, Advance, JoinArmy, MoveForce
from adjudicator.orders import Finding, Line, Order, Orders, Severity


class Rehearsal:
    """A seat's orders carried out on a view: what became of each line, and the defaults used.

    Battles are assumed to be won without losses; ``war`` is the war turn, if it was one.
    """

    def __init__(self, view: FeudalPosition, seat: str, orders: Orders):
        self.state = State(view)
        self.seat = seat
        self.war: War | None = None
        self._run(view, orders)

    @property
    def plan(self) -> Plan:
        """The plan that the orders make."""
        return self.state.seats[self.seat].plan or Plan()

    @property
    def outcomes(self) -> list[Outcome]:
        """What became of the lines."""
        return self.state.outcomes.get(self.seat, [])

    def _run(self, view: FeudalPosition, orders: Orders) -> None:
        state, seat = self.state, self.seat
        if state.seats[seat].out or view.phase == "over":
            self._refuse(orders, "You are out of the game." if not state.over else "It is over.")
        elif view.phase == "deploy":
            deploy(state, seat, orders)
        elif view.phase == "plan":
            name_successors(state, seat, orders)
            make_plan(state, seat, orders)
        elif view.phase == "spy":
            if seat == state.ninja.holder:
                make_plan(state, seat, orders)
            else:
                self._refuse(orders, "Only the ninja’s holder orders in this phase.")
        elif view.phase == "muster":
            muster(state, seat, orders)
        else:
            self._war(view, orders)

    def _war(self, view: FeudalPosition, orders: Orders) -> None:
        carry_out_all(Context(self.state), self.seat, orders, ANY_TIME)
        if view.active in ("", self.seat):
            self.war = turn(self.state, self.seat, orders, None)
            return
        rest = Orders(tuple(line for line in orders if type(line.order) not in ANY_TIME))
        self._refuse(rest, f"{view.active} wages war now; you can change policies only.")

    def _refuse(self, orders: Orders, message: str) -> None:
        for line in orders:
            problem = Problem("not-your-turn", message, hard=True)
            self.state.note(self.seat, Outcome(line, 0, problem, done=False))


def findings(view: FeudalPosition, seat: str, orders: Orders) -> list[Finding]:
    """Return what is to be said of the orders, in the order of the lines."""
    rehearsal = Rehearsal(view, seat, orders)
    found = [f for outcome in rehearsal.outcomes if (f := _finding(rehearsal, outcome, view))]
    found += _short(rehearsal, view)
    found += _never(rehearsal.state, orders, {f.line for f in found if f.severity == "error"})
    return sorted(found, key=lambda finding: finding.line)


def _finding(rehearsal: Rehearsal, outcome: Outcome, view: FeudalPosition) -> Finding | None:
    line, problem = outcome.line, outcome.problem
    if problem is None and outcome.done:
        return _risk(rehearsal, line)
    read = str(line.branches[outcome.branch].order)
    if problem is None:
        message = "No condition of this line holds as things stand; it is judged when it is due."
        return Finding(line.number, "conditional", "warning", read, message)
    if outcome.done:
        message = f"Carried out in part: {problem.message}"
        return Finding(line.number, problem.code, "warning", read, message, problem.fix)
    others = len(line.branches) > 1  # another alternative may be possible when it is due
    if others or (not problem.hard and _contingent(rehearsal, outcome, view)):
        message = f"{problem.message} (As things stand; that may change before it is due.)"
        return Finding(line.number, problem.code, "warning", read, message, problem.fix)
    return Finding(line.number, problem.code, "error", read, problem.message, problem.fix)


def _risk(rehearsal: Rehearsal, line: Line) -> Finding | None:
    """Warn of what is fine only if a battle is won, and of a wish that nothing was bid for."""
    war = rehearsal.war
    if isinstance(line.order, PreferTurn) and not rehearsal.plan.turn:
        message = "Nothing is bid for the turn order: your place is drawn."
        return Finding(line.number, "no-bid", "warning", str(line.order), message)
    if war is None:
        return None
    source, target = _places(line.order)
    if isinstance(line.order, MoveForce | JoinArmy | Advance):
        risky = [place for place in (target, source) if place in war.risky]
        if risky:
            message = f"Depends on the battle for {risky[0]}."
            return Finding(line.number, "depends-on-battle", "warning", str(line.order), message)
    return None


def _contingent(rehearsal: Rehearsal, outcome: Outcome, view: FeudalPosition) -> bool:
    """Whether a battle, or the turns before, could still make the order possible."""
    war = rehearsal.war
    if war is None or isinstance(outcome.line.order, MISSIONS):
        return True
    if not view.active and view.turn_order and view.turn_order[0] != rehearsal.seat:
        return True
    order: Any = outcome.line.branches[outcome.branch].order
    if getattr(order, "army", "") in war.attacks:
        return True
    return any(place in war.risky for place in _places(order) if place)


def _short(rehearsal: Rehearsal, view: FeudalPosition) -> Iterator[Finding]:
    """Warn of pieces that the seats earlier in the turn order may take before (Actions 3 and 5)."""
    if view.phase != "muster" or rehearsal.seat not in view.turn_order:
        return
    ahead = view.turn_order[: view.turn_order.index(rehearsal.seat)]
    plans = [plan for seat in ahead if (plan := view.seats[seat].plan)]
    before = State(view)
    ronin = ronin_left(before) - sum(plan.ronin for plan in plans) * RONIN_A_KOKU
    for outcome in rehearsal.outcomes:
        order = outcome.line.branches[outcome.branch].order
        if not outcome.done:
            continue
        if isinstance(order, Build):
            piece: str = order.building
            left = pieces_left(before, piece) - sum(plan.build > 0 for plan in plans) - 1
        elif isinstance(order, HideRonin):
            piece = "ronin"
            left = ronin = ronin - order.number
        else:
            continue
        if left < 0:
            message = f"The tray may have no {piece} left: others come before you."
            yield Finding(outcome.line.number, "may-run-out", "warning", str(order), message)


def _places(order: Any) -> tuple[str, str]:
    return getattr(order, "source", ""), getattr(order, "target", "")


def _never(state: State, orders: Orders, already: set[int]) -> Iterator[Finding]:
    """Find alternatives that were not tried and can never be carried out.

    One bad alternative does not take the rest of its line with it.
    """
    for line in orders:
        for branch in line.branches:
            source, target = _places(branch.order)
            apart = source and target and not state.board.adjacent(source, target)
            if apart and line.number not in already and type(branch.order) not in STOPS:
                message = f"{target} does not lie next to {source}."
                severity: Severity = "error" if len(line.branches) == 1 else "warning"
                yield Finding(line.number, "not-adjacent", severity, str(branch.order), message)


def defaults(view: FeudalPosition, seat: str, orders: Orders) -> list[Default]:
    """Say what fills the gaps: orders where there are any, words otherwise."""
    rehearsal = Rehearsal(view, seat, orders)
    state = rehearsal.state
    filled = [
        Default(event.text, event.why)
        for event in state.events
        if isinstance(event, Defaulted) and event.seat == seat
    ]
    return filled + list(_unsaid(view, seat, orders, state))


def _unsaid(view: FeudalPosition, seat: str, orders: Orders, state: State) -> Iterator[Default]:
    kinds = {type(line.order) for line in orders}
    record = view.seats[seat]
    if view.phase == "plan":
        yield from _unsaid_plan(view, seat, kinds, state)
    if view.phase in ("muster", "war"):
        yield from _unsaid_policies(view, seat, state.seats[seat].policy)
    if view.phase == "muster":
        if record.plan and record.plan.build and Build not in kinds:
            yield Default("", "nothing is built, and the koku of the build bin are lost")
        if state.ninja.holder == seat and state.seats[seat].mission is None and view.round > 1:
            yield Default("ninja waits", "the ninja does not strike and can spy next round")
    if view.phase == "war" and view.active in ("", seat):
        if not kinds & set(STOPS):
            why = "a battle goes on until the attacker has fewer units than the defender"
            yield Default("", why)
        yield Default("", "what is not ordered to move or to attack stays where it is")
    if view.phase in ("muster", "war") and Casualties not in kinds:
        policy = state.seats[seat].policy
        order = Casualties(policy.casualties, policy.pool)
        yield Default(str(order), "your standing order of casualties")


def _unsaid_plan(
    view: FeudalPosition, seat: str, kinds: set[type[Order]], state: State
) -> Iterator[Default]:
    plan = state.seats[seat].plan
    if Successor not in kinds:
        for event in state.events:
            if isinstance(event, SuccessorNamed):
                yield Default("", f"a {event.unit} of army {event.army} becomes its daimyo")
    if plan and plan.turn and PreferTurn not in kinds:
        yield Default("", "your bid takes the earliest place in the turn order that is left")
    if view.ninja.holder == seat and Spy not in kinds:
        yield Default("", "the ninja spies on nobody and goes back to the tray")


def _unsaid_policies(view: FeudalPosition, seat: str, policy: Policy) -> Iterator[Default]:
    if view.ninja.holder not in ("", seat) and view.round > 1 and not policy.revenge:
        why = "revenge strikes the ninja’s hirer at his highest level, then at his largest army"
        yield Default("", why)
    if len(view.seats[seat].armies) < len(ARMIES) and not policy.recover:
        yield Default("", "daimyos that you recover return where you have most units and no army")
