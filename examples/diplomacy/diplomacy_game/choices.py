"""What a sensible power orders, and what fills the gaps that a power's orders leave."""

from collections.abc import Iterator
from functools import partial

from adjudicator.games.contract import Default
from adjudicator.orders import Branch, Line, Order, Orders
from diplomacy_game.events import Disbanded
from diplomacy_game.legal_orders import legal_orders
from diplomacy_game.lines import possible_orders
from diplomacy_game.movement import Front
from diplomacy_game.orders import Build, Disband, Hold, HoldAll, Move, Retreat, Support, UnitOrder
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.reasons import reason
from diplomacy_game.retreats import landing
from diplomacy_game.winter import carry_out_lines, removals, remove_by_default

# The steady regent: centres that are not its own, each by as many units as it takes


def steady(play: DiplomacyPlay, seat: str) -> Iterator[Line]:
    """Yield an order for each unit."""
    phase = play.position.phase
    orders = _moves(play, seat) if phase in ("spring", "fall") else _others(play, seat)
    yield from (Line((Branch(order),)) for order in orders)


def _moves(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    """Take centres of others: empty ones, then those that two units reach; go to the nearest else.

    Who stands in one stays until it changes hands.
    """
    front = play.front
    wanted = set(play.board.sets["centres"]) - set(play.centres(seat))
    pieces = {
        name: Piece(front.units[name].kind, front.units[name].at(name)) for name in front.units
    }
    own = play.units_of(seat)
    staying, free = [x for x in own if x in wanted], [x for x in own if x not in wanted]
    yield from (Hold(pieces[name]) for name in staying)
    going: dict[str, tuple[Piece, str]] = {}
    turn = 2 * play.position.round + (play.position.phase == "fall")
    for target in sorted(wanted.difference(staying), key=lambda name: (name in front.units, name)):
        near = [name for name in free if target in front.reach[name]]
        if len(near) > (target in front.units):
            first = near[turn % len(near)]  # not the same for ever, if others always stand it off
            going[target] = pieces[first], front.reach[first][target][0]
            yield Move(*going[target])
            helpers = [name for name in near if name != first and target in front.units]
            yield from (Support(pieces[name], *going[target]) for name in helpers)
            free = [name for name in free if name != first and name not in helpers]
    apart = {kind: _distances(front, kind, wanted) for kind in (ARMY, FLEET)}
    for name in free:
        reach, far = front.reach[name], apart[front.units[name].kind]
        places = [
            place for target, each in reach.items() if target not in staying for place in each
        ]
        goal = min(places, key=lambda place: (far.get(place, len(far)), place), default="")
        aim = next((target for target in going if target in reach), "")
        if aim or not goal:
            yield Support(pieces[name], *going[aim]) if aim else Hold(pieces[name])
        else:
            going[front.ways.province[goal]] = pieces[name], goal
            yield Move(pieces[name], goal)


def _distances(front: Front, kind: str, goals: set[str]) -> dict[str, int]:
    """Return how many moves it is from each place to the nearest goal."""
    places = front.ways.places if kind == FLEET else {name: (name,) for name in goals}
    edge = [
        place
        for name in sorted(goals)
        for place in places[name]
        if front.ways.can_stand(kind, place)
    ]
    found = dict.fromkeys(edge, 0)
    for place in edge:
        for other in front.ways.reach[kind, place].values():
            for each in other:
                if each not in found:
                    found[each] = found[place] + 1
                    edge.append(each)
    return found


def _others(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    """Retreat to centres rather than elsewhere, build armies, remove what goes by default."""
    if play.surplus(seat) < 0 and play.position.phase == "winter":
        for name in removals(play, seat)[: -play.surplus(seat)]:
            unit = play.units[name]
            yield Disband(Piece(unit.kind, unit.at(name)))
        return
    done: set[str] = set()
    centres = frozenset(play.board.sets["centres"])
    orders = [line.order for line in legal_orders(play, seat)]
    for order in sorted(
        orders, key=lambda each: not centres.issuperset(getattr(each, "targets", ("",)))
    ):
        if isinstance(order, Retreat | Build) and order.province not in done:
            done.add(order.province)
            yield order


# Defaults


NO_ORDER = reason("default")


def defaults(play: DiplomacyPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens to the units that have no orders, as an order where it can be said so."""
    phase = play.position.phase
    if phase == "winter":
        yield from _default_winter(play, seat)
        return
    moves = phase in ("spring", "fall")
    given = possible_orders(seat, orders, play.front.plan if moves else partial(landing, play))
    named = {order.province for order in given if isinstance(order, UnitOrder)}
    if moves:
        all_hold = any(isinstance(order, HoldAll) for order in given)
        for name in () if all_hold else play.units_of(seat):
            if name not in named:
                yield Default(f"{play.text(name)} H", str(NO_ORDER))
        return
    for name, lost in play.position.dislodged.items():
        if lost.unit.power != seat or name in named:
            continue
        if lost.wishes:
            why = reason("default.beside-order")
            yield Default(f"{lost.unit.text(name)} R {lost.wishes[0]}", str(why))
        else:
            why = NO_ORDER if lost.retreats else reason("default.nowhere")
            yield Default(f"disband {lost.unit.text(name)}", str(why))


def _default_winter(play: DiplomacyPlay, seat: str) -> Iterator[Default]:
    """Carry the lines out, and say what is done with what they leave."""
    before, surplus = play.save(), play.surplus(seat)
    left = carry_out_lines(play, seat, surplus)
    if surplus < 0:
        remove_by_default(play, seat, left)
    told = [each for each in play.events if type(each) is Disbanded and each.why == "disorder"]
    play.go_back(before)
    for each in told:
        yield Default(f"disband {each.unit}", str(reason("default.removal")))
    if surplus > 0 and left:
        yield Default(f"waive {left}", str(reason("default.builds")))
