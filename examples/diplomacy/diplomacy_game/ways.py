"""Where units can go: the board as armies and fleets see it, and what fleets offer to armies.

A *place* is where a unit stands: a province, or one of its coasts, ``Spain/nc``.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, lru_cache

from adjudicator.boards import Board, BoardError, load_board, parse_board
from adjudicator.games.contract import GameError, Value
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.reasons import VariantError, reason
from diplomacy_game.variant import CLOSED, ISLANDS, Variant, variant_of

Reach = Mapping[str, tuple[str, ...]]
"""The places that a unit reaches in one step, by their provinces."""
Crossings = Mapping[str, frozenset[str]]
"""By the coastal province to which fleets can carry an army: the fleets that a route needs."""
MOST_ROUTES = 20_000
"""So many beginnings of routes are followed at the most; the board has some hundreds."""
MOST_TEXT = 60_000
"""Letters of a board's file: every position of the game carries it."""


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
                raise VariantError("no-first-unit", place=name, unit=f"{kind} {place}")

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


def board_name(options: Mapping[str, Value]) -> str:
    """Return what ``load_board`` knows the board of a game by."""
    return str(options.get("board", "")) or f"diplomacy_game/{options.get('variant', 'standard')}"


def board(options: Mapping[str, Value]) -> Board:
    """Return the board that the options choose. Raises GameError for one that cannot be used."""
    name, own = board_name(options), "board" in options
    if own and len(name) > MOST_TEXT:
        raise GameError(reason("too-long-board", most=MOST_TEXT))
    try:
        there = parse_board(name) if own else load_board(name)
        ways_of(there).variant  # noqa: B018
    except (BoardError, ValueError) as error:
        raise GameError(reason("no-board", why=str(error))) from error
    return there


# Convoys: the ways over the sea that fleets offer


def is_joined(ways: Ways, fleets: Collection[str], source: str, target: str) -> bool:
    """Whether the fleets, named by their provinces, can carry an army from one coast to another."""
    return not reached(ways, fleets, source).isdisjoint(ways.seas[target])


def reached(ways: Ways, fleets: Collection[str], source: str) -> set[str]:
    """Return the fleets that can carry an army from a coast on some way, short or long."""
    edge = [sea for sea in ways.seas[source] if sea in fleets]
    found = set(edge)
    for sea in edge:
        fresh = [each for each in ways.seas[sea] if each in fleets and each not in found]
        found.update(fresh)
        edge += fresh
    return found


def routes(ways: Ways, fleets: Collection[str], source: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways from a coast, fleet by fleet, on which none could be left out."""
    edge: list[tuple[str, ...]] = [(sea,) for sea in ways.seas[source] if sea in fleets]
    for _ in range(MOST_ROUTES):
        if not edge:
            return
        way = edge.pop()
        yield way
        behind = {source, *way[:-1]}
        for sea in ways.seas[way[-1]]:
            if sea in fleets and sea not in way and behind.isdisjoint(ways.near[sea]):
                edge.append((*way, sea))


@lru_cache(maxsize=4096)
def crossings(ways: Ways, fleets: frozenset[str], source: str) -> Crossings:
    """Return where fleets can carry an army from a coast, and which of them that needs.

    A fleet is needed if there is a route on which it could not be left out (DATC 6.G.19).
    """
    found: dict[str, frozenset[str]] = {}
    for way in routes(ways, fleets, source):
        passed, fleets_on_it = {source}.union(*(ways.near[sea] for sea in way[:-1])), frozenset(way)
        for shore in ways.shores[way[-1]] - passed:
            found[shore] = fleets_on_it.union(found.get(shore, ()))
    return dict(sorted(found.items()))


class Sailings:
    """What fleets at sea make possible for the armies on the coasts."""

    def __init__(self, ways: Ways, fleets: frozenset[str], armies: Mapping[str, Reach]):
        """``armies`` are the provinces in which they are, with where each can walk."""
        self.moves: dict[str, Crossings] = {}
        """Where each army can be carried; none that cannot be."""
        self.convoys: dict[str, list[tuple[str, str]]] = {}
        """By fleet: the armies that it can carry, and where to."""
        self.guests: dict[str, list[str]] = {}
        """By province: the armies that can come there by sea, and cannot walk."""
        for army, walks in armies.items():
            if fleets.isdisjoint(ways.seas[army]):
                continue
            self.moves[army] = crossings(ways, fleets, army)
            for target, needed in self.moves[army].items():
                if target not in walks:
                    self.guests.setdefault(target, []).append(army)
                for fleet in needed:
                    self.convoys.setdefault(fleet, []).append((army, target))
