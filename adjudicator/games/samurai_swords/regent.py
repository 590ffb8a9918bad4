"""Regents: one that plays a sensible game, one that plays random legal orders for fuzzing."""

from collections.abc import Iterator

from adjudicator.chance import Chance
from adjudicator.games.contract import Regent
from adjudicator.games.samurai_swords.attacks import Target, attack_problem
from adjudicator.games.samurai_swords.check import findings
from adjudicator.games.samurai_swords.choices import choices
from adjudicator.games.samurai_swords.edition import (
    ASHIGARU,
    MOST_IN_FORCE,
    REINFORCED,
    SAMURAI,
    UNITS,
)
from adjudicator.games.samurai_swords.field import War
from adjudicator.games.samurai_swords.muster import border, room_in_army
from adjudicator.games.samurai_swords.orders import Build, Casualties, LevyToArmy, Reinforce, Spend
from adjudicator.games.samurai_swords.position import (
    Army,
    FeudalPosition,
    Troop,
    counts,
    regulars,
)
from adjudicator.games.samurai_swords.state import State, cheapest
from adjudicator.games.samurai_swords.war_orders import (
    Advance,
    Attack,
    CallOffAlone,
    JoinArmy,
    March,
    MoveArmy,
    MoveForce,
)
from adjudicator.orders import Branch, Line, Order, Orders
from adjudicator.orders.slots import Units

VALUES = {"bowman": 6, "swordsman": 5, "gunner": 4, "spearman": 4, "ronin": 5}
MARGIN = 1.3
NAVAL_MARGIN = 1.8
MOST_RANDOM = 30


class Steady:
    """Attacks what it outnumbers, guards its daimyos, levies at the front. Uses no chance."""

    def orders(self, view: FeudalPosition, seat: str, chance: Chance) -> Orders:
        """Return orders for the phase the view waits in."""
        make = {"plan": _plan, "spy": _plan, "muster": _muster, "war": _war, "deploy": _deploy}
        if view.phase == "over" or view.seats[seat].out:
            return Orders()
        return _legal(view, seat, _numbered(make[view.phase](State(view), seat)))


class Random:
    """Plays random legal orders; every one of them passes the check."""

    def orders(self, view: FeudalPosition, seat: str, chance: Chance) -> Orders:
        """Return a random choice among the legal orders."""
        found = chance.shuffle(choices(view, seat), "random orders")[:MOST_RANDOM]
        if view.phase == "war":
            found = sorted(found, key=lambda line: not isinstance(line.order, March | Attack))
            found += [_line(order) for order in _follow_ups(view, seat)]
            fall = tuple(chance.shuffle(UNITS, "random casualties"))
            found.append(_line(Casualties(fall)))
        return _legal(view, seat, _numbered(line.order for line in found))


def _follow_ups(view: FeudalPosition, seat: str) -> Iterator[Order]:
    state = State(view)
    for number, army in state.seats[seat].armies.items():
        for place in state.neighbours(army.at):
            if army.level > 1 and state.provinces[place].owner not in ("", seat):
                yield Advance(number, place)


def _line(order: Order) -> Line:
    return Line((Branch(order),))


def _numbered(orders: Iterator[Order]) -> Orders:
    return Orders(tuple(Line((Branch(o),), n) for n, o in enumerate(orders, 1)))


def _legal(view: FeudalPosition, seat: str, orders: Orders) -> Orders:
    """Leave out what the check rejects, beside the other lines."""
    wrong = {f.line for f in findings(view, seat, orders) if f.severity == "error"}
    return Orders(tuple(line for line in orders if line.number not in wrong))


def power(troop: Troop, daimyo: bool = False) -> int:
    """Return the sum of a troop's combat values, as far as it can be seen."""
    return sum(VALUES[unit] * number for unit, number in counts(troop).items()) + 6 * daimyo


def _deploy(state: State, seat: str) -> Iterator[Order]:
    yield Reinforce(tuple(border(state, seat)[:REINFORCED]))


def _plan(state: State, seat: str) -> Iterator[Order]:
    koku = state.seats[seat].koku
    if koku >= 7:
        yield Spend(2, "build")
        koku -= 2
    if koku >= 5:
        yield Spend(1, "turn")
        yield Spend(1, "ronin")
        koku -= 2
    yield Spend(koku, "levy")


def _muster(state: State, seat: str) -> Iterator[Order]:
    plan = state.seats[seat].plan
    armies = sorted(state.seats[seat].armies.items(), key=lambda item: power(item[1]))
    if plan and plan.build:
        for _, army in armies:
            if not state.provinces[army.at].building:
                yield Build("castle", army.at)
                break
    koku = plan.levy if plan else 0
    for number, army in armies[: koku // 2]:
        if room_in_army(army, "bowman"):
            yield LevyToArmy("bowman", number)


def _war(state: State, seat: str) -> Iterator[Order]:
    """Attack from where the armies and forces stand; follow up into what should fall."""
    war = War(state, seat, None)
    war.phase = "B"
    attacks = list(_attacks(war))
    attacking = {attack.source for attack in attacks if attack.group == "army"}
    entered: set[str] = set()
    for number, army in state.seats[seat].armies.items():
        step = _towards_front(state, seat, army)
        if army.at not in attacking and not army.down and step and step not in entered:
            entered.add(step)
            yield March(number, (step,), taken=_spare(state, army, step))
    yield from attacks
    yield CallOffAlone()
    yield from _followers(state, seat, attacks)
    busy = {attack.source for attack in attacks}
    claims = list(_claims(state, seat, busy))
    yield from claims
    busy |= {order.source for order in claims}
    recruits = list(_recruits(state, seat, busy))
    yield from recruits
    yield from _to_the_front(state, seat, busy | {order.source for order in recruits})


def _claims(state: State, seat: str, busy: set[str]) -> Iterator[MoveForce]:
    """Let forces that can spare a unit conquer the empty provinces beside them."""
    claimed: set[str] = set()
    for source in state.owned(seat):
        force = state.provinces[source]
        spare = regulars(force) - (state.army_in(source) is None)
        if source in busy or spare < 1:
            continue
        for target in state.neighbours(source):
            if spare and not state.provinces[target].owner and target not in claimed:
                claimed.add(target)
                spare -= 1
                yield MoveForce(Units(((cheapest(counts(force)), 1),)), source, target)


def _recruits(state: State, seat: str, busy: set[str]) -> Iterator[JoinArmy]:
    """Send what forces can spare onto the cards of armies next door, which do the conquering."""
    filled: set[str] = set()
    for source in state.owned(seat):
        if source in busy or regulars(state.provinces[source]) < 2:
            continue
        for number, army in state.seats[seat].armies.items():
            units = _spare(state, army, source)
            near = state.board.adjacent(source, army.at)
            if near and number not in filled and not army.down and units.counts:
                filled.add(number)
                yield JoinArmy(units, source, number)
                break


def _spare(state: State, army: Army, place: str) -> Units:
    """Return the units of a force that an army has room for; the cheapest stays as garrison."""
    there = counts(state.provinces[place])
    there.pop("ronin", None)
    kept = cheapest(there)
    if kept:
        there[kept] -= 1
    taken = []
    room = {SAMURAI: room_in_army(army, "bowman"), ASHIGARU: room_in_army(army, "gunner")}
    for unit, number in there.items():
        squares = SAMURAI if unit in SAMURAI else ASHIGARU
        fits = min(number, room[squares])
        room[squares] -= fits
        if fits:
            taken.append((unit, fits))
    return Units(tuple(taken))


def _attacks(war: War) -> Iterator[Attack]:
    """Let each troop attack the weakest neighbour that it clearly outnumbers."""
    state = war.state
    for source in state.owned(war.seat):
        army = state.army_in(source)
        if army and not army[1].down:
            target = _weakest(war, source, army[0], power(army[1], daimyo=True))
            if target:
                yield Attack(target, source, "army")
        force = state.provinces[source]
        if regulars(force) > 1:
            target = _weakest(war, source, "", power(force))
            if target:
                yield Attack(target, source, "force")


def _weakest(war: War, source: str, number: str, strength: int) -> str:
    state = war.state
    best = ""
    least = float(strength)
    for target in state.neighbours(source):
        if not state.provinces[target].owner:
            continue
        if attack_problem(war, Target(source, target, number)) is not None:
            continue
        margin = NAVAL_MARGIN if state.board.by_sea(source, target) else MARGIN
        needed = _defence(war, target) * margin
        if needed < least:
            best, least = target, needed
    return best


def _defence(war: War, target: str) -> float:
    state = war.state
    there = state.army_in(target)
    bonus, unit = war.bonus_at(target)
    strength = power(state.provinces[target]) + bonus * VALUES.get(unit, 0)
    return strength + (power(there[1], daimyo=True) if there else 0)


def _followers(state: State, seat: str, attacks: list[Attack]) -> Iterator[Order]:
    """Move into what was attacked: forces with a unit to spare, else the army itself."""
    for attack in attacks:
        force = state.provinces[attack.source]
        if regulars(force) > 1:
            unit = cheapest(counts(force))
            yield MoveForce(Units(((unit, 1),)), attack.source, attack.target)
        elif attack.group == "army" and (there := state.army_in(attack.source)):
            yield MoveArmy(there[0], (attack.target,))


def _towards_front(state: State, seat: str, army: Army) -> str:
    """Return the neighbour of an army that is nearer to the front, if it stands behind it."""
    if _at_front(state, seat, army.at) or not army.at:
        return ""
    for place in state.neighbours(army.at):
        mine = state.provinces[place].owner == seat and state.army_in(place) is None
        if mine and _at_front(state, seat, place):
            return place
    return ""


def _to_the_front(state: State, seat: str, busy: set[str]) -> Iterator[Order]:
    """Send what can be spared behind the front to a neighbour that stands at it."""
    for source in state.owned(seat):
        force = state.provinces[source]
        if source in busy or regulars(force) < 2 or _at_front(state, seat, source):
            continue
        for target in state.neighbours(source):
            room = MOST_IN_FORCE - regulars(state.provinces[target])
            if state.provinces[target].owner == seat and room and _at_front(state, seat, target):
                unit = cheapest(counts(force))
                yield MoveForce(Units(((unit, 1),)), source, target)
                break


def _at_front(state: State, seat: str, place: str) -> bool:
    return any(state.provinces[other].owner not in ("", seat) for other in state.neighbours(place))


REGENTS: dict[str, Regent] = {"steady": Steady(), "random": Random()}
