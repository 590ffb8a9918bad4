"""Room in free sea for the title, the legend and panels."""

from functools import lru_cache
from itertools import accumulate

from adjudicator.maps.outline import HEIGHT, WIDTH, Outline, Path, pixels

GRID = 10  # pixels a square of the search
KEEP = 1  # squares kept free around land and sea lines
EDGE = 2  # squares kept free along the edge of the canvas
COLUMNS, ROWS = WIDTH // GRID, HEIGHT // GRID
LAND_COST = 50.0  # pixels further from the corner rather than a square of land covered

Box = tuple[float, float, float, float]  # left, top, width, height


def place(
    outline: Outline, size: tuple[float, float], corner: tuple[float, float], taken: list[Box]
) -> Box:
    """The box of this size nearest to a corner of the canvas, in free sea and clear of ``taken``.

    Where the sea has no such room, the box that covers least land; and if the other boxes leave no
    room at all, one in the lower left corner.
    """
    wide, high = (-(-int(side + 0.999) // GRID) for side in size)
    sums = _blocks(outline)
    for land_too in (False, True):
        best: tuple[float, Box] | None = None
        for row in range(EDGE, ROWS - EDGE - high + 1):
            for column in range(EDGE, COLUMNS - EDGE - wide + 1):
                covered = _sum(sums, column, row, wide, high)
                if covered and not land_too:
                    continue
                box = (float(column * GRID), float(row * GRID), *size)
                cost = covered * LAND_COST + _away(box, corner)
                if (best is None or cost < best[0]) and not any(_overlap(box, t) for t in taken):
                    best = (cost, box)
        if best is not None:
            return best[1]
    return (float(EDGE * GRID), max(0.0, HEIGHT - EDGE * GRID - size[1]), *size)


def _away(box: Box, corner: tuple[float, float]) -> float:
    """How far the box's own corner lies from the canvas's; going up or down counts for more."""
    across = abs(box[0] + box[2] * (corner[0] > 0) - corner[0])
    return across + 1.4 * abs(box[1] + box[3] * (corner[1] > 0) - corner[1])


def _overlap(a: Box, b: Box) -> bool:
    return all(a[k] < b[k] + b[k + 2] + GRID and b[k] < a[k] + a[k + 2] + GRID for k in (0, 1))


def _sum(sums: list[list[int]], column: int, row: int, wide: int, high: int) -> int:
    above, below, right = sums[row], sums[row + high], column + wide
    return below[right] - above[right] - below[column] + above[column]


@lru_cache(maxsize=16)
def _blocks(outline: Outline) -> list[list[int]]:
    """How many blocked squares lie above and left of each corner of the grid."""
    from PIL import Image, ImageDraw

    squares = Image.new("L", (COLUMNS, ROWS))
    pen = ImageDraw.Draw(squares)
    for name in outline.areas:
        ring = _squares(outline.ring(name))
        pen.polygon(ring, 1)
        pen.line([*ring, ring[0]], 1, 2 * KEEP + 1)
    for line in (*outline.sea, *outline.roads):
        pen.line(_squares(pixels(line)), 1, 2 * KEEP + 1)
    blocked = squares.tobytes()
    sums = [[0] * (COLUMNS + 1)]
    for start in range(0, len(blocked), COLUMNS):
        counts = accumulate(blocked[start : start + COLUMNS], initial=0)
        sums.append([above + count for above, count in zip(sums[-1], counts, strict=True)])
    return sums


def _squares(path: Path) -> list[tuple[float, float]]:
    return [(x / GRID - 0.5, y / GRID - 0.5) for x, y in path]
