"""Areas at sea: they are laid out and shaped like land, and then the map is filled to its edges.

All borders of such a board, by land and by sea, make one pattern; where a line runs between land
and water it is a coast. What is left open inside belongs to the water there, or to nobody.
"""

import math
from itertools import combinations

import msgspec
import numpy as np
from shapely import LineString, Polygon, box, intersects
from shapely.ops import nearest_points

from adjudicator.boards import Board
from adjudicator.maps.outlines import EDGE, ENLARGED, FILL, HEIGHT, WIDTH, OutlineError
from board_outlines.coast import INNER, field
from board_outlines.forces import Array
from board_outlines.mesh import Key, Mesh, even

RESERVE = 270.0  # pixels beside the land, on the side where most water is, for title and legend
FINE = 3.0  # pixels between the points of a line that is led out
STEP = 10.0  # pixels between the places where a line may meet the edge of the canvas
EDGE_FREE = 14.0  # pixels from the edge of the canvas to names and pieces
SLIVER = 2.0  # square pixels of two areas that may lie on each other where lines are rounded
COAST_NAME = 11.0  # pixels from a coast to the middle of its name

Lines = dict[Key, Array]
Sides = dict[Key, tuple[str, str]]


def has_water(board: Board) -> bool:
    """Whether a board has areas at sea."""
    return any(province.water for province in board.provinces.values())


def with_all_borders(board: Board) -> Board:
    """The board with its borders at sea among those by land, if it has areas at sea."""
    if not has_water(board):
        return board
    land = tuple(sorted({*board.land, *board.sea}))
    pairs = frozenset((*land, *((b, a) for a, b in land)))
    return msgspec.structs.replace(
        board, land=land, land_pairs=pairs, sea=(), sea_pairs=frozenset()
    )


def reserve_of(board: Board) -> tuple[float, float]:
    """Pixels that are kept free at the left and at the right."""
    if not has_water(board):
        return 0.0, 0.0
    sides: tuple[list[float], list[float]] = ([], [])
    for province in board.provinces.values():
        sides[province.water].append(province.at[1])
    land, water = map(np.mean, sides)
    return (RESERVE, 0.0) if water < land else (0.0, RESERVE)


def coasts_of(board: Board, mesh: Mesh) -> frozenset[Key]:
    """The borders that run between land and water."""
    provinces = board.provinces
    return frozenset(
        key
        for key in mesh.lines
        if len(key) == 2 and provinces[key[0]].water != provinces[key[1]].water
    )


def enlarge(board: Board, lines: Lines, boxes: Array) -> tuple[Lines, Array]:
    """Lines and boxes made larger, if areas are so few that much of the canvas would be empty.

    For what is outermost is led out to the edge, and would dwarf the others. Boxes are moved, and
    grow later into the room that there is.
    """
    left, right = reserve_of(board)
    points = np.vstack(list(lines.values()))
    low, high = points.min(axis=0), points.max(axis=0)
    scale = float((FILL * np.array([WIDTH - left - right, HEIGHT]) / (high - low)).min())
    if scale < ENLARGED:
        return lines, boxes
    middle, to = (low + high) / 2, np.array([WIDTH + left - right, HEIGHT]) / 2
    moved = np.column_stack([to + (boxes[:, :2] - middle) * scale, boxes[:, 2:]])
    return {key: to + (path - middle) * scale for key, path in lines.items()}, moved


class Whole(msgspec.Struct):
    """Lines and rings as they are drawn, and the holes in them."""

    lines: Lines
    sides: Sides
    rings: dict[str, tuple[tuple[Key, bool], ...]]
    holes: list[Array]


def whole_of(mesh: Mesh, lines: Lines) -> Whole:
    """The lines as they are: around them and in between there is water."""
    sides = {key: (key[0], key[1]) if len(key) == 2 else (key[len(key) // 2], "") for key in lines}
    return Whole(dict(lines), sides, dict(mesh.rings), [])


def fill_edges(board: Board, mesh: Mesh, lines: Lines, seed: int) -> Whole:
    """Fill what is open in the map, and all up to the edges of the canvas.

    ``seed`` is that of the noise that bends coasts.

    Raises:
        OutlineError: the outermost borders cannot be led to the edges without crossing.
    """
    whole = whole_of(mesh, lines)
    for gap in _chains(mesh, sorted(mesh.lakes)):
        _fill_gap(board, whole, gap)
    outer: list[Key] = [
        key for key in sorted(mesh.lines) if len(key) == 3 and key not in mesh.lakes
    ]
    around = _chains(mesh, outer)
    if len(around) != 1:
        raise OutlineError(f"{board.name}: with areas at sea, all provinces must hang together")
    _lead_out(board, mesh, whole, around[0], seed)
    return whole


def _chains(mesh: Mesh, keys: list[Key]) -> list[list[Key]]:
    """Lines that continue each other, as rings."""
    starts = {mesh.lines[key][0]: key for key in keys}
    rings = []
    while starts:
        here, ring = next(iter(starts)), []
        while here in starts:
            ring.append(starts.pop(here))
            here = mesh.lines[ring[-1]][-1]
        rings.append(ring)
    return rings


def _fill_gap(board: Board, whole: Whole, gap: list[Key]) -> None:
    """Give a gap to the water that borders on all around it; between lands it is nobody's."""
    members = [key[1] for key in gap]
    for at, name in enumerate(members):
        others = [each for each in members if each != name]
        if board.provinces[name].water and all(board.adjacent(name, each) for each in others):
            rest = gap[at + 1 :] + gap[:at]
            ring = whole.rings[name]
            k = next(k for k, (key, _) in enumerate(ring) if key == gap[at])
            whole.rings[name] = (*ring[:k], *((key, True) for key in rest), *ring[k + 1 :])
            whole.sides |= {key: (key[1], name) for key in rest}
            del whole.lines[gap[at]]
            return
    if not any(board.provinces[name].water for name in members):
        whole.holes.append(np.vstack([whole.lines[key][:-1] for key in gap]))


# From the outermost shores to the edges of the canvas


def _lead_out(board: Board, mesh: Mesh, whole: Whole, around: list[Key], seed: int) -> None:
    body = Polygon(np.vstack([whole.lines[key][:-1] for key in around]))
    frame = _frame()
    ends: dict[int, Array] = {}
    for key in around:
        ends[mesh.lines[key][0]] = _nearest_edge(body, whole.lines[key][0], frame)
    starts = [whole.lines[key][0] for key in around]
    ways = [LineString([a, ends[mesh.lines[k][0]]]) for k, a in zip(around, starts, strict=True)]
    for k, way in enumerate(ways):
        if intersects(way, ways[k + 1 :]).any():
            raise OutlineError(f"{board.name}: borders cannot be led to the edge of the map")
    coasts = coasts_of(board, mesh)
    for key, line in mesh.lines.items():
        if len(key) == 2:
            share, path = 1.0 if key in coasts else INNER, whole.lines[key]
            if line[0] in ends:
                path = np.vstack([_wavy(ends[line[0]], path[0], share, seed)[:-1], path])
            if line[-1] in ends:
                path = np.vstack([path, _wavy(path[-1], ends[line[-1]], share, seed)[1:]])
            whole.lines[key] = path
    onwards = body.exterior.is_ccw  # as the corners of the canvas follow each other
    for key in around:
        first, last = ends[mesh.lines[key][0]], ends[mesh.lines[key][-1]]
        whole.lines[key] = _along_edge(first, last, onwards)
        whole.sides[key] = (key[1], EDGE)


def _wavy(start: Array, end: Array, share: float, seed: int) -> Array:
    """A way bent by a share of the field; its ends stay."""
    path = even(np.array([start, end]), FINE)
    calm = np.sin(np.linspace(0, math.pi, len(path))) ** 0.5
    bent: Array = path + field(path, seed) * (share * calm)[:, None]
    bent = np.clip(bent, 1.0, (WIDTH - 1.0, HEIGHT - 1.0))
    bent[[0, -1]] = start, end
    return bent


def _frame() -> Array:
    xs, ys = np.arange(0, WIDTH + 1, STEP), np.arange(0, HEIGHT + 1, STEP)
    top, right = [(x, 0.0) for x in xs], [(float(WIDTH), y) for y in ys]
    bottom, left = [(x, float(HEIGHT)) for x in xs[::-1]], [(0.0, y) for y in ys[::-1]]
    return np.array([*top, *right, *bottom, *left])


def _nearest_edge(body: Polygon, point: Array, frame: Array) -> Array:
    """The nearest point of the edge that can be seen from a point of the outermost shore."""
    for k in np.argsort(np.hypot(*(frame - point).T)):
        if LineString([point, frame[k]]).intersection(body).length < 1.0:
            found: Array = frame[k]
            return found
    raise OutlineError("a border cannot be led to the edge of the map")


def _along_edge(first: Array, last: Array, onwards: bool) -> Array:
    """The way along the edge from one point to another, around it as the shores run around."""
    if not onwards:
        return _along_edge(last, first, True)[::-1]
    start, end = _turn(first), (_turn(last) - _turn(first)) % 4
    corners = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
    passed = {(k - start) % 4: corner for k, corner in enumerate(corners)}
    return np.array([first, *(passed[far] for far in sorted(passed) if 0 < far < end), last])


def _turn(point: Array) -> float:
    """How far along the edge a point lies: 0 at the top left, 1 at the top right, to 4."""
    x, y = float(point[0]) / WIDTH, float(point[1]) / HEIGHT
    if y <= 0:
        return x
    if x >= 1:
        return 1 + y
    return 3 - x if y >= 1 else 4 - y


def shapes_at_sea(board: Board, whole: Whole) -> dict[str, Polygon]:
    """What of each area is free for its name and pieces: not what is kept for title and legend.

    Raises:
        OutlineError: a line that was led out to the edge crosses another.
    """
    left, right = reserve_of(board)
    free = box(left + EDGE_FREE, EDGE_FREE, WIDTH - right - EDGE_FREE, HEIGHT - EDGE_FREE)
    rings = {name: _ring(whole, name) for name in whole.rings}
    for name, ring in rings.items():
        if not ring.is_valid:
            raise OutlineError(f"{name} is folded over itself; move it a little (its `at`)")
    for a, b in combinations(rings, 2):
        if rings[a].intersection(rings[b]).area > SLIVER:
            raise OutlineError(f"{a} and {b} overlap; move one of them a little (its `at`)")
    return {name: _largest(ring.intersection(free)) for name, ring in rings.items()}


def _largest(shape: Polygon) -> Polygon:
    return max(getattr(shape, "geoms", [shape]), key=lambda part: part.area)


def _ring(whole: Whole, name: str) -> Polygon:
    parts = [whole.lines[key] if on else whole.lines[key][::-1] for key, on in whole.rings[name]]
    return Polygon(np.vstack([part[:-1] for part in parts]))


# The names of coasts


def coast_places(board: Board, name: str, whole: Whole) -> dict[str, tuple[float, float]]:
    """Where the names of a province's coasts go: inside, at the middle of each."""
    coasts = board.provinces[name].coasts
    inner = _ring(whole, name).buffer(-COAST_NAME)
    found = {}
    for coast, near in coasts.items():
        others = {each for other, names in coasts.items() if other != coast for each in names}
        waters = [each for each in near if board.provinces[each].water]
        own = [each for each in waters if each not in others] or waters
        shores = [
            path
            for key, path in whole.lines.items()
            if name in whole.sides[key] and {*own} & {*whole.sides[key]}
        ]
        line = LineString(max(shores, key=lambda path: LineString(path).length))
        place = nearest_points(inner, line.interpolate(0.5, normalized=True))[0]
        found[coast] = (round(place.x, 1), round(place.y, 1))
    return found
