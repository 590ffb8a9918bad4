"""Room in free sea for the title, the legend and panels.

The canvas is searched by squares; a row of them is a number whose bits are its columns.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import ceil, floor

from adjudicator.maps.drawing.ink import rectangle
from adjudicator.maps.outlines import HEIGHT, WIDTH, Area, Box, Outline, Path, pixels

GRID = 10  # pixels a square of the search
EDGE = 2  # squares kept free along the edge of the canvas
COLUMNS, ROWS = WIDTH // GRID, HEIGHT // GRID
LAND_COST = 50.0  # pixels further from the corner rather than a square of land covered

Corner = tuple[float, float]
Squares = Sequence[int]
"""For each row the columns that are taken."""


def place(outline: Outline, size: tuple[float, float], corner: Corner, taken: list[Box]) -> Box:
    """The box of this size nearest to a corner of the canvas, in free sea and clear of ``taken``.

    Where the sea has no such room, the box that covers least land; and if the other boxes leave no
    room at all, one in the lower left corner. Boxes are left, top, width and height.
    """
    boxes = _boxes(taken)
    wide, high = _squares_of(size)
    costs = [
        _cost(_nearest(columns, corner), row, size, corner)
        for row, columns in _free(_land_and(outline, boxes), wide, high)
    ]
    costs = costs or [
        _cost(column, row, size, corner, covered)
        for row, columns in _free(boxes, wide, high)
        for column, covered in enumerate(_squares_of_land(outline, row, wide, high))
        if columns >> column & 1
    ]
    if not costs:
        return (float(EDGE * GRID), max(0.0, HEIGHT - EDGE * GRID - size[1]), *size)
    _, row, column = min(costs)
    return (float(column * GRID), float(row * GRID), *size)


def is_free(outline: Outline, size: tuple[float, float], taken: list[Box]) -> bool:
    """Whether the sea has room for a box of this size, clear of ``taken``."""
    squares = _land_and(outline, _boxes(taken))
    return next(_free(squares, *_squares_of(size)), None) is not None


def _squares_of(size: tuple[float, float]) -> tuple[int, int]:
    """How many squares a box of this size is wide and high."""
    wide, high = (-(-int(side + 0.999) // GRID) for side in size)
    return wide, high


def _land_and(outline: Outline, boxes: Squares) -> Squares:
    return [a | b for a, b in zip(_land(outline), boxes, strict=True)]


def _cost(
    column: int, row: int, size: tuple[float, float], corner: Corner, covered: int = 0
) -> tuple[float, int, int]:
    """How far a box's own corner lies from the canvas's, and the row and column that it begins in.

    Going up or down counts for more, and squares of land that it covers for much more.
    """
    across = abs(column * GRID + size[0] * (corner[0] > 0) - corner[0])
    down = abs(row * GRID + size[1] * (corner[1] > 0) - corner[1])
    return across + 1.4 * down + LAND_COST * covered, row, column


def _free(squares: Squares, wide: int, high: int) -> Iterator[tuple[int, int]]:
    """Each row in which a box of so many squares may begin, and the columns."""
    inside = _bits(EDGE, COLUMNS - EDGE - wide + 1)
    for row in range(EDGE, ROWS - EDGE - high + 1):
        taken = 0
        for each in squares[row : row + high]:
            taken |= each
        reach = 1
        while reach < wide:  # a box begins in no column from which it reaches a taken one
            step = min(reach, wide - reach)
            taken |= taken >> step
            reach += step
        if columns := inside & ~taken:
            yield row, columns


def _bits(first: int, end: int) -> int:
    """The columns from ``first`` to before ``end``."""
    return (1 << max(end, first)) - (1 << first)


def _nearest(columns: int, corner: Corner) -> int:
    """The column nearest to a corner's side."""
    return columns.bit_length() - 1 if corner[0] > 0 else (columns & -columns).bit_length() - 1


def _squares_of_land(outline: Outline, row: int, wide: int, high: int) -> list[int]:
    """How many squares of land a box in a row covers, for each column that it may begin in."""
    sums = _sums(outline)
    here = [below - above for above, below in zip(sums[row], sums[row + high], strict=True)]
    return [right - left for left, right in zip(here, here[wide:], strict=False)]


def _boxes(taken: list[Box]) -> Squares:
    """The squares of boxes, and one around each."""
    squares = [0] * ROWS
    for left, top, wide, high in taken:
        first, end = int(left // GRID) - 1, int(-(-(left + wide) // GRID)) + 1
        columns = _bits(max(0, first), min(end, COLUMNS))
        above, below = int(top // GRID) - 1, int(-(-(top + high) // GRID)) + 1
        for row in range(max(0, above), min(below, ROWS)):
            squares[row] |= columns
    return squares


@lru_cache(maxsize=16)
def _land(outline: Outline) -> Squares:
    """The squares of land and sea lines, and those around them."""
    rows = [0] * ROWS
    dry = {name for name, area in outline.areas.items() if not area.water}
    shores = [line for line in outline.lines if (line.a in dry) != (line.b in dry)]
    paths = [_squares(pixels(line)) for line in shores]
    rooms = [_squares(rectangle_of(area)) for area in outline.areas.values() if area.water]
    for around in (paths, *([room] for room in rooms)):
        _fill(rows, around)
    lines = (_squares(pixels(line)) for line in (*outline.sea, *outline.roads))
    for path in (*paths, *rooms, *lines):
        _trace(rows, path)
    wide = [0, *(row | row << 1 | row >> 1 for row in rows), 0]
    return [wide[at] | wide[at + 1] | wide[at + 2] for at in range(ROWS)]


def _fill(rows: list[int], paths: Sequence[Sequence[Corner]]) -> None:
    """Add the squares whose middle lies within rings, of which paths are parts."""
    crossings: dict[int, list[float]] = {}
    for (x, y), (u, v) in chain.from_iterable(map(pairwise, paths)):
        first, end = ceil(y), ceil(v)
        if first != end:  # few of the short lines of a coast reach another row
            for row in range(min(first, end), max(first, end)):
                crossings.setdefault(row, []).append(x + (row - y) * (u - x) / (v - y))
    for row, ends in crossings.items():
        if 0 <= row < ROWS:
            ends.sort()
            for left, right in zip(ends[::2], ends[1::2], strict=True):
                rows[row] |= _bits(max(0, ceil(left)), min(floor(right) + 1, COLUMNS))


def _trace(rows: list[int], path: Sequence[Corner]) -> None:
    """Add the squares that a path runs through behind its first."""
    squares = {(round(x), round(y)) for x, y in path[1:]}
    for (x, y), (u, v) in pairwise(path):
        steps = ceil(max(abs(u - x), abs(v - y)))
        for step in range(1, steps):
            squares.add((round(x + (u - x) * step / steps), round(y + (v - y) * step / steps)))
    for column, row in squares:
        if 0 <= column < COLUMNS and 0 <= row < ROWS:
            rows[row] |= 1 << column


@lru_cache(maxsize=16)
def _sums(outline: Outline) -> list[list[int]]:
    """How many squares of land lie above and left of each corner of the grid."""
    sums = [[0] * (COLUMNS + 1)]
    for row in _land(outline):
        counts = accumulate((row >> column & 1 for column in range(COLUMNS)), initial=0)
        sums.append([above + count for above, count in zip(sums[-1], counts, strict=True)])
    return sums


def rectangle_of(area: Area) -> Path:
    """The way around the room for an area's name and pieces."""
    x, y, wide, high = area.box
    corners = rectangle(x - wide / 2, y - high / 2, wide, high)
    return (*corners, corners[0])


def _squares(path: Path) -> list[tuple[float, float]]:
    return [(x / GRID - 0.5, y / GRID - 0.5) for x, y in path]
