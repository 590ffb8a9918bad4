"""Sea lines: a gentle arc where one is free of land, else the shortest way around it."""

import heapq
import math
from collections.abc import Iterator

import numpy as np
from scipy.ndimage import distance_transform_edt
from shapely import LineString, MultiPolygon, Point, Polygon, box, contains_xy, prepare
from shapely.ops import unary_union

from adjudicator.maps.making.forces import Array
from adjudicator.maps.making.mesh import cut_corners

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
    prepare(land)
    water = ~contains_xy(land, xs.ravel(), ys.ravel()).reshape(rows, columns)
    away = distance_transform_edt(water) * GRID
    cost = np.where(water, 1 + 14 / (away + 1), np.inf)
    cells = _search(cost, _beside(one, xs, ys, water), _beside(two, xs, ys, water))
    path = np.array([(xs[cell], ys[cell]) for cell in cells])
    path = np.vstack([_foot(one, path[0]), path, _foot(two, path[-1])])
    return cut_corners(_pull_taut(path, land), 4)


def _beside(shape: Polygon, xs: Array, ys: Array, water: Array) -> set[tuple[int, int]]:
    reach = shape.buffer(GRID * 1.5)
    prepare(reach)
    close = contains_xy(reach, xs.ravel(), ys.ravel()).reshape(water.shape)
    return {(int(r), int(c)) for r, c in np.argwhere(close & water)}


def _search(
    cost: Array, starts: set[tuple[int, int]], goals: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    rows, columns = cost.shape
    queue = [(0.0, cell, cell) for cell in sorted(starts)]
    came: dict[tuple[int, int], tuple[int, int]] = {}
    while queue:
        spent, cell, before = heapq.heappop(queue)
        if cell in came:
            continue
        came[cell] = before
        if cell in goals:
            return _trace(cell, came)
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            step = (cell[0] + dr, cell[1] + dc)
            inside = 0 <= step[0] < rows and 0 <= step[1] < columns
            if inside and step not in came and math.isfinite(cost[step]):
                heapq.heappush(queue, (spent + cost[step] * math.hypot(dr, dc), step, cell))
    return sorted(starts)[:1] + sorted(goals)[:1]


def _trace(
    cell: tuple[int, int], came: dict[tuple[int, int], tuple[int, int]]
) -> list[tuple[int, int]]:
    path = [cell]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
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
