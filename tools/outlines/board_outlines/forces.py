"""What pulls and pushes points: energies, and the slopes of them added up for each point."""

from collections.abc import Callable

import numpy as np
from scipy.optimize import minimize

Array = np.ndarray


def add(pull: Array, numbers: Array, slope: Array) -> None:
    """Add slopes (rows of x and y) to those of the points with these numbers."""
    for k in (0, 1):
        pull[:, k] += np.bincount(numbers, slope[:, k], len(pull))


def add_pairs(pull: Array, i: Array, j: Array, slope: Array) -> None:
    """Add slopes to those of the points ``j``, and take them from the points ``i``."""
    add(pull, j, slope)
    add(pull, i, -slope)


def spring(
    at: Array,
    pull: Array,
    pairs: Array,
    want: Array | float,
    weight: Array | float,
    norm: int = 2,
    far: bool = False,
) -> float:
    """The energy of pairs of points that want to be ``want`` apart, and its slope.

    Pairs that are further apart have none unless ``far``. ``norm`` 2 measures as the crow flies;
    4 as boxes see it, of which two side by side or one above the other are 1 apart.
    """
    i, j = pairs.T
    span = at[j] - at[i]
    length = (span**norm).sum(axis=1) ** (1 / norm) + 1e-9
    off = np.minimum(length - want, np.inf if far else 0.0)
    add_pairs(pull, i, j, (2 * weight * off)[:, None] * (span / length[:, None]) ** (norm - 1))
    return float((weight * off**2).sum())


def settle(energy: Callable[..., tuple[float, Array]], start: Array, rounds: int) -> Array:
    """The points at rest: where their energy is lowest, sought from ``start``."""
    found = minimize(
        energy,
        start.ravel(),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": rounds, "maxfun": rounds * 3 // 2},
    )
    points: Array = found.x.reshape(-1, 2)
    return points
