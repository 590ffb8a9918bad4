"""Retreats: what lost its place goes elsewhere or is disbanded. In fall, centres change hands."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from adjudicator.games.engine import Problem
from adjudicator.orders import Order
from adjudicator.wording import Reason
from diplomacy_game.events import Captured, Counted, Disbanded, Eliminated, Retreated
from diplomacy_game.lines import answer, choose
from diplomacy_game.orders import Disband, Retreat
from diplomacy_game.play import DiplomacyPlay, Holdings
from diplomacy_game.position import ARMY, Area, Dislodged, Unit
from diplomacy_game.reasons import error, reason, warning
from diplomacy_game.ways import Ways

SAME_RETREAT = warning("same-retreat")


def retreat(play: DiplomacyPlay) -> None:
    """Carry out retreats; who has no place to go, or no order, is disbanded."""
    lost = play.position.dislodged
    if not lost:
        return
    chosen = choose(play, partial(landing, play))
    province = play.ways.province
    targets = {name: each.wishes[0] for name, each in lost.items() if each.wishes}
    targets |= {name: each.plan for name, each in chosen.items()}
    goals = Counter(province[each] for each in targets.values() if each)
    for name, each in lost.items():
        order, target = chosen.get(name), targets.get(name, "")
        if target and goals[province[target]] == 1:
            _put(play, name, each.unit, target)
        elif target:
            _disband(play, name, each, "same retreat")
        elif order:
            _disband(play, name, each, "ordered")
        else:
            _disband(play, name, each, "no order" if each.retreats else "no retreat")
        if order:
            answer(play, order, SAME_RETREAT if target and goals[province[target]] > 1 else None)
    play.change(dislodged={})


def landing(play: DiplomacyPlay, seat: str, order: Order) -> str | Problem:
    """Return the place to which a dislodged unit is to go, or why it cannot.

    ``""``: it is to be disbanded.
    """
    assert isinstance(order, Retreat | Disband)
    name = order.province
    lost = play.position.dislodged.get(name)
    if lost is None:
        return error("not-dislodged", place=name)
    if lost.unit.power != seat:
        return error("not-yours.dislodged", place=name, power=lost.unit.power)
    if isinstance(order, Disband):
        return ""
    if places := among(play.ways, lost.unit, lost.retreats, order.targets):
        return places[0]
    targets = {play.ways.province[each] for each in order.targets}
    near = [place for place in lost.retreats if play.ways.province[place] in targets]
    if near:
        return error("which-coast", coasts=near)
    fix = f"{order.unit} R {lost.retreats[0]}" if len(lost.retreats) == 1 else ""
    return error("no-retreat", fix, targets=list(order.targets), retreats=list(lost.retreats))


def among(
    ways: Ways, unit: Unit, retreats: Iterable[str], wishes: Iterable[str]
) -> tuple[str, ...]:
    """Return the places that a unit is to retreat to and may, the best one first."""
    found: list[str] = []
    for wish in wishes:
        target = ways.province[wish]
        near = [place for place in retreats if ways.province[place] == target]
        if wish in near or (near and unit.kind == ARMY):
            found.append(wish if wish in near else target)
        elif len(near) == 1 and wish == target:
            found += near
    return tuple(found)


def _put(play: DiplomacyPlay, name: str, unit: Unit, target: str) -> None:
    stands = Unit(unit.power, unit.kind, target.partition("/")[2])
    play.put_units({play.ways.province[target]: stands})
    play.tell(Retreated(unit.power, unit.text(name), name, target))


def _disband(play: DiplomacyPlay, name: str, lost: Dislodged, why: str) -> None:
    play.tell(Disbanded(lost.unit.power, lost.unit.text(name), name, why))


def count_centres(play: DiplomacyPlay) -> None:
    """Give the centres to the powers whose units stand in them; see whether the game is over."""
    provinces, units = play.position.provinces, play.units
    for name in play.board.sets["centres"]:
        if name in units:
            power, owner = units[name].power, provinces[name].owner
            if power != owner:
                play.set_province(name, Area(power))
                play.tell(Captured(power, name, owner))
    held, forces = play.holdings(), play.forces()
    _eliminate(play, {*forces, *filter(held.get, held)})
    ending = _ending(play, held)
    for power, centres in held.items():
        surplus = len(centres) - forces[power]
        change = 0 if ending else play.room(power, surplus) if surplus > 0 else surplus
        if centres or change:
            play.tell(Counted(power, tuple(centres), change))
    if ending:
        winners, why = ending
        play.win(winners, str(why))


def eliminate(play: DiplomacyPlay) -> None:
    """See in winter who has lost the last unit and has no centre."""
    forces = play.forces()
    if len(forces) < len(play.powers):
        held = play.holdings()
        _eliminate(play, {*forces, *filter(held.get, held)})


def _eliminate(play: DiplomacyPlay, left: set[str]) -> None:
    """Tell which powers are left no more, and note which seats have none."""
    if len(left) == len(play.powers):
        return
    begun = play.begun
    told = {each.power for each in play.events if type(each) is Eliminated}
    was = {begun.provinces[name].owner for name in play.board.sets["centres"]}
    was |= {each.unit.power for each in begun.dislodged.values()}
    was |= {unit.power for unit in begun.units.values()}
    for power in play.powers:
        if power in was and power not in left and power not in told:
            play.tell(Eliminated(power))
    for seat, record in play.position.seats.items():
        if not record.out and left.isdisjoint(play.powers_of(seat)):
            play.change_seat(seat, out=play.position.round)


def _ending(play: DiplomacyPlay, held: Holdings) -> tuple[tuple[str, ...], Reason] | None:
    """Return who has won and why, if the game is over."""
    options = play.position.options
    goal, last = int(options["goal"]), int(options["last-year"])
    seats = tuple(seat for seat, record in play.position.seats.items() if not record.out)
    sides = _sides(play)
    sizes = [sum(len(held[power]) for power in side) for side in sides]
    most = max(sizes, default=0)
    leaders = [side for side, size in zip(sides, sizes, strict=True) if size == most]
    if most >= goal and len(leaders) == 1 and (winner := play.seat_of(leaders[0][0])):
        return (winner,), reason("won", powers=list(leaders[0]), centres=most)
    own = [power for seat in seats for power in play.powers_of(seat)]
    if not any(play.units_of(power) or play.builds(power) for power in own):
        return (), reason("won.by-nobody")
    if play.position.round == last:
        return seats, reason("won.last-year", year=last)
    return None


def _sides(play: DiplomacyPlay) -> list[tuple[str, ...]]:
    """Return the powers whose centres count together towards the goal (D18)."""
    if not play.position.options["together"]:
        return [(power,) for power in play.powers]
    seats = play.position.seats
    nobodys = [(power,) for power in play.powers if not play.seat_of(power)]
    return [play.powers_of(seat) for seat in seats] + nobodys
