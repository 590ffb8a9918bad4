"""The pattern of a map without its shapes: which borders meet where, and what lies on the water.

From positions and land borders (straight lines that must not cross) follow the *faces* between the
borders. Where three provinces meet pairwise, the face is a corner: one point of the map. Every
other face is water: the sea around a landmass, or a lake where four or more come together. The map
is the dual of this: its border lines run from face to face, so exactly the stated neighbours touch.
"""

import itertools
import math

import msgspec

from adjudicator.boards.check import undrawable
from adjudicator.maps.outlines import OutlineError

Point = tuple[float, float]
Dart = tuple[str, str]

FLAT = 1e-6


class Face(msgspec.Struct, frozen=True):
    """One face as the darts around it. ``kind`` is ``corner``, ``lake`` or ``sea``."""

    kind: str
    darts: tuple[Dart, ...]


class Pattern(msgspec.Struct, frozen=True):
    """Neighbours of each province in order of direction, the faces, and the face left of a dart."""

    around: dict[str, tuple[str, ...]]
    faces: tuple[Face, ...]
    face_of: dict[Dart, int]


def pattern_of(places: dict[str, Point], land: tuple[tuple[str, str], ...]) -> Pattern:
    """The pattern of the landmasses at these places (y downwards).

    Raises:
        OutlineError: two borders cross, so the board cannot be drawn with provinces where they are;
            or there are more borders than any map can show (Euler), which are not searched.
    """
    if why := undrawable(places, land):
        raise OutlineError(why)
    around = _around(places, land)
    faces: list[Face] = []
    face_of: dict[Dart, int] = {}
    for start in sorted((a, b) for a in around for b in around[a]):
        if start not in face_of:
            darts = tuple(_walk(start, around))
            face_of |= dict.fromkeys(darts, len(faces))
            faces.append(Face(_kind(darts, places), darts))
    return Pattern(around, tuple(faces), face_of)


def triangles(pattern: Pattern) -> list[tuple[str, str, str]]:
    """The corners as triples of provinces, in the order in which the area is positive."""
    return [
        (face.darts[0][0], face.darts[1][0], face.darts[2][0])
        for face in pattern.faces
        if face.kind == "corner"
    ]


def area(points: list[Point]) -> float:
    """Signed area of a polygon."""
    sides = itertools.pairwise([*points, points[0]])
    return sum((x * v - u * y) / 2 for (x, y), (u, v) in sides)


def _around(
    places: dict[str, Point], land: tuple[tuple[str, str], ...]
) -> dict[str, tuple[str, ...]]:
    near: dict[str, list[str]] = {name: [] for name in places}
    for a, b in land:
        near[a].append(b)
        near[b].append(a)

    def direction(a: str, b: str) -> float:
        return math.atan2(places[b][1] - places[a][1], places[b][0] - places[a][0])

    return {a: tuple(sorted(bs, key=lambda b: direction(a, b))) for a, bs in near.items()}


def _walk(start: Dart, around: dict[str, tuple[str, ...]]) -> list[Dart]:
    darts = [start]
    while True:
        a, b = darts[-1]
        ring = around[b]
        step = (b, ring[ring.index(a) - 1])
        if step == start:
            return darts
        darts.append(step)


def _kind(darts: tuple[Dart, ...], places: dict[str, Point]) -> str:
    corners = [places[a] for a, _ in darts]
    around = sum(math.dist(places[a], places[b]) for a, b in darts)
    if area(corners) <= FLAT * around**2:  # around a row of provinces it is nothing but rounding
        return "sea"
    return "corner" if len(darts) == 3 else "lake"
