"""From a board to its outline: layout, soft mesh, coasts, sea lines, check."""

import itertools
import math
import re
import zlib

import msgspec
import numpy as np
from shapely import Polygon
from shapely.validation import explain_validity

from adjudicator.boards import Board
from adjudicator.maps.drawing.typeface import name_width
from adjudicator.maps.outlines import (
    FORMAT,
    HEIGHT,
    WIDTH,
    Area,
    Curve,
    Outline,
    OutlineError,
    default_land,
    fill_canvas,
    fingerprint,
)
from board_outlines.coast import roughen
from board_outlines.forces import Array
from board_outlines.layout import spread
from board_outlines.mesh import Key, Mesh, mesh_of
from board_outlines.planar import Point, pattern_of
from board_outlines.rooms import roomiest
from board_outlines.sea import sea_lines
from board_outlines.tissue import Wishes, shape
from board_outlines.waters import (
    coast_places,
    coasts_of,
    enlarge,
    fill_edges,
    has_water,
    reserve_of,
    shapes_at_sea,
    whole_of,
    with_all_borders,
)

CELL = (90.0, 72.0)
MARGIN = (64.0, 62.0)  # pixels from the canvas to the outermost positions
EDGE = 20.0  # pixels from the canvas to the outermost shores
STRIP = 27.0  # pixels of sea between landmasses: a counter's width
STEP = 9.0
EASES = (1.0, 0.8, 0.6)  # where provinces find no room, names and pieces get less
CALMINGS = 8  # times that a coast folded over itself is smoothed before giving up
BOX_HEIGHT, BOX_LEAST, BOX_MOST = 54.0, 75.0, 124.0
BOX_SHARE = 0.6  # part of a usual province that its box may take
LAND, BODY_MOST = 0.385, 24000.0  # part of the canvas that is land; square pixels of a province


COVERED = 0.9  # where the sea has areas too
BOX_AT_SEA = 200.0  # there names are long

Fault = tuple[str, Point]  # words, and where


def make_outline(board: Board) -> Outline:
    """The outline of any board, with every border option at its default.

    Raises:
        OutlineError: two borders cross, or provinces cannot be fitted on the canvas.
    """
    true, board = board, with_all_borders(_with_defaults(board))
    places = _on_canvas(spread(board, CELL), reserve_of(board))
    pattern = pattern_of(places, board.land)
    wishes = _wishes(board, places)
    for ease in EASES:
        less = msgspec.structs.replace(wishes, boxes=wishes.boxes * ease)
        mesh, middles = shape(mesh_of(places, pattern, 40.0, STEP), less, STEP)
        boxes = np.column_stack([middles, less.boxes])
        lines, faults = _bend_lines(board, mesh, boxes)
        if not faults:
            made = _outline(board, mesh, lines, boxes)
            return fill_canvas(msgspec.structs.replace(made, fits=fingerprint(true)))
    raise OutlineError(
        f"{board.name}: no outline found: {faults[0][0]}; move provinces further apart (their `at`)"
    )


def _bend_lines(board: Board, mesh: Mesh, boxes: Array) -> tuple[dict[Key, Array], list[Fault]]:
    """The final lines, calmed wherever they folded; faults that no calming removes."""
    seed = _seed(board)
    calm: list[Point] = []
    coasts = coasts_of(board, mesh)
    for _ in range(CALMINGS):
        lines = roughen(mesh, boxes, seed, calm, coasts)
        faults = _faults(_shapes(mesh, lines))
        if not faults:
            break
        calm += [place for _, place in faults]
    return lines, faults


def _seed(board: Board) -> int:
    return zlib.crc32(" ".join(board.provinces).encode())


def _shapes(mesh: Mesh, lines: dict[Key, Array]) -> dict[str, Polygon]:
    rings = {}
    for name, keys in sorted(mesh.rings.items()):
        parts = [(lines[key] if forward else lines[key][::-1])[:-1] for key, forward in keys]
        rings[name] = Polygon(np.round(np.vstack(parts), 1))
    return rings


def _with_defaults(board: Board) -> Board:
    land = default_land(board)
    pairs = frozenset((*land, *((b, a) for a, b in land)))
    return msgspec.structs.replace(board, land=land, land_pairs=pairs)


def _on_canvas(places: dict[str, Point], reserve: tuple[float, float]) -> dict[str, Point]:
    """Positions stretched to the canvas, each direction for itself, at most by half again."""
    at = np.array(list(places.values()))
    low, high = at.min(axis=0), at.max(axis=0)
    left, right = reserve
    room = np.array([WIDTH - left - right, HEIGHT]) - 2 * np.array(MARGIN)
    scale = np.minimum(room / np.maximum(high - low, 1.0), 1.5)
    shift = np.array([WIDTH + left - right, HEIGHT]) / 2
    moved = (at - (low + high) / 2) * scale + shift
    return {name: (float(x), float(y)) for name, (x, y) in zip(places, moved, strict=True)}


def _wishes(board: Board, places: dict[str, Point]) -> Wishes:
    names = sorted(places)
    less = min(1.0, (BOX_SHARE * _body(board) / (BOX_LEAST * BOX_HEIGHT)) ** 0.5)
    wide = [name_width(board.provinces[name].label) + 6 for name in names]
    boxes = [(min(max(each, BOX_LEAST), BOX_MOST) / 2, BOX_HEIGHT / 2) for each in wide]
    bodies = _bodies(board)
    left, right = reserve_of(board)
    return Wishes(
        names=names,
        homes=np.array([places[name] for name in names]),
        boxes=np.array(boxes) * less,
        areas=np.array([bodies[name] for name in names]),
        strip=STRIP,
        canvas=(EDGE + left, EDGE, WIDTH - EDGE - right, HEIGHT - EDGE),
    )


def _bodies(board: Board) -> dict[str, float]:
    """Areas: provinces that are far from their neighbours on the ground are larger ones."""
    spans: dict[str, list[float]] = {}
    for a, b in board.land:
        span = math.dist(board.provinces[a].at, board.provinces[b].at)
        spans.setdefault(a, []).append(span)
        spans.setdefault(b, []).append(span)
    reach = {name: float(np.mean(each)) for name, each in spans.items()}
    usual = float(np.median(list(reach.values()))) if reach else 1.0
    sizes = {n: np.clip(reach.get(n, usual * 0.7) / usual, 0.85, 1.7) for n in board.provinces}
    return {name: _body(board) * float(size) ** 0.9 for name, size in sizes.items()}


def _body(board: Board) -> float:
    covered = COVERED * (1 - sum(reserve_of(board)) / WIDTH) if has_water(board) else LAND
    return min(covered * WIDTH * HEIGHT / len(board.provinces), BODY_MOST)


def _faults(shapes: dict[str, Polygon]) -> list[Fault]:
    """Provinces folded over themselves or over others, and where."""
    names = sorted(shapes)
    faults = []
    for name in names:
        if not shapes[name].is_valid:
            x, y = re.findall(r"-?[0-9.]+", explain_validity(shapes[name]))[-2:]
            faults.append((f"{name} is folded over itself", (float(x), float(y))))
    if faults:
        return faults
    for a, b in itertools.combinations(names, 2):
        shared = shapes[a].intersection(shapes[b])
        if shared.area > 0.5:
            where = shared.representative_point()
            faults.append((f"{a} and {b} overlap", (where.x, where.y)))
    return faults


def _outline(board: Board, mesh: Mesh, lines: dict[Key, Array], boxes: Array) -> Outline:
    names = sorted(board.provinces)
    wet = has_water(board)
    if wet:
        lines, boxes = enlarge(board, lines, boxes)
    whole = fill_edges(board, mesh, lines, _seed(board)) if wet else whole_of(mesh, lines)
    shapes = shapes_at_sea(board, whole) if wet else _shapes(mesh, lines)
    rooms = {}
    for name, (x, y, half_width, half_height) in zip(names, boxes, strict=True):
        box = (float(x), float(y), 2 * float(half_width), 2 * float(half_height))
        most = BOX_AT_SEA if board.provinces[name].water else BOX_MOST
        rooms[name] = roomiest(shapes[name], box[2], most, box)
    middles = {name: rooms[name][:2] for name in names}
    sea = sea_lines(board.sea, shapes, middles, (WIDTH, HEIGHT))
    number = {key: i + 1 for i, key in enumerate(whole.lines)}
    areas = {}
    for name in names:
        ring = tuple(number[key] if on else -number[key] for key, on in whole.rings[name])
        coasts = coast_places(board, name, whole) if wet else {}
        areas[name] = Area(ring, rooms[name], board.provinces[name].water, coasts)
    return Outline(
        format=FORMAT,
        board=board.name,
        fits=fingerprint(board),
        lines=tuple(_line(*whole.sides[key], path) for key, path in whole.lines.items()),
        areas=areas,
        sea=tuple(_line(a, b, path) for (a, b), path in sea.items()),
        holes=tuple(_flat(path) for path in whole.holes),
    )


def _line(a: str, b: str, path: Array) -> Curve:
    return Curve(a, b, _flat(path))


def _flat(path: Array) -> tuple[int, ...]:
    return tuple(int(v) for v in np.round(path * 10).astype(int).ravel())
