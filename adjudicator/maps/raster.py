"""Marks to pixels: shapes at three times the size and reduced, words at their own size."""

from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from adjudicator.maps.ink import Disc, Fill, Mark, Marks, Sprite, Stroke, Words
from adjudicator.maps.outline import Path
from adjudicator.maps.palette import HATCH, PATTERNS, TILE, rgb
from adjudicator.maps.typeface import TRACKING, font, small_capitals, width

FINE = 3  # shapes are drawn this much larger
PAD = 3  # pixels around marks for edges and halos


def paste(image: Image.Image, marks: Marks, scale: float) -> None:
    """Draw marks onto an RGB image; their pixels are kept for the next time."""
    drawn = drawn_marks(marks, scale)
    if drawn is not None:
        layer, left, top = drawn
        image.paste(layer, (left, top), layer)


def paste_sprite(image: Image.Image, sprite: Sprite, scale: float) -> None:
    """Draw a sprite onto an RGB image; equal sprites share their pixels wherever they lie."""
    drawn = drawn_marks(sprite.marks, sprite.scale * scale)
    if drawn is not None:
        layer, left, top = drawn
        image.paste(layer, (round(sprite.x * scale) + left, round(sprite.y * scale) + top), layer)


@lru_cache(maxsize=1024)
def drawn_marks(marks: Marks, scale: float) -> tuple[Image.Image, int, int] | None:
    """Marks as an RGBA image and where its top left corner lies; None for no marks."""
    if not marks:
        return None
    boxes = [_bounds(mark, scale) for mark in marks]
    left = int(min(box[0] for box in boxes)) - PAD
    top = int(min(box[1] for box in boxes)) - PAD
    right = int(max(box[2] for box in boxes)) + PAD + 1
    bottom = int(max(box[3] for box in boxes)) + PAD + 1
    shapes = [mark for mark in marks if not isinstance(mark, Words)]
    layer = Image.new("RGBA", (right - left, bottom - top))
    if shapes:
        large = Image.new("RGBA", (layer.width * FINE, layer.height * FINE))
        for shape in shapes:
            _draw_shape(large, shape, scale * FINE, left * FINE, top * FINE)
        layer = large.reduce(FINE)
    for mark in marks:
        if isinstance(mark, Words):
            _draw_words(layer, mark, scale, left, top)
    return layer, left, top


def _bounds(mark: Mark, scale: float) -> tuple[float, float, float, float]:
    if isinstance(mark, Words):
        high = mark.size * scale
        wide = words_width(mark) * scale
        left = mark.x * scale - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
        return left - 2, mark.y * scale - high, left + wide + 2, mark.y * scale + high * 0.35
    more = mark.width * scale / 2 + 1
    if isinstance(mark, Disc):
        box = (mark.x - mark.rx, mark.y - mark.ry, mark.x + mark.rx, mark.y + mark.ry)
    else:
        xs, ys = [p[0] for p in mark.points], [p[1] for p in mark.points]
        box = (min(xs), min(ys), max(xs), max(ys))
    return (
        box[0] * scale - more,
        box[1] * scale - more,
        box[2] * scale + more,
        box[3] * scale + more,
    )


def _draw_shape(large: Image.Image, mark: Mark, scale: float, left: int, top: int) -> None:
    pen = ImageDraw.Draw(large)
    if isinstance(mark, Disc):
        x, y = mark.x * scale - left, mark.y * scale - top
        rx, ry = mark.rx * scale, mark.ry * scale
        edge = max(1, round(mark.width * scale)) if mark.edge else 0
        pen.ellipse((x - rx, y - ry, x + rx, y + ry), mark.colour or None, mark.edge or None, edge)
    elif isinstance(mark, Fill):
        points = [(x * scale - left, y * scale - top) for x, y in mark.points]
        if mark.colour:
            pen.polygon(points, mark.colour)
        if mark.pattern >= 0:
            _draw_pattern(large, points, mark)
        if mark.edge:
            ring = [*points, points[0], points[1]]
            pen.line(ring, mark.edge, max(1, round(mark.width * scale)), joint="curve")
    elif isinstance(mark, Stroke):
        path = tuple((x * scale - left, y * scale - top) for x, y in mark.points)
        draw_line(pen, path, mark.colour, mark.width * scale, _scaled(mark.dash, scale))


def _scaled(dash: tuple[float, float] | None, scale: float) -> tuple[float, float] | None:
    return None if dash is None else (dash[0] * scale, dash[1] * scale)


def _draw_pattern(large: Image.Image, points: list[tuple[float, float]], mark: Fill) -> None:
    mask = Image.new("L", large.size)
    ImageDraw.Draw(mask).polygon(points, 255)
    lines = pattern_mask(mark.pattern, large.size, FINE)
    large.paste(rgb(mark.pattern_colour), (0, 0, *large.size), ImageChops.darker(mask, lines))


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
    pen: ImageDraw.ImageDraw,
    points: Path,
    colour: str | int,
    wide: float,
    dash: tuple[float, float] | None = None,
) -> None:
    """A line with round joints and ends, or a dashed one."""
    thick = max(1, round(wide))
    for piece in dashes(points, dash) if dash else (points,):
        pen.line(piece, colour, thick, joint="curve")
        if thick > 2:
            for x, y in (piece[0], piece[-1]):
                r = (thick - 1) / 2
                pen.ellipse((x - r, y - r, x + r, y + r), colour)


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


def _draw_words(layer: Image.Image, words: Words, scale: float, left: int, top: int) -> None:
    mask = Image.new("L", layer.size)
    pen = ImageDraw.Draw(mask)
    wide = words_width(words) * scale
    x = words.x * scale - left - {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    y = round(words.y * scale - top)
    letters = small_capitals(words.text, words.size) if words.small else [(words.text, words.size)]
    for text, size in letters:
        face = font(words.face, max(1, round(size * scale)))
        pen.text((x, y), text, 255, font=face, anchor="ls")
        x += face.getlength(text) + TRACKING * scale
    if words.halo:
        halo = _spread(mask).point([min(255, v * 2) * 3 // 4 for v in range(256)])
        _blend(layer, halo, words.halo)
    _blend(layer, mask, words.colour)


def _spread(mask: Image.Image) -> Image.Image:
    from PIL import ImageFilter

    return mask.filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(1))


def _blend(layer: Image.Image, mask: Image.Image, colour: str) -> None:
    flat = Image.new("RGBA", layer.size, (*rgb(colour), 0))
    flat.putalpha(mask)
    layer.alpha_composite(flat)
