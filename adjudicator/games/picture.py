"""What a game wants drawn: plain data that a map can be made from without knowing the game.

Part of the contract between games and the rooms above them (see ``contract.py``).
"""

from typing import Literal

import msgspec

Glyph = tuple[tuple[tuple[float, float], ...], ...]
"""A shape as polygons in a square of side 1, y downwards: its body, then what lies on it."""


class Party(msgspec.Struct, frozen=True):
    """One row of the legend."""

    seat: str
    colour: int
    """The number of the seat's colour in the palette."""
    note: str = ""
    """A few words, such as ``13 provinces``."""


class Counter(msgspec.Struct, frozen=True):
    """A piece on a province."""

    shape: str
    """A glyph of the map by its name, or of the picture's own, or any name: then its initial.

    There are ``force`` (a disc), ``army`` (a banner), ``leader`` (a figure), ``cube``.
    """
    text: str
    """At most three letters."""
    seat: str = ""
    """Whose colour it has; ``""``: neutral."""
    level: int = 0
    """The pips below an army's banner."""
    down: bool = False
    """Whether it lies on its side."""


class Mark(msgspec.Struct, frozen=True):
    """A thing that belongs to a province rather than to a seat: a building, a revolt marker."""

    shape: str
    """A glyph by its name, as a counter's: ``castle``, ``temple``, ``revolt``, ``statue``, …"""
    count: int = 1


class Spot(msgspec.Struct, frozen=True):
    """What stands in one province."""

    owner: str = ""
    """A seat, or ``""``."""
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    closed: bool = False
    """Whether it is out of the game."""
    contested: tuple[str, ...] = ()
    """Seats that all stand here: their stripes colour the ground instead of the owner's."""


class Arrow(msgspec.Struct, frozen=True):
    """A move or an attack of the phase just adjudicated, from province to province."""

    kind: Literal["move", "attack"]
    source: str
    target: str
    seat: str = ""


class Clash(msgspec.Struct, frozen=True):
    """Crossed swords: a battle was fought here."""

    province: str
    won: str = ""
    """The seat that won it, or ``""``."""


class Panel(msgspec.Struct, frozen=True):
    """A box beside the map."""

    title: str
    lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    """Words and coloured cubes: ``(text, ((colour, count), …))``.

    A colour is a palette index, or -1 for the neutral green of farmers.
    """


class Picture(msgspec.Struct, frozen=True):
    """A whole map: the board it lies on and everything that is drawn over it."""

    board: str
    """The name that ``load_board`` knows it by."""
    title: str
    subtitle: str
    spots: dict[str, Spot]
    parties: tuple[Party, ...]
    arrows: tuple[Arrow, ...] = ()
    clashes: tuple[Clash, ...] = ()
    panels: tuple[Panel, ...] = ()
    tint: Literal["owner", "region"] = "owner"
    """What colours the ground: its owner, or its region with the owner in a band along its edge."""
    board_options: dict[str, bool] = {}
    glyphs: dict[str, Glyph] = {}
    """The game's own shapes of counters and marks by name; one of the map's name replaces it."""
