"""Moving daimyos' armies: phases A and D, and the step between battles (Movement Rules)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.games.engine import Problem, error, warning
from adjudicator.games.engine.lines import Rule, Rules
from adjudicator.games.engine.problems import ImpossibleError, forbid
from adjudicator.games.samurai_swords.chapters.fall import check_victory
from adjudicator.games.samurai_swords.chapters.ninja import strike_on_entry
from adjudicator.games.samurai_swords.chapters.ronin import reveal_ronin, ronin_with
from adjudicator.games.samurai_swords.orders.war_orders import (
    Advance,
    ArmyMove,
    March,
    MoveArmy,
    PickUp,
    PickUpLate,
    Split,
)
from adjudicator.games.samurai_swords.table.events import Marched, Moved, PickedUp
from adjudicator.games.samurai_swords.table.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import Army, counts
from adjudicator.games.samurai_swords.table.units import (
    army_problem,
    force_problem,
    minus,
    negative,
    pick_units,
    plus,
    regular,
    says_nothing,
)
from adjudicator.orders.language.units import Units

FALLEN = "fallen"
"""The code of what an army does no more because it was lost in this turn."""


def ally_problem(place: str, ally: str) -> Problem:
    """Return why a province of the other colour of one's seat is not entered or attacked (M49)."""
    return warning("allied", f"{place} is {ally}’s, your ally’s: allies keep out of it.")


def why_not_next(play: SwordsPlay, seat: str, target: str, number: str, province: str) -> str:
    """Say that a province does not lie next to where an army stands, or (``""``) a force.

    It is said if the army has moved, and if it is there already.
    """
    army = play.army(seat, number)
    moved = army and army.at == province and play.turn.began.get(number) not in ("", province, None)
    if target == province and not number:
        return f"Both ends are {province}."
    if target == province:
        already = "already, after your earlier lines" if moved else "already"
        return f"Army {number} stands in {province} {already}."
    there = f", where army {number} stands after your earlier lines" if moved else ""
    return f"{target} does not lie next to {province}{there}."


def army_ready(play: SwordsPlay, seat: str, number: str) -> Army:
    """Return an army that can move or attack. Raises ImpossibleError."""
    army = play.army(seat, number)
    if army is None and number in play.turn.fallen:
        raise ImpossibleError(warning(FALLEN, f"Army {number} has fallen."))
    if army is None:
        raise ImpossibleError(warning("no-army", f"You have no army {number}."))
    if army.down:
        forbid(warning("disrupted", f"The daimyo of army {number} is assassinated."))
    return army


def units_of(play: SwordsPlay, seat: str, number: str) -> dict[str, int]:
    """Return the units of an army, its hidden ronin with them."""
    return plus(counts(play.colour(seat).armies[number]), {"ronin": ronin_with(play, seat, number)})


def force_units(play: SwordsPlay, place: str) -> dict[str, int]:
    """Return the units of a force, its hidden ronin with them."""
    return plus(counts(play.province(place)), {"ronin": play.hidden_ronin(place).force})


def set_aside(
    kept: Mapping[str, Mapping[str, int]], place: str, units: Mapping[str, int]
) -> dict[str, Mapping[str, int]]:
    """Return units by province with more of them in one."""
    return {**kept, place: plus(kept.get(place, {}), units)}


class Step(Struct, frozen=True):
    """One province of a march: from where to where, and what stays behind."""

    source: str
    target: str
    garrison: dict[str, int]


def plan_march(
    play: SwordsPlay, seat: str, number: str, path: Sequence[str], left: Units
) -> tuple[list[Step], dict[str, int]]:
    """Go through a march without moving anybody: its steps, and the army's units at its end.

    The garrison ``left`` stays in the first province that would be empty; later ones get the
    army's cheapest unit (Garrisons; M11). Raises ImpossibleError.
    """
    army = army_ready(play, seat, number)
    units = units_of(play, seat, number)
    at = army.at
    steps: list[Step] = []
    for target in path:
        forbid(_why_no_step(play, seat, at, target, number))
        garrison: dict[str, int] = {}
        if not _is_held_without(play, seat, at, army):
            garrison = _garrison(number, at, units, left)
            left = Units()
        units = minus(units, garrison)
        steps.append(Step(at, target, garrison))
        at = target
    if not says_nothing(left):
        forbid(warning("no-garrison", "Those provinces are held: no garrison may be split off."))
    return steps, units


def _why_no_step(
    play: SwordsPlay, seat: str, province: str, target: str, number: str
) -> Problem | None:
    if not play.board.adjacent(province, target):
        return error("not-adjacent", why_not_next(play, seat, target, number, province))
    owner = play.owner(target)
    first = play.turn.letter == "A"
    if play.is_ally(seat, owner):
        return ally_problem(target, owner)
    if owner not in ("", seat):
        why = error if first else warning
        return why("not-friendly", f"{target} is {owner}’s.")
    if not owner and first:
        message = f"{target} is empty; armies enter empty provinces in phase D."
        return error("not-friendly", message)
    return None


def _is_held_without(play: SwordsPlay, seat: str, place: str, army: Army) -> bool:
    """Whether a province stays friendly when the army leaves it."""
    others = (a for a in play.colour(seat).armies.values() if a is not army)
    return play.has_force(place) or any(a.at == place for a in others)


def _garrison(number: str, place: str, units: dict[str, int], left: Units) -> dict[str, int]:
    """Return what stays behind in a province that nothing else holds. Raises ImpossibleError."""
    if says_nothing(left):
        garrison = dict.fromkeys(filter(None, [cheapest(units)]), 1)
    else:
        garrison = pick_units(left, units, "The army")
    if not regular(garrison):
        message = f"{place} would be left empty: a regular unit must stay."
        forbid(warning("no-garrison", message))
    forbid(force_problem(garrison, place))
    forbid(army_problem(minus(units, garrison), number))
    return garrison


def why_not_march(play: SwordsPlay, seat: str, order: ArmyMove) -> Problem | None:
    """Judge a whole march: start, range, path, garrisons on the way, picking up at its end."""
    army = army_ready(play, seat, order.army)
    turn = play.turn
    if order.start not in ("", army.at):
        message = f"Army {order.army} stands in {army.at}, not in {order.start}."
        return warning("no-army", message)
    if turn.moved.get(order.army, 0) + len(order.path) > army.level:
        why = error if turn.letter == "A" or len(order.path) > army.level + 1 else warning
        message = f"Army {order.army} has level {army.level}: it moves that many provinces."
        return why("too-far", message)
    _, units = plan_march(play, seat, order.army, order.path, order.left)
    return _why_not_take(play, seat, order.army, order.path[-1], order.taken, units)


def _why_not_take(
    play: SwordsPlay, seat: str, number: str, place: str, taken: Units, units: dict[str, int]
) -> Problem | None:
    """Judge what an army with those units picks up of the force in a province."""
    if says_nothing(taken):
        return None
    force = force_units(play, place) if play.owner(place) == seat else {}
    picked = pick_units(taken, force, f"The force in {place}")
    return army_problem(plus(units, picked), number) or force_problem(minus(force, picked), place)


def march(play: SwordsPlay, seat: str, order: ArmyMove) -> Problem | None:
    """Move the army step by step, then pick up.

    Of two armies that change places neither picks up what the other left (M131).
    """
    problem = move_along(play, seat, order.army, order.path, order.left)
    host = _other_army(play, seat, order.army)
    if host:
        play.change_turn(joined=(*play.turn.joined, (order.army, host)))
    if problem is None and not says_nothing(order.taken):
        problem = _why_no_exchange(play, order.army, order.path[-1])
        if problem is None:
            pick_up(play, seat, order.army, order.taken)
    moved = play.turn.moved
    play.change_turn(moved={**moved, order.army: moved.get(order.army, 0) + len(order.path)})
    return problem


def _why_no_exchange(play: SwordsPlay, number: str, place: str) -> Problem | None:
    """Armies of which one moved in where the other stood exchange no units (Movement Rules)."""
    other = play.turn.left_by.get(place, "")
    if not {(number, other), (other, number)} & {*play.turn.joined}:
        return None
    message = f"Armies that change places exchange no units, and army {other} came from {place}."
    return warning("exchange", message)


def _other_army(play: SwordsPlay, seat: str, number: str) -> str:
    """Return the other army of a seat where an army stands, or ``""``."""
    armies = play.colour(seat).armies
    at = armies[number].at if number in armies else ""
    return next((n for n, army in armies.items() if army.at == at and n != number), "")


def move_along(
    play: SwordsPlay, seat: str, number: str, path: Sequence[str], left: Units
) -> Problem | None:
    """Move an army along a path that was judged; it leaves garrisons and conquers.

    If the ninja strikes it on the way it stops there, and that is returned (M72).
    """
    steps, _ = plan_march(play, seat, number, path, left)
    if ronin_with(play, seat, number):
        reveal_ronin(play, steps[0].source, force=False, number=number)
    for step in steps:
        _take_step(play, seat, number, step)
        if strike_on_entry(play, seat, number, step.target):
            return warning("disrupted", f"The ninja struck army {number} in {step.target}.")
    return None


def _take_step(play: SwordsPlay, seat: str, number: str, step: Step) -> None:
    turn = play.turn
    if step.garrison:
        play.add_to_army(seat, number, negative(step.garrison))
        play.add_to_province(step.source, **step.garrison)
        play.change_turn(left_by={**turn.left_by, step.source: number})
        if turn.letter == "D":
            play.change_turn(garrisons=set_aside(turn.garrisons, step.source, step.garrison))
    conquered = not play.owner(step.target)
    if conquered:
        play.change_province(step.target, owner=seat)
    play.change_army(seat, number, at=step.target)
    play.tell(
        Marched(seat, number, turn.letter, step.source, step.target, step.garrison, conquered)
    )
    if conquered:
        check_victory(play)


def pick_up(play: SwordsPlay, seat: str, number: str, units: Units) -> None:
    """Take units of the force onto the army's card."""
    place = play.colour(seat).armies[number].at
    taken = pick_units(units, force_units(play, place), place)
    if not taken:
        return
    if taken.get("ronin"):
        reveal_ronin(play, place, army=False)
    play.add_to_province(place, **negative(taken))
    play.add_to_army(seat, number, taken)
    play.tell(PickedUp(seat=seat, army=number, province=place, taken=taken))


def why_not_pick_up(play: SwordsPlay, seat: str, order: PickUp | PickUpLate) -> Problem | None:
    """In Ikusa an army may pick up units where it began the round, in phase D too (E2)."""
    if not play.edition.pick_up_at_start:
        title = play.edition.title
        message = f"In {title} units are picked up on entering a province: use march … taking."
        return error("pick-up", message)
    army = army_ready(play, seat, order.army)
    began = play.turn.began.get(order.army)
    if began is None:
        message = f"Army {order.army} came back in this turn: it picks up by “recover … taking”."
        return warning("pick-up", message)
    if play.turn.moved.get(order.army) or army.at != began:
        return warning("pick-up", f"Army {order.army} has moved already.")
    units = units_of(play, seat, order.army)
    return _why_not_take(play, seat, order.army, army.at, order.taken, units)


def pick_up_at_start(play: SwordsPlay, seat: str, order: PickUp | PickUpLate) -> None:
    """Take the units."""
    pick_up(play, seat, order.army, order.taken)


def why_not_split(play: SwordsPlay, seat: str, order: Split) -> Problem | None:
    """Units of an army may conquer an adjacent empty province (Conquering an Empty Province)."""
    army = army_ready(play, seat, order.army)
    if not play.board.adjacent(army.at, order.target):
        message = why_not_next(play, seat, order.target, order.army, army.at)
        return warning("not-adjacent", message)
    if play.owner(order.target):
        return warning("not-empty", f"{order.target} is not empty.")
    if play.turn.moved.get(order.army, 0) >= army.level:
        message = f"Army {order.army} has moved as far as it can, and its units with it (M40)."
        return warning("too-far", message)
    there = units_of(play, seat, order.army)
    units = pick_units(order.units, there, f"Army {order.army}")
    if not regular(units):
        return error("no-units", "At least one regular unit must go.")
    left = minus(there, units)
    return force_problem(units, order.target) or army_problem(left, order.army)


def split(play: SwordsPlay, seat: str, order: Split) -> None:
    """Send the units into the province, which becomes the seat's; they move no more."""
    source = play.colour(seat).armies[order.army].at
    units = pick_units(order.units, units_of(play, seat, order.army), "")
    if units.get("ronin") and ronin_with(play, seat, order.army):
        reveal_ronin(play, source, force=False, number=order.army)
    play.add_to_army(seat, order.army, negative(units))
    play.change_province(order.target, owner=seat)
    play.add_to_province(order.target, **units)
    play.change_turn(arrived=set_aside(play.turn.arrived, order.target, units))
    play.tell(Moved(seat, source, order.target, units, conquered=True, split_from=order.army))
    check_victory(play)


def why_not_advance(play: SwordsPlay, seat: str, order: Advance) -> Problem | None:
    """An army with an attack left may enter the province it just emptied (Experienced Daimyos)."""
    army = army_ready(play, seat, order.army)
    if play.turn.emptied.get(order.army) != order.target:
        message = f"Army {order.army} advances only into a province that it has just emptied."
        return warning("no-advance", message)
    if play.turn.attacks.get(order.army, 0) >= army.level:
        why = error if army.level == 1 else warning
        message = f"Army {order.army} has no attack left: it enters {order.target} in phase D."
        return why("no-attack-left", message)
    plan_march(play, seat, order.army, (order.target,), order.left)
    return None


def advance(play: SwordsPlay, seat: str, order: Advance) -> Problem | None:
    """Move in and conquer."""
    struck = move_along(play, seat, order.army, (order.target,), order.left)
    emptied = {army: place for army, place in play.turn.emptied.items() if army != order.army}
    play.change_turn(emptied=emptied)
    return struck


MARCH_RULES: Rules = {
    March: Rule(why_not_march, march),
    PickUp: Rule(why_not_pick_up, pick_up_at_start),
}
ADVANCE_RULES: Rules = {Advance: Rule(why_not_advance, advance)}
MOVE_ARMY_RULES: Rules = {
    MoveArmy: Rule(why_not_march, march),
    PickUpLate: Rule(why_not_pick_up, pick_up_at_start),
    Split: Rule(why_not_split, split),
}


def place_of_two_armies(play: SwordsPlay, seat: str) -> str:
    """Return a province in which two armies of the seat stand, or ``""``."""
    seen: set[str] = set()
    for army in play.colour(seat).armies.values():
        if army.at in seen:
            return army.at
        seen.add(army.at)
    return ""
