"""Legal orders, each possible by itself as things stand.

What depends on where units stand alone is made once, as lines, and kept (``Menu``); what fleets
at sea make possible is found for each phase (``Front.sailings``), and the commonest lines are kept.
"""

from collections.abc import Iterator
from functools import lru_cache

from adjudicator.orders import Branch, Line, Order
from diplomacy_game.movement import Front
from diplomacy_game.orders import Build, Convoy, Disband, Hold, Move, Retreat, Support, Waive
from diplomacy_game.pieces import Piece
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.ways import Ways

Stand = tuple[str, str]
"""The kind of a unit, and its place."""


def legal_orders(play: DiplomacyPlay, seat: str) -> list[Line]:
    """Return all orders that the rules have nothing against."""
    phase = play.position.phase
    if phase in ("spring", "fall"):
        front = play.front
        menu = menu_of(front.ways)
        lines: list[Line] = []
        for name in front.of.get(seat, ()):
            _add_all(lines, front, menu, name)
        return lines
    return list(
        map(_line, _in_winter(play, seat) if phase == "winter" else _in_retreat(play, seat))
    )


def _line(order: Order) -> Line:
    return Line((Branch(order),))


def _add_all(lines: list[Line], front: Front, menu: "Menu", name: str) -> None:
    """Add all orders that a unit can have."""
    stands = front.stands
    mine = stands[name]
    lines += menu.moves(mine)
    supports = menu.supports(mine)
    for other in front.ways.close[name]:
        if other in stands:
            lines += supports[stands[other]]
    sailings = front.sailings
    if name in sailings.moves:
        lines += [by_sea(name, target) for target in sailings.moves[name]]
    elif name in sailings.convoys:
        lines += [convoy(name, army, target) for army, target in sailings.convoys[name]]
    if not sailings.guests.keys().isdisjoint(front.reach[name]):
        _add_landings(lines, front, name)


def _add_landings(lines: list[Line], front: Front, name: str) -> None:
    """Add a unit's supports of armies that come by sea and cannot walk."""
    mine, moves, guests = front.stands[name], front.sailings.moves, front.sailings.guests
    for target in [each for each in front.reach[name] if each in guests]:
        lines += [
            landing(mine, army, target)
            for army in guests[target]
            if name not in moves[army][target] or front.can_sail(army, target, without=name)
        ]


@lru_cache(maxsize=2048)
def by_sea(army: str, target: str) -> Line:
    """Return the move of an army by sea."""
    return _line(Move(Piece(ARMY, army), target, "convoy"))


@lru_cache(maxsize=8192)
def convoy(fleet: str, army: str, target: str) -> Line:
    """Return the order with which a fleet carries an army."""
    return _line(Convoy(Piece(FLEET, fleet), Piece(ARMY, army), target))


@lru_cache(maxsize=8192)
def landing(mine: Stand, army: str, target: str) -> Line:
    """Return the order with which a unit supports an army that comes by sea."""
    return _line(Support(Piece(*mine), Piece(ARMY, army), target))


class Menu:
    """The orders that units can have by where they stand."""

    def __init__(self, ways: Ways):
        self._ways = ways
        self._moves: dict[Stand, tuple[Line, ...]] = {}
        self._supports: dict[Stand, _Supports] = {}

    def moves(self, mine: Stand) -> tuple[Line, ...]:
        """Return the lines with which a unit holds, or moves on its own."""
        if mine not in self._moves:
            piece, near = Piece(*mine), self._ways.reach[mine].values()
            orders = (Hold(piece), *(Move(piece, place) for places in near for place in places))
            self._moves[mine] = tuple(map(_line, orders))
        return self._moves[mine]

    def supports(self, mine: Stand) -> "_Supports":
        """Return the lines with which a unit supports another, by how that one stands."""
        if mine not in self._supports:
            self._supports[mine] = _Supports(self._ways, mine)
        return self._supports[mine]


class _Supports(dict[Stand, tuple[Line, ...]]):
    """The lines with which a unit supports another, made when they are first asked for."""

    def __init__(self, ways: Ways, mine: Stand):
        super().__init__()
        self._ways = ways
        self._mine = mine

    def __missing__(self, other: Stand) -> tuple[Line, ...]:
        self[other] = tuple(map(_line, self._find(other)))
        return self[other]

    def _find(self, other: Stand) -> Iterator[Order]:
        reach, province = self._ways.reach, self._ways.province
        near, piece, helped = reach[self._mine], Piece(*self._mine), Piece(*other)
        if province[helped.place] in near:
            yield Support(piece, helped)
        for target, places in reach[other].items():
            if target in near:
                yield from (Support(piece, helped, place) for place in places)


@lru_cache(maxsize=4)
def menu_of(ways: Ways) -> Menu:
    """Return the menu of a board."""
    return Menu(ways)


def _in_retreat(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    for name, lost in play.position.dislodged.items():
        if lost.unit.power == seat:
            piece = Piece(lost.unit.kind, lost.unit.at(name))
            yield from (Retreat(piece, (place,)) for place in lost.retreats)
            yield Disband(piece)


def _in_winter(play: DiplomacyPlay, seat: str) -> Iterator[Order]:
    surplus = play.surplus(seat)
    if surplus < 0:
        for name in play.units_of(seat):
            unit = play.units[name]
            yield Disband(Piece(unit.kind, unit.at(name)))
    elif surplus and (homes := play.homes(seat)):
        for home in homes:
            yield Build(Piece(ARMY, home))
            places = play.ways.places[home]
            yield from (
                Build(Piece(FLEET, each)) for each in places if play.ways.can_stand(FLEET, each)
            )
        yield Waive(1)
