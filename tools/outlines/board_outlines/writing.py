"""An outline and pictures of its land, put beside the board file.

With the pictures the first map of a process need not draw the land.
"""

import sys
from pathlib import Path

import msgspec
from PIL import Image, PngImagePlugin

from adjudicator.boards import Board
from adjudicator.maps.drawing.ink import Layer
from adjudicator.maps.drawing.land import land_of
from adjudicator.maps.drawing.memory import READY, Mask, mark, mode, picture_path, size
from adjudicator.maps.drawing.raster import draw_layer
from adjudicator.maps.outlines.outline import Outline, outline_path

MOST_COLOURS = 256
"""A layer of more colours is drawn in every process anew."""


def write_outline(board: Board, outline: Outline) -> Path:
    """Put an outline beside the file of its board, and pictures of its land; return its path.

    Raises:
        OSError: they cannot be written.
    """
    path = outline_path(board)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(outline, file="")) + b"\n")
    land = land_of(msgspec.structs.replace(outline, file=str(path)))
    for layer in (land.base, land.lines):
        for scale in READY:
            write_layer(layer, scale, draw_layer(layer, scale))
    return path


def write_layer(layer: Layer, scale: float, drawn: Mask) -> None:
    """Put a layer as it was drawn where drawing looks for it, unless it has too many colours.

    Raises:
        OSError: it cannot be written.
    """
    clear = Image.new("RGBA", size(scale))
    whole = clear.copy()
    part, corner = drawn
    whole.paste(part, corner)
    visible = whole.getchannel("A").point(lambda cover: 255 if cover else 0)
    pixels = memoryview(Image.composite(whole, clear, visible).tobytes()).cast("I")
    numbers = {pixel: number for number, pixel in enumerate(dict.fromkeys(pixels))}
    if len(numbers) > MOST_COLOURS:
        return
    image = Image.frombytes("P", whole.size, bytes(map(numbers.__getitem__, pixels)))
    channels = len(mode(layer))
    colours = (pixel.to_bytes(4, sys.byteorder)[:channels] for pixel in numbers)
    image.putpalette(b"".join(colours), mode(layer))
    fits = PngImagePlugin.PngInfo()
    fits.add_text("fits", mark(layer))
    image.save(picture_path(layer, scale), pnginfo=fits, optimize=True)
