"""Marks to pixels: shapes at three times the size and reduced, words at their own size."""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.maps.ink import Disc, Fill, Mark, Marks, Stroke, Words
from adjudicator.maps.outline import Path
from adjudicator.maps.palette import HATCH, PATTERNS, TILE, rgb
from adjudicator.maps.typeface import TRACKING, font, small_capitals, width

FINE = 3  # shapes are drawn this much larger
PAD = 3  # pixels around words for their halo
HALO = [min(255, v * 2) * 3 // 4 for v in range(256)]  # from a blurred mask to a firm light edge

Layer = tuple[str, Image.Image, tuple[int, int]]  # colour, mask, top left corner


def paste(image: Image.Image, marks: Marks, scale: float) -> None:
    """Draw marks onto an RGB image."""
    for mark in marks:
        for colour, mask, (left, top) in _masks(mark, scale):
            image.paste(rgb(colour), (left, top, left + mask.width, top + mask.height), mask)


def paste_kept(image: Image.Image, marks: Marks, scale: float, x: int = 0, y: int = 0) -> None:
    """Draw marks moved by whole pixels; their pixels are kept for the next time."""
    drawn = _kept(marks, scale)
    if drawn is not None:
        layer, left, top = drawn
        image.paste(layer, (left + x, top + y), layer)


@lru_cache(maxsize=2048)
def _kept(marks: Marks, scale: float) -> tuple[Image.Image, int, int] | None:
    """Marks as an RGBA image and where its top left corner lies; None for no marks."""
    layers = [layer for mark in marks for layer in _masks(mark, scale)]
    if not layers:
        return None
    left, top = (min(corner[k] for _, _, corner in layers) for k in (0, 1))
    right = max(corner[0] + mask.width for _, mask, corner in layers)
    bottom = max(corner[1] + mask.height for _, mask, corner in layers)
    whole = Image.new("RGBA", (right - left, bottom - top))
    for colour, mask, corner in layers:
        flat = Image.new("RGBA", mask.size, (*rgb(colour), 0))
        flat.putalpha(mask)
        whole.alpha_composite(flat, (corner[0] - left, corner[1] - top))
    return whole, left, top


def _masks(mark: Mark, scale: float) -> Iterator[Layer]:
    """A mark as colours and how much of each pixel they cover, from the bottom up."""
    left, top, right, bottom = _bounds(mark, scale)
    corner, size = (left, top), (right - left, bottom - top)
    if isinstance(mark, Words):
        yield from (
            (colour, mask, corner) for colour, mask in _word_masks(mark, scale, corner, size)
        )
        return
    unit = scale * FINE
    for colour, draw in _strokes(mark, unit, left * FINE, top * FINE):
        large = Image.new("L", (size[0] * FINE, size[1] * FINE))
        draw(large)
        yield colour, large.reduce(FINE), corner


def _bounds(mark: Mark, scale: float) -> tuple[int, int, int, int]:
    if isinstance(mark, Words):
        high, wide = mark.size, words_width(mark)
        left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
        box = (left, mark.y - high, left + wide, mark.y + high * 0.35)
    elif isinstance(mark, Disc):
        box = (mark.x - mark.rx, mark.y - mark.ry, mark.x + mark.rx, mark.y + mark.ry)
    else:
        xs, ys = [p[0] for p in mark.points], [p[1] for p in mark.points]
        box = (min(xs), min(ys), max(xs), max(ys))
    more = PAD if isinstance(mark, Words) else mark.width * scale / 2 + 1
    left, top, right, bottom = (side * scale for side in box)
    return (
        math.floor(left - more),
        math.floor(top - more),
        math.ceil(right + more) + 1,
        math.ceil(bottom + more) + 1,
    )


def _strokes(
    mark: Fill | Disc | Stroke, unit: float, left: float, top: float
) -> Iterator[tuple[str, Callable[[Image.Image], None]]]:
    """The colours of a shape, and what draws where each of them is."""
    wide = max(1, round(mark.width * unit))
    if isinstance(mark, Disc):
        x, y, rx, ry = mark.x * unit - left, mark.y * unit - top, mark.rx * unit, mark.ry * unit
        box = (x - rx, y - ry, x + rx, y + ry)
        if mark.colour:
            yield mark.colour, lambda large: ImageDraw.Draw(large).ellipse(box, 255)
        if mark.edge:
            yield mark.edge, lambda large: ImageDraw.Draw(large).ellipse(box, None, 255, wide)
        return
    points = tuple((x * unit - left, y * unit - top) for x, y in mark.points)
    if isinstance(mark, Stroke):
        dash = None if mark.dash is None else (mark.dash[0] * unit, mark.dash[1] * unit)
        yield mark.colour, lambda large: draw_line(ImageDraw.Draw(large), points, wide, dash)
        return
    if mark.colour:
        yield mark.colour, lambda large: ImageDraw.Draw(large).polygon(points, 255)
    if mark.pattern >= 0:
        yield mark.pattern_colour, lambda large: _draw_pattern(large, points, mark.pattern)
    if mark.edge:
        ring = (*points, points[0], points[1])
        yield mark.edge, lambda large: draw_line(ImageDraw.Draw(large), ring, wide)


def _draw_pattern(large: Image.Image, points: Path, pattern: int) -> None:
    ImageDraw.Draw(large).polygon(points, 255)
    large.paste(ImageChops.darker(large, pattern_mask(pattern, large.size, FINE)))


@lru_cache(maxsize=64)
def pattern_mask(pattern: int, size: tuple[int, int], scale: float) -> Image.Image:
    """A pattern's lines all over an image, as a mask; -1 is the hatching of closed land."""
    strokes, dots = PATTERNS[pattern] if pattern >= 0 else HATCH
    side = round(TILE * scale)
    unit = side / TILE * FINE
    tile = Image.new("L", (side * FINE, side * FINE))
    pen = ImageDraw.Draw(tile)
    for x, y, u, v in strokes:
        pen.line((x * unit, y * unit, u * unit, v * unit), 255, max(1, round(1.5 * unit)))
    for x, y, radius in dots:
        r = radius * unit
        pen.ellipse((x * unit - r, y * unit - r, x * unit + r, y * unit + r), 255)
    tile = tile.reduce(FINE)
    return _tiled(tile, size)


def _tiled(tile: Image.Image, size: tuple[int, int]) -> Image.Image:
    """An image covered with copies of a tile, doubling what is covered at each step."""
    whole = Image.new("L", size)
    whole.paste(tile, (0, 0))
    for axis in (0, 1):
        done = tile.size[axis]
        while done < size[axis]:
            part = (done, size[1]) if axis == 0 else (size[0], done)
            whole.paste(whole.crop((0, 0, *part)), (done, 0) if axis == 0 else (0, done))
            done *= 2
    return whole


def draw_line(
    pen: ImageDraw.ImageDraw, points: Path, wide: float, dash: tuple[float, float] | None = None
) -> None:
    """A line on a mask, with round joints and ends, or a dashed one."""
    thick = max(1, round(wide))
    for piece in dashes(points, dash) if dash else (points,):
        pen.line(piece, 255, thick, joint="curve")
        if thick > 2:
            for x, y in (piece[0], piece[-1]):
                r = (thick - 1) / 2
                pen.ellipse((x - r, y - r, x + r, y + r), 255)


def dashes(points: Path, dash: tuple[float, float]) -> list[Path]:
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


def words_width(words: Words) -> float:
    """Pixels that words take, unscaled."""
    if not words.small:
        return width(words.text, words.face, words.size)
    letters = small_capitals(words.text, words.size)
    return sum(width(letter, words.face, size) + TRACKING for letter, size in letters) - TRACKING


def _word_masks(
    words: Words, scale: float, corner: tuple[int, int], size: tuple[int, int]
) -> Iterator[tuple[str, Image.Image]]:
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    wide = words_width(words) * scale
    x = words.x * scale - corner[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    y = round(words.y * scale - corner[1])
    letters = small_capitals(words.text, words.size) if words.small else [(words.text, words.size)]
    for text, high in letters:
        face = font(words.face, max(1, round(high * scale)))
        pen.text((x, y), text, 255, font=face, anchor="ls")
        x += face.getlength(text) + TRACKING * scale
    if words.halo:
        wider = mask.filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(1))
        yield words.halo, wider.point(HALO)
    yield words.colour, mask
