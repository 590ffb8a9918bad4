"""The pieces, found by name: counters, buildings, crossed swords, as ink around their middle.

Their shapes are data: ``glyphs.txt`` beside this file, which says how to read it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path as FilePath

import msgspec

from adjudicator.games.picture import Badge, Counter, Glyph, Mark
from adjudicator.maps.drawing.ink import Disc, Fill, Inks, InkText, Stroke, rectangle
from adjudicator.maps.drawing.palette import (
    ATTACK,
    CREAM,
    GOLD,
    INK,
    NEUTRAL,
    SEA_LINE,
    mix,
    strong,
)
from adjudicator.maps.drawing.typeface import one_line
from adjudicator.maps.outlines import Path, Point

Piece = tuple[Point, Inks]
"""Half its width and height, and its ink."""
Glyphs = Mapping[str, Glyph]
MAX_PIPS = 6
LYING = ", lying down"
OWN_SIZE = 26.0  # pixels of the square that a picture's own glyph is drawn in
GROWN = 3
"""So much larger is a figure that stands alone: small pieces of crowded provinces need it."""
CAP = 0.36  # of a figure's size stands above its middle
COLOURS = {
    "-": "",
    "attack": ATTACK,
    "cream": CREAM,
    "gold": GOLD,
    "ink": INK,
    "neutral": NEUTRAL,
    "water": SEA_LINE,
}
"""Colours by the names that shapes have for them; ``body`` is the seat's."""


def piece(shape: str, colour: int, text: str, level: int, own: Glyphs) -> Piece:
    """A glyph in a seat's colour (below 0: neutral): the picture's own, a shipped one, a plain one.

    A shape that nobody has drawn gets a token with its initial.
    """
    body, text = strong(colour), one_line(text)[:3]
    if shape in own:
        return _own(own[shape], body, text)
    if shape in GLYPHS:
        return _draw_shape(shape, body, text, level)
    return _token(shape, body, text)


def counter_shape(counter: Counter, own: Glyphs) -> str:
    """The name of a counter's glyph: ``army, lying down`` where one is drawn for that."""
    down = counter.shape + LYING
    return down if counter.down and (down in own or down in GLYPHS) else counter.shape


def counter_piece(counter: Counter, colour: int, own: Glyphs) -> Piece:
    """A counter in its seat's colour (below 0: neutral), its name in a ring at its upper right."""
    whole = piece(counter_shape(counter, own), colour, counter.text, counter.level, own)
    name = one_line(counter.name)[:2]
    return _with_ring(whole, name, -1, 7.8) if name else whole


def mark_piece(mark: Mark, colour: int, own: Glyphs) -> Piece:
    """A building or marker: a pennant in its seat's colour, and its number if there are more."""
    whole = piece(mark.shape, -1, "", 0, own)
    if mark.seat:
        whole = _with_pennant(whole, strong(colour))
    return _with_ring(whole, str(min(mark.count, 99)), 1) if mark.count > 1 else whole


def badge_piece(badge: Badge, colour: int, own: Glyphs) -> Piece:
    """What is ordered, on a tag of paper: its edge is dashed if it may fail, thin by default."""
    (wide, high), inks = piece(badge.shape, colour, badge.text, 0, own)
    wide, high, width = wide + 3.5, high + 3.5, 1.0 if badge.default else 2.2
    edge = (*rectangle(-wide, -high, 2 * wide, 2 * high), (-wide, -high))
    dash = (4.0, 3.0) if badge.doubtful else None
    paper = Fill(edge[:-1], CREAM), Stroke(edge, ATTACK, width, dash)
    return (wide + 1.5, high + 1.5), (*paper, *inks)


def _with_ring(whole: Piece, text: str, side: int, radius: float = 6.5) -> Piece:
    """A piece with a few letters in a ring at its right: above (``side`` -1) or below (1)."""
    half, inks = whole
    x, y = half[0] - 3, side * (half[1] - 4)
    inks += (Disc(x, y, radius, radius, CREAM, INK, 1.0),)
    inks += (InkText(x, y + 0.55 * radius, text, "sans-bold", round(1.6 * radius), INK),)
    return (half[0] + radius - 3, half[1] + radius - 4), inks


def _with_pennant(whole: Piece, body: str) -> Piece:
    """A piece with a small flag at its upper left."""
    (wide, high), inks = whole
    x, y = -wide - 1, -high + 1
    flag = ((x, y), (x + 9.5, y + 3.6), (x, y + 7.2))
    pole = Stroke(((x, y - 0.5), (x, y + 16)), INK, 1.4)
    return (wide + 2, high), (*inks, pole, Fill(flag, body, CREAM, 0.8))


def _own(glyph: Glyph, body: str, text: str) -> Piece:
    """A picture's own glyph: the first outline is its body, the others lie on it in a light one."""
    half, light = OWN_SIZE / 2, mix(body, CREAM, 0.55)
    first, *others = (
        tuple((x * OWN_SIZE - half, y * OWN_SIZE - half) for x, y in path) for path in glyph
    )
    return (half + 1, half + 1), (
        Fill(first, body, CREAM, 1.4),
        *(Fill(path, light) for path in others),
        *_figure(text, 0, 5, 14),
    )


def _token(shape: str, body: str, text: str) -> Piece:
    """A six-sided token with the initial of a shape that has no glyph, and its text below."""
    initial = one_line(shape)[:1].upper() or "?"
    sides = ((-12.0, 0.0), (-6.5, -12.0), (6.5, -12.0), (12.0, 0.0), (6.5, 12.0), (-6.5, 12.0))
    return (13.0, 13.0), (
        Fill(sides, body, CREAM, 1.4),
        InkText(0, -1.5 if text else 5, initial, "serif-bold", 11 if text else 15, CREAM),
        *_figure(text, 0, 9, 11),
    )


# The shapes of glyphs.txt


class _ShapeLine(msgspec.Struct, frozen=True):
    """One line of a shape."""

    kind: str
    colours: tuple[str, ...]
    path: Path
    number: float
    """A width, the size of letters, or how high pips stand."""


def _read_shapes() -> dict[str, tuple[Point, list[_ShapeLine]]]:
    shapes: dict[str, tuple[Point, list[_ShapeLine]]] = {}
    lines: list[_ShapeLine] = []
    for text in FilePath(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if text.startswith("["):
            name, _, half = text[1:].partition("] ")
            lines = []
            shapes[name] = (_point(half), lines)
        elif text and not text.startswith("#"):
            kind, *words = text.split()
            path = tuple(_point(word) for word in words if "," in word)
            colours = tuple(word for word in words if re.match(r"[a-z#]|-$", word))
            (number,) = (float(word) for word in words if re.fullmatch(r"-?[\d.]+", word))
            lines.append(_ShapeLine(kind, colours, path, number))
    return shapes


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


GLYPHS = _read_shapes()
"""The shipped glyphs by name: half width and height, and their lines from the bottom up."""


@lru_cache(maxsize=1024)
def _draw_shape(shape: str, body: str, text: str, level: int) -> Piece:
    half, lines = GLYPHS[shape]
    return half, tuple(ink for line in lines for ink in _inks(line, body, text, level))


def _inks(line: _ShapeLine, body: str, text: str, level: int) -> Inks:
    colour, edge, *_ = *(_colour(each, body) for each in line.colours), "", ""
    match line.kind, line.path:
        case "fill", path:
            return (Fill(path, colour, edge, line.number),)
        case "line", path:
            return (Stroke(path, colour, line.number),)
        case "disc", ((x, y), (rx, ry)):
            return (Disc(x, y, rx, ry, colour, edge, line.number),)
        case "figure", ((x, y),):
            return _figure(text, x, y, round(line.number))
        case "text", ((x, y),):
            return (InkText(x, y, text, "sans-bold", round(line.number), colour),)
    pips = min(max(level, 0), MAX_PIPS)
    xs = (5.2 * k - (pips - 1) * 2.6 for k in range(pips))
    return tuple(Disc(x, line.number, 2.1, 2.1, GOLD, INK, 0.7) for x in xs)


def _colour(text: str, body: str) -> str:
    """A colour as shapes name it: ``body+ink*0.35``."""
    first, *others = text.split("+")
    colour = body if first == "body" else COLOURS.get(first, first)
    for name, _, share in (other.partition("*") for other in others):
        colour = mix(colour, COLOURS[name], float(share))
    return colour


def _figure(text: str, x: float, y: float, size: int) -> Inks:
    """A figure on a piece, larger if it is one digit and smaller if it has three letters.

    ``y`` is the foot of one of the usual ``size``; nothing is drawn for no text.
    """
    if not text:
        return ()
    more = {1: GROWN, 2: 0}.get(len(text), -3)
    return (InkText(x, y + CAP * max(more, 0), text, "sans-bold", size + more, CREAM),)
