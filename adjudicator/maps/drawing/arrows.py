"""The ink of arrows, and what is drawn on borders that a campaign has switched."""

import cmath
import math
from functools import lru_cache
from itertools import pairwise

from adjudicator.boards import Board
from adjudicator.games.picture import Arrow
from adjudicator.maps.drawing.ink import Disc, Fill, Ink, Inks, InkText, Stroke
from adjudicator.maps.drawing.palette import ATTACK, CREAM, INK, mix
from adjudicator.maps.drawing.typeface import one_line
from adjudicator.maps.outlines import Outline, Path, Point, pixels
from adjudicator.maps.placing.routes import Way

DASH = (7.0, 3.5)  # pixels seen of a piece, with its round ends, and of a gap, in what may fail
PIECE = (2, 3)  # points of a way in a piece of an attack that may fail, and to the next
WAVE, WAVE_STEPS = 3.0, 7  # pixels to each side; points of a way from crest to crest
ARMS = (complex(4.2, 4.2), complex(4.2, -4.2))
HEAD = 7  # points of a way that a head takes
LABEL, LABEL_EDGE = 8.0, 1.6  # pixels from the middle of a label to its edge, and of that edge
THIN = 0.5  # the width of what happens by default, as a part of what is ordered


def arrow_inks(arrow: Arrow, way: Way, colour: str) -> Inks:
    """An arrow along its way: broad and edged in red if it attacks, slim if it moves.

    Help is a row of dots if it supports, a row of waves if it convoys; it ends in a ring. What
    failed is dashed, as what may fail, and crossed out in red.
    """
    share = THIN if arrow.default else 1.0
    dash = DASH if arrow.doubtful or arrow.failed else None
    inks = DRAWN[arrow.kind](way, colour, share, dash)
    if arrow.failed:
        inks += _cross(way[max(0, len(way) - 1 - HEAD) // 2])
    if text := one_line(arrow.text)[:3]:
        x, y = way[0].real, way[0].imag
        inks += _label(way[0], colour, DASH if arrow.doubtful else None)
        inks += (InkText(x, round(y + 4), text, "sans-bold", 12 if len(text) < 3 else 10, INK),)
    return inks


def _label(middle: complex, colour: str, dash: tuple[float, float] | None) -> Inks:
    """The ground of a number where an arrow begins; its edge is dashed if the arrow may fail, for
    of a short one it hides the dashes."""
    x, y = middle.real, middle.imag
    if not dash:
        return (Disc(x, y, LABEL, LABEL, CREAM, colour, LABEL_EDGE),)
    edge = _path([middle + cmath.rect(LABEL, math.radians(turn)) for turn in range(0, 361, 15)])
    pieces = _between_ends((dash[0] * 0.6, dash[1] * 0.85), LABEL_EDGE)
    return Disc(x, y, LABEL, LABEL, CREAM), Stroke(edge, colour, LABEL_EDGE, pieces)


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


def _beyond(here: Point, end: Point, more: float) -> Point:
    share = more / (math.dist(here, end) or 1.0)
    return here[0] + (here[0] - end[0]) * share, here[1] + (here[1] - end[1]) * share


def _path(way: Way) -> Path:
    return tuple((point.real, point.imag) for point in way)


def _normal(way: Way, k: int) -> complex:
    along = way[min(k + 2, len(way) - 1)] - way[max(k - 2, 0)]
    return 1j * along / (abs(along) or 1.0)


def _attack(way: Way, colour: str, share: float, dash: tuple[float, float] | None) -> Inks:
    """A body that grows towards a broad head, edged in red; in pieces if it may fail."""
    neck = len(way) - 1 - max(2, min(9, len(way) * 3 // 5))
    sides = [_normal(way, k) * (2.6 + 2.6 * k / max(neck, 1)) * share for k in range(neck + 1)]
    left = _path([point + side for point, side in zip(way, sides, strict=False)])
    right = _path([point - side for point, side in zip(way, sides, strict=False)])
    head = _path(_head(way, neck, 11.5 * (1 + share) / 2))
    body = (*left, *head, *reversed(right))
    if not dash:
        return (Fill(body, "", CREAM, 5.0), Fill(body, colour, ATTACK, 1.6))
    on, gap = PIECE
    ends = ((k, k + on + 1) for k in range(0, neck, on + gap))
    pieces = [(*left[first:last], *reversed(right[first:last])) for first, last in ends]
    return (
        Fill(body, CREAM, CREAM, 5.0),
        *(Fill(part, colour, ATTACK, 1.6) for part in (*pieces, head)),
    )


def _move(way: Way, colour: str, share: float, dash: tuple[float, float] | None) -> Inks:
    """A line with a slim head; dashed if it may fail."""
    neck = len(way) - 1 - max(2, min(HEAD, len(way) // 2))
    tip, body = _path(_head(way, neck, 7)), _path(way[: neck + 1])
    return (
        Stroke(body, CREAM, 3.2 * share + 2.8),
        Fill(tip, "", CREAM, 3.0),
        Stroke(body, colour, 3.2 * share, dash and _between_ends(dash, 3.2 * share)),
        Fill(tip, colour, mix(colour, INK, 0.5), 0.8),
    )


def _support(way: Way, colour: str, share: float, dash: tuple[float, float] | None) -> Inks:
    """Round dots, further apart if it may fail, and a ring where it helps."""
    body, wide = _path(way), 4.4 * (0.5 + share / 2)
    dots = (0.1, 13.0 if dash else 7.4)
    return (
        Stroke(body, CREAM, wide + 2.6, dots),
        Stroke(body, colour, wide, dots),
        _ring(way, colour),
    )


def _convoy(way: Way, colour: str, share: float, dash: tuple[float, float] | None) -> Inks:
    """A wavy line, in pieces if it may fail, and a ring where it helps."""
    wave = _path(
        [
            point + _normal(way, k) * WAVE * math.sin(2 * math.pi * k / WAVE_STEPS)
            for k, point in enumerate(way)
        ]
    )
    wide = 2.6 * (0.5 + share / 2)
    pieces = dash and _between_ends(dash, wide)
    return Stroke(wave, CREAM, wide + 2.6), Stroke(wave, colour, wide, pieces), _ring(way, colour)


def _ring(way: Way, colour: str) -> Disc:
    end = way[-1]
    return Disc(end.real, end.imag, 4.4, 4.4, CREAM, colour, 2.0)


def _cross(middle: complex) -> Inks:
    """A red cross over an arrow."""
    arms = [
        ((middle - arm).real, (middle - arm).imag, (middle + arm).real, (middle + arm).imag)
        for arm in ARMS
    ]
    lines = [((a, b), (c, d)) for a, b, c, d in arms]
    edges = (Stroke(line, CREAM, 5.4) for line in lines)
    return (*edges, *(Stroke(line, ATTACK, 2.8) for line in lines))


DRAWN = {"move": _move, "attack": _attack, "support": _support, "convoy": _convoy}


def _between_ends(dash: tuple[float, float], width: float) -> tuple[float, float]:
    """The pattern of a line of that width, whose round ends lengthen pieces and shorten gaps."""
    on, off = dash
    return max(on - width, 0.1), off + width


def _head(way: Way, neck: int, half: float) -> Way:
    out = _normal(way, neck) * half
    return [way[neck] + out, way[-1], way[neck] - out]
