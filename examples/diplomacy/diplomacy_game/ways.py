"""Where units can go: the board as armies and fleets see it.

A *place* is where a unit stands: a province, or one of its coasts, ``Spain/nc``.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property

from adjudicator.boards import Board
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.variant import CLOSED, ISLANDS, Variant, variant_of

Reach = Mapping[str, tuple[str, ...]]
"""The places that a unit reaches in one step, by their provinces."""


class Ways:
    """The ways on a board."""

    def __init__(self, board: Board):
        self.board = board
        provinces = board.provinces
        self.water = frozenset(name for name, each in provinces.items() if each.water)
        self.convoying = self.water.union(board.sets.get(ISLANDS, ()))
        """Where fleets convoy: at sea, and at islands which no land joins to anything."""
        self.places = {
            name: tuple(f"{name}/{coast}" for coast in each.coasts) or (name,)
            for name, each in provinces.items()
        }
        """Where a fleet can stand in a province."""
        self.province = {name: name for name in provinces}
        """The province of every place."""
        self.province |= {place: name for name, each in self.places.items() for place in each}
        self.seas = {
            name: tuple(each for each in board.neighbours[name] if each in self.convoying)
            for name in provinces
        }
        """The areas next to a province in which fleets convoy."""
        self.near = {name: frozenset(board.neighbours[name]) for name in provinces}
        """All provinces that lie next to one."""
        self.close = {
            name: tuple(sorted(near.union(*(self.near[each] for each in near)) - {name}))
            for name, near in self.near.items()
        }
        """Those, and the ones next to them, in the order of the alphabet."""
        self.coastal = frozenset(self.seas) - self.water
        self.coastal = frozenset(name for name in self.coastal if self.seas[name])
        self.shores = {name: self.near[name] & self.coastal for name in self.convoying}
        """The coastal provinces next to each of them."""
        self.closed: frozenset[str] = frozenset()
        """What nobody may enter, for the time being."""
        self._without: dict[frozenset[str], Ways] = {}
        self.reach: dict[tuple[str, str], Reach] = {}
        """By kind of unit and place; nothing where no such unit can stand."""
        self.texts = {(k, place): f"{k} {place}" for place in self.province for k in (ARMY, FLEET)}
        """The units that can be, by kind and place, as orders name them."""
        for name in provinces:
            self.reach[ARMY, name] = _by_land(board, name)
            self.reach[FLEET, name] = {}
            for place in self.places[name]:
                self.reach[FLEET, place] = self._by_sea(place)
        afloat = (
            name for name in provinces if any(self.reach[FLEET, x] for x in self.places[name])
        )
        self.harbours = frozenset(afloat)
        """Where a fleet can be."""
        for name, each in provinces.items():
            kind, coast = str(each.values.get("unit", "")), str(each.values.get("coast", ""))
            place = f"{name}/{coast}" if coast else name
            if kind and not self.can_stand(kind, place):
                raise ValueError(f"provinces.{name}.values.unit: {kind} {place} cannot be.")

    @cached_property
    def variant(self) -> Variant:
        """What the board says beside its provinces. Raises ValueError."""
        return variant_of(self.board)

    def without(self, closed: frozenset[str]) -> "Ways":
        """Return the ways of a time in which nobody may enter some provinces."""
        if closed <= self.closed:
            return self
        closed |= self.closed
        if closed not in self._without:
            ways = self._without[closed] = copy(self)
            ways.closed = closed
            ways.shores = {sea: near - closed for sea, near in self.shores.items()}
            ways.reach = {
                stand: near if self.province[stand[1]] in closed else _omit(near, closed)
                for stand, near in self.reach.items()
            }
        return self._without[closed]

    def can_stand(self, kind: str, place: str) -> bool:
        """Whether a unit of this kind can stand in a place."""
        return bool(self.reach.get((kind, place)))

    def _by_sea(self, place: str) -> Reach:
        source = self.province[place]
        near = self._afloat(source, place)
        there = {target: tuple(self._landings(source, target)) for target in near}
        return {target: places for target, places in there.items() if places}

    def _afloat(self, name: str, place: str) -> Iterable[str]:
        """Return the provinces that ships reach from a place of a province."""
        here = self.board.provinces[name]
        _, _, coast = place.partition("/")
        return here.coasts[coast] if coast else (*here.coast, *here.sea)

    def _landings(self, source: str, target: str) -> Iterator[str]:
        return (place for place in self.places[target] if source in self._afloat(target, place))


def _by_land(board: Board, name: str) -> Reach:
    if board.provinces[name].water:
        return {}
    return {other: (other,) for other in board.neighbours[name] if board.by_land(name, other)}


def _omit(near: Reach, closed: frozenset[str]) -> Reach:
    return {name: places for name, places in near.items() if name not in closed}


_WAYS: dict[int, tuple[Board, Ways]] = {}


def ways_of(board: Board) -> Ways:
    """Return the ways of a board, which is kept with them. Raises ValueError."""
    found = _WAYS.get(id(board))
    if found is None or found[0] is not board:
        ways = Ways(board).without(frozenset(board.sets.get(CLOSED, ())))
        found = _WAYS[id(board)] = (board, ways)
    return found[1]
