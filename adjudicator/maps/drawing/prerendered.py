"""Layers that lie ready: ground and lines of a board as pictures beside its board file.

They are drawn when the outline is made (``tools/outlines``), at the scales that pictures mostly
have. One that is missing, damaged, or made for another outline or look is drawn anew.
"""

from pathlib import Path

from PIL import Image

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
        with Image.open(picture_path(layer, scale)) as image:
            if image.info.get("fits") != mark(layer) or image.size != size(scale):
                return None
            return image.convert(mode(layer)), (0, 0)
    except (OSError, SyntaxError, ValueError):
        return None


def picture_path(layer: Layer, scale: float) -> Path:
    """Return where a layer that was drawn at a scale lies."""
    return Path(f"{layer.file}-{scale * 100:.0f}.png")


def size(scale: float) -> tuple[int, int]:
    """Return width and height of a whole map at a scale, in pixels."""
    return round(WIDTH * scale), round(HEIGHT * scale)


def mode(layer: Layer) -> str:
    """Return the mode of a layer's picture: the ground covers all of it."""
    return "RGB" if layer.ground else "RGBA"


def mark(layer: Layer) -> str:
    """Return what a picture must bear to be that of a layer."""
    return f"{layer.fits} {FORM}"
