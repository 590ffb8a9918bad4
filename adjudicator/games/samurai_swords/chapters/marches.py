"""Moving daimyos' armies: phases A and D, and the step between battles (Movement Rules)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import Deed, Rules
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords.chapters.fall import check_victory
from adjudicator.games.samurai_swords.chapters.muster import reveal_ronin, ronin_with
from adjudicator.games.samurai_swords.chapters.ninja import strike_on_entry
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.reasons import reason, refuse, warning
from adjudicator.games.samurai_swords.table import troops
from adjudicator.games.samurai_swords.table.events import Marched, Moved, PickedUp
from adjudicator.games.samurai_swords.table.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import Army, Counts, counts
from adjudicator.orders.language.units import Units

FALLEN = "fallen"
"""The code of what an army does no more because it was lost in this turn."""


def keep_from_ally(play: SwordsPlay, seat: str, place: str) -> None:
    """Nobody enters or attacks a province of the other colour of his seat (M49)."""
    owner = play.owner(place)
    if play.is_ally(seat, owner):
        refuse("allied", place=place, owner=owner)


def check_next(play: SwordsPlay, seat: str, target: str, number: str, province: str) -> None:
    """A province must lie next to where an army stands, or (``""``) a force.

    It is said if the army has moved, and if it is there already.
    """
    if play.board.adjacent(province, target):
        return
    army = play.army(seat, number)
    moved = army and army.at == province and play.turn.began.get(number) not in ("", province, None)
    army_moved = {"army": number} if moved else {}
    if target != province:
        refuse("not-adjacent", place=target, other=province, **army_moved)
    if not number:
        refuse("not-adjacent.both-ends", place=province)
    if moved:
        refuse("not-adjacent.there-by-then", army=number, place=province)
    refuse("not-adjacent.there", army=number, place=province)


def army_ready(play: SwordsPlay, seat: str, number: str) -> Army:
    """Return an army that can move or attack. Raises ImpossibleError."""
    army = play.army(seat, number)
    if army is None and number in play.turn.fallen:
        refuse(FALLEN, army=number)
    if army is None:
        refuse("no-army", army=number)
    if army.down:
        refuse("disrupted", army=number)
    return army


def units_of(play: SwordsPlay, seat: str, number: str) -> dict[str, int]:
    """Return the units of an army, its hidden ronin with them."""
    return troops.plus(
        counts(play.colour(seat).armies[number]), {"ronin": ronin_with(play, seat, number)}
    )


def force_units(play: SwordsPlay, place: str) -> dict[str, int]:
    """Return the units of a force, its hidden ronin with them."""
    return troops.plus(counts(play.province(place)), {"ronin": play.hidden_ronin(place).force})


def set_aside(
    kept: Mapping[str, Mapping[str, int]], place: str, units: Mapping[str, int]
) -> dict[str, Mapping[str, int]]:
    """Return units by province with more of them in one."""
    return {**kept, place: troops.plus(kept.get(place, {}), units)}


class MarchStep(Struct, frozen=True):
    """One province of a march: from where to where, and what stays behind."""

    source: str
    target: str
    garrison: dict[str, int]


def plan_march(
    play: SwordsPlay, seat: str, number: str, path: Sequence[str], left: Units
) -> tuple[list[MarchStep], dict[str, int]]:
    """Go through a march without moving anybody: its steps, and the army's units at its end.

    The garrison ``left`` stays in the first province that would be empty; later ones get the
    army's cheapest unit (Garrisons; M11). Raises ImpossibleError.
    """
    army = army_ready(play, seat, number)
    units = units_of(play, seat, number)
    at = army.at
    steps: list[MarchStep] = []
    for target in path:
        _check_step(play, seat, at, target, number)
        garrison: dict[str, int] = {}
        if not _is_held_without(play, seat, at, army):
            garrison = _garrison(number, at, units, left)
            left = Units()
        units = troops.minus(units, garrison)
        steps.append(MarchStep(at, target, garrison))
        at = target
    if not troops.says_nothing(left):
        refuse("no-garrison.needed")
    return steps, units


def _check_step(play: SwordsPlay, seat: str, province: str, target: str, number: str) -> None:
    check_next(play, seat, target, number, province)
    keep_from_ally(play, seat, target)
    owner = play.owner(target)
    if owner not in ("", seat):
        refuse("not-friendly", place=target, owner=owner)
    if not owner and play.turn.letter == "A":
        refuse("not-friendly.empty", place=target)


def _is_held_without(play: SwordsPlay, seat: str, place: str, army: Army) -> bool:
    """Whether a province stays friendly when the army leaves it."""
    others = (a for a in play.colour(seat).armies.values() if a is not army)
    return play.has_force(place) or any(a.at == place for a in others)


def _garrison(number: str, place: str, units: dict[str, int], left: Units) -> dict[str, int]:
    """Return what stays behind in a province that nothing else holds. Raises ImpossibleError."""
    if troops.says_nothing(left):
        garrison = dict.fromkeys(filter(None, [cheapest(units)]), 1)
    else:
        garrison = troops.pick_units(left, units, reason("the-army"))
    if not troops.regular(garrison):
        refuse("no-garrison", place=place)
    forbid(troops.force_problem(garrison, place))
    forbid(troops.army_problem(troops.minus(units, garrison), number))
    return garrison


def march(play: SwordsPlay, seat: str, order: war_orders.ArmyMove) -> Deed:
    """Move the army step by step, then pick up, if its start, range, path and garrisons are right.

    Of two armies that change places neither picks up what the other left (M131).
    """
    number, path = order.army, order.path
    army, far = army_ready(play, seat, number), play.turn.moved.get(number, 0) + len(path)
    if order.start not in ("", army.at):
        refuse("no-army.at-start", army=number, at=army.at, place=order.start)
    if far > army.level:
        refuse("too-far", army=number, level=army.level)
    _, units = plan_march(play, seat, number, path, order.left)
    _check_pick_up(play, seat, number, path[-1], order.taken, units)
    yield
    problem = move_along(play, seat, number, path, order.left)
    host = _other_army(play, seat, number)
    if host:
        play.change_turn(joined=(*play.turn.joined, (number, host)))
    if problem is None and not troops.says_nothing(order.taken):
        problem = _why_no_exchange(play, number, path[-1])
        if problem is None:
            pick_up(play, seat, number, order.taken)
    play.change_turn(moved={**play.turn.moved, number: far})
    return problem


def _check_pick_up(
    play: SwordsPlay, seat: str, number: str, place: str, taken: Units, units: dict[str, int]
) -> None:
    """Judge what an army with those units picks up of the force in a province."""
    if not troops.says_nothing(taken):
        force = force_units(play, place) if play.owner(place) == seat else {}
        picked = troops.pick_units(taken, force, reason("the-force", place=place))
        forbid(troops.army_problem(troops.plus(units, picked), number))
        forbid(troops.force_problem(troops.minus(force, picked), place))


def _why_no_exchange(play: SwordsPlay, number: str, place: str) -> Problem | None:
    """Armies of which one moved in where the other stood exchange no units (Movement Rules)."""
    other = play.turn.left_by.get(place, "")
    if not {(number, other), (other, number)} & {*play.turn.joined}:
        return None
    return warning("exchange", army=other, place=place)


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
            return warning("disrupted.by-ninja", army=number, place=step.target)
    return None


def _take_step(play: SwordsPlay, seat: str, number: str, step: MarchStep) -> None:
    turn = play.turn
    if step.garrison:
        play.add_to_army(seat, number, troops.negative(step.garrison))
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
    taken = troops.pick_units(units, force_units(play, place), place)
    if taken:
        take_out(play, place, taken)
        play.add_to_army(seat, number, taken)
        play.tell(PickedUp(seat=seat, army=number, province=place, taken=taken))


def take_out(play: SwordsPlay, place: str, units: Counts) -> None:
    """Take units out of a force; hidden ronin show themselves if any go."""
    if units.get("ronin"):
        reveal_ronin(play, place, army=False)
    play.add_to_province(place, **troops.negative(units))


def pick_up_at_start(
    play: SwordsPlay, seat: str, order: war_orders.PickUp | war_orders.PickUpLate
) -> Deed:
    """In Ikusa an army may pick up units where it began the round, in phase D too (E2)."""
    number = order.army
    if not play.edition.pick_up_at_start:
        refuse("pick-up", edition=play.edition.title)
    army = army_ready(play, seat, number)
    began = play.turn.began.get(number)
    if began is None:
        refuse("pick-up.recovered", army=number)
    if play.turn.moved.get(number) or army.at != began:
        refuse("pick-up.moved", army=number)
    _check_pick_up(play, seat, number, army.at, order.taken, units_of(play, seat, number))
    yield
    pick_up(play, seat, number, order.taken)


def split(play: SwordsPlay, seat: str, order: war_orders.Split) -> Deed:
    """Let units of an army conquer an adjacent empty province; they move no more.

    (Conquering an Empty Province.)
    """
    number, target = order.army, order.target
    army = army_ready(play, seat, number)
    check_next(play, seat, target, number, army.at)
    if play.owner(target):
        refuse("not-empty", place=target)
    if play.turn.moved.get(number, 0) >= army.level:
        refuse("too-far.to-split", army=number)
    there = units_of(play, seat, number)
    units = troops.pick_units(order.units, there, reason("army", army=number))
    if not troops.regular(units):
        refuse("no-units.to-go")
    forbid(troops.force_problem(units, target))
    forbid(troops.army_problem(troops.minus(there, units), number))
    yield
    if units.get("ronin") and ronin_with(play, seat, number):
        reveal_ronin(play, army.at, force=False, number=number)
    play.add_to_army(seat, number, troops.negative(units))
    settle(play, seat, army.at, target, units, split_from=number)


def settle(
    play: SwordsPlay, seat: str, source: str, target: str, units: Counts, split_from: str = ""
) -> None:
    """Put units into a province, which they conquer if it is empty; they move no more."""
    conquered = not play.owner(target)
    play.change_province(target, owner=seat)
    play.add_to_province(target, **units)
    play.change_turn(arrived=set_aside(play.turn.arrived, target, units))
    play.tell(Moved(seat, source, target, dict(units), conquered=conquered, split_from=split_from))
    if conquered:
        check_victory(play)


def advance(play: SwordsPlay, seat: str, order: war_orders.Advance) -> Deed:
    """Let an army with an attack left enter the province it just emptied (Experienced Daimyos)."""
    number, target = order.army, order.target
    army = army_ready(play, seat, number)
    if play.turn.emptied.get(number) != target:
        refuse("no-advance", army=number)
    if play.turn.attacks.get(number, 0) >= army.level:
        refuse("no-attack-left.to-advance", army=number, place=target)
    plan_march(play, seat, number, (target,), order.left)
    yield
    struck = move_along(play, seat, number, (target,), order.left)
    forget_conquests(play, number)
    return struck


def forget_conquests(play: SwordsPlay, number: str) -> None:
    """Let an army advance no more into what it has emptied so far."""
    emptied = play.turn.emptied
    if number in emptied:
        play.change_turn(emptied={army: emptied[army] for army in emptied if army != number})


MARCH_RULES: Rules = {war_orders.March: march, war_orders.PickUp: pick_up_at_start}
MOVE_ARMY_RULES: Rules = {
    war_orders.MoveArmy: march,
    war_orders.PickUpLate: pick_up_at_start,
    war_orders.Split: split,
}


def place_of_two_armies(play: SwordsPlay, seat: str) -> str:
    """Return a province in which two armies of the seat stand, or ``""``."""
    seen: set[str] = set()
    for army in play.colour(seat).armies.values():
        if army.at in seen:
            return army.at
        seen.add(army.at)
    return ""
