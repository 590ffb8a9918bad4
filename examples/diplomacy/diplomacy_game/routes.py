"""Convoys: the ways over the sea that fleets offer."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from diplomacy_game.ways import Reach, Ways

Crossings = Mapping[str, frozenset[str]]
"""By the coastal province to which fleets can carry an army: the fleets that a route needs."""
MOST_ROUTES = 20_000
"""So many beginnings of routes are followed at the most; the board has some hundreds."""


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
