"""Room in free sea for the title, the legend and panels."""

from functools import lru_cache

from adjudicator.maps.outline import HEIGHT, WIDTH, Outline, Path, pixels

GRID = 10  # pixels a square of the search
KEEP = 1  # squares kept free around land and sea lines
EDGE = 2  # squares kept free along the edge of the canvas
COLUMNS, ROWS = WIDTH // GRID, HEIGHT // GRID

Box = tuple[float, float, float, float]  # left, top, width, height


def place(
    outline: Outline, size: tuple[float, float], corner: tuple[float, float], taken: list[Box]
) -> Box | None:
    """The free box of this size nearest to a corner of the canvas, or None."""
    wide, high = (-(-int(side + 0.999) // GRID) for side in size)
    sums = _blocked(outline)
    best: tuple[float, int, int] | None = None
    for row in range(EDGE, ROWS - EDGE - high + 1):
        for column in range(EDGE, COLUMNS - EDGE - wide + 1):
            if _sum(sums, column, row, wide, high):
                continue
            away = (
                abs(column * GRID + size[0] * (corner[0] > 0) - corner[0])
                + 1.4 * abs(row * GRID + size[1] * (corner[1] > 0) - corner[1])
            )  # fmt: skip
            box = (column * GRID, row * GRID, *size)
            if (best is None or away < best[0]) and not any(_overlap(box, t) for t in taken):
                best = (away, column, row)
    return None if best is None else (best[1] * GRID, best[2] * GRID, *size)


def _overlap(a: Box, b: Box) -> bool:
    return (
        a[0] < b[0] + b[2] + GRID
        and b[0] < a[0] + a[2] + GRID
        and a[1] < b[1] + b[3] + GRID
        and b[1] < a[1] + a[3] + GRID
    )


def _sum(sums: list[list[int]], column: int, row: int, wide: int, high: int) -> int:
    return (
        sums[row + high][column + wide]
        - sums[row][column + wide]
        - sums[row + high][column]
        + sums[row][column]
    )


@lru_cache(maxsize=16)
def _blocked(outline: Outline) -> list[list[int]]:
    """How many blocked squares lie above and left of each corner of the grid."""
    blocked = [[0] * (COLUMNS + 1) for _ in range(ROWS + 1)]
    for name in outline.areas:
        _fill(blocked, outline.ring(name))
    for line in outline.sea:
        for x, y in pixels(line):
            _block(blocked, x, y)
    sums = [[0] * (COLUMNS + 1) for _ in range(ROWS + 1)]
    for row in range(ROWS):
        for column in range(COLUMNS):
            sums[row + 1][column + 1] = (
                blocked[row][column] + sums[row][column + 1] + sums[row + 1][column] - sums[row][column]
            )
    return sums


def _fill(blocked: list[list[int]], ring: Path) -> None:
    """Block the ring and what it encloses, square row by square row."""
    for x, y in ring:
        _block(blocked, x, y)
    for row in range(ROWS):
        middle = (row + 0.5) * GRID
        crossings = sorted(
            ax + (middle - ay) / (by - ay) * (bx - ax)
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
            if (ay <= middle) != (by <= middle)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            for column in range(max(int(left // GRID), 0), min(int(right // GRID) + 1, COLUMNS)):
                blocked[row][column] = 1


def _block(blocked: list[list[int]], x: float, y: float) -> None:
    row, column = int(y // GRID), int(x // GRID)
    for r in range(max(row - KEEP, 0), min(row + KEEP + 1, ROWS)):
        for c in range(max(column - KEEP, 0), min(column + KEEP + 1, COLUMNS)):
            blocked[r][c] = 1
