"""A scene as a PNG, or what is seen of it in a window."""

import io
from collections.abc import Sequence
from itertools import chain

from PIL import Image

from adjudicator.maps.drawing.ink import InkGroup
from adjudicator.maps.drawing.palette import CREAM, PURE, SEA, rgb
from adjudicator.maps.drawing.raster import draw, draw_land, stamp
from adjudicator.maps.drawing.scene import Scene
from adjudicator.maps.outlines import HEIGHT, WIDTH, Box

COLOURS = 256
EVERY, SELDOM = 4, 7
"""Colours are chosen by one column and row of so many: of a whole map, of a window's picture."""
SEEN = 16
"""One of so many colours is one of those that are seen most."""
LEAST = 8
"""Colours that are chosen by the sample at the least."""
STEP = 4
"""Pillow looks for the nearest colour of a whole step of each part at once, from its lower end."""
FAIR, HARD = 5, 6
"""How hard bytes are saved: fairly, with which a whole map of a late game takes 135,000 bytes; the
hardest way takes eight times as long for a twelfth less.
"""
SPARED = 0.05  # part of the bytes that the hard way may spare beyond the fair one
SCALES = (1.25, 1.0, 0.8, 0.6, 0.45)
"""Of windows: few, for land and sea as they are drawn at one of them are kept."""
WIDEST, HIGHEST = 860, 860  # pixels of a window's picture
GAP = 16  # pixels between the pictures of two windows
FEWER = (56, 40)
"""Colours of a window's picture, until it is small enough; with fewer, seats look alike."""


def png_of(scene: Scene, width: int, height: int) -> bytes:
    """The scene at a size in pixels; where the shape differs from the canvas, sea fills in."""
    scale = min(width / WIDTH, height / HEIGHT)
    image = _image(scene, (0.0, 0.0, float(WIDTH), float(HEIGHT)), scale)
    if image.size != (width, height):
        drawn, image = image, Image.new("RGB", (width, height), rgb(SEA))
        image.paste(drawn, ((width - drawn.width) // 2, (height - drawn.height) // 2))
    return _encode(_quantize(image, COLOURS, EVERY), FAIR)


def png_of_windows(parts: Sequence[tuple[Scene, Box]], most: int) -> bytes:
    """What lies in windows (left, top, width, height), in ``most`` bytes at the most.

    Several are equally wide and stand one below another.
    """
    wide, high = (max(window[side] for _, window in parts) for side in (2, 3))
    fitting = [s for s in SCALES if wide * s <= WIDEST and high * s <= HIGHEST]
    data = b""
    for scale in fitting or SCALES[-1:]:
        image = _stack([_image(scene, window, scale) for scene, window in parts])
        for colours in FEWER:
            few = _quantize(image, colours, SELDOM)
            data = _encode(few, FAIR)
            if most < len(data) <= most * (1 + SPARED):
                data = _encode(few, HARD)
            if len(data) <= most:
                return data
    return data


def _stack(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one width, one below another, with a strip of paper between them."""
    if len(images) == 1:
        return images[0]
    high = sum(image.height for image in images) + GAP * (len(images) - 1)
    whole = Image.new("RGB", (images[0].width, high), rgb(CREAM))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height + GAP
    return whole


def _image(scene: Scene, window: Box, scale: float) -> Image.Image:
    left, top, width, height = window
    size = round(width * scale), round(height * scale)
    dx, dy = -round(left * scale), -round(top * scale)
    image = draw_land(size, scene.base, scene.grounds, scene.lines, scale, dx, dy)
    for ink in scene.under:
        stamp(image, ink.inks if isinstance(ink, InkGroup) else (ink,), scale, dx, dy)
    for group in (*scene.provinces, *scene.boxes):
        draw(image, group, scale, dx, dy)
    return image


def _quantize(image: Image.Image, colours: int, every: int) -> Image.Image:
    """The picture in few colours, of which each pixel gets the nearest.

    They are those of the palette that it shows, so that land, sea and seats look as they should,
    those that it shows most, and others that are chosen by a sample, one column and row of
    ``every``.
    """
    size = image.width // every + 1, image.height // every + 1
    sample = image.resize(size, Image.Resampling.NEAREST)
    counts = sorted(sample.getcolors(size[0] * size[1]) or (), reverse=True)
    shown = [colour for _, colour in counts if isinstance(colour, tuple)]
    kept = dict.fromkeys([*shown[: colours // SEEN], *(each for each in shown if each in PURE)])
    few = max(colours - len(kept), LEAST)
    others = sample.quantize(few, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette()
    found = [*chain(*kept), *(others or ())]
    palette = Image.new("P", (1, 1))
    palette.putpalette([max(0, part - STEP // 2) for part in found])
    nearest = image.quantize(palette=palette, dither=Image.Dither.NONE)
    nearest.putpalette(found)
    return nearest


class _PngFile(io.BytesIO):
    """A file in memory whose name says its format.

    Who says it by the word ``PNG`` lets Pillow load all that it needs for other formats too.
    """

    name = "map.png"


def _encode(image: Image.Image, level: int) -> bytes:
    file = _PngFile()
    image.save(file, compress_level=level)
    return file.getvalue()
