"""Legal orders, each possible by itself as things stand."""

from collections.abc import Iterator

from adjudicator.orders import Order
from diplomacy_game import routes
from diplomacy_game.movement import Front
from diplomacy_game.moves import front_of
from diplomacy_game.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET


def legal_orders(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    """Yield all orders that the rules have nothing against."""
    phase = play.position.phase
    if phase in ("spring", "fall"):
        front = front_of(play)
        for name in play.units_of(seat):
            yield from _for_unit(front, name)
    elif phase == "winter":
        yield from _in_winter(play, seat)
    else:
        for name, lost in play.dislodged():
            if lost.unit.power == seat:
                piece = Piece(lost.unit.kind, lost.unit.at(name))
                yield from (Retreat(piece, place) for place in lost.retreats)
                yield Disband(piece)


def _for_unit(front: Front, name: str) -> Iterator[Order]:
    piece = _piece(front, name)
    yield Hold(piece)
    near = front.reach(name)
    for places in near.values():
        yield from (Move(piece, place) for place in places)
    if piece.kind == ARMY:
        for target in _overseas(front, name):
            yield Move(piece, target, "convoy")
    for other in front.units:
        if other != name:
            yield from _supports(front, name, piece, other)
    if piece.kind == FLEET and name in front.ways.water:
        yield from _convoys(front, name, piece)


def _supports(front: Front, name: str, piece: Piece, other: str) -> Iterator[Order]:
    near = front.reach(name)
    helped = _piece(front, other)
    if other in near:
        yield Support(piece, helped)
    for target, places in front.reach(other).items():
        if target in near:
            yield from (Support(piece, helped, place) for place in places)
    if helped.kind == ARMY:
        beyond = front.reach(other)
        for target in _overseas(front, other, without=name):
            if target in near and target != name and target not in beyond:
                yield Support(piece, helped, target)


def _overseas(front: Front, source: str, without: str = "") -> Iterator[str]:
    """Yield the provinces to which fleets could carry an army."""
    seas = front.ways.seas
    edge = [sea for sea in seas[source] if sea in front.fleets and sea != without]
    reached = set(edge)
    for sea in edge:
        fresh = [s for s in seas[sea] if s in front.fleets and s not in reached and s != without]
        reached.update(fresh)
        edge += fresh
    near = front.ways.board.neighbours
    shores = {shore for sea in edge for shore in near[sea] if shore in front.ways.coastal}
    yield from sorted(shores - {source})


def _convoys(front: Front, name: str, piece: Piece) -> Iterator[Order]:
    for army, unit in front.units.items():
        if unit.kind == ARMY and army in front.ways.coastal:
            for target in _overseas(front, army):
                if routes.is_needed(front.ways, front.fleets, name, army, target):
                    yield Convoy(piece, _piece(front, army), target)


def _piece(front: Front, name: str) -> Piece:
    unit = front.units[name]
    return Piece(unit.kind, unit.at(name))


def _in_winter(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    if play.surplus(seat) < 0:
        for name in play.units_of(seat):
            unit = play.area(name).unit
            assert unit is not None
            yield Disband(Piece(unit.kind, unit.at(name)))
        return
    if play.builds(seat):
        for home in play.homes(seat):
            yield Build(Piece(ARMY, home))
            places = play.ways.places[home]
            yield from (
                Build(Piece(FLEET, each)) for each in places if play.ways.can_stand(FLEET, each)
            )
        yield Waive(1)
