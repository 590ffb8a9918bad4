"""Castles and fortresses, levies and ronin (Actions 3 to 5; the ronin leave in Action 8)."""

from collections.abc import Mapping
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.games.engine import Problem
from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.reasons import error, reason, refuse
from adjudicator.games.samurai_swords.table import events
from adjudicator.games.samurai_swords.table.events import Built, Levied
from adjudicator.games.samurai_swords.table.play import SwordsPlay, do_each
from adjudicator.games.samurai_swords.table.position import Army, Hidden, Muster, regulars

BONUS = {
    "castle": (edition.CASTLE_SPEARMEN, "spearman"),
    "fortress": (edition.FORTRESS_RONIN, "ronin"),
}


def build_castles(play: SwordsPlay, seat: str) -> None:
    """Build what a seat orders, one piece at most."""
    carry_out_all(play, seat, play.orders[seat], BUILD_RULES)


def build(play: SwordsPlay, seat: str, order: orders.Build) -> Deed:
    """Two koku build one castle or fortress in an own province, if a piece is left (Action 3)."""
    place, building = order.place, order.building
    land = play.province(place)
    if play.muster.built or play.plan(seat).build < edition.BUILD_COST:
        refuse("build-bin", cost=edition.BUILD_COST)
    if land.owner != seat:
        refuse("not-yours", place=place)
    if building == "castle" and land.building:
        fix = str(replace(order, building="fortress")) if land.building == "castle" else ""
        refuse("built", fix, place=place, building=land.building)
    if building == "fortress" and land.building != "castle":
        refuse("no-castle", place=place, building=land.building)
    if pieces_in_tray(play, building) < 1:
        refuse("no-piece", building=building)
    yield
    play.change_muster(built=True)
    play.change_province(place, building=building)
    play.tell(Built(seat=seat, province=place, building=building))


BUILD_RULES: Rules = {orders.Build: build}


def pieces_in_tray(play: SwordsPlay, building: str) -> int:
    """Count the castles, or the fortification bases, in the master tray."""
    standing = [land.building for land in play.position.provinces.values() if land.building]
    if building == "fortress":
        return edition.FORTRESSES - standing.count("fortress")
    return edition.CASTLES - len(standing)


def bonus_at(play: SwordsPlay, place: str) -> tuple[int, str]:
    """Return how many bonus units defend a province against this attacker, and which (M6)."""
    full, unit = BONUS.get(play.province(place).building, (0, ""))
    return play.turn.bonus.get(place, full), unit


def levy_units(play: SwordsPlay, seat: str) -> None:
    """Levy a seat's units as ordered, and with the koku that are left by default."""
    carry_out_all(play, seat, play.orders[seat], LEVY_RULES)
    before = len(play.muster.placed)
    levy_rest(play, seat)
    for unit, place, _ in play.muster.placed[before:]:
        why = reason("default.levy", units=orders.plural(unit))
        play.tell_default(seat, f"levy {unit} in {place}", str(why))


def tell_levy(play: SwordsPlay, seat: str) -> None:
    """Tell all what a seat levied."""
    if play.plan(seat).levy:
        unused = koku_over(play, seat)
        play.tell(Levied(seat=seat, placed=play.muster.placed, unused=unused))


def levy_cost(bought: Mapping[str, int]) -> int:
    """Return the koku that units cost: a bowman 1, swordsmen and gunners ½, spearmen ⅓."""
    pairs = bought.get("swordsman", 0) + bought.get("gunner", 0)
    return bought.get("bowman", 0) + (pairs + 1) // 2 + (bought.get("spearman", 0) + 2) // 3


def why_not_buy(play: SwordsPlay, seat: str, unit: str) -> Problem | None:
    """A unit must be a regular one, in the tray, and affordable (Levy Units; M13)."""
    if unit in ("ronin", ""):
        return error("levy-unit")
    muster = play.muster
    number = muster.bought.get(unit, 0)
    if muster.tray[unit] <= number:
        return error("tray-empty", unit=unit)
    koku = play.plan(seat).levy
    if levy_cost({**muster.bought, unit: number + 1}) <= koku:
        return None
    if not koku:
        return error("not-enough-koku.none")
    return error("not-enough-koku.for-another", unit=unit, koku=koku)


def why_no_unit(play: SwordsPlay, seat: str, place: str) -> Problem | None:
    """A levied unit goes to an own province that took none yet this round (Place Levied Units)."""
    if play.owner(place) != seat:
        return error("not-yours", place=place)
    if any(place == other for _, other, _ in play.muster.placed):
        return error("levied-there", place=place)
    return None


def why_not_in_force(play: SwordsPlay, seat: str, unit: str, place: str) -> Problem | None:
    """Judge one unit for one force."""
    problem = why_no_unit(play, seat, place) or why_not_buy(play, seat, unit)
    if problem is None and regulars(play.province(place)) >= edition.MOST_IN_FORCE:
        return error("force-full.has", place=place, most=edition.MOST_IN_FORCE)
    return problem


def pairs_of(order: orders.Levy) -> list[tuple[str, str]]:
    """Say which unit goes where; one kind without a number goes to every province named.

    Raises ImpossibleError.
    """
    counts = order.units.counts
    if order.units.every or not counts or any(n < 1 or not unit for unit, n in counts):
        refuse("levy-unit.how-many")
    if len(counts) == 1 and counts[0][1] == 1 and not order.units.up_to:
        return [(counts[0][0], place) for place in order.places]
    number = sum(n for _, n in counts)
    if number != len(order.places):
        refuse("levy-count", units=number, provinces=len(order.places))
    units = [unit for unit, n in counts for _ in range(n)]
    return list(zip(units, order.places, strict=True))


def levy(play: SwordsPlay, seat: str, order: orders.Levy) -> Deed:
    """Levy the units one after another, as far as it goes."""
    return do_each(
        pairs_of(order),
        partial(why_not_in_force, play, seat),
        partial(take_unit, play, seat),
    )


def take_unit(play: SwordsPlay, seat: str, unit: str, place: str, army: str = "") -> None:
    """Buy a unit and place it."""
    if army:
        play.add_to_army(seat, army, {unit: 1})
    else:
        play.add_to_province(place, **{unit: 1})
    muster = play.muster
    play.change_muster(
        bought={**muster.bought, unit: muster.bought.get(unit, 0) + 1},
        placed=(*muster.placed, (unit, place, army)),
    )


def room_in_army(army: Army, unit: str) -> int:
    """Return how many more of a unit fit on the army's squares (Army Unit Limits)."""
    most, kinds = next(each for each in edition.SQUARES.values() if unit in each[1])
    there: int = sum(getattr(army, kind) for kind in kinds)
    return most - there


def levy_to_army(play: SwordsPlay, seat: str, order: orders.LevyToArmy) -> Deed:
    """Levy a unit for an army that has room; its province takes no other unit."""
    army = play.army(seat, order.army)
    if army is None:
        refuse("no-army", army=order.army)
    forbid(why_no_unit(play, seat, army.at) or why_not_buy(play, seat, order.unit))
    if room_in_army(army, order.unit) < 1:
        refuse("army-full.for-unit", army=order.army, unit=order.unit)
    yield
    take_unit(play, seat, order.unit, army.at, order.army)


LEVY_RULES: Rules = {orders.Levy: levy, orders.LevyToArmy: levy_to_army}


def levy_rest(play: SwordsPlay, seat: str) -> None:
    """Spend what is left on spearmen at the border; on others only if the tray has no spearmen.

    So half a koku is lost while there are spearmen (M13, M31).
    """
    for place in border(play, seat):
        muster = play.muster
        spearmen = muster.tray["spearman"] > muster.bought.get("spearman", 0)
        for unit in ("spearman",) if spearmen else ("gunner", "swordsman", "bowman"):
            if why_not_in_force(play, seat, unit, place) is None:
                take_unit(play, seat, unit, place)
                break


def border(play: SwordsPlay, seat: str) -> list[str]:
    """Return a seat's provinces, those with the most neighbours of others first."""

    def foreign(place: str) -> int:
        return sum(play.owner(near) != seat for near in play.neighbours(place))

    return sorted(play.provinces_of(seat), key=lambda place: (-foreign(place), place))


def koku_over(play: SwordsPlay, seat: str) -> str:
    """Say in words what the levy bin paid for nothing (M13)."""
    bought = play.muster.bought
    left = play.plan(seat).levy - levy_cost(bought)
    pairs = bought.get("swordsman", 0) + bought.get("gunner", 0)
    spears = -bought.get("spearman", 0) % 3
    return str(reason("koku-over", koku=left, halves=pairs % 2, thirds=spears))


def begin_muster(play: SwordsPlay, seat: str) -> None:
    """Count what the trays hold for a seat."""
    tray = {unit: play.tray(seat, unit) for unit in edition.REGULAR}
    ronin = min(ronin_to_hire(play, seat), ronin_in_tray(play))
    play.change(muster=Muster(tray=tray, ronin=ronin))


def end_muster(play: SwordsPlay, seat: str) -> None:
    """Tell what a seat's muster came to."""
    tell_levy(play, seat)
    tell_ronin(play, seat)
    play.change(muster=UNSET)


def ronin_in_tray(play: SwordsPlay) -> int:
    """Count the ronin in the master tray (E4); bonus ronin of a fortress never count (M6)."""
    return play.edition.ronin - ronin_in_play(play)


def ronin_in_play(play: SwordsPlay) -> int:
    """Count the ronin that are hired, hidden ones too."""
    seats = play.position.colours.values()
    return (
        sum(seat.hidden_total for seat in seats)
        + sum(army.ronin for seat in seats for army in seat.armies.values())
        + sum(land.ronin for land in play.position.provinces.values())
    )


def ronin_to_hire(play: SwordsPlay, seat: str) -> int:
    """Return the ronin that the koku in a seat's bin pay for."""
    return play.plan(seat).ronin * edition.RONIN_A_KOKU


# Limits


def ronin_room(play: SwordsPlay, place: str) -> Hidden:
    """Return how many more ronin fit with the army and with the force (Stacking Limit)."""
    hidden = play.hidden_ronin(place)
    land = play.province(place)
    there = play.army_in(place)
    army = regulars(there[1]) - there[1].ronin - hidden.army if there else 0
    force = regulars(land) - 1 - land.ronin - hidden.force
    return Hidden(army=max(0, army), force=max(0, force))


# Hiring and hiding


def hire_ronin(play: SwordsPlay, seat: str) -> None:
    """Hide a seat's ronin as ordered, and the rest by default; those that do not fit are lost."""
    carry_out_all(play, seat, play.orders[seat], {**play.rules.any_time, **HIDE_RULES})
    hide_rest(play, seat)


def hide_as_ordered(play: SwordsPlay, seat: str, order: orders.HideRonin) -> Deed:
    """Hide hired ronin in own provinces within the stacking limit (Deploy Hired Ronin).

    With the army first unless it is said otherwise.
    """
    number, place, pool = order.number, order.place, order.pool
    if play.owner(place) != seat:
        refuse("not-yours", place=place)
    left = play.muster.ronin
    if number > left:
        fix = str(replace(order, number=left)) if left else ""
        refuse("no-ronin", fix, left=left, hired=ronin_to_hire(play, seat))
    there = play.army_in(place)
    if pool.startswith("army ") and (not there or pool != f"army {there[0]}"):
        refuse("no-army.in", army=pool.removeprefix("army "), place=place)
    room = ronin_room(play, place)
    most_with_army = 0 if pool == "force" else room.army
    most = most_with_army + (0 if pool.startswith("army") else room.force)
    if number > most:
        fix = str(replace(order, number=most)) if most else ""
        refuse("too-many-ronin.for-place", fix, place=place, most=most)
    yield
    army = min(number, most_with_army)
    hide(play, seat, place, army, number - army)


def hide_with_army(play: SwordsPlay, seat: str, order: orders.HideWithArmy) -> Deed:
    """Hide hired ronin where an army stands, with it."""
    army = play.army(seat, order.army)
    if army is None:
        refuse("no-army", army=order.army)
    there = orders.HideRonin(order.number, army.at, f"army {order.army}")
    yield from hide_as_ordered(play, seat, there)


HIDE_RULES: Rules = {
    orders.HideRonin: hide_as_ordered,
    orders.HideWithArmy: hide_with_army,
}


def hide_rest(play: SwordsPlay, seat: str) -> None:
    """Hide what is left with the armies, then with the largest forces."""
    places = [army.at for army in play.colour(seat).armies.values()]
    places += sorted(play.provinces_of(seat), key=lambda p: (-regulars(play.province(p)), p))
    for place in places:
        left = play.muster.ronin
        if not left:
            return
        room = ronin_room(play, place)
        army = min(left, room.army)
        force = min(left - army, room.force)
        if army or force:
            hide(play, seat, place, army, force)
            why = str(reason("default.ronin"))
            play.tell_default(seat, f"hide {army + force} ronin in {place}", why)


def hide(play: SwordsPlay, seat: str, place: str, army: int, force: int) -> None:
    """Put ronin face down on a province card."""
    record = play.colour(seat)
    before = play.hidden_ronin(place)
    now = Hidden(army=before.army + army, force=before.force + force)
    total = record.hidden_total + army + force
    play.change_colour(seat, hidden={**record.hidden, place: now}, hidden_total=total)
    muster = play.muster
    play.change_muster(
        ronin=muster.ronin - army - force, hidden=(*muster.hidden, (place, army, force))
    )


def tell_ronin(play: SwordsPlay, seat: str) -> None:
    """Tell all how many ronin a seat has hired and lost (M14), and the seat where they hide."""
    paid = ronin_to_hire(play, seat)
    if paid:
        total = play.colour(seat).hidden_total
        play.tell(events.RoninHired(seat=seat, hired=total, lost=paid - total))
    for place, army, force in play.muster.hidden:
        play.tell(events.RoninPlaced(to=(seat,), seat=seat, province=place, army=army, force=force))


# Showing themselves and leaving


def reveal_ronin(
    play: SwordsPlay, place: str, army: bool = True, force: bool = True, number: str = ""
) -> None:
    """Let hidden ronin in a province join the troops they came with, for all to see.

    ``number`` is the army they are with; it matters only where another is passing through.
    """
    hidden = play.hidden_ronin(place)
    seen = Hidden(army=hidden.army if army else 0, force=hidden.force if force else 0)
    ronin = seen.army + seen.force
    if not ronin:
        return
    owner = play.owner(place)
    record = play.colour(owner)
    left = Hidden(army=hidden.army - seen.army, force=hidden.force - seen.force)
    others = {p: h for p, h in record.hidden.items() if p != place}
    if left.army or left.force:
        others[place] = left
    play.change_colour(owner, hidden=others, hidden_total=record.hidden_total - ronin)
    there = play.army_in(place)
    if seen.army and there:
        play.add_to_army(owner, number or there[0], {"ronin": seen.army})
    if seen.force:
        play.add_to_province(place, ronin=seen.force)
    play.tell(events.RoninRevealed(seat=owner, province=place, army=seen.army, force=seen.force))


def ronin_with(play: SwordsPlay, seat: str, number: str) -> int:
    """Return how many hidden ronin an army has: once it has moved they have shown themselves.

    Those of a province that it passes through are with the army that stands there.
    """
    army = play.army(seat, number)
    return 0 if army is None or play.turn.moved.get(number) else play.hidden_ronin(army.at).army


def remove_ronin(play: SwordsPlay) -> None:
    """Return all ronin to the tray, hidden ones too (Action 8)."""
    for seat in play.survivors():
        record = play.colour(seat)
        number = record.hidden_total
        for place in play.provinces_of(seat):
            ronin = play.province(place).ronin
            if ronin:
                number += ronin
                play.change_province(place, ronin=0)
        armies = dict(record.armies)
        for key, army in record.armies.items():
            if army.ronin:
                number += army.ronin
                armies[key] = replace(army, ronin=0)
        play.change_colour(seat, armies=armies, hidden={}, hidden_total=0)
        if number:
            play.tell(events.RoninLeft(seat=seat, number=number))
