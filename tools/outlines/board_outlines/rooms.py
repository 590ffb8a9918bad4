"""The largest upright box inside a province: room for its name and pieces."""

import numpy as np
from shapely import Polygon, contains_xy, prepare

from adjudicator.maps.outlines import Box
from board_outlines.forces import Array

MARGINS = (4.0, 3.0, 2.0, 1.0, 0.0)  # pixels to the province's edge, the best first
HEIGHTS = (78, 72, 66, 60, 57, 54)
STEP = 3


def roomiest(shape: Polygon, least: float, most: float, fallback: Box) -> Box:
    """The widest box from ``least`` to ``most`` pixels; of equals the most central one.

    Where not even the least one fits, ``fallback``.
    """
    left, top, right, bottom = (int(side) for side in shape.bounds)
    xs, ys = np.meshgrid(np.arange(left, right + 2), np.arange(top, bottom + 2))
    for margin in MARGINS:
        core = shape.buffer(-margin)
        prepare(core)
        inside = contains_xy(core, xs.ravel(), ys.ravel()).reshape(xs.shape)
        missing = np.pad(np.cumsum(np.cumsum(~inside, axis=0), axis=1), ((1, 0), (1, 0)))
        middle = shape.centroid.x - left, shape.centroid.y - top
        found = _best(missing, int(least), int(most), middle)
        if found is not None:
            x, y, wide, high = found
            return left + x + wide / 2, top + y + high / 2, float(wide), float(high)
    return fallback


def _best(
    missing: Array, least: int, most: int, middle: tuple[float, float]
) -> tuple[int, int, int, int] | None:
    best, best_score = None, -1e9
    rows, columns = missing.shape
    for high in HEIGHTS:
        below = missing[high:] - missing[:-high]
        for wide in range(least, most + 1, STEP):
            if wide >= columns or high >= rows:
                continue
            gone = below[:, wide:] - below[:, :-wide]
            free = np.argwhere(gone == 0)
            if not len(free):
                break
            off = free - np.array([middle[1] - high / 2, middle[0] - wide / 2])
            away = np.hypot(*off.T)
            k = int(away.argmin())
            score = 1.4 * wide + high - 0.5 * float(away[k])
            if score > best_score:
                best, best_score = (int(free[k][1]), int(free[k][0]), wide, high), score
    return best
