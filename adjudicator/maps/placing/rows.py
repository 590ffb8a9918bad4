"""A province's name and pieces: in rows within its box, or in all its land where they are many."""

import math
from functools import lru_cache
from typing import NamedTuple

from adjudicator.maps.outlines import Outline

LABEL = 16.0  # pixels that the name takes of a column; the pieces have the rest
NOTE = 10.0  # pixels that a note below it takes besides
GAP = 3.0  # pixels between pieces
LARGEST = 1.2  # pieces grow to this where they have room
ROOMY = (124.0, 78.0)  # pixels of a box: in one that is larger, names and pieces are larger too
GROWTH = 1.5  # at the most
STEPS = 20  # scales are multiples of a twentieth
SPLIT = 1.2  # a second row is worth it when it makes pieces this much larger
CROWDED = 0.95  # pieces smaller than this look for more room in the whole province
MOST_ROWS = 3
SCAN = 4  # pixels between the lines on which a province is measured
SHORE = 4.0  # pixels kept free along its edge

Half = tuple[float, float]  # half the width and height of a piece
Halves = tuple[Half, ...]


class Stretches(NamedTuple):
    """Where a province's land begins and ends on the lines across it."""

    first: int
    """The number of the first line."""
    lefts: list[float]
    rights: list[float]


class PieceColumn(NamedTuple):
    """Where the name's middle is, and where the pieces go, at which scale."""

    name: tuple[float, float]
    room: float
    """Pixels that the name may take."""
    growth: float
    """How much larger than usual it is."""
    places: tuple[tuple[float, float], ...]
    """The middles of the pieces."""
    scale: float


@lru_cache(maxsize=4096)
def lay_out(
    outline: Outline, province: str, wide: float, halves: Halves, note: bool
) -> PieceColumn:
    """Lay a province out: a name of ``wide`` pixels above rows of pieces, with a ``note`` below it
    or none."""
    box = outline.areas[province].box
    growth = max(1.0, min(box[2] / ROOMY[0], box[3] / ROOMY[1], GROWTH))
    high = NOTE if note else 0.0
    label = (LABEL + high) * growth
    if not halves:
        return PieceColumn((box[0], box[1] - high / 2), box[2], growth, (), 1.0)
    rows, scale = _plan(halves, box[2], box[3] - label, LARGEST * growth)
    if scale < CROWDED:
        found = _in_land(outline, province, wide, halves, scale, LABEL + high)
        if found is not None:
            return found
    heights = [_height(row) * scale for row in rows]
    top = box[1] - (label + sum(heights)) / 2
    places = _places(rows, [box[0]] * len(rows), top + label, scale)
    return PieceColumn((box[0], top + LABEL * growth / 2), box[2], growth, places, scale)


def _plan(halves: Halves, width: float, room: float, largest: float) -> tuple[list[Halves], float]:
    one, two = _split(halves, 1), _split(halves, 2)
    large, larger = (min(largest, _fit(rows, width, room)) for rows in (one, two))
    rows, scale = (two, larger) if larger > SPLIT * large else (one, large)
    # Few different scales: a piece that was drawn for one province serves others too.
    return rows, max(math.floor(scale * STEPS), 1) / STEPS


def _split(halves: Halves, count: int) -> list[Halves]:
    """Pieces in so many rows, the longer ones first."""
    size = -(-len(halves) // count)
    return [halves[k : k + size] for k in range(0, len(halves), size)]


def _fit(rows: list[Halves], width: float, room: float) -> float:
    return min(width / max(map(_width, rows)), room / sum(map(_height, rows)))


def _width(row: Halves) -> float:
    return sum(2 * wide for wide, _ in row) + GAP * (len(row) - 1)


def _height(row: Halves) -> float:
    return 2 * max(high for _, high in row)


def _places(
    rows: list[Halves], middles: list[float], top: float, scale: float
) -> tuple[tuple[float, float], ...]:
    places = []
    for row, middle in zip(rows, middles, strict=True):
        at, high = middle - _width(row) * scale / 2, _height(row) * scale
        for wide, _ in row:
            places.append((at + wide * scale, top + high / 2))
            at += (2 * wide + GAP) * scale
        top += high
    return tuple(places)


# Pieces that a province's box has too little room for


def _in_land(
    outline: Outline, province: str, wide: float, halves: Halves, scale: float, label: float
) -> PieceColumn | None:
    """Lay a province out in all its land, if that makes its pieces larger than ``scale``."""
    best = None
    low, high = round(scale * STEPS) + 1, round(LARGEST * STEPS)
    while low <= high:  # what fits at one scale fits at every smaller one
        middle = (low + high) // 2
        found = _at_scale(outline, province, wide, halves, middle / STEPS, label)
        if found is None:
            high = middle - 1
        else:
            best, low = found, middle + 1
    return best


def _at_scale(
    outline: Outline, province: str, wide: float, halves: Halves, scale: float, label: float
) -> PieceColumn | None:
    lines = _stretches(outline, province)
    x, y = outline.areas[province].box[:2]
    found: list[tuple[float, PieceColumn]] = []
    for count in range(1, min(MOST_ROWS, len(halves)) + 1):
        rows = _split(halves, count)
        sizes = [(wide, label), *((_width(row) * scale, _height(row) * scale) for row in rows)]
        whole = sum(high for _, high in sizes)
        for number in range(len(lines.lefts)):
            top = float((lines.first + number) * SCAN)
            middles = _middles(lines, top, sizes, x)
            if middles is not None:
                away = abs(top + whole / 2 - y) + sum(abs(m - x) for m in middles) / len(middles)
                places = _places(rows, middles[1:], top + label, scale)
                name = (middles[0], top + LABEL / 2)
                found.append((away, PieceColumn(name, wide, 1.0, places, scale)))
    return min(found)[1] if found else None


def _middles(
    lines: Stretches, top: float, sizes: list[tuple[float, float]], x: float
) -> list[float] | None:
    """The middles of rows one under another, as near to ``x`` as land allows; None: no room."""
    middles = []
    for wide, high in sizes:
        first = math.floor(top / SCAN) - lines.first
        end = math.ceil((top + high) / SCAN) - lines.first + 1
        if first < 0 or end > len(lines.lefts):
            return None
        left = max(lines.lefts[first:end]) + wide / 2
        right = min(lines.rights[first:end]) - wide / 2
        if left > right:
            return None
        middles.append(min(max(x, left), right))
        top += high
    return middles


@lru_cache(maxsize=1024)
def _stretches(outline: Outline, province: str) -> Stretches:
    """The widest stretch of a province's land on each of the lines across it."""
    ring = outline.ring(province)
    sides = list(zip(ring, (*ring[1:], ring[0]), strict=True))
    low, high = min(y for _, y in ring) + SHORE, max(y for _, y in ring) - SHORE
    first, lefts, rights = math.ceil(low / SCAN), [], []
    for k in range(first, math.floor(high / SCAN) + 1):
        y = float(k * SCAN)
        cuts = sorted(
            a + (y - b) / (d - b) * (c - a) for (a, b), (c, d) in sides if (b > y) != (d > y)
        )
        left, right = max(
            zip(cuts[::2], cuts[1::2], strict=True), key=lambda each: each[1] - each[0]
        )
        lefts.append(left + SHORE)
        rights.append(right - SHORE)
    return Stretches(first, lefts, rights)
