"""Pictures of a shipped board's land, with which the first map of a process need not draw it."""

import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from adjudicator.boards.board import DATA
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.raster import draw_base, draw_lines, ready_picture
from adjudicator.maps.outlines import HEIGHT, WIDTH, Outline

SCALES = (1.25, 1.0, 0.8, 0.6)
"""Those of whole maps and of windows, but for the one that is left for what fits in no other."""


def write_land(outline: Outline) -> Iterator[Path]:
    """Put the pictures of a shipped board's land beside it, and yield where; older ones go.

    Raises:
        OSError: they cannot be written.
    """
    land = land_of(outline)
    if not land.base.file:
        return
    for old in DATA.glob(f"{outline.board}.*.png"):
        old.unlink()
    for scale in SCALES:
        clear = Image.new("RGBA", (round(WIDTH * scale), round(HEIGHT * scale)))
        clear.paste(*draw_lines(land.lines, scale))
        drawn = ((land.base, draw_base(land.base, land.lines, scale)), (land.lines, clear))
        for layer, image in drawn:
            path = ready_picture(layer, scale)
            _in_few_colours(image, path).save(path, optimize=True)
            yield path


def _in_few_colours(drawn: Image.Image, path: Path) -> Image.Image:
    """Return an image with a palette of just the colours that it has."""
    clear = Image.new("RGBA", drawn.size)
    whole = drawn.convert("RGBA")
    visible = whole.getchannel("A").point(lambda cover: 255 if cover else 0)
    pixels = memoryview(Image.composite(whole, clear, visible).tobytes()).cast("I")
    numbers = {pixel: number for number, pixel in enumerate(dict.fromkeys(pixels))}
    assert len(numbers) <= 256, f"{path} has {len(numbers)} colours"
    image = Image.frombytes("P", whole.size, bytes(map(numbers.__getitem__, pixels)))
    colours = (pixel.to_bytes(4, sys.byteorder)[: len(drawn.mode)] for pixel in numbers)
    image.putpalette(b"".join(colours), drawn.mode)
    return image
