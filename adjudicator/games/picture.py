"""What a game wants drawn: plain data that a map can be made from without knowing the game.

Part of the contract between games and the rooms above them (see ``contract.py``).
"""

from collections.abc import Mapping, Sequence
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
    name: str = ""
    """What orders call it or its place, at most two letters: an army's number, a fleet's coast."""
    words: str = ""
    """What it is, in words: ``5 armies``, ``army 2, level 1: daimyo, 2 bowmen``; where there are
    none, they are made from the other fields."""


class Mark(msgspec.Struct, frozen=True):
    """A thing that belongs to a province rather than to a seat: a building, a revolt marker."""

    shape: str
    """A glyph by its name, as a counter's: ``castle``, ``temple``, ``revolt``, ``statue``, …"""
    count: int = 1
    seat: str = ""
    """Whose it is, if that is to be seen: it flies a pennant."""


class Spot(msgspec.Struct, frozen=True):
    """What stands in one province."""

    owner: str = ""
    """A seat, or ``""``."""
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    closed: bool = False
    """Whether it is out of the game, or what the picture calls ``closed``."""
    contested: tuple[str, ...] = ()
    """Seats that all stand here: their stripes colour the ground instead of the owner's."""
    signs: tuple[str, ...] = ()
    """What kind of land it is: glyphs beside its name, such as ``mountain``, ``coast``."""


class Arrow(msgspec.Struct, frozen=True):
    """A move or an attack from province to province, or help for one; made, tried or ordered."""

    kind: Literal["move", "attack", "support", "convoy"]
    source: str
    target: str
    """Where a unit goes; where the one that is helped goes or stays."""
    seat: str = ""
    doubtful: bool = False
    """Whether it is ordered and may fail: it is dashed."""
    default: bool = False
    """Whether nobody ordered it and it happens by default: it is thin."""
    text: str = ""
    """At most three letters on its middle, such as the number of an army."""
    helped: str = ""
    """Where the unit comes from that is helped to move; ``""``: it stays."""
    failed: bool = False
    """Whether it was tried in vain: it is crossed out."""
    coasts: tuple[str, ...] = ()
    """Of its provinces those with several coasts, with the one that is meant: ``Spain/nc``."""


class Badge(msgspec.Struct, frozen=True):
    """What is ordered for one province: a building, a levy, a card; a tag beside the pieces."""

    place: str
    shape: str
    """A glyph by its name, as a counter's."""
    text: str = ""
    """At most three letters, such as ``+2``; equal badges of one province are added up."""
    seat: str = ""
    doubtful: bool = False
    """Whether it may fail."""
    default: bool = False
    """Whether it happens by default."""


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
    """What ``load_board`` knows it by: a name, or its text."""
    title: str
    subtitle: str
    spots: dict[str, Spot]
    parties: tuple[Party, ...]
    arrows: tuple[Arrow, ...] = ()
    badges: tuple[Badge, ...] = ()
    clashes: tuple[Clash, ...] = ()
    panels: tuple[Panel, ...] = ()
    tint: Literal["owner", "region"] = "owner"
    """What colours the ground: its owner, or its region with the owner in a band along its edge."""
    board_options: dict[str, bool] = {}
    glyphs: dict[str, Glyph] = {}
    """The game's own shapes of counters and marks by name; one of the map's name replaces it."""
    called: dict[str, str] = {}
    """What glyphs stand for in this game, where their name does not say it: ``bushi``."""


def describe_counter(counter: Counter, called: Mapping[str, str]) -> str:
    """Return a counter in words, without its seat; ``called`` is that of its picture."""
    if counter.words:
        return counter.words
    parts = [f"{called.get(counter.shape, counter.shape)} {counter.name}".strip(), counter.text]
    parts += [f"level {counter.level}"] * (counter.level > 0) + ["lying down"] * counter.down
    return ", ".join(filter(None, parts))


def describe_mark(mark: Mark, called: Mapping[str, str]) -> str:
    """Return a mark in words, without its seat; ``called`` is that of its picture."""
    shape = called.get(mark.shape, mark.shape)
    return shape if mark.count == 1 else f"{mark.count} × {shape}"


def give_colours(
    seats: Sequence[str], named: Mapping[str, int], free: Sequence[int]
) -> dict[str, int]:
    """Return each seat's colour in the palette: the one it is named after, else the next free.

    ``named`` are the colours that have names, in lower case; ``free`` those to be given, in order.
    """
    own = {seat: named[seat.casefold()] for seat in seats if seat.casefold() in named}
    left = (colour for colour in free if colour not in own.values())
    return {seat: own[seat] if seat in own else next(left) for seat in seats}
