"""Convoys: the ways over the sea that fleets offer."""

from collections.abc import Collection, Iterator

from diplomacy_game.ways import Ways


def is_joined(ways: Ways, fleets: Collection[str], source: str, target: str) -> bool:
    """Whether the fleets, named by their provinces, can carry an army from one coast to another."""
    shore = ways.seas[target]
    edge = [sea for sea in ways.seas[source] if sea in fleets]
    reached = set(edge)
    while edge:
        sea = edge.pop()
        if sea in shore:
            return True
        fresh = [each for each in ways.seas[sea] if each in fleets and each not in reached]
        reached.update(fresh)
        edge += fresh
    return False


def routes(
    ways: Ways, fleets: Collection[str], source: str, target: str
) -> Iterator[tuple[str, ...]]:
    """Yield the ways on which no fleet could be left out, each as fleets from coast to coast."""
    start, shore = ways.seas[source], ways.seas[target]
    edge: list[tuple[str, ...]] = [(sea,) for sea in start if sea in fleets]
    while edge:
        way = edge.pop()
        if way[-1] in shore:
            yield way
            continue
        for sea in ways.seas[way[-1]]:
            if sea in fleets and sea not in start and not _is_shortcut(ways, way, sea):
                edge.append((*way, sea))


def _is_shortcut(ways: Ways, way: tuple[str, ...], sea: str) -> bool:
    """Whether the way could have come to the sea sooner, or has."""
    return sea in way or any(sea in ways.seas[each] for each in way[:-1])


def is_needed(ways: Ways, fleets: Collection[str], fleet: str, source: str, target: str) -> bool:
    """Whether a fleet is on a way on which it could not be left out (DATC 6.G.19)."""
    if fleet in ways.seas[source] and fleet in ways.seas[target]:
        return True
    return any(fleet in way for way in routes(ways, fleets, source, target))
