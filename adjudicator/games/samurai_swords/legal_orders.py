"""Legal orders, found with the rules that judge them."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.attacks import Target, attack_problem
from adjudicator.games.samurai_swords.blanks import BINS
from adjudicator.games.samurai_swords.edition import REGULAR
from adjudicator.games.samurai_swords.field import War
from adjudicator.games.samurai_swords.marches import legal_march
from adjudicator.games.samurai_swords.moves import entering, leaving
from adjudicator.games.samurai_swords.muster import (
    Muster,
    legal_build,
    legal_levy,
    legal_levy_army,
    legal_ronin,
    ronin_room,
)
from adjudicator.games.samurai_swords.orders import (
    Build,
    HideRonin,
    Levy,
    LevyToArmy,
    PlaceArmy,
    PreferTurn,
    Reinforce,
    Spend,
    Spy,
    StrikeAtPhase,
)
from adjudicator.games.samurai_swords.plan import Planning, legal_spend, legal_spy
from adjudicator.games.samurai_swords.policies import legal_strike
from adjudicator.games.samurai_swords.position import FeudalPosition, Plan, counts, regulars
from adjudicator.games.samurai_swords.state import Problem, State, cheapest
from adjudicator.games.samurai_swords.war_orders import Attack, March, MoveArmy, MoveForce
from adjudicator.orders import Branch, Line, Order
from adjudicator.orders.slots import Units


def choices(view: FeudalPosition, seat: str) -> list[Line]:
    """Return legal orders of a seat in the phase the view waits in, each possible by itself."""
    state = State(view)
    if state.seats[seat].out or view.phase == "over":
        return []
    if view.phase == "war" and view.active not in ("", seat):
        return []
    if view.phase == "spy" and seat != state.ninja.holder:
        return []
    find = {"deploy": _deploy, "plan": _plan, "spy": _spend, "muster": _muster, "war": _war}
    return [Line((Branch(order),)) for order in find[view.phase](state, seat)]


def _deploy(state: State, seat: str) -> Iterator[Order]:
    for place in state.owned(seat):
        yield Reinforce((place,))
        for number in state.seats[seat].armies:
            yield PlaceArmy(number, (place,))


def _plan(state: State, seat: str) -> Iterator[Order]:
    yield from _spend(state, seat)
    context = Planning(state, Plan())
    for victim in state.living():
        spy = Spy(victim)
        if legal_spy(context, seat, spy) is None:
            yield spy


def _spend(state: State, seat: str) -> Iterator[Order]:
    context = Planning(state, Plan())
    for bin_ in BINS:
        for koku in range(1, state.seats[seat].koku + 1):
            order = Spend(koku, bin_)
            if legal_spend(context, seat, order) is None:
                yield order
    for place in range(1, len(state.living()) + 1):
        yield PreferTurn((place,))


def _muster(state: State, seat: str) -> Iterator[Order]:
    context = Muster(state, seat)
    owned = state.owned(seat)
    if context.build:
        for place in owned:
            for order in (Build("castle", place), Build("fortress", place)):
                if legal_build(context, seat, order) is None:
                    yield order
    if context.levy:
        yield from _levies(context, seat, owned)
    if context.ronin:
        for place in owned:
            room = ronin_room(state, place)
            for number in range(1, min(context.ronin, room.army + room.force) + 1):
                hide = HideRonin(number, place)
                if legal_ronin(context, seat, hide) is None:
                    yield hide
    yield from _strikes(context, seat)


def _levies(context: Muster, seat: str, owned: list[str]) -> Iterator[Order]:
    for unit in REGULAR:
        for place in owned:
            levy = Levy(Units(((unit, 1),)), (place,))
            if legal_levy(context, seat, levy) is None:
                yield levy
        for number in context.state.seats[seat].armies:
            to_army = LevyToArmy(unit, number)
            if legal_levy_army(context, seat, to_army) is None:
                yield to_army


def _strikes(context: Muster, seat: str) -> Iterator[Order]:
    state = context.state
    if state.ninja.holder != seat:
        return
    for victim in state.living():
        for number in state.seats[victim].armies:
            for phase in state.edition.strike_phases:
                strike = StrikeAtPhase(number, victim, victim, phase)
                if legal_strike(context, seat, strike) is None:
                    yield strike


def _war(state: State, seat: str) -> Iterator[Order]:
    war = War(state, seat, None)
    for number, army in state.seats[seat].armies.items():
        for target in state.neighbours(army.at):
            march = March(number, (target,))
            if state.provinces[target].owner == seat and legal_march(war, seat, march) is None:
                yield march
    owned = state.owned(seat)
    war.phase = "B"
    for source in owned:
        yield from _attacks(war, source)
    war.phase = "D"
    for number, army in state.seats[seat].armies.items():
        for target in state.neighbours(army.at):
            move = MoveArmy(number, (target,))
            if legal_march(war, seat, move) is None:
                yield move
    for source in owned:
        yield from _moves(war, source)


def _attacks(war: War, source: str) -> Iterator[Order]:
    state = war.state
    army = state.army_in(source)
    force = regulars(state.provinces[source]) > 0
    for target in state.neighbours(source):
        if state.provinces[target].owner == war.seat:
            continue
        if army and attack_problem(war, Target(source, target, army[0])) is None:
            yield Attack(target, source, "army")
        if force and attack_problem(war, Target(source, target, "")) is None:
            yield Attack(target, source, "force")


def _moves(war: War, source: str) -> Iterator[Order]:
    unit = cheapest(counts(war.state.provinces[source]))
    if not unit:
        return
    some = Units(((unit, 1),))
    picked = leaving(war, source, some)
    if isinstance(picked, Problem):
        return
    for target in war.state.neighbours(source):
        if entering(war, target, picked) is None:
            yield MoveForce(some, source, target)
