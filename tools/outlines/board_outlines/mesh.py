"""Points and lines of a map that is still soft: border and shore lines, and rings made of them."""

import cmath
import math
from collections.abc import Iterable

import msgspec
import numpy as np

from board_outlines.forces import Array
from board_outlines.planar import Pattern, Point

Numbers = tuple[int, ...]
Key = tuple[str, ...]


class Mesh(msgspec.Struct):
    """Lines over numbered points, and each province's ring as (line key, forward?) in order.

    A border line's key is ``(a, b)``, a shore line's ``(before, province, after)``; the ring of an
    island that is one province has the single key ``(province,)``.
    """

    points: Array
    lines: dict[Key, Numbers]
    rings: dict[str, tuple[tuple[Key, bool], ...]]
    lakes: frozenset[Key]

    def ring(self, name: str) -> list[int]:
        """The point numbers around a province, the last not repeating the first."""
        numbers: list[int] = []
        for key, forward in self.rings[name]:
            line = self.lines[key] if forward else self.lines[key][::-1]
            numbers += line[:-1]
        return numbers


def mesh_of(places: dict[str, Point], pattern: Pattern, radius: float, step: float) -> Mesh:
    """A first, rough mesh: corners between provinces, shores at ``radius`` around them."""
    build = _Builder(places, pattern, radius, step)
    for name in sorted(places):
        build.province(name)
    points = np.array(build.points).view(float).reshape(-1, 2)
    return Mesh(points, build.lines, build.rings, frozenset(build.lakes))


def resample(mesh: Mesh, step: float) -> Mesh:
    """The same lines with points ``step`` pixels apart; ends stay where they are."""
    points: list[Point] = []
    moved: dict[int, int] = {}
    lines: dict[Key, Numbers] = {}

    def keep(number: int) -> int:
        if number not in moved:
            moved[number] = len(points)
            points.append(tuple(mesh.points[number]))
        return moved[number]

    for key, line in mesh.lines.items():
        ends = keep(line[0]), keep(line[-1])
        inner = even(mesh.points[list(line)], step)[1:-1]
        numbers = range(len(points), len(points) + len(inner))
        points += [tuple(point) for point in inner]
        lines[key] = (ends[0], *numbers, ends[1])
    return Mesh(np.array(points), lines, mesh.rings, mesh.lakes)


def even(path: Array, step: float, least: int = 3) -> Array:
    """A path with points at equal distances of about ``step``, at least ``least`` pieces."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    pieces = max(least, round(float(along[-1]) / step))
    want = np.linspace(0.0, along[-1], pieces + 1)
    return np.column_stack([np.interp(want, along, path[:, k]) for k in (0, 1)])


def cut_corners(path: Array, rounds: int, closed: bool = False) -> Array:
    """A smoother path; the ends of an open one stay."""
    for _ in range(rounds):
        a, b = path[:-1], path[1:]
        cut = np.stack([a * 0.75 + b * 0.25, a * 0.25 + b * 0.75], axis=1).reshape(-1, 2)
        ends = (cut[-1:], cut[:0]) if closed else (path[:1], path[-1:])
        path = np.vstack([ends[0], cut, ends[1]])
    return path


class _Builder:
    """Builds with complex numbers: x and y in pixels."""

    def __init__(
        self, places: dict[str, Point], pattern: Pattern, radius: float, step: float
    ) -> None:
        self.places = {name: complex(*place) for name, place in places.items()}
        self.pattern, self.radius, self.step = pattern, radius, step
        self.points: list[complex] = []
        self.ends: dict[tuple[object, ...], int] = {}
        self.lines: dict[Key, Numbers] = {}
        self.rings: dict[str, tuple[tuple[Key, bool], ...]] = {}
        self.lakes: set[Key] = set()

    def province(self, name: str) -> None:
        ring = self.pattern.around[name]
        if not ring:
            circle = self._round(name, 0.0, 2 * math.pi)
            self.lines[(name,)] = (*circle, circle[0])
            self.rings[name] = (((name,), True),)
            return
        parts: list[tuple[Key, bool]] = []
        for here, after in zip(ring, ring[1:] + ring[:1], strict=True):
            parts.append(self._border(name, here))
            if self.pattern.faces[self.pattern.face_of[name, here]].kind != "corner":
                parts.append((self._shore(after, name, here), False))
        self.rings[name] = tuple(parts)

    def _border(self, a: str, b: str) -> tuple[Key, bool]:
        """The line between two provinces, seen from ``a``: from before ``b`` to after it."""
        key = (a, b) if a < b else (b, a)
        if key not in self.lines:
            start, end = self._end((key[1], key[0])), self._end(key)
            self.lines[key] = (start, *self._straight(start, end), end)
        return key, key == (a, b)

    def _shore(self, before: str, name: str, after: str) -> Key:
        key = (before, name, after)
        start, end = self._end((before, name)), self._end((name, after))
        lake = self.pattern.faces[self.pattern.face_of[name, after]].kind == "lake"
        if lake:
            self.lakes.add(key)
            between = self._straight(start, end)
        else:
            first, last = (cmath.phase(self.points[n] - self.places[name]) for n in (start, end))
            between = self._round(name, first, -((first - last) % (2 * math.pi)))[1:]
        self.lines[key] = (start, *between, end)
        return key

    def _end(self, dart: tuple[str, str]) -> int:
        """The point at the left end of a border: a corner, or its own place on the shore."""
        number = self.pattern.face_of[dart]
        face = self.pattern.faces[number]
        key: tuple[object, ...] = (number,) if face.kind == "corner" else dart
        if key not in self.ends:
            self.ends[key] = len(self.points)
            self.points.append(self._place_of_end(dart, face.kind, [a for a, _ in face.darts]))
        return self.ends[key]

    def _place_of_end(self, dart: tuple[str, str], kind: str, members: list[str]) -> complex:
        a, b = (self.places[name] for name in dart)
        if kind == "sea":
            return (a + b) / 2 + 0.7 * self.radius * 1j * (b - a) / abs(b - a)
        middle = sum(self.places[name] for name in members) / len(members)
        return middle if kind == "corner" else middle * 0.8 + (a + b) * 0.1

    def _straight(self, start: int, end: int) -> range:
        a, b = self.points[start], self.points[end]
        pieces = max(3, round(abs(b - a) / self.step))
        return self._add(a + (b - a) * k / pieces for k in range(1, pieces))

    def _round(self, name: str, start: float, sweep: float) -> range:
        pieces = max(3, round(abs(sweep) * self.radius / self.step))
        angles = (start + sweep * k / pieces for k in range(pieces))
        return self._add(self.places[name] + cmath.rect(self.radius, t) for t in angles)

    def _add(self, points: Iterable[complex]) -> range:
        first = len(self.points)
        self.points += points
        return range(first, len(self.points))
