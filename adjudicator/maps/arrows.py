"""Arrows of moves and attacks, and what is drawn on borders that a campaign has switched."""

import math
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards import Board
from adjudicator.maps.ink import Disc, Fill, Ink, Inks, Stroke
from adjudicator.maps.outline import Outline, Path, Point, pixels
from adjudicator.maps.palette import ATTACK, CREAM, INK, mix

BOW = 0.13  # how far an arrow swings out, so that two opposite ones do not cover each other
LEAST = 30.0  # pixels that must be seen of an arrow


def arrow_inks(outline: Outline, source: str, target: str, attack: bool, colour: str) -> Inks:
    """An arrow from one province's box to another's, along the sea line if one joins them."""
    path = _trim(outline, source, target, _way(outline, source, target))
    return _attack(path, colour) if attack else _move(path, colour)


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
    for (ax, ay), (bx, by) in list(pairwise(path))[1::3]:
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * 7, (bx - ax) / length * 7
        spurs.append(Stroke(((ax - nx, ay - ny), (ax + nx, ay + ny)), INK, 2.0))
    return (Stroke(path, INK, 6.0), *spurs)


@lru_cache(maxsize=64)
def nearest(outline: Outline, a: str, b: str) -> tuple[Point, Point]:
    """The points of two provinces' outlines that lie closest to each other."""
    return min(
        ((p, q) for p in outline.ring(a)[::2] for q in outline.ring(b)[::2]),
        key=lambda pair: math.dist(*pair),
    )


def _beyond(here: Point, there: Point, more: float) -> Point:
    length = math.dist(here, there) or 1.0
    share = more / length
    return here[0] + (here[0] - there[0]) * share, here[1] + (here[1] - there[1]) * share


def _way(outline: Outline, source: str, target: str) -> Path:
    start, end = (outline.areas[name].box[:2] for name in (source, target))
    for line in outline.sea:
        if {line.a, line.b} == {source, target}:
            path = pixels(line) if line.a == source else pixels(line)[::-1]
            return ((start[0], start[1]), *path, (end[0], end[1]))
    dx, dy = end[0] - start[0], end[1] - start[1]
    top = ((start[0] + end[0]) / 2 - BOW * dy, (start[1] + end[1]) / 2 + BOW * dx)
    return tuple(_bow_at((start[0], start[1]), top, (end[0], end[1]), k / 40) for k in range(41))


def _bow_at(start: Point, top: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return (a * start[0] + b * top[0] + c * end[0], a * start[1] + b * top[1] + c * end[1])


def _trim(outline: Outline, source: str, target: str, path: Path) -> Path:
    """The part between the two boxes, reaching back into the source until it can be seen."""
    dense = _dense(path, 2.0)
    first = next((k for k, p in enumerate(dense) if not _within(outline, source, p, -4)), 0)
    last = next(
        (k for k in range(len(dense) - 1, 0, -1) if not _within(outline, target, dense[k], 1)), 0
    )
    last = max(last, 1)
    first = max(0, min(first, last - int(LEAST / 2.0)))
    return dense[first : last + 1]


def _dense(path: Path, step: float) -> Path:
    points = [path[0]]
    for (ax, ay), (bx, by) in pairwise(path):
        pieces = max(1, round(math.hypot(bx - ax, by - ay) / step))
        points += [
            (ax + (bx - ax) * k / pieces, ay + (by - ay) * k / pieces) for k in range(1, pieces + 1)
        ]
    return tuple(points)


def _within(outline: Outline, name: str, point: Point, more: float) -> bool:
    x, y, width, height = outline.areas[name].box
    return abs(point[0] - x) < width / 2 + more and abs(point[1] - y) < height / 2 + more


def _normal(path: Path, k: int) -> Point:
    (ax, ay), (bx, by) = path[max(k - 2, 0)], path[min(k + 2, len(path) - 1)]
    length = math.hypot(bx - ax, by - ay) or 1.0
    return (ay - by) / length, (bx - ax) / length


def _attack(path: Path, colour: str) -> Inks:
    """A body that grows towards a broad head, edged in red."""
    head = max(2, min(9, len(path) * 3 // 5))
    neck = len(path) - 1 - head
    left, right = [], []
    for k in range(neck + 1):
        x, y = path[k]
        nx, ny = _normal(path, k)
        half = 2.6 + 2.6 * k / max(neck, 1)
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    (x, y), (nx, ny) = path[neck], _normal(path, neck)
    wings = ((x + nx * 11.5, y + ny * 11.5), path[-1], (x - nx * 11.5, y - ny * 11.5))
    body = (*left, *wings, *reversed(right))
    return (
        Fill(body, "", CREAM, 5.0),
        Fill(body, colour, ATTACK, 1.6),
    )


def _move(path: Path, colour: str) -> Inks:
    """A dashed line with a slim head."""
    head = max(2, min(7, len(path) // 2))
    neck = len(path) - 1 - head
    (x, y), (nx, ny) = path[neck], _normal(path, neck)
    tip = ((x + nx * 7, y + ny * 7), path[-1], (x - nx * 7, y - ny * 7))
    body = path[: neck + 1]
    return (
        Stroke(body, CREAM, 6.0),
        Fill(tip, "", CREAM, 3.0),
        Stroke(body, colour, 3.2, (7.0, 4.5)),
        Fill(tip, colour, mix(colour, INK, 0.5), 0.8),
    )
