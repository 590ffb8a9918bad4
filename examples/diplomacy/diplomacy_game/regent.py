"""What a sensible power orders: centres that are not its own, each by as many units as it takes."""

from collections.abc import Iterator

from adjudicator.orders import Branch, Line, Order
from diplomacy_game.legal_orders import legal_orders
from diplomacy_game.movement import Front
from diplomacy_game.orders import Build, Disband, Hold, Move, Retreat, Support
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.winter import removals


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
