"""What a game wants drawn: plain data that a map can be made from without knowing the game.

Part of the contract between games and the rooms above them (see ``contract.py``).
"""

from typing import Literal

import msgspec


class Party(msgspec.Struct, frozen=True):
    """One row of the legend: a seat, its colour in the palette, a few words (``13 provinces``)."""

    seat: str
    colour: int
    note: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A piece on a province.

    ``shape`` names a glyph of the maps, such as ``force`` (a disc), ``army`` (a banner),
    ``leader`` (a figure) or ``cube`` (a small square); ``text`` is at most three characters;
    ``level`` counts the pips beside an army's banner; ``seat`` gives the colour (``""``: neutral);
    ``down`` draws it lying on its side.
    """

    shape: str
    text: str
    seat: str = ""
    level: int = 0
    down: bool = False


class Mark(msgspec.Struct, frozen=True):
    """A thing that belongs to a province rather than to a seat: a building, a revolt marker.

    ``shape`` names a glyph of the maps: ``castle``, ``temple``, ``revolt``, ``statue`` and so on.
    """

    shape: str
    count: int = 1


class Spot(msgspec.Struct, frozen=True):
    """What stands in one province. ``owner`` is a seat or ``""``; ``closed`` is out of the game."""

    owner: str = ""
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    closed: bool = False


class Arrow(msgspec.Struct, frozen=True):
    """A move or an attack of the phase just adjudicated, from province to province."""

    kind: Literal["move", "attack"]
    source: str
    target: str
    seat: str = ""


class Clash(msgspec.Struct, frozen=True):
    """Crossed swords: a battle was fought here. ``won`` is the seat that won it or ``""``."""

    province: str
    won: str = ""


class Panel(msgspec.Struct, frozen=True):
    """A box beside the map: a title and lines of coloured cubes and words.

    Each line is ``(text, ((colour, count), …))`` where colour is a palette index, or -1 for the
    neutral green of farmers.
    """

    title: str
    lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


class Picture(msgspec.Struct, frozen=True):
    """A whole map: the board it lies on and everything that is drawn over it.

    ``tint`` chooses what colours a province's ground: its owner, or its region (with the owner
    shown by a band and by the counters).
    """

    board: str
    title: str
    subtitle: str
    spots: dict[str, Spot]
    parties: tuple[Party, ...]
    arrows: tuple[Arrow, ...] = ()
    clashes: tuple[Clash, ...] = ()
    panels: tuple[Panel, ...] = ()
    tint: Literal["owner", "region"] = "owner"
    board_options: dict[str, bool] = {}
