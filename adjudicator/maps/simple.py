"""A simple outline for any board, without other packages: rounded cells joined by roads.

It stands in where no outline lies beside the board file and none can be made.
"""

import math
from itertools import combinations

from adjudicator.boards import Board
from adjudicator.maps.outline import (
    FORMAT,
    HEIGHT,
    WIDTH,
    Area,
    Curve,
    Outline,
    Point,
    default_land,
    fingerprint,
)

WIDEST, SHARE, SHAPE = 124.0, 0.42, 0.76  # pixels; part of the canvas; height of a cell to width
APART, LEAST_APART, NEAR = 1.35, 1.15, 1.6  # cells from middle to middle
EDGE = 26.0  # pixels between the cells and the edge of the canvas
ROUNDS, PATIENCE = 200, 2_000_000  # of moving cells; pairs that are looked at in all
PULL = 0.1  # part of the way that neighbours move towards each other in a round
CORNERS = 32
BOX = 0.8  # part of a cell's width and height that a box in it has
ROAD = 4.0  # pixels: half a road's width

Place = list[float]  # x and y of a cell's middle while it is pushed


def simple_outline(board: Board, note: str) -> Outline:
    """Cells at the places of provinces, pushed apart; ``note`` says why there is nothing better."""
    names = list(board.provinces)
    wide = min(WIDEST, math.sqrt(SHARE * WIDTH * HEIGHT / len(names) / SHAPE))
    places = _on_canvas([board.provinces[name].lat_lon for name in names], wide, wide * SHAPE)
    number = {name: number for number, name in enumerate(names)}
    borders = [(places[number[a]], places[number[b]]) for a, b in default_land(board)]
    _move(places, borders, wide, wide * SHAPE)
    nearest = min((_cells(a, b, wide) for a, b in combinations(places, 2)), default=APART)
    wide *= max(0.2, min(1.0, nearest / LEAST_APART))
    at = {name: (x, y) for name, (x, y) in zip(names, places, strict=True)}
    cells = tuple(Curve(name, "", _flat(_cell(at[name], wide))) for name in names)
    roads = tuple(Curve(a, b, _flat(_road(at[a], at[b], wide))) for a, b in default_land(board))
    return Outline(
        format=FORMAT,
        board=board.name,
        fits=fingerprint(board),
        lines=cells,
        areas={
            name: Area((number,), (*at[name], wide * BOX, wide * SHAPE * BOX))
            for number, name in enumerate(names, 1)
        },
        sea=tuple(Curve(a, b, _flat(_between(at[a], at[b], wide))) for a, b in board.sea),
        roads=roads,
        note=note,
    )


def _on_canvas(lat_lons: list[tuple[float, float]], wide: float, high: float) -> list[Place]:
    """The places stretched to the canvas, each direction for itself; y downwards."""
    columns = []
    flat = ([lon for _, lon in lat_lons], [-lat for lat, _ in lat_lons])
    for values, size, cell in zip(flat, (WIDTH, HEIGHT), (wide, high), strict=True):
        low, span = min(values), max(values) - min(values)
        room = size - 2 * EDGE - cell
        columns.append(
            [
                size / 2 if span == 0 else EDGE + cell / 2 + (value - low) / span * room
                for value in values
            ]
        )
    return [list(place) for place in zip(*columns, strict=True)]


def _move(
    places: list[Place], borders: list[tuple[Place, Place]], wide: float, high: float
) -> None:
    """Pull neighbours together, push cells apart, keep them on the canvas; many small steps."""
    rounds = min(ROUNDS, 1 + PATIENCE // len(places) ** 2)
    for turn in range(rounds):
        if turn < rounds / 2:
            for one, two in borders:
                far = max(0.0, _cells(one, two, wide) - NEAR)
                _shift(one, two, -PULL * far, wide, high)
        for one, two in combinations(places, 2):
            apart = _cells(one, two, wide)
            if apart < APART:
                _shift(one, two, (APART - apart) / 2, wide, high)
        for place in places:
            for axis, (cell, size) in enumerate(((wide, WIDTH), (high, HEIGHT))):
                least = EDGE + cell / 2
                place[axis] = min(max(place[axis], least), size - least)


def _shift(one: Place, two: Place, cells: float, wide: float, high: float) -> None:
    """Move two cells away from each other, or towards each other if ``cells`` is negative."""
    turn = math.atan2((two[1] - one[1]) / high, (two[0] - one[0]) / wide)
    for place, side in ((one, -cells / 2), (two, cells / 2)):
        place[0] += side * wide * math.cos(turn)
        place[1] += side * high * math.sin(turn)


def _cells(a: Place, b: Place, wide: float) -> float:
    """How many cells lie between two middles."""
    return math.hypot((a[0] - b[0]) / wide, (a[1] - b[1]) / (wide * SHAPE))


def _towards(a: Point, b: Point, wide: float) -> Point:
    """Where the way from ``a`` to ``b`` leaves the cell of ``a``, a rounded box."""
    dx, dy = (b[0] - a[0]) / wide, (b[1] - a[1]) / (wide * SHAPE)
    share = 0.5 / ((dx**4 + dy**4) ** 0.25 or 1.0)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _cell(middle: Point, wide: float) -> tuple[Point, ...]:
    x, y = middle
    turns = (2 * math.pi * k / CORNERS for k in range(CORNERS))
    ring = [
        _towards(middle, (x + wide * math.cos(t), y + wide * SHAPE * math.sin(t)), wide)
        for t in turns
    ]
    return (*ring, ring[0])


def _between(a: Point, b: Point, wide: float) -> tuple[Point, ...]:
    return _towards(a, b, wide), _towards(b, a, wide)


def _road(a: Point, b: Point, wide: float) -> tuple[Point, ...]:
    """The two sides of a road, there and back."""
    start, end = _between(a, b, wide)
    length = math.dist(a, b) or 1.0
    nx, ny = (b[1] - a[1]) / length * ROAD, (a[0] - b[0]) / length * ROAD
    return tuple(
        (x + nx * side, y + ny * side)
        for (x, y), side in ((start, 1), (end, 1), (end, -1), (start, -1))
    )


def _flat(path: tuple[Point, ...]) -> tuple[int, ...]:
    return tuple(round(value * 10) for point in path for value in point)
