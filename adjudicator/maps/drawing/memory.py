"""What was drawn is kept for the next picture: in memory that has an end, or ready beside a board.

Ground and lines of a board lie ready as pictures, drawn when its outline is made
(``tools/outlines``), at the scales that pictures mostly have. One that is missing, damaged, or made
for another outline or look is drawn anew.
"""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

from PIL import Image

from adjudicator.maps.drawing.ink import Layer
from adjudicator.maps.outlines.outline import HEIGHT, WIDTH

SHARES = 4  # drawings that there is room for at the least
_DEEP = {"RGB": 4, "RGBA": 4}
"""Bytes that a pixel of an image takes, if it is not one."""

Mask = tuple[Image.Image, tuple[int, int]]
"""An image, often how much of each pixel is covered, and where its top left corner lies."""

Given = ParamSpec("Given")
Drawn = TypeVar("Drawn", bound=Mask | None)


class Drawings(Generic[Drawn]):
    """Drawings in ``room`` bytes; when there is no more, those asked for longest ago go.

    What takes more than a quarter of the room is not kept.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self.taken = 0
        self.found: dict[Hashable, Drawn] = {}
        """What is here, that first which was asked for longest ago."""

    def enter(self, key: Hashable, drawn: Drawn) -> None:
        """Keep a drawing that was made."""
        size = _bytes(drawn)
        if size > self.room / SHARES or key in self.found:
            return
        self.taken += size
        self.found[key] = drawn
        while self.taken > self.room:
            self.taken -= _bytes(self.found.pop(next(iter(self.found))))


class Keeper(Generic[Given, Drawn]):
    """A function that draws, and what it drew last, by what it was given."""

    def __init__(self, draw: Callable[Given, Drawn], room: int) -> None:
        self.draw = draw
        self.kept: Drawings[Drawn] = Drawings(room)

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Drawn:
        """Draw it, or return what is kept of it."""
        assert not named, "what is given is told by its place"
        found = self.kept.found
        try:
            drawn = found.pop(given)
        except KeyError:
            drawn = self.draw(*given, **named)
            self.kept.enter(given, drawn)
        else:
            found[given] = drawn  # it was asked for last
        return drawn


def keep(room: int) -> Callable[[Callable[Given, Drawn]], Keeper[Given, Drawn]]:
    """Keep what a function draws, in so many bytes."""
    return lambda draw: Keeper(draw, room)


def _bytes(drawn: Mask | None) -> int:
    if drawn is None:
        return 0
    image, _ = drawn
    return image.width * image.height * _DEEP.get(image.mode, 1)


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
