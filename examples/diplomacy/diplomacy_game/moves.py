"""Spring and fall: all units act at once."""

from collections.abc import Iterator, Mapping

from adjudicator.games.engine import Problem, warning
from diplomacy_game.battle import Battle, Orders, Rulings
from diplomacy_game.events import Convoyed, Held, Moved, Supported, WasDislodged
from diplomacy_game.lines import answer, choose
from diplomacy_game.movement import Front, Plan
from diplomacy_game.orders import Convoy, Move, Support
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, Dislodged, Unit


def move_units(play: DiplomacyPlay) -> None:
    """Carry out the orders of all powers, and tell what became of each."""
    front = play.front
    chosen = choose(play, front.plan)
    plans = {name: each.plan for name, each in chosen.items()}
    orders = orders_of(play, front, plans)
    battle = Battle(front.ways, orders, rulings(play))
    moved = {name: plans[name].target for name in orders.moves if battle.moves(name)}
    named = front.ways.texts
    texts = {name: named[stand] for name, stand in front.stands.items()}
    for power, names in sorted(front.of.items()):
        for name in names:
            each = chosen.get(name)
            if each is None:
                play.tell(Held(power, texts[name], name, ordered=False))
            else:
                problem = _tell(play, (power, texts[name], name), each.plan, texts, orders, battle)
                answer(play, each, problem)
    _settle(play, front, orders, battle, moved)


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
    units, options = front.units, play.position.options
    province = front.ways.province
    moves: dict[str, str] = {}
    fleets: dict[str, list[str]] = {}
    helpers: dict[str, list[str]] = {}
    aims: dict[str, str] = {}
    for name, plan in plans.items():
        if plan.kind is Move:
            moves[name] = province[plan.target]
    coast = str(options["support-coast"])
    for name, plan in plans.items():
        if plan.kind is Support:
            if plan.target:
                if plan.source in moves and _is_matched(front, plan, plans[plan.source], coast):
                    helpers.setdefault(plan.source, []).append(name)
                    aims[name] = moves[plan.source]
            elif plan.source not in moves:
                helpers.setdefault(plan.source, []).append(name)
                aims[name] = plan.source
        elif plan.kind is Convoy and moves.get(plan.source) == plan.target:
            fleets.setdefault(plan.source, []).append(name)
    how = str(options["adjacent-convoy"])
    convoys = {
        name: fleets.get(name, [])
        for name in moves
        if units[name].kind == ARMY and _goes_by_sea(front, name, plans[name], moves, fleets, how)
    }
    seas = frozenset(name for name, plan in plans.items() if plan.kind is Convoy)
    return Orders(front.powers, moves, helpers, aims, convoys, seas)


def _is_matched(front: Front, plan: Plan, other: Plan, coast: str) -> bool:
    """Whether a unit makes the move in which another supports it."""
    if other.target == plan.target:
        return True
    if front.ways.province[other.target] != plan.target:
        return False
    return coast == "open" or len(front.reach[plan.source][plan.target]) == 1


def _goes_by_sea(
    front: Front,
    name: str,
    plan: Plan,
    moves: dict[str, str],
    fleets: dict[str, list[str]],
    how: str,
) -> bool:
    """Whether an army goes by sea: it must, it says so, or its power shows the intent (D5)."""
    if plan.route or plan.target not in front.reach[name]:
        return True
    carriers = fleets.get(name)
    if not carriers or how == "stated":
        return False
    if how == "opposed":
        return moves.get(plan.target) == name and front.can_sail(name, plan.target)
    return any(front.units[each].power == front.units[name].power for each in carriers)


# What became of them


def _tell(
    play: DiplomacyPlay,
    who: tuple[str, str, str],
    plan: Plan,
    texts: Mapping[str, str],
    orders: Orders,
    battle: Battle,
) -> Problem | None:
    """Tell what became of an order; return why it was not carried out.

    ``who`` is the power, the unit and its province; ``texts`` are all units by province.
    """
    power, text, name = who
    if plan.kind is Support:
        outcome, against = _support(orders, battle, name, plan)
        foes = tuple([texts[each] for each in against]) if against else ()
        other = texts[plan.source]
        play.tell(Supported(power, text, name, other, plan.target, outcome, foes))
        if outcome == "void":
            return warning("void", f"{other} did something else.")
        return warning("cut", f"{_list(foes)} cut it.") if foes else None
    if plan.kind is Move:
        outcome, against = _move(orders, battle, name)
        foes = tuple([texts[each] for each in against]) if against else ()
        by_sea = name in orders.convoys
        play.tell(Moved(power, text, name, plan.target, outcome, by_sea, foes))
        if outcome == "no convoy":
            return warning("no-convoy", "No convoy carried it.")
        return _bounce(orders, name, against, foes) if outcome == "bounced" else None
    if plan.kind is Convoy:
        outcome = _convoy(orders, battle, name, plan)
        play.tell(Convoyed(power, text, name, texts[plan.source], plan.target, outcome))
        if outcome == "void":
            return warning("void", "The army did something else.")
        return _breach(battle, name) if outcome == "broken" else None
    play.tell(Held(power, text, name))
    return None


def _bounce(orders: Orders, name: str, against: tuple[str, ...], foes: tuple[str, ...]) -> Problem:
    """Say why a unit bounced off those that are ``against`` it."""
    target, powers = orders.moves[name], orders.powers
    own = target in against and powers[target] == powers[name]
    more = "; nobody dislodges a unit of his own" if own else ""
    return warning("bounced", f"{_list(foes)} stood it off{more}.")


def _breach(battle: Battle, fleet: str) -> Problem:
    """Say why a convoy was broken that the army wanted."""
    if any(map(battle.moves, battle.attackers[fleet])):
        return warning("no-convoy", "The fleet was dislodged.")
    return warning(
        "no-convoy", "Whether the fleet stays hangs on the convoy itself: such a convoy fails."
    )


def _move(orders: Orders, battle: Battle, name: str) -> tuple[str, tuple[str, ...]]:
    """Say what became of a move, and who stood it off."""
    if battle.moves(name):
        return "moved", ()
    if not battle.arrives(name):
        return "no convoy", ()
    return "bounced", tuple(_opponents(orders, battle, name))


def _support(orders: Orders, battle: Battle, name: str, plan: Plan) -> tuple[str, tuple[str, ...]]:
    """Say what became of a support, and who cut it."""
    if name not in orders.helpers.get(plan.source, ()):
        return "void", ()
    if battle.supports(name):
        return "given", ()
    return "cut", tuple(battle.cutters(name))


def _convoy(orders: Orders, battle: Battle, name: str, plan: Plan) -> str:
    if name not in orders.convoys.get(plan.source, ()):
        return "void"
    return "convoyed" if battle.stays(name) else "broken"


def _opponents(orders: Orders, battle: Battle, name: str) -> Iterator[str]:
    """Yield the units that stood a move off."""
    target = orders.moves[name]
    if target in orders.powers and not (target in orders.moves and battle.moves(target)):
        yield target
    for other in battle.attackers[target]:
        if other != name and battle.is_disputed(other):
            yield other


def _list(texts: tuple[str, ...]) -> str:
    return " and ".join(texts) or "The rules"


def _settle(
    play: DiplomacyPlay, front: Front, orders: Orders, battle: Battle, moved: dict[str, str]
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
            if name not in moved and target not in taken and battle.is_disputed(name)
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
        lost[name] = Dislodged(unit, retreats)
    for name, source in arrived.items():
        units[name] = _at_place(front.units[source], moved[source])
    play.change(units={name: units[name] for name in sorted(units)}, dislodged=lost)


def _at_place(unit: Unit, place: str) -> Unit:
    """Return a unit as it stands in another place."""
    coast = place.partition("/")[2]
    return unit if coast == unit.coast else Unit(unit.power, unit.kind, coast)
