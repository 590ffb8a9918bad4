"""Where provinces go: from latitude and longitude to the canvas, crowded ones spread out.

A spring model. Every pair of provinces that are neighbours on the ground (Delaunay) keeps its
direction; a land border wants the length of one province; strangers keep away from each other and
different landmasses further. Distances are measured in *cells*: one is as wide as a province with
its name and as high as one with a name and a row of counters.
"""

import math
from functools import partial

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import Delaunay, QhullError

from adjudicator.boards import Board
from adjudicator.boards.check import crossing
from board_outlines.forces import Array, add, add_pairs, settle, spring
from board_outlines.planar import pattern_of, triangles

APART = 1.22  # cells between strangers of one landmass
BAY_APART = 1.5  # cells between provinces of one landmass with water between them
SEA_APART = 1.38  # cells between provinces of different landmasses
FAR = 2.0  # cells: wider seas are narrowed to this
CORNER = 0.36  # square cells: the least area of three provinces that meet
BORDER_PULL, DIRECTION_PULL, SEA_PULL = 3.0, 1.4, 1.2
PUSH = 3.0


def spread(board: Board, cell: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Positions of all provinces in pixels (y downwards), roughly one ``cell`` apart.

    The result is centred on the origin: fitting it to a canvas is the next step's business.
    Relaxing goes no further than borders stay free of crossings.

    Raises:
        OutlineError: borders cross at the positions of the board file.
    """
    names = sorted(board.provinces)
    ground = _project([board.provinces[name].at for name in names])
    number = {name: k for k, name in enumerate(names)}
    land = np.array([(number[a], number[b]) for a, b in board.land], dtype=int).reshape(-1, 2)
    joined = coo_array((np.ones(len(land)), land.T), shape=(len(names), len(names)))
    mass = connected_components(joined, directed=False)[1]
    near = _near_pairs(ground)
    start = ground / _unit(ground, land, cell) / np.array(cell)
    pattern = pattern_of(dict(zip(names, map(tuple, ground), strict=True)), board.land)
    corners = np.array([[number[n] for n in t] for t in triangles(pattern)], dtype=int)
    model = _Springs(start, land, near, mass, corners.reshape(-1, 3))
    best = start
    for stiffness in (0.3, 1.0, 3.0, 12.0):
        start = settle(partial(model.energy, stiff=PUSH * stiffness), start, 4000)
        if crossing(dict(zip(names, map(tuple, start), strict=True)), board.land) is None:
            best = start
    placed = best * np.array(cell)
    placed -= (placed.min(axis=0) + placed.max(axis=0)) / 2
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, placed, strict=True)}


def _project(places: list[tuple[float, float]]) -> Array:
    lat, lon = np.array(places, dtype=float).T
    flat = np.column_stack([lon * math.cos(math.radians(float(lat.mean()))), -lat])
    ground: Array = flat - flat.mean(axis=0)
    return ground


def _unit(ground: Array, land: Array, cell: tuple[float, float]) -> float:
    """Degrees per pixel at which the usual border is about one cell long."""
    if len(land) == 0:
        return float(np.ptp(ground)) / 1000 or 1.0
    span = ground[land[:, 0]] - ground[land[:, 1]]
    return float(np.median(np.hypot(*span.T))) / (sum(cell) / 2)


def _near_pairs(ground: Array) -> Array:
    """Pairs that lie next to each other on the ground, whatever is between them."""
    if len(ground) < 2:
        return np.empty((0, 2), dtype=int)
    try:
        triangles = Delaunay(ground).simplices
    except (QhullError, ValueError):  # fewer than three places, or all on one line
        order = np.lexsort(ground.T)
        return np.sort(np.column_stack([order[:-1], order[1:]]), axis=1)
    sides = np.sort(np.vstack([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [0, 2]]]))
    return np.unique(sides, axis=0)


def _inland(point: Array, corners: Array) -> bool:
    """Whether a point lies where three provinces meet rather than in a bay."""
    rel = corners - point
    after = np.roll(rel, -1, axis=1)
    return bool((rel[..., 0] * after[..., 1] - rel[..., 1] * after[..., 0] > 0).all(axis=1).any())


class _Springs:
    """The energy of a layout, in cells, and its gradient."""

    def __init__(self, start: Array, land: Array, near: Array, mass: Array, corners: Array) -> None:
        size = len(start)
        bordered = np.zeros((size, size), dtype=bool)
        bordered[land[:, 0], land[:, 1]] = True
        self.land = land
        self.corners = corners
        self.sea = near[mass[near[:, 0]] != mass[near[:, 1]]]
        self.aim = np.vstack([land, near[~(bordered | bordered.T)[near[:, 0], near[:, 1]]]])
        span = start[self.aim[:, 1]] - start[self.aim[:, 0]]
        length = np.hypot(*span.T)
        self.across = np.column_stack([-span[:, 1], span[:, 0]]) / length[:, None]
        self.weight = np.where(np.arange(len(self.aim)) < len(land), 1.0, 0.5 / (1 + length**2))
        i, j = np.triu_indices(size, 1)
        self.strangers = np.column_stack([i, j])[~bordered[i, j]]
        one, two = mass[self.strangers].T
        self.keep = np.where(one == two, APART, SEA_APART)
        across = {tuple(p) for p in near if mass[p[0]] == mass[p[1]] and not bordered[tuple(p)]}
        for k, pair in enumerate(self.strangers):
            if tuple(pair) in across and not _inland(start[pair].mean(axis=0), start[corners]):
                self.keep[k] = BAY_APART
        sea_span = start[self.sea[:, 0]] - start[self.sea[:, 1]]
        sea_length = np.hypot(*sea_span.T)
        self.sea_length = np.clip(sea_length, SEA_APART, FAR)
        self.sea_weight = SEA_PULL / (1 + (sea_length / 2) ** 4)

    def energy(self, flat: Array, stiff: float) -> tuple[float, Array]:
        at = flat.reshape(-1, 2)
        pull = np.zeros_like(at)
        total = spring(at, pull, self.land, 1.0, BORDER_PULL, norm=4, far=True)
        total += spring(at, pull, self.sea, self.sea_length, self.sea_weight, norm=4, far=True)
        # Neighbours closer than a cell have no room for their names.
        total += spring(at, pull, self.land, 1.0, stiff, norm=4)
        total += spring(at, pull, self.strangers, self.keep, stiff, norm=4)
        total += self._corners(at, pull, 8 * stiff) + self._directions(at, pull)
        return total, pull.ravel()

    def _corners(self, at: Array, pull: Array, stiff: float) -> float:
        """Three provinces that meet may neither flatten nor turn over."""
        a, b, c = (at[self.corners[:, k]] for k in range(3))
        one, two = b - a, c - a
        short = np.minimum((one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2 - CORNER, 0)
        for k, side in enumerate((b - c, c - a, a - b)):
            slope = np.column_stack([side[:, 1], -side[:, 0]])
            add(pull, self.corners[:, k], (stiff * short)[:, None] * slope)
        return float(stiff * (short**2).sum())

    def _directions(self, at: Array, pull: Array) -> float:
        i, j = self.aim.T
        off = ((at[j] - at[i]) * self.across).sum(axis=1)
        add_pairs(pull, i, j, (2 * DIRECTION_PULL * self.weight * off)[:, None] * self.across)
        return float(DIRECTION_PULL * (self.weight * off**2).sum())
