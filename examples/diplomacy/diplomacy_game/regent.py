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
    """Send units to the nearest centres of others; a second one to the same place supports."""
    front = play.front
    wanted = set(play.board.sets["centres"]) - set(play.centres(seat))
    apart = {kind: _distances(front, kind, wanted) for kind in (ARMY, FLEET)}
    going: dict[str, tuple[Piece, str]] = {}
    for name in play.units_of(seat):
        unit = front.units[name]
        piece, near = Piece(unit.kind, unit.at(name)), front.reach[name]
        far = apart[unit.kind]
        places = [place for each in near.values() for place in each]
        goal = min(places, key=lambda place: (far.get(place, len(far)), place), default="")
        target = front.ways.province.get(goal, "")
        if name in wanted or not goal:
            yield Hold(piece)
        elif target in going:
            other, place = going[target]
            yield Support(piece, other, place)
        else:
            going[target] = (piece, goal)
            yield Move(piece, goal)


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
    centres = play.board.sets["centres"]
    orders = [line.order for line in legal_orders(play, seat)]
    for order in sorted(orders, key=lambda each: getattr(each, "target", "") not in centres):
        if isinstance(order, Retreat | Build) and order.province not in done:
            done.add(order.province)
            yield order
