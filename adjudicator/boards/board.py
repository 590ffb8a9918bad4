"""What a board is: provinces, what lies next to what, and named lists of provinces."""

from typing import Annotated

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What a board may count with: no number that cannot be written out, as TOML can hold."""
Value = Whole | bool | str
Pair = tuple[str, str]


class BoardError(Exception):
    """A board cannot be used. The message names the file and the key and says what is wrong."""


class Province(msgspec.Struct, frozen=True):
    """One space of a board.

    ``name`` is ASCII and canonical (orders, saves and pictures use it), ``label`` is what a map
    prints, ``lat_lon`` is the middle in degrees, ``values`` are what the game prints on its card.
    """

    name: str
    label: str
    kanji: str
    aliases: tuple[str, ...]
    lat_lon: tuple[float, float]
    region: str = ""
    values: dict[str, Value] = {}


class BorderOption(msgspec.Struct, frozen=True):
    """A doubtful land border that a campaign may add or take away."""

    border: Pair
    default: bool
    why: str = ""


class Board(msgspec.Struct, frozen=True):
    """A board with its options decided.

    ``land`` and ``sea`` list each border once, names sorted within the pair and pairs in order.
    ``neighbours`` holds both kinds. ``regions`` and ``sets`` map a name to sorted provinces.
    ``options`` are the ones in force, ``border_options`` what they stand for. ``land_pairs`` and
    ``sea_pairs`` hold the same borders in both directions, for fast questions.
    """

    name: str
    title: str
    provinces: dict[str, Province]
    land: tuple[Pair, ...]
    sea: tuple[Pair, ...]
    neighbours: dict[str, tuple[str, ...]]
    regions: dict[str, tuple[str, ...]]
    sets: dict[str, tuple[str, ...]]
    values: dict[str, Value | tuple[Whole, ...]]
    options: dict[str, bool]
    border_options: dict[str, BorderOption]
    land_pairs: frozenset[Pair]
    sea_pairs: frozenset[Pair]

    def adjacent(self, a: str, b: str) -> bool:
        """Whether one step leads from ``a`` to ``b``, over land or by a sea line."""
        return (a, b) in self.land_pairs or (a, b) in self.sea_pairs

    def by_land(self, a: str, b: str) -> bool:
        """Whether ``a`` and ``b`` share a land border."""
        return (a, b) in self.land_pairs

    def by_sea(self, a: str, b: str) -> bool:
        """Whether a sea line joins ``a`` and ``b``."""
        return (a, b) in self.sea_pairs
