"""Ink to pixels: shapes at three times the size and reduced, words at their own size."""

import math
from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import groupby, pairwise
from pathlib import Path

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
from adjudicator.maps.drawing.typeface import (
    TRACKING,
    Face,
    font,
    small_capitals,
    spell,
    width,
    words_width,
)
from adjudicator.maps.outlines import HEIGHT, WIDTH, Box
from adjudicator.maps.outlines import Path as Points

PAD = 3  # pixels around words for their halo
LETTER = bytes((v + 8) // 17 * 17 for v in range(256))
LINE = bytes((v + 25) // 51 * 51 for v in range(256))
"""How much of a pixel letters and lines cover, in sixteen and in six steps.

No eye sees more, but every shade costs bytes.
"""
HALO = bytes((min(255, v * 2) + 16) // 32 * 24 for v in range(256))
"""From blurred to a firm light edge."""
GLOW_EDGE = bytes(255 if v >= 32 else 0 for v in range(256))
"""From a blurred mask to a band."""
GLOW_BLUR = 13 / 15  # the blur that makes an edge at a distance of 1

TILES = 16  # of a pattern that are kept in a row

Paint = Image.Image | tuple[int, int, int]
"""A colour, or a picture as large as what it covers."""
Coat = tuple[Paint, Mask]
"""A paint, and how much of each pixel it covers."""
Pen = tuple[float, Dash]  # width in pixels, pieces on and off


def draw(image: Image.Image, ink: Ink, scale: float, dx: int = 0, dy: int = 0) -> None:
    """Draw ink onto an RGB image, moved by whole pixels."""
    if isinstance(ink, InkGroup):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        for inner in ink.inks:
            draw(image, inner, scale, x, y)
    elif isinstance(ink, Sprite):
        x, y = dx + round(ink.x * scale), dy + round(ink.y * scale)
        stamp(image, ink.inks, ink.scale * scale, x, y)
    elif isinstance(ink, InkText):
        for colour, (mask, (left, top)) in _words(ink, scale):
            image.paste(colour, (left + dx, top + dy), mask)
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
    size: tuple[int, int],
    base: Layer,
    grounds: tuple[InkGroup, ...],
    lines: Layer,
    scale: float,
    dx: int,
    dy: int,
) -> Image.Image:
    """Draw land under its lines, moved by whole pixels; what comes again is kept.

    Each piece of ground is drawn with the part of the lines that lies on it, over a base that has
    them all; so they need not be drawn once more over everything. Bare land is as the base has it.
    """
    whole, _ = _base(base, lines, scale)
    image = whole.crop((-dx, -dy, size[0] - dx, size[1] - dy)).convert("RGB")
    for ground in grounds:
        if not all(isinstance(ink, Fill) and ink.colour in ("", LAND) for ink in ground.inks):
            piece, (left, top) = _piece(ground, lines, scale)
            cover, _ = _land(_itself(ground).path, scale)
            image.paste(piece, (left + dx, top + dy), cover)
    return image


@keep
def _base(base: Layer, lines: Layer, scale: float) -> Mask:
    return _read(base, scale) or draw_base(base, lines, scale), (0, 0)


def draw_base(base: Layer, lines: Layer, scale: float) -> Image.Image:
    """Draw the base with all its lines."""
    image = Image.new("RGB", (round(WIDTH * scale), round(HEIGHT * scale)), base.ground)
    for ink in base.inks:
        draw(image, ink, scale)
    _stamp(image, draw_lines(lines, scale), 0, 0)
    return image


@keep
def _lines(lines: Layer, scale: float) -> Mask:
    ready = _read(lines, scale)
    return (ready, (0, 0)) if ready else draw_lines(lines, scale)


def draw_lines(lines: Layer, scale: float) -> Mask:
    """Draw lines as an image of their own; say where its top left corner lies."""
    return _clear(lines.inks, scale)


def ready_picture(layer: Layer, scale: float) -> Path:
    """Where a layer may lie ready at a scale; the base has its lines there."""
    return Path(f"{layer.file}-{scale * 100:.0f}.png")


def _read(layer: Layer, scale: float) -> Image.Image | None:
    if not layer.file or not (ready := ready_picture(layer, scale)).is_file():
        return None
    with PngImageFile(ready) as image:
        image.load()
        return image


@keep
def _piece(ground: InkGroup, lines: Layer, scale: float) -> Mask:
    """The colours of a piece of ground on one another, and the lines, before they are cut out."""
    itself = _itself(ground)
    cover = _land(itself.path, scale)
    size, (left, top) = cover[0].size, cover[1]
    piece = _sheet(_paint(itself, cover, scale), size)
    for ink in ground.inks[1:]:
        for paint, (mask, (x, y)) in _coats(ink, scale):
            piece.paste(paint, (x - left, y - top), mask)
    whole, (x, y) = _lines(lines, scale)
    here = whole.crop((left - x, top - y, left - x + size[0], top - y + size[1])).convert("RGBA")
    piece.paste(here, None, here)
    return piece, (left, top)


def _itself(ground: InkGroup) -> Fill:
    first = ground.inks[0]
    assert isinstance(first, Fill)
    return first


@keep
def _land(path: Points | Shape, scale: float) -> Mask:
    """The pixels of a piece of ground, each whole: how far it covers one at its edge, under a line,
    nobody sees."""
    (points,) = path.paths if isinstance(path, Shape) else (path,)
    left, top, right, bottom = bounds(room_of(points, 0.0), 0.0, scale)
    cover = Image.new("1", (right - left, bottom - top))
    corners = [(x * scale - left, y * scale - top) for x, y in points]  # Pillow drops fractions
    ImageDraw.Draw(cover).polygon(corners, 1)
    return cover, (left, top)


def _stamp(image: Image.Image, pixels: Mask, dx: int, dy: int) -> None:
    stamp, (left, top) = pixels
    image.paste(stamp, (left + dx, top + dy), stamp)


def _clear(inks: Inks, scale: float) -> Mask:
    """Ink as an RGBA image and where its top left corner lies; no ink is a clear pixel."""
    layers = list(_layers(inks, scale))
    if len({(image.size, corner) for image, corner in layers}) == 1:
        return reduce(Image.alpha_composite, (image for image, _ in layers)), layers[0][1]
    if not layers:
        return Image.new("RGBA", (1, 1)), (0, 0)
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
            yield from (_flat(*coat) for coat in _coats(ink, scale))


def _flat(paint: Paint, cover: Mask) -> Mask:
    mask, corner = cover
    image = _sheet(paint, mask.size)
    image.putalpha(mask)
    return image, corner


def _sheet(paint: Paint, size: tuple[int, int]) -> Image.Image:
    return paint if isinstance(paint, Image.Image) else Image.new("RGB", size, paint)


def _room(mode: str, masks: list[Mask]) -> Mask:
    """An empty image that has room for all masks, and its top left corner."""
    left, top = (min(corner[k] for _, corner in masks) for k in (0, 1))
    right = max(x + mask.width for mask, (x, _) in masks)
    bottom = max(y + mask.height for mask, (_, y) in masks)
    return Image.new(mode, (right - left, bottom - top)), (left, top)


def _coats(ink: Ink, scale: float) -> Iterator[Coat]:
    """What is painted, from the bottom up."""
    if isinstance(ink, Fill):
        yield from _coat(ink, None, scale)
        if ink.edge and not isinstance(ink.path, Shape):
            ring = (*ink.path, ink.path[0], ink.path[1])
            yield rgb(ink.edge), _cover(ring, (ink.width, None), scale)
    elif isinstance(ink, Stroke):
        yield from _coat(ink, (ink.width, ink.dash), scale)
    elif isinstance(ink, Glow):
        yield from _glow(ink, scale)
    elif isinstance(ink, InkText):
        yield from _words(ink, scale)
    else:
        raise TypeError(f"{type(ink).__name__} lies within other ink")


def _coat(ink: Fill | Stroke, pen: Pen | None, scale: float) -> Iterator[Coat]:
    if ink.within:
        cover = _cut(ink.path, pen, ink.within, scale)
    else:
        cover = _cover(ink.path, pen, scale)
    if ink.colour:
        yield _paint(ink, cover, scale), cover


def _paint(ink: Fill | Stroke, cover: Mask, scale: float) -> Paint:
    return rgb(ink.colour) if ink.pattern < 0 else _weave(ink, cover, scale)


@keep
def _cut(path: Points | Shape, pen: Pen | None, within: tuple[Shape, ...], scale: float) -> Mask:
    """What a path covers, or a pen along it, within all shapes."""
    image, (left, top) = _cover(path, pen, scale)
    box = (left, top, left + image.width, top + image.height)
    for shape in within:
        cover, (x, y) = _cover(shape, None, scale)
        image = ImageChops.darker(image, cover.crop((left - x, top - y, box[2] - x, box[3] - y)))
    return image, (left, top)


def _weave(ink: Fill | Stroke, cover: Mask, scale: float) -> Image.Image:
    """The pattern of ink as large as its cover; its lines run on from shape to shape."""
    mask, (left, top) = cover
    block, _ = _cloth(ink.pattern, ink.colour, ink.pattern_colour, scale)
    woven = Image.new("RGB", mask.size)
    for y in range(-(top % block.height), mask.height, block.height):
        for x in range(-(left % block.width), mask.width, block.width):
            woven.paste(block, (x, y))
    return woven


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
    return _change(small, LINE) if pen else small, (left, top)


def _rooms(paths: tuple[Points, ...], more: float) -> list[Box]:
    return [room_of(path, more) for path in paths or (((0.0, 0.0),),)]


def _change(mask: Image.Image, values: bytes) -> Image.Image:
    """A mask with another value for each; Pillow's own ``point`` rounds all 256 each time."""
    return Image.frombytes("L", mask.size, mask.tobytes().translate(values))


def _glow(glow: Glow, scale: float) -> Iterator[Coat]:
    mask, (x, y) = _cover(glow.shape, None, scale)
    more = math.ceil(max(reach for _, reach in glow.bands) * scale * 2)
    room = Image.new("L", (mask.width + 2 * more, mask.height + 2 * more))
    room.paste(mask, (more, more))
    for colour, reach in glow.bands:
        soft = room.filter(ImageFilter.GaussianBlur(reach * GLOW_BLUR * scale))
        yield rgb(colour), (_change(soft, GLOW_EDGE), (x - more, y - more))


@keep
def _cloth(number: int, colour: str, lines: str, scale: float) -> Mask:
    """A square of a pattern's tiles in its colours."""
    strokes, dots = PATTERNS[number]
    side = round(TILE * scale)
    unit = side / TILE * FACTOR
    mask = Image.new("L", (side * FACTOR, side * FACTOR))
    pen = ImageDraw.Draw(mask)
    for x, y, u, v in strokes:
        pen.line((x * unit, y * unit, u * unit, v * unit), 255, max(1, round(1.5 * unit)))
    for x, y, radius in dots:
        r = radius * unit
        pen.ellipse((x * unit - r, y * unit - r, x * unit + r, y * unit + r), 255)
    tile = Image.new("RGB", (side, side), rgb(colour))
    tile.paste(rgb(lines), (0, 0), mask.reduce(FACTOR))
    row, whole = (Image.new("RGB", (side * TILES, side * high)) for high in (1, TILES))
    for at in range(0, side * TILES, side):
        row.paste(tile, (at, 0))
    for at in range(0, side * TILES, side):
        whole.paste(row, (0, at))
    return whole, (0, 0)


def _words(words: InkText, scale: float) -> Iterator[Coat]:
    """Words where they stand; they are kept whatever their colour."""
    written = words.text, words.face, words.size, words.small, scale
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    start = words.x - before * words_width(*written[:4])
    x, y = math.floor(start * scale + 0.5), round(words.y * scale)
    for colour, draw_them in ((words.halo, _halo), (words.colour, _letters)):
        if colour:
            mask, (left, top) = draw_them(*written)
            yield rgb(colour), (mask, (x + left, y + top))


@keep
def _halo(text: str, face: Face, size: int, small: bool, scale: float) -> Mask:
    """A light edge around letters."""
    mask, (left, top) = _letters(text, face, size, small, scale)
    room = Image.new("L", (mask.width + 2 * PAD, mask.height + 2 * PAD))
    room.paste(mask, (PAD, PAD))
    wider = room.filter(ImageFilter.MaxFilter(3)).filter(ImageFilter.BoxBlur(1))
    return _change(wider, HALO), (left - PAD, top - PAD)


@keep
def _letters(text: str, face: Face, size: int, small: bool, scale: float) -> Mask:
    """Letters on a baseline that begins in the origin."""
    said = spell(text, face)
    if not (small and said):
        return _run(said, face, max(1, round(size * scale)))
    runs, x = [], 0.0
    for letter, high in small_capitals(said, size):
        image, (dx, dy) = _run(letter, face, max(1, round(high * scale)))
        runs.append((image, (dx + math.floor(x + 0.5), dy)))
        x += (width(letter, face, high) + TRACKING) * scale  # as it was laid out
    whole, (left, top) = _room("L", runs)
    for image, (x, y) in runs:
        whole.paste(255, (x - left, y - top), image)
    return whole, (left, top)


@lru_cache(maxsize=1024)
def _run(text: str, face: Face, size: int) -> Mask:
    """Letters of one size, as they follow one another."""
    image = Image.new("L", (2 * size + math.ceil(width(text, face, size)), 2 * size))
    start = size, size + size // 2
    ImageDraw.Draw(image).text(start, text, 255, font=font(face, size), anchor="ls")
    box = image.getbbox() or (*start, *start)
    return _change(image.crop(box), LETTER), (box[0] - start[0], box[1] - start[1])
