"""Shapes at three times the size, which are then reduced: lines, polygons and ellipses."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeGuard

from PIL import Image, ImageDraw

from adjudicator.maps.drawing.ink import Disc, Fill, Ink, Shape, Stroke
from adjudicator.maps.drawing.memory import Mask
from adjudicator.maps.drawing.palette import rgb
from adjudicator.maps.outlines import Box, Path, Point

FACTOR = 3  # shapes are drawn this much larger
BEND = 0.15  # the turn of a line, in radians, from which on its joint is rounded

Dash = tuple[float, float] | None
Plain = Fill | Stroke | Disc
Shade = int | tuple[int, int, int]
"""How much of a pixel is covered, or a colour."""


def is_plain(ink: Ink) -> TypeGuard[Plain]:
    """Whether ink is nothing but its own shape in its own colours, and comes as it is only here."""
    if isinstance(ink, Fill | Stroke):
        return ink.pattern < 0 and not ink.within and not isinstance(ink.path, Shape)
    return isinstance(ink, Disc)


def plain_pixels(inks: Sequence[Plain], scale: float) -> Mask:
    """Plain ink, from the bottom up, as an RGBA image and where its top left corner lies."""
    # Where the ink is whole or there is none, colours are the same with their cover multiplied in.
    large, (left, top) = make_sheet("RGBa", list(map(_room, inks)), scale)
    pen = ImageDraw.Draw(large)
    for ink in inks:
        if isinstance(ink, Disc):
            corners = ((ink.x - ink.rx, ink.y - ink.ry), (ink.x + ink.rx, ink.y + ink.ry))
            one, two = enlarge(corners, scale, left, top)
            if ink.colour:
                pen.ellipse((*one, *two), rgb(ink.colour))
            if ink.edge:
                wide = max(1, round(ink.width * scale * FACTOR))
                pen.ellipse((*one, *two), None, rgb(ink.edge), wide)
        elif isinstance(ink, Fill):
            path = enlarge(_points(ink), scale, left, top)
            if ink.colour:
                pen.polygon(path, rgb(ink.colour))
            if ink.edge:
                draw_line(pen, (*path, path[0], path[1]), ink.width * scale, rgb(ink.edge))
        else:
            path = enlarge(_points(ink), scale, left, top)
            draw_line(pen, path, ink.width * scale, rgb(ink.colour), enlarge_dash(ink.dash, scale))
    return large.reduce(FACTOR).convert("RGBA"), (left, top)


def _points(ink: Fill | Stroke) -> Path:
    assert not isinstance(ink.path, Shape)
    return ink.path


def _room(ink: Plain) -> Box:
    """The left, top, right and bottom of plain ink."""
    more = ink.width / 2
    if isinstance(ink, Disc):
        wide, high = ink.rx + more, ink.ry + more
        return ink.x - wide, ink.y - high, ink.x + wide, ink.y + high
    return room_of(_points(ink), more)


def room_of(path: Path, more: float) -> Box:
    """The left, top, right and bottom of a path, and so much more on each side."""
    xs, ys = zip(*path, strict=True)
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


def make_sheet(mode: str, rooms: Sequence[Box], scale: float) -> Mask:
    """An empty supersampled image with room for all, and where its corner lies at the usual size.

    There is a pixel more on each side.
    """
    lefts, tops, rights, bottoms = zip(*rooms, strict=True)
    whole = min(lefts), min(tops), max(rights), max(bottoms)
    left, top, right, bottom = bounds(whole, 1.0, scale)
    return Image.new(mode, ((right - left) * FACTOR, (bottom - top) * FACTOR)), (left, top)


def bounds(box: Box, more: float, scale: float) -> tuple[int, int, int, int]:
    """The whole pixels that a box touches, and so many more on each side."""
    left, top, right, bottom = (side * scale for side in box)
    return (
        math.floor(left - more),
        math.floor(top - more),
        math.ceil(right + more) + 1,
        math.ceil(bottom + more) + 1,
    )


def enlarge(path: Path, scale: float, left: int, top: int) -> Path:
    """A path on a supersampled sheet."""
    return tuple(((x * scale - left) * FACTOR, (y * scale - top) * FACTOR) for x, y in path)


def enlarge_dash(dash: Dash, scale: float) -> Dash:
    """A dash pattern on it."""
    return dash and (dash[0] * scale * FACTOR, dash[1] * scale * FACTOR)


def draw_line(
    pen: ImageDraw.ImageDraw, points: Path, width: float, shade: Shade, dash: Dash = None
) -> None:
    """A line of that width in pixels on a sheet, with round joints and ends, or a dashed one."""
    thick = max(1, round(width * FACTOR))
    for piece in _pieces(points, dash) if dash else (points,):
        pen.line(piece, shade, thick)
        if thick > 2:
            r = (thick - 1) / 2
            for x, y in (piece[0], *_bends(piece), piece[-1]):
                pen.ellipse((x - r, y - r, x + r, y + r), shade)


def _bends(points: Path) -> list[Point]:
    """Where a line turns so far that its joint would show."""
    bends = []
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
        if abs(ux * vy - uy * vx) > BEND * (ux * vx + uy * vy):
            bends.append((bx, by))
    return bends


def _pieces(points: Path, dash: tuple[float, float]) -> list[Path]:
    """The pieces of a path that a dash pattern leaves visible."""
    pieces: list[Path] = []
    piece = [points[0]]
    on, left = True, dash[0]
    for (ax, ay), (bx, by) in pairwise(points):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            at = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if on:
                pieces.append((*piece, at))
            piece, on = [at], not on
            left = dash[0] if on else dash[1]
        left -= length - done
        piece.append((bx, by))
    if on and len(piece) > 1:
        pieces.append(tuple(piece))
    return pieces
