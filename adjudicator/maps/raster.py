"""Ink to pixels: shapes at three times the size and reduced, words at their own size."""

import math
from collections.abc import Iterator
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from adjudicator.maps.ink import (
    Disc,
    Fill,
    Glow,
    Group,
    Ink,
    Inks,
    Layer,
    Shape,
    Sprite,
    Stroke,
    Words,
)
from adjudicator.maps.memory import Mask, keep
from adjudicator.maps.outline import HEIGHT, WIDTH, Path
from adjudicator.maps.palette import PATTERNS, TILE, rgb
from adjudicator.maps.typeface import TRACKING, font, small_capitals, words_width

FINE = 3  # shapes are drawn this much larger
PAD = 3  # pixels around words for their halo
LETTER = [(v + 8) // 17 * 17 for v in range(256)]
LINE = [(v + 25) // 51 * 51 for v in range(256)]
"""How much of a pixel letters and lines cover, in sixteen and in six steps.

No eye sees more, but every shade costs bytes.
"""
HALO = [(min(255, v * 2) + 16) // 32 * 24 for v in range(256)]  # from blurred to a firm light edge
GLOW_EDGE = [255 if v >= 32 else 0 for v in range(256)]  # from a blurred mask to a band
GLOW_BLUR = 13 / 15  # the blur that makes an edge at a distance of 1

Paint = tuple[str, Mask]
Dash = tuple[float, float] | None
Pen = tuple[float, Dash]  # width in pixels, pieces on and off
Box = tuple[float, float, float, float]  # left, top, right, bottom


def draw(image: Image.Image, ink: Ink, scale: float, dx: int = 0, dy: int = 0) -> None:
    """Draw ink onto an RGB image, moved by whole pixels."""
    if isinstance(ink, Group):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        for inner in ink.inks:
            draw(image, inner, scale, x, y)
    elif isinstance(ink, Layer):
        layer, (left, top) = _layer(ink, scale)
        image.paste(layer, (left + dx, top + dy), None if ink.ground else layer)
    elif isinstance(ink, Sprite):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        _stamp(image, _pixels(ink.inks, ink.scale * scale), x, y)
    elif isinstance(ink, Words):
        _stamp(image, _pixels((ink,), scale), dx, dy)
    else:
        for colour, (mask, (left, top)) in _paints(ink, scale):
            # Pillow puts an image through a mask twice as fast as a colour.
            image.paste(Image.new("RGB", mask.size, rgb(colour)), (left + dx, top + dy), mask)


def draw_land(
    image: Image.Image, base: Layer, grounds: Inks, lines: Layer, scale: float, dx: int, dy: int
) -> None:
    """Draw land under its lines, moved by whole pixels; what comes again is kept.

    Each piece of ground is drawn with the part of the lines that lies on it, over a base that has
    them all; so they need not be drawn once more over everything.
    """
    image.paste(_with_lines(base, lines, scale)[0], (dx, dy))
    for ground in grounds:
        _stamp(image, _piece(ground, lines, scale), dx, dy)


@keep(96_000_000)
def _with_lines(base: Layer, lines: Layer, scale: float) -> Mask:
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)))
    draw(image, base, scale)
    draw(image, lines, scale)
    return image, (0, 0)


@keep(64_000_000)
def _piece(ground: Ink, lines: Layer, scale: float) -> Mask | None:
    drawn = _clear(ground.inks if isinstance(ground, Group) else (ground,), scale)
    if drawn is None:
        return None
    piece, (left, top) = drawn
    cover = piece.getchannel("A")
    draw(piece, lines, scale, -left, -top)
    piece.putalpha(cover)
    return piece, (left, top)


def _stamp(image: Image.Image, pixels: Mask | None, dx: int, dy: int) -> None:
    if pixels is not None:
        stamp, (left, top) = pixels
        image.paste(stamp, (left + dx, top + dy), stamp)


@keep(32_000_000)
def _pixels(inks: Inks, scale: float) -> Mask | None:
    """Ink that comes again, kept for the next time."""
    return _clear(inks, scale)


@keep(48_000_000)
def _layer(layer: Layer, scale: float) -> Mask:
    if not layer.ground:
        return _clear(layer.inks, scale) or (Image.new("RGBA", (1, 1)), (0, 0))
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), layer.ground)
    for ink in layer.inks:
        draw(image, ink, scale)
    return image, (0, 0)


def _clear(inks: Inks, scale: float) -> Mask | None:
    """Ink as an RGBA image and where its top left corner lies; None for no ink."""
    paints = [paint for ink in inks for paint in _paints(ink, scale)]
    if not paints:
        return None
    whole, (left, top) = _room("RGBA", [mask for _, mask in paints])
    for number, (colour, (mask, corner)) in enumerate(paints):
        flat = Image.new("RGBA", mask.size, (*rgb(colour), 0))
        flat.putalpha(mask)
        if number == 0 and mask.size == whole.size:
            whole = flat
        else:
            whole.alpha_composite(flat, (corner[0] - left, corner[1] - top))
    return whole, (left, top)


def _room(mode: str, masks: list[Mask]) -> Mask:
    """An empty image that has room for all masks, and its top left corner."""
    left, top = (min(corner[k] for _, corner in masks) for k in (0, 1))
    right = max(x + mask.width for mask, (x, _) in masks)
    bottom = max(y + mask.height for mask, (_, y) in masks)
    return Image.new(mode, (right - left, bottom - top)), (left, top)


def _paints(ink: Ink, scale: float) -> Iterator[Paint]:
    """Colours and how much of each pixel they cover, from the bottom up."""
    if isinstance(ink, Fill):
        yield from _paint(ink, None, scale)
        if ink.edge and not isinstance(ink.path, Shape):
            ring = (*ink.path, ink.path[0], ink.path[1])
            yield ink.edge, _lines(ring, ink.width, None, scale)
    elif isinstance(ink, Stroke):
        yield from _paint(ink, (ink.width, ink.dash), scale)
    elif isinstance(ink, Disc):
        yield from _disc(ink, scale)
    elif isinstance(ink, Glow):
        yield from _glow(ink, scale)
    elif isinstance(ink, Words):
        yield from _words(ink, scale)
    else:
        raise TypeError(f"{type(ink).__name__} lies within other ink")


def _paint(ink: Fill | Stroke, pen: Pen | None, scale: float) -> Iterator[Paint]:
    if ink.colour:
        yield ink.colour, _part(ink.path, pen, ink.within, -1, scale)
    if ink.pattern >= 0:
        yield ink.pattern_colour, _part(ink.path, pen, ink.within, ink.pattern, scale)


def _part(
    path: Path | Shape, pen: Pen | None, within: tuple[Shape, ...], pattern: int, scale: float
) -> Mask:
    """What a path covers, or a pen along it, within all shapes and under a pattern's lines."""
    if within or pattern >= 0:
        return _cut(path, pen, within, pattern, scale)
    return _lines(path, *pen, scale) if pen else _polygons(path, scale)


@keep(32_000_000)
def _cut(
    path: Path | Shape, pen: Pen | None, within: tuple[Shape, ...], pattern: int, scale: float
) -> Mask:
    image, (left, top) = _part(path, pen, (), -1, scale)
    box = (left, top, left + image.width, top + image.height)
    for shape in within:
        cover, (x, y) = _polygons(shape, scale)
        image = ImageChops.darker(image, cover.crop((left - x, top - y, box[2] - x, box[3] - y)))
    if pattern >= 0:
        image = ImageChops.darker(_pattern(pattern, scale)[0].crop(box), image)
    return image, (left, top)


@keep(16_000_000)
def _polygons(path: Path | Shape, scale: float) -> Mask:
    if isinstance(path, Shape) and path.parts:
        masks = [_polygons(part, scale) for part in path.parts]
        whole, (left, top) = _room("L", masks)
        for mask, (x, y) in masks:
            box = (x - left, y - top, x - left + mask.width, y - top + mask.height)
            whole.paste(255, box, mask)
        return whole, (left, top)
    paths = path.paths if isinstance(path, Shape) else (path,)
    large, (left, top) = _sheet(paths, 1.0, scale)
    for ring in paths:
        ImageDraw.Draw(large).polygon(_fine(ring, scale, left, top), 255)
    return large.reduce(FINE), (left, top)


@keep(16_000_000)
def _lines(path: Path | Shape, width: float, dash: Dash, scale: float) -> Mask:
    paths = path.paths if isinstance(path, Shape) else (path,)
    if isinstance(path, Shape) and path.closed:
        paths = tuple((*ring, ring[0]) for ring in paths)
    unit = scale * FINE
    large, (left, top) = _sheet(paths, width * scale / 2 + 1, scale)
    pen = ImageDraw.Draw(large)
    steps = None if dash is None else (dash[0] * unit, dash[1] * unit)
    for line in paths:
        _draw_line(pen, _fine(line, scale, left, top), width * unit, steps)
    return large.reduce(FINE).point(LINE), (left, top)


def _sheet(paths: tuple[Path, ...], more: float, scale: float) -> Mask:
    """Room for paths at the fine size, and the top left corner of it at the size of the image."""
    xs = [x for path in paths for x, _ in path] or [0.0]
    ys = [y for path in paths for _, y in path] or [0.0]
    left, top, right, bottom = _bounds((min(xs), min(ys), max(xs), max(ys)), more, scale)
    return Image.new("L", ((right - left) * FINE, (bottom - top) * FINE)), (left, top)


def _bounds(box: Box, more: float, scale: float) -> tuple[int, int, int, int]:
    left, top, right, bottom = (side * scale for side in box)
    return (
        math.floor(left - more),
        math.floor(top - more),
        math.ceil(right + more) + 1,
        math.ceil(bottom + more) + 1,
    )


def _fine(path: Path, scale: float, left: int, top: int) -> Path:
    return tuple(((x * scale - left) * FINE, (y * scale - top) * FINE) for x, y in path)


def _disc(disc: Disc, scale: float) -> Iterator[Paint]:
    corners = ((disc.x - disc.rx, disc.y - disc.ry), (disc.x + disc.rx, disc.y + disc.ry))
    for colour, filled in ((disc.colour, True), (disc.edge, False)):
        if colour:
            large, (left, top) = _sheet((corners,), disc.width * scale / 2 + 1, scale)
            one, two = _fine(corners, scale, left, top)
            wide = max(1, round(disc.width * scale * FINE))
            pen = ImageDraw.Draw(large)
            pen.ellipse((*one, *two), 255 if filled else None, None if filled else 255, wide)
            yield colour, (large.reduce(FINE), (left, top))


def _glow(glow: Glow, scale: float) -> Iterator[Paint]:
    mask, (x, y) = _polygons(glow.shape, scale)
    more = math.ceil(max(reach for _, reach in glow.bands) * scale * 2)
    room = Image.new("L", (mask.width + 2 * more, mask.height + 2 * more))
    room.paste(mask, (more, more))
    for colour, reach in glow.bands:
        soft = room.filter(ImageFilter.GaussianBlur(reach * GLOW_BLUR * scale))
        yield colour, (soft.point(GLOW_EDGE), (x - more, y - more))


@keep(32_000_000)
def _pattern(number: int, scale: float) -> Mask:
    """A pattern's lines all over the canvas."""
    strokes, dots = PATTERNS[number]
    side = round(TILE * scale)
    unit = side / TILE * FINE
    tile = Image.new("L", (side * FINE, side * FINE))
    pen = ImageDraw.Draw(tile)
    for x, y, u, v in strokes:
        pen.line((x * unit, y * unit, u * unit, v * unit), 255, max(1, round(1.5 * unit)))
    for x, y, radius in dots:
        r = radius * unit
        pen.ellipse((x * unit - r, y * unit - r, x * unit + r, y * unit + r), 255)
    row = tile.reduce(FINE).tobytes()
    width, height = round(WIDTH * scale), round(HEIGHT * scale)
    lines = [row[k : k + side] * (width // side + 1) for k in range(0, len(row), side)]
    whole = b"".join(line[:width] for line in lines) * (height // side + 1)
    return Image.frombytes("L", (width, height), whole[: width * height]), (0, 0)


def _draw_line(pen: ImageDraw.ImageDraw, points: Path, wide: float, dash: Dash) -> None:
    """A line on a mask, with round joints and ends, or a dashed one."""
    thick = max(1, round(wide))
    for piece in _dashes(points, dash) if dash else (points,):
        pen.line(piece, 255, thick, joint="curve")
        if thick > 2:
            for x, y in (piece[0], piece[-1]):
                r = (thick - 1) / 2
                pen.ellipse((x - r, y - r, x + r, y + r), 255)


def _dashes(points: Path, dash: tuple[float, float]) -> list[Path]:
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


def _words(words: Words, scale: float) -> Iterator[Paint]:
    unscaled = words_width(words.text, words.face, words.size, words.small)
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    start = words.x - before * unscaled
    box = (start, words.y - words.size, start + unscaled, words.y + words.size * 0.35)
    left, top, right, bottom = _bounds(box, PAD, scale)
    mask = Image.new("L", (right - left, bottom - top))
    pen = ImageDraw.Draw(mask)
    x, y = words.x * scale - left - before * unscaled * scale, round(words.y * scale - top)
    letters = small_capitals(words.text, words.size) if words.small else [(words.text, words.size)]
    for text, high in letters:
        face = font(words.face, max(1, round(high * scale)))
        pen.text((x, y), text, 255, font=face, anchor="ls")
        x += face.getlength(text) + TRACKING * scale
    if words.halo:
        wider = mask.filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(1))
        yield words.halo, (wider.point(HALO), (left, top))
    yield words.colour, (mask.point(LETTER), (left, top))
