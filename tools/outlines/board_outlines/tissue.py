"""Shaping the soft map: every province finds its area and room for its name and counters.

An energy over all points of a mesh, after the cell models of tissues: provinces press for their
area, lines want to be short and smooth, shores that are strangers keep a strip of sea between
them, and nothing enters the box that a province keeps free for its name and counters.
"""

from itertools import pairwise

import msgspec
import numpy as np
from scipy.spatial import cKDTree
from shapely import Point, Polygon

from board_outlines.forces import Array, add, add_pairs, settle, spring
from board_outlines.mesh import Key, Mesh, resample

AREA, ROUND, BOX, HOME, APART = 60.0, 5.0, 0.06, 0.002, 0.03
CROWD, DRIFT = 0.12, 0.004
EVEN, SMOOTH, COAST, EDGE = 0.03, 0.0016, 0.004, 0.05
LAKE, LAKE_AREA = 13.0, 420.0  # pixels across, square pixels
BAY = 0.65  # part of the strip of sea that is kept within one landmass
FRONT, MEET = 32.0, 0.08  # pixels: neighbours meet along at least this much
THICK, ARM, NARROW = 24.0, 50.0, 0.03  # pixels: width of a province's arms, how far apart they are
REACH = 80.0  # pixels: borders further apart than this cannot meet within one round
CLEAR, CLEAR_SHORE = 5.0, 9.0  # pixels between a box and the borders or shores around it


class Wishes(msgspec.Struct):
    """What the provinces want, a row for each in the order of their names."""

    names: list[str]
    homes: Array
    boxes: Array
    """Half widths and half heights."""
    areas: Array
    strip: float
    """Pixels of sea between landmasses."""
    canvas: tuple[float, float, float, float]
    """Left, top, right, bottom."""


def shape(mesh: Mesh, wishes: Wishes, step: float, rounds: int = 9) -> tuple[Mesh, Array]:
    """The relaxed mesh and the middle of each province's box, in the order of ``wishes.names``."""
    middles = wishes.homes.copy()
    for turn in range(rounds):
        mesh = resample(mesh, step)
        middles = _inside(mesh, wishes, middles)
        model = _Model(mesh, wishes, stiff=2.5 * (turn + 1) / rounds)
        end = settle(model.energy, np.vstack([mesh.points, middles]), 260)
        mesh.points, middles = end[: len(mesh.points)], end[len(mesh.points) :]
    return mesh, middles


def _inside(mesh: Mesh, wishes: Wishes, middles: Array) -> Array:
    """Boxes that have left their province go back to its middle."""
    kept = middles.copy()
    for k, name in enumerate(wishes.names):
        shape = Polygon(mesh.points[mesh.ring(name)])
        if not shape.contains(Point(middles[k])):
            kept[k] = shape.centroid.x, shape.centroid.y
    return kept


class _Model:
    def __init__(self, mesh: Mesh, wishes: Wishes, stiff: float) -> None:
        self.w, self.stiff, self.size = wishes, stiff, len(mesh.points)
        rings = [mesh.ring(name) for name in wishes.names]
        self.here = np.concatenate([np.array(ring) for ring in rings])
        self.next = np.concatenate([np.roll(ring, -1) for ring in rings])
        self.owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
        self.count = len(rings)
        self.pieces = np.array([p for line in mesh.lines.values() for p in pairwise(line)])
        ends = [(k, line[0], line[-1]) for k, line in mesh.lines.items() if k not in mesh.lakes]
        fronts = [(start, end) for key, start, end in ends if len(key) > 1]
        self.fronts = np.array(fronts, dtype=int).reshape(-1, 2)
        self.arms = np.vstack([_opposite(np.array(ring), mesh.points, ARM) for ring in rings])
        self.bends, self.bend_weight = _bends(mesh)
        self._shores(mesh)

    def _shores(self, mesh: Mesh) -> None:
        sea = [key for key in mesh.lines if len(key) != 2 and key not in mesh.lakes]
        shores = _chains(mesh, sea)
        self.shore = np.concatenate(shores)
        self.shore_of = np.repeat(np.arange(len(shores)), [len(shore) for shore in shores])
        self.along = np.concatenate([_along(mesh.points[shore]) for shore in shores])
        self.length = np.array([self.along[self.shore_of == k].max() for k in range(len(shores))])
        self.clear = np.where(np.isin(self.here, self.shore), CLEAR_SHORE, CLEAR)
        self.lake_rings = _chains(mesh, sorted(mesh.lakes))
        across = [_opposite(ring, mesh.points, 2.2 * LAKE) for ring in self.lake_rings]
        self.across = np.vstack([np.empty((0, 2), dtype=int), *across])
        ends = {mesh.lines[key][0] for key in mesh.lakes}
        self.lake_sides = [sum(p in ends for p in ring.tolist()) for ring in self.lake_rings]

    def energy(self, flat: Array) -> tuple[float, Array]:
        at = flat.reshape(-1, 2)
        pull = np.zeros_like(at)
        total = self._bodies(at, pull) + self._boxes(at, pull) + self._homes(at, pull)
        total += self._lines(at, pull) + self._apart(at, pull) + self._edges(at, pull)
        total += self._crowd(at, pull) + self._lakes(at, pull)
        # Neighbours meet along a visible length, and so does a province with the sea.
        total += spring(at, pull, self.fronts, FRONT, MEET)
        # A province's own borders do not close in on each other.
        total += spring(at, pull, self.arms, THICK, NARROW)
        return total, pull.ravel()

    def _bodies(self, at: Array, pull: Array) -> float:
        """Area as wished, and as round as the others allow."""
        a, b = at[self.here], at[self.next]
        span = b - a
        length = np.hypot(*span.T) + 1e-9
        cross = a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]
        area = np.bincount(self.owner, cross, self.count) / 2
        around = np.bincount(self.owner, length, self.count)
        safe = np.maximum(area, 50.0)
        off = area / self.w.areas - 1
        quotient = around**2 / (4 * np.pi * safe)
        by_area = 2 * AREA * off / self.w.areas - ROUND * quotient / safe * (area > 50)
        by_around = ROUND * 2 * around / (4 * np.pi * safe)
        u, v = by_area[self.owner] / 2, by_around[self.owner] / length
        along = v[:, None] * span
        add(pull, self.here, _turn(u, b) - along)
        add(pull, self.next, along - _turn(u, a))
        return float((AREA * off**2).sum() + ROUND * quotient.sum())

    def _boxes(self, at: Array, pull: Array) -> float:
        """No line enters the box around a province's name and counters."""
        middle = at[self.size + self.owner]
        off = at[self.here] - middle
        side = np.where(off < 0, -1.0, 1.0)
        out = np.abs(off) - self.w.boxes[self.owner]
        over = np.maximum(out, 0)
        away = np.hypot(*over.T)
        inside = out.max(axis=1)
        distance = np.where(inside > 0, away, inside)
        deep = np.maximum(self.clear - distance, 0)
        axis = (out[:, 0] < out[:, 1]).astype(int)
        flat = np.zeros_like(off)
        flat[np.arange(len(off)), axis] = 1.0
        slope = np.where((inside > 0)[:, None], over / (away + 1e-9)[:, None], flat) * side
        push = (-2 * BOX * self.stiff * deep)[:, None] * slope
        add_pairs(pull, self.size + self.owner, self.here, push)
        return float(BOX * self.stiff * (deep**2).sum())

    def _crowd(self, at: Array, pull: Array) -> float:
        """Boxes leave room for a border between them."""
        i, j = np.triu_indices(self.count, 1)
        off = at[self.size + j] - at[self.size + i]
        over = self.w.boxes[i] + self.w.boxes[j] + 2 * CLEAR - np.abs(off)
        close = (over > 0).all(axis=1)
        i, j, off, over = i[close], j[close], off[close], over[close]
        axis = (over[:, 0] > over[:, 1]).astype(int)
        deep = over.min(axis=1)
        push = np.zeros_like(off)
        row = np.arange(len(off))
        push[row, axis] = 2 * CROWD * deep * np.where(off[row, axis] < 0, -1, 1)
        add_pairs(pull, self.size + j, self.size + i, push)
        return float(CROWD * (deep**2).sum())

    def _homes(self, at: Array, pull: Array) -> float:
        off = at[self.size :] - self.w.homes
        pull[self.size :] += 2 * HOME * off
        middles = np.column_stack(
            [np.bincount(self.owner, at[self.here, k], self.count) for k in (0, 1)]
        )
        share = np.bincount(self.owner, minlength=self.count)[:, None]
        drift = at[self.size :] - middles / share
        pull[self.size :] += 2 * DRIFT * drift
        add(pull, self.here, (-2 * DRIFT * drift / share)[self.owner])
        return float(HOME * (off**2).sum() + DRIFT * (drift**2).sum())

    def _lines(self, at: Array, pull: Array) -> float:
        total = spring(at, pull, self.pieces, 0.0, EVEN / 10, far=True)
        p, q, r = self.bends.T
        bend = at[p] - 2 * at[q] + at[r]
        slope = 2 * self.bend_weight[:, None] * bend
        for number, times in ((p, 1.0), (q, -2.0), (r, 1.0)):
            add(pull, number, times * slope)
        return total + float((self.bend_weight * (bend**2).sum(axis=1)).sum())

    def _apart(self, at: Array, pull: Array) -> float:
        """A strip of sea lies between landmasses; bays stay open."""
        i, j = cKDTree(at[self.shore]).query_pairs(self.w.strip, output_type="ndarray").T
        bay = self.shore_of[i] == self.shore_of[j]
        apart = np.abs(self.along[i] - self.along[j])
        apart = np.minimum(apart, self.length[self.shore_of[i]] - apart)
        wide = np.where(bay, np.where(apart > ARM, BAY, 0.0), 1.0) * self.w.strip
        pairs = np.column_stack([self.shore[i], self.shore[j]])
        return spring(at, pull, pairs, wide, APART)

    def _edges(self, at: Array, pull: Array) -> float:
        left, top, right, bottom = self.w.canvas
        low = np.minimum(at[: self.size] - (left, top), 0)
        high = np.maximum(at[: self.size] - (right, bottom), 0)
        pull[: self.size] += 2 * EDGE * (low + high)
        return float(EDGE * ((low**2).sum() + (high**2).sum()))

    def _lakes(self, at: Array, pull: Array) -> float:
        total = spring(at, pull, self.across, LAKE, NARROW * 4)
        for ring, sides in zip(self.lake_rings, self.lake_sides, strict=True):
            want = LAKE_AREA * (sides - 3) ** 1.5
            after = np.roll(ring, -1)
            a, b = at[ring], at[after]
            area = float((a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]).sum()) / 2
            off = area / want - 1
            u = np.full(len(ring), 6.0 * off / want)
            add(pull, ring, _turn(u, b))
            add(pull, after, -_turn(u, a))
            total += 6.0 * off**2
        return total


def _turn(weight: Array, at: Array) -> Array:
    """Half a turn of each point around the origin: the slope of the area beside it."""
    turned: Array = weight[:, None] * np.column_stack([at[:, 1], -at[:, 0]])
    return turned


def _opposite(ring: Array, points: Array, arm: float) -> Array:
    """Pairs of points of one ring that are near, yet further apart along it than an arm is wide."""
    along = _along(points[ring])
    i, j = np.triu_indices(len(ring), 1)
    apart = along[j] - along[i]
    far = np.minimum(apart, along[-1] - apart) > arm
    far &= np.hypot(*(points[ring[i]] - points[ring[j]]).T) < REACH
    return np.column_stack([ring[i[far]], ring[j[far]]])


def _bends(mesh: Mesh) -> tuple[Array, Array]:
    """Triples of points along each line, and around each shore where two lines of it meet."""
    triples: list[tuple[int, int, int]] = []
    weights: list[float] = []
    starts = {line[0]: line for key, line in mesh.lines.items() if len(key) == 3}
    for key, line in mesh.lines.items():
        weight = SMOOTH * 6 if len(key) == 2 else COAST * 3
        inner = list(zip(line, line[1:], line[2:], strict=False))
        if len(key) == 1:
            inner.append((line[-2], line[0], line[1]))
        if len(key) == 3 and line[-1] in starts:
            inner.append((line[-2], line[-1], starts[line[-1]][1]))
        triples += inner
        weights += [weight] * len(inner)
    return np.array(triples), np.array(weights)


def _chains(mesh: Mesh, keys: list[Key]) -> list[Array]:
    """Rings of point numbers made of lines that continue each other."""
    starts = {mesh.lines[key][0]: mesh.lines[key] for key in keys}
    rings = []
    while starts:
        here = next(iter(starts))
        numbers: list[int] = []
        while here in starts:
            line = starts.pop(here)
            numbers += line[:-1]
            here = line[-1]
        rings.append(np.array(numbers))
    return rings


def _along(ring: Array) -> Array:
    return np.cumsum(np.hypot(*(ring - np.roll(ring, 1, axis=0)).T))
