"""Actions 3, 4 and 5: castles, levies and ronin, and what the ninja is to do."""

from collections.abc import Iterator, Mapping

from adjudicator.chance import Chance
from adjudicator.games.contract import Defaulted, Resolution
from adjudicator.games.samurai_swords.edition import (
    BUILD_COST,
    CASTLES,
    FORTRESSES,
    MOST_ASHIGARU,
    MOST_IN_FORCE,
    MOST_SAMURAI,
    REGULAR,
    RONIN_A_KOKU,
    SAMURAI,
)
from adjudicator.games.samurai_swords.events import Built, Levied, RoninHired, RoninPlaced
from adjudicator.games.samurai_swords.lines import Context, Rule, Rules, carry_out_all
from adjudicator.games.samurai_swords.orders import Build, HideRonin, Levy, LevyToArmy
from adjudicator.games.samurai_swords.policies import MISSION_RULES, POLICY_RULES
from adjudicator.games.samurai_swords.position import Army, FeudalPosition, Hidden, Plan, regulars
from adjudicator.games.samurai_swords.state import Problem, State, replace
from adjudicator.orders import Orders
from adjudicator.orders.slots import plural


class Muster(Context):
    """What a seat has left to spend, and what it has placed so far."""

    def __init__(self, state: State, seat: str):
        super().__init__(state)
        plan = state.seats[seat].plan or Plan()
        self.build = plan.build
        self.levy = plan.levy
        self.tray = {unit: state.tray(seat, unit) for unit in REGULAR}
        self.bought: dict[str, int] = {}
        self.placed: list[tuple[str, str, str]] = []
        self.ronin = min(plan.ronin * RONIN_A_KOKU, ronin_left(state))
        self.paid_ronin = plan.ronin * RONIN_A_KOKU


def ronin_left(state: State) -> int:
    """Count the ronin in the master tray (E4); bonus ronin of a fortress never count (M6)."""
    hired = sum(seat.hidden_total for seat in state.seats.values())
    hired += sum(army.ronin for seat in state.seats.values() for army in seat.armies.values())
    hired += sum(province.ronin for province in state.provinces.values())
    return state.edition.ronin - hired


# Build


def legal_build(context: Muster, seat: str, order: Build) -> Problem | None:
    """Two koku build one castle or fortress in an own province, if a piece is left (Action 3)."""
    state = context.state
    province = state.provinces[order.place]
    if context.build < BUILD_COST:
        return Problem("build-bin", f"You have no {BUILD_COST} koku in the build bin.", hard=True)
    if province.owner != seat:
        return Problem("not-yours", f"{order.place} is not yours.", hard=True)
    if order.building == "castle" and province.building:
        fix = str(replace(order, building="fortress")) if province.building == "castle" else ""
        return Problem("built", f"{order.place} has a {province.building}.", hard=True, fix=fix)
    if order.building == "fortress" and province.building != "castle":
        there = f"a {province.building}" if province.building else "no castle"
        return Problem("no-castle", f"{order.place} has {there}.", hard=True)
    if pieces_left(state, order.building) < 1:
        return Problem("no-piece", f"No {order.building} is left in the tray.", hard=True)
    return None


def pieces_left(state: State, building: str) -> int:
    """Count the castles, or the fortification bases, in the master tray."""
    standing = [p.building for p in state.provinces.values() if p.building]
    if building == "fortress":
        return FORTRESSES - standing.count("fortress")
    return CASTLES - len(standing)


def do_build(context: Muster, seat: str, order: Build) -> None:
    """Place the piece; the koku are spent."""
    context.build = 0
    context.state.set_province(order.place, building=order.building)
    context.state.tell(Built(seat=seat, province=order.place, building=order.building))


# Levy


def levy_cost(bought: Mapping[str, int]) -> int:
    """Return the koku that units cost: a bowman 1, swordsmen and gunners ½, spearmen ⅓."""
    pairs = bought.get("swordsman", 0) + bought.get("gunner", 0)
    return bought.get("bowman", 0) + (pairs + 1) // 2 + (bought.get("spearman", 0) + 2) // 3


def unit_problem(context: Muster, seat: str, unit: str) -> Problem | None:
    """A unit must be a regular one, in the tray, and affordable (Levy Units; M13)."""
    if unit in ("ronin", ""):
        return Problem("levy-unit", "Levy bowmen, swordsmen, gunners or spearmen.", hard=True)
    if context.tray[unit] <= context.bought.get(unit, 0):
        return Problem("tray-empty", f"No {unit} is left in your tray.", hard=True)
    cost = levy_cost({**context.bought, unit: context.bought.get(unit, 0) + 1})
    if cost > context.levy:
        spent = levy_cost(context.bought)
        message = f"A {unit} would be koku {cost} of the {context.levy} in your levy bin."
        if not context.levy:
            message = "There are no koku in your levy bin."
        elif spent <= context.levy:
            message = f"Your {context.levy} koku do not reach for another {unit}."
        return Problem("not-enough-koku", message, hard=True)
    return None


def place_problem(context: Muster, seat: str, place: str) -> Problem | None:
    """A levied unit goes to an own province that took none yet this round (Place Levied Units)."""
    if context.state.provinces[place].owner != seat:
        return Problem("not-yours", f"{place} is not yours.", hard=True)
    if any(place == taken for _, taken, _ in context.placed):
        return Problem("levied-there", f"{place} has its levied unit already.", hard=True)
    return None


def force_problem(context: Muster, seat: str, unit: str, place: str) -> Problem | None:
    """Judge one unit for one force."""
    problem = place_problem(context, seat, place) or unit_problem(context, seat, unit)
    if problem is None and regulars(context.state.provinces[place]) >= MOST_IN_FORCE:
        return Problem("force-full", f"The force in {place} has {MOST_IN_FORCE} units.", hard=True)
    return problem


def pairs_of(order: Levy) -> list[tuple[str, str]] | Problem:
    """Say which unit goes where; one kind without a number goes to every province named."""
    counts = order.units.counts
    if order.units.every or not counts or any(n < 1 or not unit for unit, n in counts):
        return Problem("levy-unit", "Say how many of which unit to levy.", hard=True)
    if len(counts) == 1 and counts[0][1] == 1:
        return [(counts[0][0], place) for place in order.places]
    number = sum(n for _, n in counts)
    if number != len(order.places):
        message = f"{number} units for {len(order.places)} provinces; each province takes one."
        return Problem("levy-count", message, hard=True)
    units = [unit for unit, n in counts for _ in range(n)]
    return list(zip(units, order.places, strict=True))


def legal_levy(context: Muster, seat: str, order: Levy) -> Problem | None:
    """At least one of the units must be possible."""
    pairs = pairs_of(order)
    if isinstance(pairs, Problem):
        return pairs
    problems = [force_problem(context, seat, unit, place) for unit, place in pairs]
    return problems[0] if all(problems) else None


def do_levy(context: Muster, seat: str, order: Levy) -> Problem | None:
    """Levy the units one after another, as far as it goes."""
    pairs = pairs_of(order)
    assert not isinstance(pairs, Problem)
    wrong = None
    for unit, place in pairs:
        problem = force_problem(context, seat, unit, place)
        if problem is None:
            take(context, seat, unit, place)
        wrong = wrong or problem
    return wrong


def take(context: Muster, seat: str, unit: str, place: str, army: str = "") -> None:
    """Buy a unit and place it."""
    if army:
        context.state.change_army(seat, army, {unit: 1})
    else:
        context.state.change_force(place, {unit: 1})
    context.bought[unit] = context.bought.get(unit, 0) + 1
    context.placed.append((unit, place, army))


def room_in_army(army: Army, unit: str) -> int:
    """Return how many more of a unit fit on the army's squares (Army Unit Limits)."""
    if unit in SAMURAI:
        return MOST_SAMURAI - army.bowman - army.swordsman
    return MOST_ASHIGARU - army.gunner - army.spearman


def legal_levy_army(context: Muster, seat: str, order: LevyToArmy) -> Problem | None:
    """The army must have room; its province takes no other unit."""
    army = context.state.seats[seat].armies.get(order.army)
    if army is None:
        return Problem("no-army", f"You have no army {order.army}.", hard=True)
    problem = place_problem(context, seat, army.at) or unit_problem(context, seat, order.unit)
    if problem is None and room_in_army(army, order.unit) < 1:
        return Problem("army-full", f"Army {order.army} has no room for a {order.unit}.", hard=True)
    return problem


def do_levy_army(context: Muster, seat: str, order: LevyToArmy) -> None:
    """Buy the unit for the army."""
    army = context.state.seats[seat].armies[order.army]
    take(context, seat, order.unit, army.at, order.army)


def levy_default(context: Muster, seat: str) -> None:
    """Spend what is left on spearmen at the border; on others only if the tray has no spearmen.

    So half a koku is lost while there are spearmen (M13, M31).
    """
    for place in border(context.state, seat):
        if not context.state.tray(seat, "spearman"):
            units: tuple[str, ...] = ("gunner", "swordsman", "bowman")
        else:
            units = ("spearman",)
        for unit in units:
            if force_problem(context, seat, unit, place) is None:
                take(context, seat, unit, place)
                break


def border(state: State, seat: str) -> list[str]:
    """Return a seat's provinces, those with the most neighbours of others first."""

    def foreign(place: str) -> int:
        return sum(state.provinces[n].owner != seat for n in state.neighbours(place))

    return sorted(state.owned(seat), key=lambda place: (-foreign(place), place))


# Ronin


def ronin_room(state: State, place: str) -> Hidden:
    """Return how many more ronin fit with the army and with the force (Stacking Limit).

    Each troop holds one less than its regular units, of which the daimyo is one.
    """
    hidden = state.hidden(place)
    province = state.provinces[place]
    there = state.army_in(place)
    army = regulars(there[1]) - there[1].ronin - hidden.army if there else 0
    force = regulars(province) - 1 - province.ronin - hidden.force
    return Hidden(army=max(0, army), force=max(0, force))


def legal_ronin(context: Muster, seat: str, order: HideRonin) -> Problem | None:
    """Hired ronin go to own provinces within the stacking limit (Deploy Hired Ronin)."""
    state = context.state
    if state.provinces[order.place].owner != seat:
        return Problem("not-yours", f"{order.place} is not yours.", hard=True)
    if order.number > context.ronin:
        had = f"{context.ronin} of your {context.paid_ronin} ronin are left to place"
        fix = str(replace(order, number=context.ronin)) if context.ronin else ""
        return Problem(
            "no-ronin", f"Only {had}." if context.ronin else f"No ronin: {had}.", True, fix
        )
    room = ronin_room(state, order.place)
    most = {"": room.army + room.force, "army": room.army, "force": room.force}[order.pool]
    if order.number > most:
        fix = str(replace(order, number=most)) if most else ""
        message = f"{order.place} has room for {most} ronin: one less than the units they join."
        return Problem("too-many-ronin", message, hard=True, fix=fix)
    return None


def do_ronin(context: Muster, seat: str, order: HideRonin) -> None:
    """Hide the ronin, with the army first unless it is said otherwise."""
    room = ronin_room(context.state, order.place)
    army = {"": min(order.number, room.army), "army": order.number, "force": 0}[order.pool]
    hide(context, seat, order.place, army, order.number - army)


def hide(context: Muster, seat: str, place: str, army: int, force: int) -> None:
    """Put ronin face down on a province card."""
    state = context.state
    record = state.seats[seat]
    before = state.hidden(place)
    now = Hidden(army=before.army + army, force=before.force + force)
    total = record.hidden_total + army + force
    state.set_seat(seat, hidden={**record.hidden, place: now}, hidden_total=total)
    context.ronin -= army + force
    state.tell(RoninPlaced(to=(seat,), seat=seat, province=place, army=army, force=force))


def ronin_default(context: Muster, seat: str) -> None:
    """Hide what is left with the armies, then with the largest forces."""
    state = context.state
    places = [army.at for army in state.seats[seat].armies.values()]
    places += sorted(state.owned(seat), key=lambda p: (-regulars(state.provinces[p]), p))
    for place in places:
        if not context.ronin:
            return
        room = ronin_room(state, place)
        army = min(context.ronin, room.army)
        force = min(context.ronin - army, room.force)
        if army or force:
            hide(context, seat, place, army, force)
            text = f"hide {army + force} ronin in {place}"
            why = "ronin that are placed nowhere join the armies, then the largest forces"
            state.tell(Defaulted(to=(seat,), seat=seat, text=text, why=why))


MUSTER_RULES: Rules = {
    Build: Rule(legal_build, do_build),
    Levy: Rule(legal_levy, do_levy),
    LevyToArmy: Rule(legal_levy_army, do_levy_army),
    HideRonin: Rule(legal_ronin, do_ronin),
    **MISSION_RULES,
    **POLICY_RULES,
}
_BUILD: Rules = {Build: MUSTER_RULES[Build]}
_LEVY: Rules = {Levy: MUSTER_RULES[Levy], LevyToArmy: MUSTER_RULES[LevyToArmy]}
_REST: Rules = {
    kind: rule for kind, rule in MUSTER_RULES.items() if kind not in _BUILD and kind not in _LEVY
}


def muster(state: State, seat: str, orders: Orders) -> Muster:
    """Carry out one seat's building, levying and hiring, in the order of the actions."""
    context = Muster(state, seat)
    carry_out_all(context, seat, orders, _BUILD)
    carry_out_all(context, seat, orders, _LEVY)
    levied = len(context.placed)
    levy_default(context, seat)
    for unit, place, _ in context.placed[levied:]:
        why = f"koku left in the levy bin buy {plural(unit)} at the border"
        text = f"levy {unit} in {place}"
        state.tell(Defaulted(to=(seat,), seat=seat, text=text, why=why))
    carry_out_all(context, seat, orders, _REST)
    ronin_default(context, seat)
    return context


def mustered(position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
    """Carry out the muster in turn order, which matters only where pieces run short."""
    state = State(position)
    for seat in position.turn_order:
        before = len(state.events)
        context = muster(state, seat, orders.get(seat, Orders()))
        done = state.events[before:]
        hidden = [event for event in done if isinstance(event, RoninPlaced)]
        state.events[before:] = [event for event in done if event not in hidden]
        state.events += [*_told(context, seat), *hidden, *state.ordered(seat)]
    active = position.turn_order[0] if position.options["war"] == "turns" else ""
    return Resolution(state.frozen(phase="war", active=active), tuple(state.events))


def _told(context: Muster, seat: str) -> Iterator[Levied | RoninHired]:
    if context.levy:
        yield Levied(seat=seat, placed=tuple(context.placed), unused=unused_koku(context))
    if context.paid_ronin:
        hired = context.state.seats[seat].hidden_total
        yield RoninHired(seat=seat, hired=hired, lost=context.paid_ronin - hired)


def unused_koku(context: Muster) -> str:
    """Say in words what the levy bin paid for nothing (M13)."""
    left = context.levy - levy_cost(context.bought)
    pairs = context.bought.get("swordsman", 0) + context.bought.get("gunner", 0)
    spears = -context.bought.get("spearman", 0) % 3
    words = [f"{left} koku"] if left else []
    words += ["half a koku"] if pairs % 2 else []
    words += [f"{'one third' if spears == 1 else 'two thirds'} of a koku"] if spears else []
    return " and ".join(words)
