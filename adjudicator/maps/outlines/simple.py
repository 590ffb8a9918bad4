"""A simple outline for any board, without other packages: rounded cells joined by roads.

It stands in where no outline lies beside the board file and none can be made.
"""

import cmath
import math
from itertools import combinations

from adjudicator.boards import Board
from adjudicator.boards.board import Pair
from adjudicator.maps.outlines.outline import (
    FORMAT,
    HEIGHT,
    WIDTH,
    Area,
    Curve,
    Outline,
    Point,
    default_land,
    fill_canvas,
    fingerprint,
)

WIDEST, SHARE, SHAPE = 124.0, 0.42, 0.76  # pixels; part of the canvas; height of a cell to width
APART, LEAST_APART, NEAR = 1.35, 1.15, 1.6  # cells from middle to middle
EDGE = 26.0  # pixels between the cells and the edge of the canvas
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
    xs = _stretch([board.provinces[name].at[1] for name in names], WIDTH / wide, EDGE / wide)
    ys = _stretch([-board.provinces[name].at[0] for name in names], HEIGHT / high, EDGE / high)
    at = dict(zip(names, map(complex, xs, ys), strict=True))
    _move(at, default_land(board), complex(WIDTH / wide, HEIGHT / high), EDGE / wide, EDGE / high)
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
