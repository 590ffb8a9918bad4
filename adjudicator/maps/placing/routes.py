"""Where arrows run: from place to place, clear of names and, where they can, of pieces.

A place is a province, or one of its coasts: ``Spain/nc``.

Ways are worked out as complex numbers: x and y in pixels.
"""

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from adjudicator.maps.outlines import Outline, Path, Point, pixels

BOWS = (0.13, 0.26, -0.13, 0.0, -0.26, 0.4)
"""How far an arrow may swing out; the first ones part two opposite arrows."""
STEP = 2.0  # pixels between the points of an arrow
LEAST = 30.0  # pixels that must be seen of an arrow
INSIDE = 17.0  # pixels that an arrow along a sea line reaches into the land at its ends
REACHES = ((26.0, 0), (20.0, 1), (15.0, 3), (11.0, 5))
"""Pixels on each side of a border that a short arrow crosses, and what it costs to be so short."""
PARTS = (0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92)  # of a border: where it may be crossed
TURNS = tuple(
    (cmath.rect(1.0, math.radians(turn)), cost)
    for turn, cost in ((0, 0), (20, 2), (-20, 2), (40, 8), (-40, 8), (60, 24), (-60, 24))
)
"""Turns from the straight way across a border, and what it costs to seem to point elsewhere."""
CLEAR, BROAD = 7.0, 13.0  # pixels between what must not be crossed and a body's, a head's middle
HEAD = 11  # points of a way that a head lies around
SAMPLE = 2  # every so many points of a way are looked at
NAME, PIECE = 30, 2  # what crossing them costs
ASTRAY = 40  # what it costs to begin or to end in another province
HIDDEN = 12  # what it costs to end under a name or a piece
ONWARDS = 16.0  # pixels beyond its head to which an arrow seems to point
ELSEWHERE = 12  # what it costs to point to another province than its own
ASIDE, WRONG_SIDE = 7.0, 60
"""Pixels to one side that an arrow keeps which another one opposes, and what it costs not to."""
SIDELONG = 8  # so much worse it is for it to run askew, across the other
OFF_COAST = 2.0  # every so many pixels between an end and the coast that is meant cost one

Way = list[complex]
Room = tuple[float, float, float, float]  # left, top, right, bottom
Block = tuple[Room, int]
"""Room that an arrow should leave free, and what it costs to cross it."""
Rows = dict[int, list[tuple[Point, Point]]]
"""The sides of a ring by the rows of pixels that they touch."""


@lru_cache(maxsize=1024)
def way_of(
    outline: Outline,
    source: str,
    target: str,
    rooms: tuple[Room, Room],
    blocks: tuple[Block, ...],
    opposed: bool = False,
) -> Way:
    """The way of an arrow that crosses the least; ``rooms`` are those of the provinces' contents.

    It begins and ends in its provinces, if it can. ``source`` and ``target`` are places. What is
    ``opposed`` by an arrow the other way keeps to one side, so that both lie beside each other.
    """
    best: Way = []
    least = math.inf
    middles = _at(outline, source), _at(outline, target)
    coasts = coast_at(outline, source), coast_at(outline, target)
    source, target = province_of(source), province_of(target)
    blocks = _between_both(outline, source, target, blocks)
    ends = _rows(outline, source), _rows(outline, target)
    for corners, cost in _ways(outline, source, target, middles, rooms, opposed):
        if cost >= least:
            continue
        outer = corners[0], corners[-1]
        cost += sum(ASTRAY for rows, at in zip(ends, outer, strict=True) if not _is_in(rows, at))
        off = (abs(complex(*at) - end) for at, end in zip(coasts, outer, strict=True) if at)
        cost += int(sum(off) / OFF_COAST)
        cost += 0 if _is_in(ends[1], _onwards(corners)) else ELSEWHERE
        cost += HIDDEN if any(_within(room, corners[-1], 0) for room, _ in blocks) else 0
        if cost >= least:
            continue
        near, way = _near(corners, blocks), dense(corners)
        cost += _cost(way, near, least - cost) if near else 0
        if cost < least:
            best, least = way, cost
        if not cost:
            break
    return best


def way_to(outline: Outline, source: str, room: Room, helped: Way) -> Way:
    """The way of help: from what stands in a place to the middle of the way that it helps."""
    start, best = _at(outline, source), helped[:0]
    for part in PARTS:
        for bow in BOWS[:3]:
            way = _bow(start, helped[int(part * (len(helped) - 1))], bow / 2)
            first = next(
                (k for k, point in enumerate(way) if not _within(room, point, 2)), len(way)
            )
            if (len(way) - first) * STEP >= LEAST:
                return way[first:]
            best = max(best, way[first:], way[-int(LEAST / 2 / STEP) :], key=len)
    return best


def _between_both(
    outline: Outline, source: str, target: str, blocks: tuple[Block, ...]
) -> tuple[Block, ...]:
    """The blocks that an arrow between two provinces may come to, however it swings out."""
    far = [outline.bounds(source), outline.bounds(target)]
    lines = (line for line in outline.sea if {line.a, line.b} == {source, target})
    far += [(x, y, x, y) for line in lines for x, y in pixels(line)]
    lefts, tops, rights, bottoms = zip(*far, strict=True)
    more = abs(_at(outline, target) - _at(outline, source)) * BOWS[-1] / 2 + REACHES[0][0] + BROAD
    whole = min(lefts), min(tops), max(rights), max(bottoms)
    return tuple(_touching(blocks, whole, more))


def dense(way: Way) -> Way:
    """The same way with a point every few pixels."""
    points = way[:1]
    for a, b in pairwise(way):
        pieces = max(1, round(abs(b - a) / STEP))
        points += [a + (b - a) * k / pieces for k in range(1, pieces + 1)]
    return points


def province_of(place: str) -> str:
    """The province of a place."""
    return place.partition("/")[0]


def coast_at(outline: Outline, place: str) -> Point | None:
    """Where the name of a coast stands; None for a province, and where none is drawn."""
    name, _, coast = place.partition("/")
    return outline.areas[name].coasts.get(coast)


def _at(outline: Outline, place: str) -> complex:
    return complex(*(coast_at(outline, place) or outline.areas[province_of(place)].box[:2]))


def _near(corners: Way, blocks: Sequence[Block]) -> list[Block]:
    """The blocks that a body or a head between these corners may cross."""
    xs, ys = [corner.real for corner in corners], [corner.imag for corner in corners]
    return _touching(blocks, (min(xs), min(ys), max(xs), max(ys)), BROAD)


def _touching(blocks: Sequence[Block], room: Room, more: float) -> list[Block]:
    """The blocks that lie in some room or so many pixels around it."""
    west, north, east, south = room[0] - more, room[1] - more, room[2] + more, room[3] + more
    return [
        block
        for block in blocks
        if block[0][0] <= east
        and block[0][2] >= west
        and block[0][1] <= south
        and block[0][3] >= north
    ]


def _cost(way: Way, blocks: Sequence[Block], most: float) -> int:
    """What a way crosses; it is not looked at to its end once it has cost ``most``."""
    parts = (
        ([(point.real, point.imag) for point in way[:-HEAD:SAMPLE]], CLEAR),
        ([(point.real, point.imag) for point in way[-HEAD::SAMPLE]], BROAD),
    )
    cost = 0
    for (left, top, right, bottom), weight in blocks:
        for points, clear in parts:
            a, b, c, d = left - clear, top - clear, right + clear, bottom + clear
            cost += weight * len([x for x, y in points if a < x < c and b < y < d])
        if cost >= most:
            break
    return cost


@lru_cache(maxsize=1024)
def _rows(outline: Outline, name: str) -> Rows:
    return _sides_by_row(outline.ring(name))


def _sides_by_row(ring: Path) -> Rows:
    rows: Rows = {}
    for side in pairwise((*ring, ring[0])):
        (_, b), (_, d) = side
        for row in range(math.floor(min(b, d)), math.floor(max(b, d)) + 1):
            rows.setdefault(row, []).append(side)
    return rows


def _is_in(rows: Rows, point: complex) -> bool:
    """Whether a point lies within a ring: whether an odd number of its sides lie to the east."""
    x, y = point.real, point.imag
    inside = False
    for (a, b), (c, d) in rows.get(math.floor(y), ()):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            inside = not inside
    return inside


def _ways(
    outline: Outline,
    source: str,
    target: str,
    middles: tuple[complex, complex],
    rooms: tuple[Room, Room],
    opposed: bool,
) -> Iterator[tuple[Way, int]]:
    """Corners of ways from one province to another, and what they cost by themselves.

    Fair ones come first.
    """
    (start, end), (one, two) = middles, rooms
    side = 1j * _towards(0j, end - start, ASIDE) if opposed else 0j
    for line in outline.sea:
        if {line.a, line.b} == {source, target}:
            way = [complex(*point) + side for point in pixels(line)]
            way = way if line.a == source else way[::-1]
            for reach in (INSIDE, INSIDE / 2, 0.0):
                ends = _towards(way[0], start, reach), _towards(way[-1], end, reach)
                yield [ends[0], *way, ends[1]], 0
    for bow in BOWS:
        way = _between(_bow(start, end, bow), one, two)
        if len(way) * STEP >= LEAST:
            yield way, WRONG_SIDE if opposed and bow <= 0 else 0
    borders = [pixels(line) for line in outline.lines if {line.a, line.b} == {source, target}]
    for border in sorted(borders, key=len, reverse=True):
        yield from _crossings([complex(*point) for point in border], start, end, side)
    yield _trim(_bow(start, end, BOWS[0]), one, two), 0


def _towards(point: complex, goal: complex, pixels: float) -> complex:
    return point + (goal - point) / (abs(goal - point) or 1.0) * pixels


def _onwards(way: Way) -> complex:
    """What a way points to."""
    before = way[-min(len(way), HEAD)]
    return _towards(way[-1], 2 * way[-1] - before, ONWARDS)


def _bow(start: complex, end: complex, bow: float) -> Way:
    top = (start + end) / 2 + bow * 1j * (end - start)
    pieces = max(1, round(abs(end - start) * (1 + bow**2) / STEP))
    shares = [k / pieces for k in range(pieces + 1)]
    return [(1 - t) ** 2 * start + 2 * t * (1 - t) * top + t**2 * end for t in shares]


def _crossings(
    border: Way, start: complex, end: complex, side: complex
) -> Iterator[tuple[Way, int]]:
    """Short straight ways across a border, from the side of ``start`` to that of ``end``.

    Those are best that keep to one ``side`` of the border's middle, if it is given.
    """
    marks = [_mark(border, part, end - start) for part in PARTS]
    middle, across = marks[0]
    marks += [(middle + side, across)] if side else []
    for reach, short in REACHES:
        for turn, askew in TURNS:
            for point, across in marks:
                step = across * turn * reach
                off = ((point - middle) * side.conjugate()).real < 0.9 * abs(side) ** 2
                yield (
                    [point - step, point + step],
                    short + askew * (SIDELONG if side else 1) + WRONG_SIDE * off,
                )


def _mark(border: Way, part: float, onwards: complex) -> tuple[complex, complex]:
    """A point of a border, and the way of length 1 that leads straight across it and onwards."""
    k = min(int(part * len(border)), len(border) - 2)
    along = border[min(k + 3, len(border) - 1)] - border[max(k - 3, 0)]
    across = 1j * along / (abs(along) or 1.0)
    return border[k], across if (across * onwards.conjugate()).real >= 0 else -across


def _between(way: Way, one: Room, two: Room) -> Way:
    """The part of a way between the contents of two provinces; nothing if they overlap."""
    first = next((k for k, point in enumerate(way) if not _within(one, point, CLEAR)), len(way))
    last = next((k for k in range(first, len(way)) if _within(two, way[k], CLEAR)), len(way))
    return way[first:last]


def _trim(way: Way, one: Room, two: Room) -> Way:
    """The part between two contents, reaching back into the source until it can be seen."""
    first = next((k for k, point in enumerate(way) if not _within(one, point, -4)), 0)
    last = max(k for k, point in enumerate(way) if k < 2 or not _within(two, point, 1))
    return way[max(0, min(first, last - int(LEAST / STEP))) : last + 1]


def _within(room: Room, point: complex, more: float) -> bool:
    left, top, right, bottom = room
    across = left - more < point.real < right + more
    return across and top - more < point.imag < bottom + more
