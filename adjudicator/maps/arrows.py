"""Arrows of moves and attacks, and what is drawn on borders that a campaign has switched.

Ways are worked out as complex numbers: x and y in pixels.
"""

import math
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards import Board
from adjudicator.maps.ink import Disc, Fill, Ink, Inks, Stroke
from adjudicator.maps.outline import Box, Outline, Path, Point, pixels
from adjudicator.maps.palette import ATTACK, CREAM, INK, mix

BOW = 0.13  # how far an arrow swings out, so that two opposite ones do not cover each other
STEP = 2.0  # pixels between the points of an arrow
LEAST = 30.0  # pixels that must be seen of an arrow

Way = list[complex]


def arrow_inks(outline: Outline, source: str, target: str, attack: bool, colour: str) -> Inks:
    """An arrow from one province's box to another's, along the sea line if one joins them."""
    boxes = outline.areas[source].box, outline.areas[target].box
    way = _trim(_way(outline, source, target, *boxes), *boxes)
    return _attack(way, colour) if attack else _move(way, colour)


def border_switches(board: Board, outline: Outline) -> Inks:
    """A link across each border that a campaign added, a ridge along each that it took away."""
    inks: list[Ink] = []
    for key, option in board.border_options.items():
        on = board.options[key]
        if on == option.default:
            continue
        a, b = option.border
        if on:
            one, two = nearest(outline, a, b)
            inks += link(_beyond(one, two, 7), _beyond(two, one, 7))
        else:
            for line in (*outline.lines, *outline.roads):
                inks += ridge(pixels(line)) if {line.a, line.b} == {a, b} else ()
    return tuple(inks)


def link(one: Point, two: Point) -> Inks:
    """A border that a campaign added: a bar between two knobs."""
    return (
        Stroke((one, two), CREAM, 7.0),
        Stroke((one, two), INK, 3.0),
        Disc(*one, 4, 4, INK, CREAM, 1.0),
        Disc(*two, 4, 4, INK, CREAM, 1.0),
    )


def ridge(path: Path) -> Inks:
    """A border that a campaign took away: a heavy line with spurs."""
    spurs = []
    for a, b in list(pairwise(complex(*point) for point in path))[1::3]:
        out = 1j * (b - a) / (abs(b - a) or 1.0) * 7
        spurs.append(Stroke(_path([a - out, a + out]), INK, 2.0))
    return (Stroke(path, INK, 6.0), *spurs)


@lru_cache(maxsize=64)
def nearest(outline: Outline, a: str, b: str) -> tuple[Point, Point]:
    """The points of two provinces' outlines that lie closest to each other."""
    return min(
        ((p, q) for p in outline.ring(a)[::2] for q in outline.ring(b)[::2]),
        key=lambda pair: math.dist(*pair),
    )


def _beyond(here: Point, there: Point, more: float) -> Point:
    share = more / (math.dist(here, there) or 1.0)
    return here[0] + (here[0] - there[0]) * share, here[1] + (here[1] - there[1]) * share


def _path(way: Way) -> Path:
    return tuple((point.real, point.imag) for point in way)


def _way(outline: Outline, source: str, target: str, one: Box, two: Box) -> Way:
    start, end = complex(*one[:2]), complex(*two[:2])
    for line in outline.sea:
        if {line.a, line.b} == {source, target}:
            way = [complex(*point) for point in pixels(line)]
            return [start, *(way if line.a == source else way[::-1]), end]
    top = (start + end) / 2 + BOW * 1j * (end - start)
    shares = [k / 40 for k in range(41)]
    return [(1 - t) ** 2 * start + 2 * t * (1 - t) * top + t**2 * end for t in shares]


def _trim(way: Way, one: Box, two: Box) -> Way:
    """The part between the two boxes, reaching back into the source until it can be seen."""
    dense = way[:1]
    for a, b in pairwise(way):
        pieces = max(1, round(abs(b - a) / STEP))
        dense += [a + (b - a) * k / pieces for k in range(1, pieces + 1)]
    first = next((k for k, point in enumerate(dense) if not _within(one, point, -4)), 0)
    last = max(k for k, point in enumerate(dense) if k < 2 or not _within(two, point, 1))
    return dense[max(0, min(first, last - int(LEAST / STEP))) : last + 1]


def _within(box: Box, point: complex, more: float) -> bool:
    x, y, width, height = box
    return abs(point.real - x) < width / 2 + more and abs(point.imag - y) < height / 2 + more


def _normal(way: Way, k: int) -> complex:
    along = way[min(k + 2, len(way) - 1)] - way[max(k - 2, 0)]
    return 1j * along / (abs(along) or 1.0)


def _attack(way: Way, colour: str) -> Inks:
    """A body that grows towards a broad head, edged in red."""
    neck = len(way) - 1 - max(2, min(9, len(way) * 3 // 5))
    sides = [_normal(way, k) * (2.6 + 2.6 * k / max(neck, 1)) for k in range(neck + 1)]
    left = [point + side for point, side in zip(way, sides, strict=False)]
    right = [point - side for point, side in zip(way, sides, strict=False)]
    body = _path([*left, *_head(way, neck, 11.5), *reversed(right)])
    return (Fill(body, "", CREAM, 5.0), Fill(body, colour, ATTACK, 1.6))


def _move(way: Way, colour: str) -> Inks:
    """A dashed line with a slim head."""
    neck = len(way) - 1 - max(2, min(7, len(way) // 2))
    tip, body = _path(_head(way, neck, 7)), _path(way[: neck + 1])
    return (
        Stroke(body, CREAM, 6.0),
        Fill(tip, "", CREAM, 3.0),
        Stroke(body, colour, 3.2, (7.0, 4.5)),
        Fill(tip, colour, mix(colour, INK, 0.5), 0.8),
    )


def _head(way: Way, neck: int, half: float) -> Way:
    out = _normal(way, neck) * half
    return [way[neck] + out, way[-1], way[neck] - out]
