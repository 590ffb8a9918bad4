"""The outline of a board: border and coast lines, rings of provinces, boxes, sea lines.

Plain data in tenths of a pixel on a canvas of 1400 by 1000, made by ``tools/outlines`` and
shipped beside the board file as ``NAME.outline.json``. Drawing reads it and needs nothing else.
Where none lies there, a simple one is made: rounded cells joined by roads.
"""

import cmath
import math
from functools import lru_cache
from itertools import combinations
from pathlib import Path as FilePath

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.boards.board import Pair
from adjudicator.maps.reasons import reason

FORMAT = 1
SUFFIX = ".outline.json"
WIDTH, HEIGHT = 1400, 1000
FILL = 0.86  # part of the canvas that a small board is enlarged to
ENLARGED = 1.15  # it is worth it from this scale on
EDGE = "/"  # beyond a line along the edge of the canvas; no province has this name

Point = tuple[float, float]
Path = tuple[Point, ...]
Box = tuple[float, float, float, float]


class OutlineError(Exception):
    """An outline cannot be made or read; the message says why and what to do."""


class Curve(msgspec.Struct, frozen=True):
    """A line between two provinces."""

    a: str
    b: str
    """``""`` where the province ``a`` meets water, ``EDGE`` where it meets the canvas's edge."""
    flat: tuple[int, ...]
    """x, y, x, y, … in tenths of a pixel."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A province as it is drawn: the lines around it, and where its name and pieces go."""

    ring: tuple[int, ...]
    """The lines around it as numbers from 1 (negative: backwards)."""
    box: Box
    """Middle x and y, width, height in pixels: room for the name and the counters."""
    water: bool = False
    """Whether it is an area at sea."""
    coasts: dict[str, Point] = {}
    """Where the names of its coasts go."""


class Outline(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything drawn of a board that no game changes."""

    format: int
    board: str
    fits: str
    """The fingerprint of the board that it was made for."""
    lines: tuple[Curve, ...]
    areas: dict[str, Area]
    sea: tuple[Curve, ...]
    roads: tuple[Curve, ...] = ()
    """Borders that no ring has, on a simple map: they run below the land."""
    holes: tuple[tuple[int, ...], ...] = ()
    """Rings around land that is no province, as in ``Curve.flat``."""
    note: str = ""
    """Why it is only a simple one."""

    def __hash__(self) -> int:
        """By what it fits, so that work on an outline can be cached."""
        return hash((self.board, self.fits))

    def path(self, number: int) -> Path:
        """The points of a line (numbers from 1, negative: backwards) in pixels."""
        points = pixels(self.lines[abs(number) - 1])
        return points if number > 0 else points[::-1]

    def ring(self, name: str) -> Path:
        """The points around a province in pixels, the last not repeating the first."""
        return _ring(self, name)

    def bounds(self, name: str) -> Box:
        """The left, top, right and bottom of a province in pixels."""
        return _bounds(self, name)


@lru_cache(maxsize=1024)
def _ring(outline: Outline, name: str) -> Path:
    return tuple(p for number in outline.areas[name].ring for p in outline.path(number)[:-1])


@lru_cache(maxsize=1024)
def _bounds(outline: Outline, name: str) -> Box:
    xs, ys = zip(*outline.ring(name), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def pixels(line: Curve) -> Path:
    """The points of a line in pixels."""
    flat = line.flat
    return tuple((flat[i] / 10, flat[i + 1] / 10) for i in range(0, len(flat), 2))


def default_land(board: Board) -> tuple[Pair, ...]:
    """The land borders with every option at its default."""
    land = set(board.land)
    for option in board.border_options.values():
        (land.add if option.default else land.discard)(option.border)
    return tuple(sorted(land))


def fingerprint(board: Board) -> str:
    """What an outline depends on: places, labels, and borders with every option at its default."""
    import hashlib

    places = [(p.name, p.label, p.at) for p in board.provinces.values()]
    facts: tuple[object, ...] = (places, default_land(board), board.sea)
    waters = [(p.name, p.water, p.coasts) for p in board.provinces.values() if p.water or p.coasts]
    if waters:
        facts = (*facts, waters)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def fill_canvas(outline: Outline) -> Outline:
    """The same outline made larger, if it leaves much of the canvas empty; there is room beside it.

    So a board of few provinces is not a small island in much sea.
    """
    curves = (*outline.lines, *outline.sea, *outline.roads)
    points = [point for curve in curves for point in pixels(curve)]
    xs, ys = zip(*points, strict=True)
    wide, high = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    scale = min(FILL * WIDTH / wide, FILL * HEIGHT / high)
    if scale < ENLARGED:
        return outline
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def move(x: float, y: float) -> Point:
        return WIDTH / 2 + (x - middle[0]) * scale, HEIGHT / 2 + (y - middle[1]) * scale

    def enlarge(curve: Curve) -> Curve:
        flat = tuple(round(v * 10) for point in pixels(curve) for v in move(*point))
        return Curve(curve.a, curve.b, flat)

    return msgspec.structs.replace(
        outline,
        lines=tuple(map(enlarge, outline.lines)),
        areas={
            name: Area(
                area.ring,
                (*move(*area.box[:2]), area.box[2] * scale, area.box[3] * scale),
                area.water,
                {coast: move(*at) for coast, at in area.coasts.items()},
            )
            for name, area in outline.areas.items()
        },
        sea=tuple(map(enlarge, outline.sea)),
        roads=tuple(map(enlarge, outline.roads)),
    )


def outline_for(board: Board) -> Outline:
    """Return the outline that fits a board.

    It is the one beside the board file, or beside that of the board it builds on; where none fits,
    a simple one, whose ``note`` says so.

    Raises:
        OutlineError: the outline beside the board file cannot be read.
    """
    fits = fingerprint(board)
    if fits not in _OUTLINES:
        ready = read_outline(board)
        if ready is None or ready.fits != fits:
            ready = simple_outline(board, str(reason("no-outline")))
        _OUTLINES[fits] = ready
    return _OUTLINES[fits]


_OUTLINES: dict[str, Outline] = {}
"""What was found or made so far, by the fingerprint of the board that it fits."""


def outline_path(board: Board) -> FilePath:
    """Where a board's outline lies: beside the board file, which it must have."""
    assert board.file is not None
    return board.file.with_suffix(SUFFIX)


def read_outline(board: Board) -> Outline | None:
    """The outline beside a board file, fitting or not, or None.

    A board that builds on another and has no outline of its own has that of the other.

    Raises:
        OutlineError: it is there and cannot be read.
    """
    if board.file is None or not (path := outline_path(board)).is_file():
        return read_outline(load_board(board.extends)) if board.extends else None
    try:
        outline = msgspec.json.decode(path.read_bytes(), type=Outline)
    except (OSError, msgspec.DecodeError) as error:
        raise OutlineError(reason("bad-outline", file=path.name, error=error)) from error
    numbers = {abs(number) for area in outline.areas.values() for number in area.ring}
    whole = numbers <= set(range(1, len(outline.lines) + 1))
    fits = whole and set(outline.areas) == set(board.provinces)
    return outline if fits else None


WIDEST, SHARE, SHAPE = 124.0, 0.42, 0.76  # pixels; part of the canvas; height of a cell to width
APART, LEAST_APART, NEAR = 1.35, 1.15, 1.6  # cells from middle to middle
MARGIN = 26.0  # pixels between the cells and the edge of the canvas
ROUNDS, PATIENCE = 200, 2_000_000  # of moving cells; pairs that are looked at in all
PULL = 0.1  # part of the way that neighbours move towards each other in a round
CORNERS = 32
BOX = 0.8  # part of a cell's width and height that a box in it has
SHORE = 0.8  # part of the way from a cell's middle to its edge where the name of a coast stands
ROAD = 4.0  # pixels: half a road's width

Place = complex  # x and y of a cell's middle, in widths and heights of a cell


def simple_outline(board: Board, note: str) -> Outline:
    """Cells at the places of provinces, pushed apart; ``note`` says why there is nothing better."""
    names = list(board.provinces)
    wide = min(WIDEST, math.sqrt(SHARE * WIDTH * HEIGHT / len(names) / SHAPE))
    high = wide * SHAPE
    xs = _stretch([board.provinces[name].at[1] for name in names], WIDTH / wide, MARGIN / wide)
    ys = _stretch([-board.provinces[name].at[0] for name in names], HEIGHT / high, MARGIN / high)
    at = dict(zip(names, map(complex, xs, ys), strict=True))
    _move(
        at, default_land(board), complex(WIDTH / wide, HEIGHT / high), MARGIN / wide, MARGIN / high
    )
    nearest = min((abs(a - b) for a, b in combinations(at.values(), 2)), default=APART)
    size = max(0.2, min(1.0, nearest / LEAST_APART))

    def pixels(place: Place) -> complex:
        return complex(place.real * wide, place.imag * high)

    def curve(a: str, b: str, path: list[complex]) -> Curve:
        return Curve(a, b, tuple(round(v * 10) for point in path for v in (point.real, point.imag)))

    def way(a: str, b: str) -> list[complex]:
        return [pixels(_towards(at[a], at[b], size)), pixels(_towards(at[b], at[a], size))]

    def shore(name: str, coast: str) -> Point:
        coasts = board.provinces[name].coasts
        others = {each for other, names in coasts.items() if other != coast for each in names}
        own = [each for each in coasts[coast] if each not in others] or coasts[coast]
        way = sum(_unit(at[each] - at[name]) for each in own)
        there = pixels(_towards(at[name], at[name] + way, size * SHORE))
        return there.real, there.imag

    areas = {}
    for number, (name, place) in enumerate(at.items(), 1):
        province, middle = board.provinces[name], pixels(place)
        box = (middle.real, middle.imag, wide * size * BOX, high * size * BOX)
        coasts = {coast: shore(name, coast) for coast in province.coasts}
        areas[name] = Area((number,), box, province.water, coasts)
    outline = Outline(
        format=FORMAT,
        board=board.name,
        fits=fingerprint(board),
        lines=tuple(curve(a, "", [*map(pixels, _cell(place, size))]) for a, place in at.items()),
        areas=areas,
        sea=tuple(curve(a, b, way(a, b)) for a, b in board.sea),
        roads=tuple(curve(a, b, _road(*way(a, b))) for a, b in default_land(board)),
        note=note,
    )
    return fill_canvas(outline)


def _stretch(values: list[float], size: float, edge: float) -> list[float]:
    """The middles of cells, spread from one edge of the canvas to the other."""
    low, span = min(values), max(values) - min(values)
    room = size - 2 * edge - 1
    return [edge + 0.5 + (v - low) / span * room if span else size / 2 for v in values]


def _move(
    places: dict[str, Place], borders: tuple[Pair, ...], size: Place, left: float, top: float
) -> None:
    """Pull neighbours together, push cells apart, keep them on the canvas; many small steps."""
    rounds = min(ROUNDS, 1 + PATIENCE // len(places) ** 2)
    low, high = complex(left + 0.5, top + 0.5), size - complex(left + 0.5, top + 0.5)
    for turn in range(rounds):
        for a, b in borders if turn < rounds / 2 else ():
            _shift(places, a, b, -PULL * max(0.0, abs(places[b] - places[a]) - NEAR))
        for a, b in combinations(places, 2):
            if (apart := abs(places[b] - places[a])) < APART:
                _shift(places, a, b, (APART - apart) / 2)
        for name, place in places.items():
            x = min(max(place.real, low.real), high.real)
            places[name] = complex(x, min(max(place.imag, low.imag), high.imag))


def _shift(places: dict[str, Place], a: str, b: str, cells: float) -> None:
    """Move two cells away from each other, or towards each other if ``cells`` is negative."""
    way = places[b] - places[a]
    half = cells / 2 * (_unit(way) or 1)
    places[a] -= half
    places[b] += half


def _unit(way: complex) -> complex:
    """The direction of a way; 0 where it leads nowhere."""
    return way / abs(way) if way else way


def _towards(a: Place, b: Place, size: float) -> Place:
    """Where the way from ``a`` to ``b`` leaves the cell of ``a``, a rounded box."""
    way = b - a
    return a + way * size / 2 / ((way.real**4 + way.imag**4) ** 0.25 or 1.0)


def _cell(middle: Place, size: float) -> list[Place]:
    turns = [cmath.rect(1, 2 * math.pi * k / CORNERS) for k in range(CORNERS)]
    return [_towards(middle, middle + turn, size) for turn in (*turns, turns[0])]


def _road(start: complex, end: complex) -> list[complex]:
    """The two sides of a road, there and back."""
    side = -1j * (end - start) / (abs(end - start) or 1.0) * ROAD
    return [start + side, end + side, end - side, start - side]
