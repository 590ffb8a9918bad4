"""Sea lines: a gentle arc where one is free of land, else the shortest way around it."""

import math
from collections.abc import Iterator

import numpy as np
from scipy.ndimage import distance_transform_edt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from shapely import LineString, MultiPolygon, Point, Polygon, box, contains_xy, prepare
from shapely.ops import unary_union

from board_outlines.forces import Array
from board_outlines.mesh import cut_corners

GRID = 6.0  # pixels between the points of the search for a way around
CLEAR = 7.0  # pixels kept from foreign shores
EDGE = 8  # pixels kept from the edge of the canvas
BULGES = (0.1, -0.1, 0.22, -0.22, 0.36, -0.36)


def sea_lines(
    pairs: tuple[tuple[str, str], ...],
    shapes: dict[str, Polygon],
    middles: dict[str, tuple[float, float]],
    size: tuple[int, int],
) -> dict[tuple[str, str], Array]:
    """A line for each pair, from shore to shore."""
    land = unary_union(list(shapes.values()))
    canvas = box(EDGE, EDGE, size[0] - EDGE, size[1] - EDGE)
    drawn: dict[tuple[str, str], Array] = {}
    for a, b in pairs:
        others = unary_union([shape for name, shape in shapes.items() if name not in (a, b)])
        earlier = [LineString(path) for path in drawn.values()]
        costs: dict[LineString, float] = {}
        for bulge, arc in _arcs(shapes[a], shapes[b], np.array(middles[a]), np.array(middles[b])):
            if others.distance(arc) >= CLEAR and arc.within(canvas):
                crossings = sum(arc.crosses(other) for other in earlier)
                costs[arc] = arc.length * (1 + 0.5 * abs(bulge)) + 150 * crossings
        if costs:
            drawn[a, b] = np.array(min(costs, key=lambda arc: costs[arc]).coords)
        else:
            drawn[a, b] = _around(shapes[a], shapes[b], land, size)
    return drawn


def _arcs(
    one: Polygon, two: Polygon, start: Array, end: Array
) -> Iterator[tuple[float, LineString]]:
    """Bows from middle to middle, each with its bulge, as far as they lie between two shores."""
    for bulge in BULGES:
        water = LineString(_bow(start, end, bulge)).difference(one.union(two))
        parts = [part for part in getattr(water, "geoms", [water]) if part.length]
        free = max(parts, key=lambda part: part.length, default=None)
        if free is not None:
            first, last = Point(free.coords[0]), Point(free.coords[-1])
            if one.distance(first) < 0.5 and two.distance(last) < 0.5:
                yield bulge, free


def _bow(start: Array, end: Array, bulge: float) -> Array:
    span = end - start
    top = (start + end) / 2 + bulge * np.array([span[1], -span[0]])
    t = np.linspace(0, 1, 60)[:, None]
    path: Array = (1 - t) ** 2 * start + 2 * t * (1 - t) * top + t**2 * end
    return path


def _around(one: Polygon, two: Polygon, land: MultiPolygon, size: tuple[int, int]) -> Array:
    """The shortest way by sea on a grid, pulled straight where it can be, then rounded."""
    columns, rows = int(size[0] / GRID), int(size[1] / GRID)
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * GRID, (np.arange(rows) + 0.5) * GRID)
    water = ~_inside(land, xs, ys)
    away = distance_transform_edt(water) * GRID
    cost = np.where(water, 1 + 14 / (away + 1), np.inf)
    ends = [np.flatnonzero(_inside(each.buffer(GRID * 1.5), xs, ys) & water) for each in (one, two)]
    cells = _cheapest(cost, *ends)
    path = np.column_stack([xs.flat[cells], ys.flat[cells]])
    path = np.vstack([_foot(one, path[0]), path, _foot(two, path[-1])])
    return cut_corners(_pull_taut(path, land), 4)


def _inside(shape: Polygon, xs: Array, ys: Array) -> Array:
    prepare(shape)
    inside: Array = contains_xy(shape, xs, ys)
    return inside


def _cheapest(cost: Array, starts: Array, goals: Array) -> list[int]:
    """The cheapest way over a grid's cells, by number; a step costs what the cell it enters does.

    No way leads over the edge of the grid. Where there is none at all, a start and a goal.
    """
    cost[[0, -1]] = cost[:, [0, -1]] = np.inf
    number = np.arange(cost.size).reshape(cost.shape)
    steps = csr_array((cost.size, cost.size))
    for way in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        into, price = np.roll(number, way, (0, 1)), np.roll(cost, way, (0, 1)) * math.hypot(*way)
        free = np.isfinite(price)
        steps += csr_array((price[free], (number[free], into[free])), steps.shape)
    spent, before, _ = dijkstra(steps, indices=starts, min_only=True, return_predecessors=True)
    if not np.isfinite(spent[goals]).any():
        return [*starts[:1], *goals[:1]]
    path = [goals[spent[goals].argmin()]]
    while before[path[-1]] >= 0:
        path.append(before[path[-1]])
    return path[::-1]


def _foot(shape: Polygon, point: Array) -> Array:
    ring = shape.exterior
    foot = ring.interpolate(ring.project(Point(point)))
    return np.array([[foot.x, foot.y]])


def _pull_taut(path: Array, land: MultiPolygon) -> Array:
    """Leave out every point that a free straight line can skip."""
    near = land.buffer(CLEAR - 1)
    kept, here = [0], 0
    while here < len(path) - 1:
        ahead = len(path) - 1
        while ahead > here + 1 and LineString([path[here], path[ahead]]).intersects(near):
            ahead -= max(1, (ahead - here) // 12)
        here = max(ahead, here + 1)
        kept.append(here)
    return path[kept]
