"""Layers that lie ready: ground and lines of a board as pictures beside its board file.

They are drawn when the board is made, at the scales that pictures mostly have, and are shipped
with it. One that is missing, damaged, or made for another outline or another look is drawn anew.
"""

import sys
from pathlib import Path

from PIL import Image, PngImagePlugin

from adjudicator.maps.drawing.ink import Layer
from adjudicator.maps.drawing.memory import Mask
from adjudicator.maps.outlines.outline import HEIGHT, WIDTH

READY = (1.0, 1.25)
"""The scales of whole maps and of windows."""
FORM = "1"
"""Another one when the same ink is drawn differently."""


def read_ready(layer: Layer, scale: float) -> Mask | None:
    """The layer at a scale as it lies ready; None if it does not."""
    if not layer.file or scale not in READY:
        return None
    try:
        with Image.open(_path(layer, scale)) as image:
            if image.info.get("fits") != _mark(layer) or image.size != _size(scale):
                return None
            return image.convert(_mode(layer)), (0, 0)
    except (OSError, SyntaxError, ValueError):
        return None


def write_ready(layer: Layer, scale: float, drawn: Mask) -> None:
    """Put a layer that was drawn where it is looked for, unless it has more than 256 colours.

    Raises:
        OSError: it cannot be written.
    """
    clear = Image.new("RGBA", _size(scale))
    whole = clear.copy()
    part, corner = drawn
    whole.paste(part, corner)
    seen = whole.getchannel("A").point(lambda cover: 255 if cover else 0)
    pixels = memoryview(Image.composite(whole, clear, seen).tobytes()).cast("I")
    numbers = {pixel: number for number, pixel in enumerate(dict.fromkeys(pixels))}
    if len(numbers) > 256:
        return
    image = Image.frombytes("P", whole.size, bytes(map(numbers.__getitem__, pixels)))
    deep = len(_mode(layer))
    colours = (pixel.to_bytes(4, sys.byteorder)[:deep] for pixel in numbers)
    image.putpalette(b"".join(colours), _mode(layer))
    note = PngImagePlugin.PngInfo()
    note.add_text("fits", _mark(layer))
    image.save(_path(layer, scale), pnginfo=note, optimize=True)


def _path(layer: Layer, scale: float) -> Path:
    return Path(f"{layer.file}-{scale * 100:.0f}.png")


def _size(scale: float) -> tuple[int, int]:
    return round(WIDTH * scale), round(HEIGHT * scale)


def _mode(layer: Layer) -> str:
    return "RGB" if layer.ground else "RGBA"


def _mark(layer: Layer) -> str:
    return f"{layer.fits} {FORM}"
