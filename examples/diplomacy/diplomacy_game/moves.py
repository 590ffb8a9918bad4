"""Spring and fall: all units act at once."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.games.contract import Event
from adjudicator.games.engine import Problem
from diplomacy_game.battle import Battle, Orders, Rulings
from diplomacy_game.events import Convoyed, Held, Moved, Supported, WasDislodged
from diplomacy_game.lines import answer_of, choose, possible_orders
from diplomacy_game.movement import Front, Plan
from diplomacy_game.orders import Convoy, Hold, HoldAll, Move, Support
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, Dislodged, Unit
from diplomacy_game.reasons import warning
from diplomacy_game.retreats import among


def move_units(play: DiplomacyPlay) -> None:
    """Carry out the orders of all powers, and tell what became of each."""
    front = play.front
    chosen = choose(play, front.plan)
    plans = {name: each.plan for name, each in chosen.items()}
    orders = orders_of(play, front, plans)
    battle = Battle(front.ways, orders, rulings(play))
    moved = {name: plans[name].target for name in orders.moves if battle.moves(name)}
    texts = front.texts
    field = _Field(texts, orders, battle, moved)
    events: list[Event] = []
    for power, names in sorted(front.of.items()):
        told = not chosen.keys() >= set(names) and _are_told_to_hold(play, front, power)
        for name in names:
            each = chosen.get(name)
            if each is None:
                events.append(Held(power, texts[name], name, ordered=told))
            else:
                event, problem = _FATES[each.plan.kind](field, power, name, each.plan)
                events += (event, answer_of(play, each, problem))
    play.tell(*events)
    wishes = {name: getattr(each.order, "retreats", ()) for name, each in chosen.items()}
    _settle(play, front, orders, battle, moved, wishes)


def _are_told_to_hold(play: DiplomacyPlay, front: Front, power: str) -> bool:
    """Whether a power orders all the units to hold that have no orders of their own."""
    given = possible_orders(power, play.orders.get(power, ()), front.plan)
    return any(isinstance(order, HoldAll) for order in given)


def rulings(play: DiplomacyPlay) -> Rulings:
    """Return what the options choose where the rulebook leaves it open."""
    options = play.position.options
    return Rulings(
        str(options["paradox"]),
        options["convoy-routes"] == "all",
        bool(options["convoyed-cut"]),
        bool(options["dislodged-bounce"]),
    )


# What orders come to together


def orders_of(play: DiplomacyPlay, front: Front, plans: dict[str, Plan]) -> Orders:
    """Match supports and convoys with the moves that they are for."""
    units, reach, options = front.units, front.reach, play.position.options
    province, coast = front.ways.province, str(options["support-coast"])
    moves: dict[str, str] = {}
    others: list[tuple[str, Plan]] = []
    for name, plan in plans.items():
        if plan.kind is Move:
            moves[name] = province[plan.target]
        elif plan.source:
            others.append((name, plan))
    fleets: dict[str, list[str]] = {}
    helpers: dict[str, list[str]] = {}
    aims: dict[str, str] = {}
    seas: list[str] = []
    for name, plan in others:
        source, target = plan.source, plan.target
        if plan.kind is Convoy:
            seas.append(name)
            if moves.get(source) == target:
                fleets.setdefault(source, []).append(name)
        elif target:
            if source in moves and _is_matched(front, plan, plans[source], coast):
                helpers.setdefault(source, []).append(name)
                aims[name] = moves[source]
        elif source not in moves:
            helpers.setdefault(source, []).append(name)
            aims[name] = source
    how = str(options["adjacent-convoy"])
    convoys: dict[str, list[str]] = {}
    for name in moves:
        if units[name].kind == ARMY:
            plan, carriers = plans[name], fleets.get(name, [])
            walks = not carriers and options["unconvoyed"] == "walks"
            must = (plan.route and not walks) or plan.target not in reach[name]
            if must or _prefers_sea(front, name, plan.target, moves, carriers, how):
                convoys[name] = carriers
    return Orders(front.powers, moves, helpers, aims, convoys, frozenset(seas))


def _is_matched(front: Front, plan: Plan, other: Plan, coast: str) -> bool:
    """Whether a unit makes the move in which another supports it."""
    if other.target == plan.target:
        return True
    if front.ways.province[other.target] != plan.target:
        return False
    return coast == "open" or len(front.reach[plan.source][plan.target]) == 1


def _prefers_sea(
    front: Front, name: str, target: str, moves: dict[str, str], carriers: list[str], how: str
) -> bool:
    """Whether an army that could walk goes by sea, for its power shows the intent (D5)."""
    if not carriers or how == "stated":
        return False
    if how == "opposed":
        return moves.get(target) == name
    return any(front.units[each].power == front.units[name].power for each in carriers)


# What became of them


class _Field(NamedTuple):
    """A phase whose moves are decided."""

    texts: Mapping[str, str]
    """All units as orders name them, by province."""
    orders: Orders
    battle: Battle
    moved: Mapping[str, str]
    """Where units got, by the province from which they came."""


_Fate = tuple[Event, Problem | None]
"""What became of an order, and why it was not carried out."""


def _support(field: _Field, power: str, name: str, plan: Plan) -> _Fate:
    texts, orders, battle, _ = field
    text, other, target = texts[name], texts[plan.source], plan.target
    if name not in orders.aims:
        event = Supported(power, text, name, other, target, "void")
        return event, warning("void", units=[other])
    if battle.supports(name):
        return Supported(power, text, name, other, target), None
    foes = tuple([texts[each] for each in battle.cutters(name)])
    event = Supported(power, text, name, other, target, "cut", foes)
    return event, warning("cut", units=list(foes))


def _move(field: _Field, power: str, name: str, plan: Plan) -> _Fate:
    texts, orders, battle, moved = field
    text, by_sea = texts[name], name in orders.convoys
    if name in moved:
        return Moved(power, text, name, plan.target, "moved", by_sea), None
    if not battle.arrives(name):
        event = Moved(power, text, name, plan.target, "no convoy", by_sea)
        return event, warning("no-convoy")
    against = list(_opponents(orders, battle, name))
    foes = tuple([texts[each] for each in against])
    event = Moved(power, text, name, plan.target, "bounced", by_sea, foes)
    return event, _bounce(orders, name, against, foes)


def _convoy(field: _Field, power: str, name: str, plan: Plan) -> _Fate:
    texts, orders, battle, _ = field
    unit = (power, texts[name], name, texts[plan.source], plan.target)
    if name not in orders.convoys.get(plan.source, ()):
        return Convoyed(*unit, "void"), warning("void.army")
    if battle.stays(name):
        return Convoyed(*unit), None
    return Convoyed(*unit, "broken"), _breach(battle, name)


def _hold(field: _Field, power: str, name: str, plan: Plan) -> _Fate:
    return Held(power, field.texts[name], name), None


_FATES = {Support: _support, Move: _move, Convoy: _convoy, Hold: _hold}


def _bounce(orders: Orders, name: str, against: list[str], foes: tuple[str, ...]) -> Problem:
    """Say why a unit bounced off those that are ``against`` it."""
    target, powers = orders.moves[name], orders.powers
    own = target in against and powers[target] == powers[name]
    return warning("bounced.off-own" if own else "bounced", units=list(foes))


def _breach(battle: Battle, fleet: str) -> Problem:
    """Say why a convoy was broken that the army wanted."""
    if any(map(battle.moves, battle.attackers[fleet])):
        return warning("no-convoy.dislodged")
    return warning("no-convoy.paradox")


def _opponents(orders: Orders, battle: Battle, name: str) -> Iterator[str]:
    """Yield the units that stood a move off."""
    target = orders.moves[name]
    if target in orders.powers and not (target in orders.moves and battle.moves(target)):
        yield target
    for other in battle.attackers[target]:
        if other != name and battle.is_disputed(other):
            yield other


def _settle(
    play: DiplomacyPlay,
    front: Front,
    orders: Orders,
    battle: Battle,
    moved: dict[str, str],
    wishes: Mapping[str, tuple[str, ...]],
) -> None:
    """Put the units where they got, and find out where those that lost their place may go."""
    province = front.ways.province
    arrived = {province[place]: name for name, place in moved.items()}
    beaten = [name for name in arrived if name in front.units and name not in moved]
    if beaten:
        taken = (set(front.units) - set(moved)) | set(arrived)
        disputed = {
            target
            for name, target in orders.moves.items()
            if name not in moved and battle.is_disputed(name)
        }
    units = {name: unit for name, unit in front.units.items() if name not in moved}
    lost: dict[str, Dislodged] = {}
    for name in beaten:
        source, unit = arrived[name], units.pop(name)
        barred = taken | disputed
        if source not in orders.convoys or not play.position.options["retreat-past-convoy"]:
            barred.add(source)
        near = front.reach[name].items()
        retreats = tuple(sorted(p for other, each in near if other not in barred for p in each))
        by = play.text(source)
        play.tell(WasDislodged(unit.power, play.text(name), name, by, retreats))
        wanted = among(front.ways, unit, retreats, wishes.get(name, ()))
        lost[name] = Dislodged(unit, retreats, wanted)
    for name, source in arrived.items():
        units[name] = _at_place(front.units[source], moved[source])
    play.change(units={name: units[name] for name in sorted(units)}, dislodged=lost)


def _at_place(unit: Unit, place: str) -> Unit:
    """Return a unit as it stands in another place."""
    coast = place.partition("/")[2]
    return unit if coast == unit.coast else Unit(unit.power, unit.kind, coast)
