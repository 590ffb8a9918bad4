"""Ink to pixels: shapes at three times the size and reduced, words at their own size."""

import math
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw, ImageFilter
from PIL.PngImagePlugin import PngImageFile

from adjudicator.maps.drawing.ink import (
    Fill,
    Frame,
    Glow,
    Ink,
    InkGroup,
    Inks,
    InkText,
    Layer,
    Shape,
    Sprite,
    Stroke,
)
from adjudicator.maps.drawing.memory import Mask, keep
from adjudicator.maps.drawing.palette import LAND, PATTERNS, TILE, rgb
from adjudicator.maps.drawing.supersampled import (
    FACTOR,
    Dash,
    bounds,
    draw_line,
    enlarge,
    enlarge_dash,
    is_plain,
    make_sheet,
    plain_pixels,
    room_of,
)
from adjudicator.maps.drawing.typeface import TRACKING, font, small_capitals, width, words_width
from adjudicator.maps.outlines import HEIGHT, WIDTH, Box
from adjudicator.maps.outlines import Path as Points

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
Pen = tuple[float, Dash]  # width in pixels, pieces on and off


def draw(image: Image.Image, ink: Ink, scale: float, dx: int = 0, dy: int = 0) -> None:
    """Draw ink onto an RGB image, moved by whole pixels."""
    if isinstance(ink, InkGroup):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        for inner in ink.inks:
            draw(image, inner, scale, x, y)
    elif isinstance(ink, Layer):
        layer, (left, top) = _layer(ink, scale)
        image.paste(layer, (left + dx, top + dy), None if ink.ground else layer)
    elif isinstance(ink, Sprite):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        stamp(image, ink.inks, ink.scale * scale, x, y)
    elif isinstance(ink, InkText):  # wherever they stand, they are drawn once
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        stamp(image, (replace(ink, x=0.0, y=0.0),), scale, x, y)
    elif isinstance(ink, Frame):
        _draw_frame(image, ink, scale, dx, dy)
    else:
        stamp(image, (ink,), scale, dx, dy)


def stamp(image: Image.Image, inks: Inks, scale: float, dx: int, dy: int) -> None:
    """Draw ink that lies close together as one, moved by whole pixels; it is kept."""
    _stamp(image, _pixels(inks, scale), dx, dy)


def _draw_frame(image: Image.Image, frame: Frame, scale: float, dx: int, dy: int) -> None:
    left, top, right, bottom = (round(side * scale) for side in room_of(frame.path, 0.0))
    if frame.colour:
        image.paste(rgb(frame.colour), (left + dx, top + dy, right + dx, bottom + dy))
    for side in pairwise((*frame.path, frame.path[0])) if frame.edge else ():
        stamp(image, (Stroke(side, frame.edge, frame.width),), scale, dx, dy)


def draw_land(
    image: Image.Image,
    base: Layer,
    grounds: tuple[InkGroup, ...],
    lines: Layer,
    scale: float,
    dx: int,
    dy: int,
) -> None:
    """Draw land under its lines, moved by whole pixels; what comes again is kept.

    Each piece of ground is drawn with the part of the lines that lies on it, over a base that has
    them all; so they need not be drawn once more over everything. Bare land is as the base has it.
    """
    image.paste(_with_lines(base, lines, scale)[0], (dx, dy))
    for ground in grounds:
        if not all(isinstance(ink, Fill) and ink.colour in ("", LAND) for ink in ground.inks):
            _stamp(image, _piece(ground, lines, scale), dx, dy)


@keep
def _with_lines(base: Layer, lines: Layer, scale: float) -> Mask:
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)))
    draw(image, base, scale)
    draw(image, lines, scale)
    return image, (0, 0)


@keep
def _piece(ground: InkGroup, lines: Layer, scale: float) -> Mask | None:
    drawn = _clear(ground.inks, scale)
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


def ready_picture(layer: Layer, scale: float) -> Path:
    """Where a layer may lie ready at a scale."""
    return Path(f"{layer.file}-{scale * 100:.0f}.png")


@keep
def _layer(layer: Layer, scale: float) -> Mask:
    if layer.file and (ready := ready_picture(layer, scale)).is_file():
        with PngImageFile(ready) as image:
            return image.convert("RGB" if layer.ground else "RGBA"), (0, 0)
    return draw_layer(layer, scale)


def draw_layer(layer: Layer, scale: float) -> Mask:
    """Draw a layer as an image of its own; say where its top left corner lies."""
    if not layer.ground:
        return _clear(layer.inks, scale) or (Image.new("RGBA", (1, 1)), (0, 0))
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), layer.ground)
    for ink in layer.inks:
        draw(image, ink, scale)
    return image, (0, 0)


def _clear(inks: Inks, scale: float) -> Mask | None:
    """Ink as an RGBA image and where its top left corner lies; None for no ink."""
    layers = list(_layers(inks, scale))
    if len(layers) < 2:
        return layers[0] if layers else None
    whole, (left, top) = _room("RGBA", layers)
    for image, corner in layers:
        whole.alpha_composite(image, (corner[0] - left, corner[1] - top))
    return whole, (left, top)


_pixels = keep(_clear)
"""The same of ink that comes again, kept for the next time."""


def _layers(inks: Inks, scale: float) -> Iterator[Mask]:
    """Ink as RGBA images, from the bottom up; plain ink that lies together is one of them."""
    for plain, run in groupby(inks, is_plain):
        if plain:
            yield plain_pixels([ink for ink in run if is_plain(ink)], scale)
        for ink in () if plain else run:
            yield from (_flat(*paint) for paint in _paints(ink, scale))


def _flat(colour: str, cover: Mask) -> Mask:
    mask, corner = cover
    image = Image.new("RGBA", mask.size, (*rgb(colour), 0))
    image.putalpha(mask)
    return image, corner


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
            yield ink.edge, _cover(ring, (ink.width, None), scale)
    elif isinstance(ink, Stroke):
        yield from _paint(ink, (ink.width, ink.dash), scale)
    elif isinstance(ink, Glow):
        yield from _glow(ink, scale)
    elif isinstance(ink, InkText):
        yield from _words(ink, scale)
    else:
        raise TypeError(f"{type(ink).__name__} lies within other ink")


def _paint(ink: Fill | Stroke, pen: Pen | None, scale: float) -> Iterator[Paint]:
    if ink.colour:
        cut = _cut(ink.path, pen, ink.within, -1, scale) if ink.within else None
        yield ink.colour, cut or _cover(ink.path, pen, scale)
    if ink.pattern >= 0:
        yield ink.pattern_colour, _cut(ink.path, pen, ink.within, ink.pattern, scale)


@keep
def _cut(
    path: Points | Shape, pen: Pen | None, within: tuple[Shape, ...], pattern: int, scale: float
) -> Mask:
    """What a path covers, or a pen along it, within all shapes and under a pattern's lines."""
    image, (left, top) = _cover(path, pen, scale)
    box = (left, top, left + image.width, top + image.height)
    for shape in within:
        cover, (x, y) = _cover(shape, None, scale)
        image = ImageChops.darker(image, cover.crop((left - x, top - y, box[2] - x, box[3] - y)))
    if pattern >= 0:
        image = ImageChops.darker(_pattern(pattern, scale)[0].crop(box), image)
    return image, (left, top)


@keep
def _cover(path: Points | Shape, pen: Pen | None, scale: float) -> Mask:
    """How much of each pixel a path covers, or a pen along it."""
    if isinstance(path, Shape) and path.parts:
        masks = [_cover(part, pen, scale) for part in path.parts]
        whole, (left, top) = _room("L", masks)
        for mask, (x, y) in masks:
            box = (x - left, y - top, x - left + mask.width, y - top + mask.height)
            whole.paste(255, box, mask)
        return whole, (left, top)
    paths = path.paths if isinstance(path, Shape) else (path,)
    large, (left, top) = make_sheet("L", _rooms(paths, pen[0] / 2 if pen else 0.0), scale)
    on = ImageDraw.Draw(large)
    for each in paths:
        points = enlarge(each, scale, left, top)
        if pen is None:
            on.polygon(points, 255)
        else:
            ring = (points[0],) if isinstance(path, Shape) and path.closed else ()
            width, dash = pen
            draw_line(on, (*points, *ring), width * scale, 255, enlarge_dash(dash, scale))
    small = large.reduce(FACTOR)
    return small.point(LINE) if pen else small, (left, top)


def _rooms(paths: tuple[Points, ...], more: float) -> list[Box]:
    return [room_of(path, more) for path in paths or (((0.0, 0.0),),)]


def _glow(glow: Glow, scale: float) -> Iterator[Paint]:
    mask, (x, y) = _cover(glow.shape, None, scale)
    more = math.ceil(max(reach for _, reach in glow.bands) * scale * 2)
    room = Image.new("L", (mask.width + 2 * more, mask.height + 2 * more))
    room.paste(mask, (more, more))
    for colour, reach in glow.bands:
        soft = room.filter(ImageFilter.GaussianBlur(reach * GLOW_BLUR * scale))
        yield colour, (soft.point(GLOW_EDGE), (x - more, y - more))


@keep
def _pattern(number: int, scale: float) -> Mask:
    """A pattern's lines all over the canvas."""
    strokes, dots = PATTERNS[number]
    side = round(TILE * scale)
    unit = side / TILE * FACTOR
    tile = Image.new("L", (side * FACTOR, side * FACTOR))
    pen = ImageDraw.Draw(tile)
    for x, y, u, v in strokes:
        pen.line((x * unit, y * unit, u * unit, v * unit), 255, max(1, round(1.5 * unit)))
    for x, y, radius in dots:
        r = radius * unit
        pen.ellipse((x * unit - r, y * unit - r, x * unit + r, y * unit + r), 255)
    whole = Image.new("L", (round(WIDTH * scale), round(HEIGHT * scale)))
    whole.paste(tile.reduce(FACTOR))
    wide = high = side
    while wide < whole.width:
        whole.paste(whole.crop((0, 0, wide, side)), (wide, 0))
        wide *= 2
    while high < whole.height:
        whole.paste(whole.crop((0, 0, whole.width, high)), (0, high))
        high *= 2
    return whole, (0, 0)


def _words(words: InkText, scale: float) -> Iterator[Paint]:
    unscaled = words_width(words.text, words.face, words.size, words.small)
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    start = words.x - before * unscaled
    box = (start, words.y - words.size, start + unscaled, words.y + words.size * 0.35)
    left, top, right, bottom = bounds(box, PAD, scale)
    mask = Image.new("L", (right - left, bottom - top))
    pen = ImageDraw.Draw(mask)
    x, y = words.x * scale - left - before * unscaled * scale, round(words.y * scale - top)
    letters = small_capitals(words.text, words.size) if words.small else [(words.text, words.size)]
    for text, high in letters:
        face = font(words.face, max(1, round(high * scale)))
        pen.text((x, y), text, 255, font=face, anchor="ls")
        x += (width(text, words.face, high) + TRACKING) * scale  # as it was laid out
    if words.halo:
        wider = mask.filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(1))
        yield words.halo, (wider.point(HALO), (left, top))
    yield words.colour, (mask.point(LETTER), (left, top))
