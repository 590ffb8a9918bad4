"""Pictures of a shipped board's land, with which the first map of a process need not draw it."""

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from adjudicator.boards.board import DATA
from adjudicator.maps.drawing.ink import Layer
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.memory import Mask
from adjudicator.maps.drawing.raster import draw_layer, ready_picture
from adjudicator.maps.outlines import HEIGHT, WIDTH, Outline

SCALES = (1.0, 1.25)
"""Those of whole maps and of most windows."""


def write_land(outline: Outline) -> Iterator[Path]:
    """Put the pictures of a shipped board's land beside it, and yield where; older ones go.

    Raises:
        OSError: they cannot be written.
    """
    land = land_of(outline)
    layers = [layer for layer in (land.base, land.lines) if layer.file]
    for old in DATA.glob(f"{outline.board}.*.png") if layers else ():
        old.unlink()
    for layer in layers:
        for scale in SCALES:
            path = ready_picture(layer, scale)
            _in_few_colours(layer, scale, draw_layer(layer, scale)).save(path, optimize=True)
            yield path


def _in_few_colours(layer: Layer, scale: float, drawn: Mask) -> Image.Image:
    """Return a layer on the whole canvas with a palette of just the colours that it has."""
    mode = "RGB" if layer.ground else "RGBA"
    clear = Image.new("RGBA", (round(WIDTH * scale), round(HEIGHT * scale)))
    whole = clear.copy()
    whole.paste(*drawn)
    visible = whole.getchannel("A").point(lambda cover: 255 if cover else 0)
    pixels = memoryview(Image.composite(whole, clear, visible).tobytes()).cast("I")
    numbers = {pixel: number for number, pixel in enumerate(dict.fromkeys(pixels))}
    assert len(numbers) <= 256, f"{layer.file} has {len(numbers)} colours"
    image = Image.frombytes("P", whole.size, bytes(map(numbers.__getitem__, pixels)))
    colours = (pixel.to_bytes(4, sys.byteorder)[: len(mode)] for pixel in numbers)
    image.putpalette(b"".join(colours), mode)
    return image
