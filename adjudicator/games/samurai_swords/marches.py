"""Moving daimyos' armies: phases A and D, and the step between battles (Movement Rules)."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.games.samurai_swords.events import Marched, Moved, PickedUp
from adjudicator.games.samurai_swords.fall import check_victory
from adjudicator.games.samurai_swords.field import War, reveal_ronin
from adjudicator.games.samurai_swords.lines import Rule, Rules
from adjudicator.games.samurai_swords.position import Army, counts
from adjudicator.games.samurai_swords.state import Problem, cheapest, replace
from adjudicator.games.samurai_swords.units import (
    army_problem,
    chosen,
    force_problem,
    minus,
    negative,
    none_of,
    plus,
    regular,
)
from adjudicator.games.samurai_swords.war_orders import Advance, March, MoveArmy, PickUp, Split
from adjudicator.orders.slots import Units


def army_ready(war: War, number: str) -> Army | Problem:
    """Return an army that can move or attack, or why it cannot."""
    army = war.army(number)
    if army is None:
        return Problem("no-army", f"You have no army {number}.", hard=war.phase == "A")
    if army.down:
        return Problem("disrupted", f"The daimyo of army {number} is assassinated.")
    return army


class Step(NamedTuple):
    """One province of a march: from where to where, and what stays behind."""

    source: str
    target: str
    garrison: dict[str, int]


def plan_march(
    war: War, number: str, path: Sequence[str], left: Units
) -> tuple[list[Step], dict[str, int]] | Problem:
    """Go through a march without moving anybody: its steps, and the army's units at its end.

    The garrison ``left`` stays in the first province that would be empty; later ones get the
    army's cheapest unit (Garrisons; M11).
    """
    army = army_ready(war, number)
    if isinstance(army, Problem):
        return army
    units = plus(counts(army), {"ronin": war.hidden_with(number)})
    at = army.at
    steps: list[Step] = []
    for target in path:
        problem = _step_problem(war, at, target)
        if problem is not None:
            return problem
        garrison: dict[str, int] | Problem = {}
        if not _held_without(war, at, army):
            garrison = _garrison(at, units, left)
            left = Units()
        if isinstance(garrison, Problem):
            return garrison
        units = minus(units, garrison)
        steps.append(Step(at, target, garrison))
        at = target
    if not none_of(left):
        return Problem("no-garrison", "Those provinces are held: no garrison may be split off.")
    return steps, units


def _step_problem(war: War, at: str, target: str) -> Problem | None:
    state = war.state
    if not state.board.adjacent(at, target):
        return Problem("not-adjacent", f"{target} does not lie next to {at}.", hard=True)
    owner = state.provinces[target].owner
    if owner not in ("", war.seat):
        return Problem("not-friendly", f"{target} is {owner}’s.", hard=war.phase == "A")
    if not owner and war.phase == "A":
        message = f"{target} is empty; armies enter empty provinces in phase D."
        return Problem("not-friendly", message, hard=True)
    return None


def _held_without(war: War, place: str, army: Army) -> bool:
    """Whether a province stays friendly when the army leaves it."""
    state = war.state
    others = (a for a in state.seats[war.seat].armies.values() if a is not army)
    return state.holds_regulars(place, without_army=True) or any(a.at == place for a in others)


def _garrison(place: str, units: dict[str, int], left: Units) -> dict[str, int] | Problem:
    """Return what stays behind in a province that nothing else holds."""
    if none_of(left):
        unit = cheapest(units)
        garrison = {unit: 1} if unit else {}
    else:
        found = chosen(left, units, "The army")
        if isinstance(found, Problem):
            return found
        garrison = found
    if not regular(garrison):
        return Problem("no-garrison", f"{place} would be left empty: no regular unit stays there.")
    problem = force_problem(garrison, place) or army_problem(minus(units, garrison), "that moves")
    return problem or garrison


def legal_march(war: War, seat: str, order: March | MoveArmy) -> Problem | None:
    """Judge a whole march: range, path, garrisons on the way, picking up at its end."""
    army = army_ready(war, order.army)
    if isinstance(army, Problem):
        return army
    if war.steps.get(order.army, 0) + len(order.path) > army.level:
        message = f"Army {order.army} has level {army.level}: it moves that many provinces."
        hard = war.phase == "A" or len(order.path) > army.level + 1
        return Problem("too-far", message, hard=hard)
    plan = plan_march(war, order.army, order.path, order.left)
    if isinstance(plan, Problem):
        return plan
    return _taken_problem(war, order.army, order.path[-1], order.taken, plan[1])


def _taken_problem(
    war: War, number: str, place: str, taken: Units, units: dict[str, int]
) -> Problem | None:
    """Judge what an army with those units picks up of the force in a province."""
    if none_of(taken):
        return None
    state = war.state
    province = state.provinces[place]
    force: dict[str, int] = {}
    if province.owner == war.seat:
        force = plus(counts(province), {"ronin": state.hidden(place).force})
    picked = chosen(taken, force, f"The force in {place}")
    if isinstance(picked, Problem):
        return picked
    return army_problem(plus(units, picked), number) or force_problem(minus(force, picked), place)


def do_march(war: War, seat: str, order: March | MoveArmy) -> None:
    """Move the army step by step, then pick up."""
    move_along(war, order.army, order.path, order.left)
    if not none_of(order.taken):
        pick_up(war, order.army, order.taken)
    war.steps[order.army] = war.steps.get(order.army, 0) + len(order.path)


def move_along(war: War, number: str, path: Sequence[str], left: Units) -> None:
    """Move an army along a path that was judged; it leaves garrisons and conquers."""
    plan = plan_march(war, number, path, left)
    assert not isinstance(plan, Problem), plan
    if war.hidden_with(number):
        reveal_ronin(war.state, plan[0][0].source, force=False, number=number)
    for step in plan[0]:
        _step(war, number, step)


def _step(war: War, number: str, step: Step) -> None:
    state, seat = war.state, war.seat
    if step.garrison:
        state.change_army(seat, number, negative(step.garrison))
        state.change_force(step.source, step.garrison)
        if war.phase == "D":
            kept = war.garrisons.get(step.source, {})
            war.garrisons[step.source] = plus(kept, step.garrison)
    conquered = not state.provinces[step.target].owner
    if conquered:
        state.set_province(step.target, owner=seat)
    state.set_army(seat, number, replace(state.seats[seat].armies[number], at=step.target))
    state.tell(
        Marched(
            seat=seat,
            army=number,
            phase=war.phase,
            source=step.source,
            target=step.target,
            left=step.garrison,
            conquered=conquered,
        )
    )
    if conquered:
        check_victory(state)


def pick_up(war: War, number: str, units: Units) -> None:
    """Take units of the force onto the army's card."""
    state = war.state
    place = state.seats[war.seat].armies[number].at
    force = plus(counts(state.provinces[place]), {"ronin": state.hidden(place).force})
    taken = chosen(units, force, place)
    assert not isinstance(taken, Problem), taken
    if not taken:
        return
    if taken.get("ronin"):
        reveal_ronin(state, place, army=False)
    state.change_force(place, negative(taken))
    state.change_army(war.seat, number, taken)
    state.tell(PickedUp(seat=war.seat, army=number, province=place, taken=taken))


def legal_pick_up(war: War, seat: str, order: PickUp) -> Problem | None:
    """In Ikusa an army may pick up units where it starts (E2)."""
    if not war.state.edition.pick_up_at_start:
        title = war.state.edition.title
        message = f"In {title} units are picked up on entering a province: use march … taking."
        return Problem("pick-up", message, hard=True)
    army = army_ready(war, order.army)
    if isinstance(army, Problem):
        return army
    if war.steps.get(order.army):
        return Problem("pick-up", f"Army {order.army} has moved already.", hard=True)
    units = plus(counts(army), {"ronin": war.hidden_with(order.army)})
    return _taken_problem(war, order.army, army.at, order.taken, units)


def do_pick_up(war: War, seat: str, order: PickUp) -> None:
    """Take the units."""
    pick_up(war, order.army, order.taken)


def legal_split(war: War, seat: str, order: Split) -> Problem | None:
    """Units of an army may conquer an adjacent empty province (Conquering an Empty Province)."""
    army = army_ready(war, order.army)
    if isinstance(army, Problem):
        return army
    state = war.state
    if not state.board.adjacent(army.at, order.target):
        return Problem("not-adjacent", f"{order.target} does not lie next to {army.at}.")
    if state.provinces[order.target].owner:
        return Problem("not-empty", f"{order.target} is not empty.")
    if war.steps.get(order.army, 0) >= army.level:
        message = f"Army {order.army} has moved as far as it can, and its units with it (M40)."
        return Problem("too-far", message)
    there = plus(counts(army), {"ronin": war.hidden_with(order.army)})
    units = chosen(order.units, there, f"Army {order.army}")
    if isinstance(units, Problem):
        return units
    if not regular(units):
        return Problem("no-units", "At least one regular unit must go.", hard=True)
    left = minus(there, units)
    return force_problem(units, order.target) or army_problem(left, order.army)


def do_split(war: War, seat: str, order: Split) -> None:
    """Send the units; they have moved for this phase."""
    state = war.state
    army = state.seats[seat].armies[order.army]
    hidden = war.hidden_with(order.army)
    units = chosen(order.units, plus(counts(army), {"ronin": hidden}), "")
    assert not isinstance(units, Problem)
    if units.get("ronin") and hidden:
        reveal_ronin(state, army.at, force=False, number=order.army)
    state.change_army(seat, order.army, negative(units))
    conquer_with(war, army.at, order.target, units)


def conquer_with(war: War, source: str, target: str, units: dict[str, int]) -> None:
    """Put units of an army into an empty province, which becomes the seat's."""
    state = war.state
    state.set_province(target, owner=war.seat)
    state.change_force(target, units)
    war.arrived[target] = plus(war.arrived.get(target, {}), units)
    state.tell(Moved(seat=war.seat, source=source, target=target, units=units, conquered=True))
    check_victory(state)


def legal_advance(war: War, seat: str, order: Advance) -> Problem | None:
    """An army with an attack left may enter the province it just emptied (Experienced Daimyos)."""
    army = army_ready(war, order.army)
    if isinstance(army, Problem):
        return army
    if war.open.get(order.army) != order.target:
        return Problem("no-advance", f"Army {order.army} has not just emptied {order.target}.")
    if war.attacks.get(order.army, 0) >= army.level:
        message = f"Army {order.army} has no attack left: it enters {order.target} in phase D."
        return Problem("no-attack-left", message, hard=army.level == 1)
    plan = plan_march(war, order.army, (order.target,), order.left)
    return plan if isinstance(plan, Problem) else None


def do_advance(war: War, seat: str, order: Advance) -> None:
    """Move in and conquer."""
    move_along(war, order.army, (order.target,), order.left)
    war.open.pop(order.army, None)


MARCH_RULES: Rules = {March: Rule(legal_march, do_march), PickUp: Rule(legal_pick_up, do_pick_up)}
ADVANCE_RULES: Rules = {Advance: Rule(legal_advance, do_advance)}
MOVE_ARMY_RULES: Rules = {
    MoveArmy: Rule(legal_march, do_march),
    Split: Rule(legal_split, do_split),
}


def shared_by_armies(war: War) -> str:
    """Return a province in which two armies of the seat stand, or ``""``."""
    seen: set[str] = set()
    for army in war.state.seats[war.seat].armies.values():
        if army.at in seen:
            return army.at
        seen.add(army.at)
    return ""
