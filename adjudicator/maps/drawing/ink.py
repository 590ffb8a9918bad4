"""What scenes are made of. PNG and SVG are two translations of these and decide nothing more."""

from typing import Literal

import msgspec

from adjudicator.maps.drawing.typeface import Face
from adjudicator.maps.outlines import Path


class Shape(msgspec.Struct, frozen=True, eq=False):
    """Paths that are drawn again and again, known by being the same object.

    What was made of one for a picture may be kept for the next.
    """

    paths: tuple[Path, ...] = ()
    closed: bool = True
    """Whether each path is a polygon, rather than a line."""
    parts: tuple["Shape", ...] = ()
    """Shapes that together are this one, which has no paths of its own then."""


class Fill(msgspec.Struct, frozen=True):
    """A polygon, or many."""

    path: Path | Shape
    colour: str = ""
    edge: str = ""
    """The colour of a line around a path."""
    width: float = 1.0
    """Pixels of that line."""
    pattern: int = -1
    """The number of one of the palette's patterns, drawn over the colour; -1: none."""
    pattern_colour: str = ""
    within: tuple[Shape, ...] = ()
    """Only what lies inside all of these is seen."""


class Frame(msgspec.Struct, frozen=True):
    """A large upright rectangle, which is never kept: its inside may end on whole pixels."""

    path: Path
    """Its corners."""
    colour: str = ""
    edge: str = ""
    width: float = 1.0


class Stroke(msgspec.Struct, frozen=True):
    """A line with round joints, or many."""

    path: Path | Shape
    colour: str
    width: float
    dash: tuple[float, float] | None = None
    """Lengths on and off in pixels."""
    pattern: int = -1
    pattern_colour: str = ""
    within: tuple[Shape, ...] = ()


class Disc(msgspec.Struct, frozen=True):
    """An ellipse around a middle."""

    x: float
    y: float
    rx: float
    ry: float
    colour: str = ""
    edge: str = ""
    width: float = 1.0


class Glow(msgspec.Struct, frozen=True):
    """Bands of colour around a shape."""

    shape: Shape
    bands: tuple[tuple[str, float], ...]
    """Colours and how many pixels they reach, the widest first."""


class InkText(msgspec.Struct, frozen=True):
    """Text on a baseline."""

    x: float
    y: float
    text: str
    face: Face
    size: int
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"
    small: bool = False
    """Whether it is set in small capitals."""
    halo: str = ""
    """The colour of a light edge around the letters."""


class InkGroup(msgspec.Struct, frozen=True):
    """Ink that belongs together, moved from the origin; who points at it may be told its title."""

    title: str
    inks: "tuple[Ink, ...]"
    x: float = 0.0
    y: float = 0.0
    province: str = ""
    """What is meant by pointing at it."""


class Sprite(msgspec.Struct, frozen=True):
    """Ink drawn around its own origin, placed and scaled; equal ones are drawn once."""

    x: float
    y: float
    scale: float
    half: tuple[float, float]
    """Half the width and height of the room that the unscaled ink takes."""
    inks: "tuple[Ink, ...]"
    title: str = ""
    """What is said to who points at it."""


class Layer(msgspec.Struct, frozen=True):
    """Ink that many pictures share, as large as the canvas, drawn once for each size."""

    inks: "tuple[Ink, ...]"
    ground: str = ""
    """A colour that covers the canvas below the ink; without one the layer is clear."""
    file: str = ""
    """Where it may lie ready as a picture: the path without scale and ending."""


Ink = Fill | Frame | Stroke | Disc | Glow | InkText | InkGroup | Sprite | Layer
Inks = tuple[Ink, ...]


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """The four corners of a box from its top left corner."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
