"""What pictures are made of. One scene of these is drawn to pixels or written as SVG."""

from typing import Literal

import msgspec

from adjudicator.maps.outline import Path
from adjudicator.maps.typeface import Face


class Fill(msgspec.Struct, frozen=True):
    """A polygon. ``pattern`` numbers one of the palette's patterns, drawn in ``pattern_colour``."""

    points: Path
    colour: str = ""
    edge: str = ""
    width: float = 1.0
    pattern: int = -1
    pattern_colour: str = ""


class Disc(msgspec.Struct, frozen=True):
    """An ellipse around a middle."""

    x: float
    y: float
    rx: float
    ry: float
    colour: str = ""
    edge: str = ""
    width: float = 1.0


class Stroke(msgspec.Struct, frozen=True):
    """A line with round joints; ``dash`` is lengths on and off in pixels, empty: unbroken."""

    points: Path
    colour: str
    width: float
    dash: tuple[float, float] | None = None


class Words(msgspec.Struct, frozen=True):
    """Text on a baseline. ``small`` sets it in small capitals; ``halo`` colours a light edge."""

    x: float
    y: float
    text: str
    face: Face
    size: int
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    small: bool = False
    halo: str = ""


Mark = Fill | Disc | Stroke | Words
Marks = tuple[Mark, ...]


class Sprite(msgspec.Struct, frozen=True):
    """Marks drawn around their own origin, placed and scaled; equal ones are drawn once.

    ``half`` is half the width and height of the space that the unscaled marks take.
    """

    x: float
    y: float
    scale: float
    half: tuple[float, float]
    marks: Marks


class Ground(msgspec.Struct, frozen=True):
    """A province's land: colour, pattern, and a band along the inside of its edge."""

    name: str
    colour: str
    pattern: int = -1
    pattern_colour: str = ""
    hatched: bool = False
    band: str = ""
    band_pattern: int = -1


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """The four corners of a box from its top left corner."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
