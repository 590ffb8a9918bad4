"""Where provinces go: from latitude and longitude to the canvas, crowded ones spread out.

A spring model. Every pair of provinces that are neighbours on the ground (Delaunay) keeps its
direction; a land border wants the length of one province; strangers keep away from each other and
different landmasses further. Distances are measured in *cells*: one is as wide as a province with
its name and as high as one with a name and a row of counters.
"""

import math

import numpy as np
from scipy.optimize import minimize
from scipy.spatial import Delaunay, QhullError

from adjudicator.boards import Board
from adjudicator.maps.making.planar import crossing, pattern_of, triangles

Array = np.ndarray

APART = 1.22  # cells between strangers of one landmass
BAY_APART = 1.5  # cells between provinces of one landmass with water between them
SEA_APART = 1.38  # cells between provinces of different landmasses
FAR = 2.0  # cells: wider seas are narrowed to this
CORNER = 0.36  # square cells: the least area of three provinces that meet
BORDER_PULL, DIRECTION_PULL, SEA_PULL = 3.0, 1.4, 1.2
PUSH = 3.0


def landmasses(board: Board) -> list[tuple[str, ...]]:
    """The provinces joined by land, largest landmass first."""
    left = dict.fromkeys(board.provinces)
    found = []
    while left:
        first = next(iter(left))
        mass, edge = {first}, [first]
        while edge:
            here = edge.pop()
            fresh = {n for n in board.neighbours[here] if board.by_land(here, n)} - mass
            mass |= fresh
            edge += sorted(fresh)
        found.append(tuple(sorted(mass)))
        left = {name: None for name in left if name not in mass}
    return sorted(found, key=lambda mass: (-len(mass), mass))


def spread(board: Board, cell: tuple[float, float]) -> dict[str, tuple[float, float]]:
    """Positions of all provinces in pixels (y downwards), roughly one ``cell`` apart.

    The result is centred on the origin: fitting it to a canvas is the next step's business.
    Relaxing goes no further than borders stay free of crossings.

    Raises:
        OutlineError: borders cross at the positions of the board file.
    """
    names = sorted(board.provinces)
    ground = _project([board.provinces[name].at for name in names])
    land = _indices(names, board.land)
    mass = _mass_of(board, names)
    near = _near_pairs(ground)
    start = ground / _unit(ground, land, cell) / np.array(cell)
    pattern = pattern_of(dict(zip(names, map(tuple, ground), strict=True)), board.land)
    corners = np.array([[names.index(n) for n in t] for t in triangles(pattern)], dtype=int)
    model = _Springs(start, land, near, mass, corners.reshape(-1, 3))
    best = start
    for stiffness in (0.3, 1.0, 3.0, 12.0):
        start = _relax(model, start, stiffness)
        if crossing(dict(zip(names, map(tuple, start), strict=True)), board.land) is None:
            best = start
    placed = best * np.array(cell)
    placed -= (placed.min(axis=0) + placed.max(axis=0)) / 2
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, placed, strict=True)}


def _relax(model: "_Springs", start: Array, stiffness: float) -> Array:
    found = minimize(
        model.energy, start.ravel(), args=(stiffness,), jac=True, method="L-BFGS-B",
        options={"maxiter": 4000, "maxfun": 6000},
    )  # fmt: skip
    relaxed: Array = found.x.reshape(-1, 2)
    return relaxed


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


def _indices(names: list[str], pairs: tuple[tuple[str, str], ...]) -> Array:
    at = {name: i for i, name in enumerate(names)}
    return np.array([(at[a], at[b]) for a, b in pairs], dtype=int).reshape(-1, 2)


def _mass_of(board: Board, names: list[str]) -> Array:
    number = {name: i for i, mass in enumerate(landmasses(board)) for name in mass}
    return np.array([number[name] for name in names])


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
        strangers = ~bordered[i, j]
        self.i, self.j = i[strangers], j[strangers]
        self.keep = np.where(mass[self.i] == mass[self.j], APART, SEA_APART)
        across = {tuple(p) for p in near if mass[p[0]] == mass[p[1]] and not bordered[tuple(p)]}
        for k, pair in enumerate(zip(self.i, self.j, strict=True)):
            if pair in across and not _inland(start[list(pair)].mean(axis=0), start[corners]):
                self.keep[k] = BAY_APART
        sea_span = start[self.sea[:, 0]] - start[self.sea[:, 1]]
        sea_length = np.hypot(*sea_span.T)
        self.sea_length = np.clip(sea_length, SEA_APART, FAR)
        self.sea_weight = SEA_PULL / (1 + (sea_length / 2) ** 4)

    def energy(self, flat: Array, stiffness: float) -> tuple[float, Array]:
        at = flat.reshape(-1, 2)
        pull = np.zeros_like(at)
        total = self._lengths(at, pull, self.land, np.ones(len(self.land)), np.array(BORDER_PULL))
        total += self._lengths(at, pull, self.sea, self.sea_length, self.sea_weight)
        total += self._crowding(at, pull, stiffness)
        total += self._corners(at, pull, stiffness)
        total += self._directions(at, pull)
        total += self._strangers(at, pull, stiffness)
        return total, pull.ravel()

    def _lengths(self, at: Array, pull: Array, pairs: Array, want: Array, weight: Array) -> float:
        length, slope = _length(at[pairs[:, 1]] - at[pairs[:, 0]])
        off = length - want
        push = (2 * weight * off)[:, None] * slope
        np.add.at(pull, pairs[:, 1], push)
        np.add.at(pull, pairs[:, 0], -push)
        return float((weight * off**2).sum())

    def _crowding(self, at: Array, pull: Array, stiffness: float) -> float:
        """Neighbours closer than a cell have no room for their names."""
        return self._push(at, pull, self.land[:, 0], self.land[:, 1], 1.0, stiffness)

    def _corners(self, at: Array, pull: Array, stiffness: float) -> float:
        """Three provinces that meet may neither flatten nor turn over."""
        if len(self.corners) == 0:
            return 0.0
        a, b, c = (at[self.corners[:, k]] for k in range(3))
        doubled = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
            c[:, 0] - a[:, 0]
        )
        short = np.minimum(doubled / 2 - CORNER, 0)
        for k, (p, q) in enumerate(((b, c), (c, a), (a, b))):
            slope = np.column_stack([p[:, 1] - q[:, 1], q[:, 0] - p[:, 0]]) / 2
            np.add.at(pull, self.corners[:, k], (2 * 8 * PUSH * stiffness * short)[:, None] * slope)
        return float(8 * PUSH * stiffness * (short**2).sum())

    def _directions(self, at: Array, pull: Array) -> float:
        span = at[self.aim[:, 1]] - at[self.aim[:, 0]]
        off = (span * self.across).sum(axis=1)
        push = (2 * DIRECTION_PULL * self.weight * off)[:, None] * self.across
        np.add.at(pull, self.aim[:, 1], push)
        np.add.at(pull, self.aim[:, 0], -push)
        return float(DIRECTION_PULL * (self.weight * off**2).sum())

    def _strangers(self, at: Array, pull: Array, stiffness: float) -> float:
        return self._push(at, pull, self.i, self.j, self.keep, stiffness)

    def _push(
        self, at: Array, pull: Array, i: Array, j: Array, keep: Array | float, stiffness: float
    ) -> float:
        length, slope = _length(at[j] - at[i])
        short = np.minimum(length - keep, 0)
        push = (2 * PUSH * stiffness * short)[:, None] * slope
        np.add.at(pull, j, push)
        np.add.at(pull, i, -push)
        return float(PUSH * stiffness * (short**2).sum())


def _length(span: Array) -> tuple[Array, Array]:
    """Length as boxes see it (two side by side or one above the other are 1 apart), and slope."""
    length = (span**4).sum(axis=1) ** 0.25 + 1e-9
    return length, (span / length[:, None]) ** 3
