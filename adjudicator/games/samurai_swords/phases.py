"""Action 7: a seat's war turn, phases A to D."""

from collections.abc import Callable, Mapping, Sequence

from adjudicator.chance import Chance
from adjudicator.games.contract import Event, Resolution
from adjudicator.games.samurai_swords.attacks import Engagement, conduct, declare
from adjudicator.games.samurai_swords.events import WarPhase
from adjudicator.games.samurai_swords.field import War
from adjudicator.games.samurai_swords.lines import Rules, carry_out, carry_out_all
from adjudicator.games.samurai_swords.marches import (
    MARCH_RULES,
    MOVE_ARMY_RULES,
    shared_by_armies,
)
from adjudicator.games.samurai_swords.moves import MOVE_RULES
from adjudicator.games.samurai_swords.ninja import strike_if
from adjudicator.games.samurai_swords.policies import MISSION_RULES, POLICY_RULES
from adjudicator.games.samurai_swords.position import FeudalPosition
from adjudicator.games.samurai_swords.state import Outcome, Problem, State
from adjudicator.games.samurai_swords.war_orders import March, MoveArmy, Stop
from adjudicator.games.samurai_swords.yearend import end_round
from adjudicator.orders import Line, Orders

ANY_TIME: Rules = {**POLICY_RULES, **MISSION_RULES}
MOST_UNDONE = 24
TOO_MANY_UNDONE = Problem(
    "army-there", f"{MOST_UNDONE} of these marches run into each other: none is made."
)


def turn(state: State, seat: str, orders: Orders, chance: Chance | None) -> War:
    """Carry out one seat's war turn; a dry run has no chance and assumes victories."""
    war = War(state, seat, chance)
    lines = list(orders)
    _phase(war, "A", lambda: move_armies(war, lines, MARCH_RULES))
    engagements: list[Engagement] = []
    _phase(war, "B", lambda: engagements.extend(declare(war, lines)))
    _phase(war, "C", lambda: conduct(war, engagements, lines))
    war.steps.clear()
    _phase(war, "D", lambda: final_movement(war, lines))
    for line in lines:
        if isinstance(line.order, Stop):
            state.note(seat, Outcome(line, 0))
    return war


def _phase(war: War, letter: WarPhase, go: Callable[[], None]) -> None:
    """Go through a phase of Wage War; the ninja may strike as it begins (E1)."""
    if not war.alive:
        return
    war.phase = letter
    if war.chance is not None:
        strike_if(war.state, war.chance, lambda m: (m.turn, m.phase) == (war.seat, letter))
    if war.alive:
        go()


def move_armies(war: War, lines: Sequence[Line], rules: Rules) -> None:
    """Move the armies as ordered, so that no two end in one province.

    An army may enter where another stands if that one moves on (Movement Rules); if it does not,
    the last march that ends there is undone, and its next alternative tried.
    """
    barred: dict[int, dict[int, Problem]] = {}
    while True:
        before = war.state.snapshot(), dict(war.steps), dict(war.garrisons), dict(war.arrived)
        if sum(map(len, barred.values())) >= MOST_UNDONE:
            for line in (line for line in lines if type(line.order) in rules):
                war.state.note(war.seat, Outcome(line, 0, TOO_MANY_UNDONE, done=False))
            return
        marched = _march_all(war, lines, rules, barred)
        place = shared_by_armies(war)
        here = [last for number, last in marched.items() if war.at(number) == place]
        if not place or not here:
            return
        index, branch = max(here)
        problem = Problem("army-there", f"Another army of yours stays in {place}.")
        barred.setdefault(index, {})[branch] = problem
        snapshot, war.steps, war.garrisons, war.arrived = before
        war.state.restore(snapshot)


def _march_all(
    war: War, lines: Sequence[Line], rules: Rules, barred: Mapping[int, Mapping[int, Problem]]
) -> dict[str, tuple[int, int]]:
    """Carry out the lines; return for each army that moved its last line and alternative."""
    marched: dict[str, tuple[int, int]] = {}
    for index, line in enumerate(lines):
        if type(line.order) in rules and war.alive:
            done = carry_out(war, war.seat, line, rules, barred.get(index, {}))
            if isinstance(done, March | MoveArmy):
                marched[done.army] = index, war.state.outcomes[war.seat][-1].branch
    return marched


def final_movement(war: War, lines: Sequence[Line]) -> None:
    """Phase D: armies first, then forces."""
    move_armies(war, lines, MOVE_ARMY_RULES)
    for line in lines:
        if type(line.order) in MOVE_RULES and war.alive:
            carry_out(war, war.seat, line, MOVE_RULES)


def warred(position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
    """Carry out a war phase: one seat's turn, or all turns in order (option ``war``)."""
    state = State(position)
    for seat in state.living():
        context = War(state, seat, chance)
        carry_out_all(context, seat, orders.get(seat, Orders()), ANY_TIME)
    turns = [position.active] if position.active else list(position.turn_order)
    for seat in turns:
        if not state.over and not state.seats[seat].out:
            turn(state, seat, orders.get(seat, Orders()), chance)
    for seat in position.seats:
        state.events += _told(state, seat, orders.get(seat, Orders()))
    return following(state, position)


def _told(state: State, seat: str, orders: Orders) -> list[Event]:
    """Tell a seat what became of its lines; those that never came to their turn are skipped."""
    noted = {id(outcome.line) for outcome in state.outcomes.get(seat, ())}
    for line in orders:
        if id(line) not in noted:
            problem = Problem("not-reached", "The turn had ended before it came to this.")
            state.note(seat, Outcome(line, 0, problem, done=False))
    return list(state.ordered(seat))


def following(state: State, position: FeudalPosition) -> Resolution:
    """Go on to the next war turn, or end the round."""
    if state.over:
        return Resolution(state.frozen(phase="over", active=""), tuple(state.events))
    order = position.turn_order
    if position.active:
        later = order[order.index(position.active) + 1 :]
        active = next((seat for seat in later if not state.seats[seat].out), "")
        if active:
            return Resolution(state.frozen(active=active), tuple(state.events))
    return end_round(state)
