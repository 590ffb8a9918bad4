"""What a board is: provinces, what lies next to what, and named lists of provinces."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What a board may count with: no number that cannot be written out, as TOML can hold."""
Value = Whole | bool | str
Pair = tuple[str, str]


class BoardError(Exception):
    """A board cannot be used. The message names the file and the key and says what is wrong."""


DATA = Path(__file__).parent / "data"
SHIPPED = ("ikusa", "shogun-sun", "shogun-moon", "gekokujo")
FOLDER = "boards"  # where another package keeps its boards


def board_file(name: str) -> Path:
    """The file of a shipped board, or of one of a package, ``PACKAGE/NAME``.

    Raises:
        BoardError: there is no such board.
    """
    if name in SHIPPED:
        return DATA / f"{name}.toml"
    package, slash, board = name.rpartition("/")
    if not slash or not all(part.isidentifier() for part in package.split(".")):
        shipped = ", ".join(SHIPPED)
        raise BoardError(
            f"{name}: no such board; there are {shipped}, or give PACKAGE/NAME or a path to a .toml"
        )
    from importlib.util import find_spec  # who plays on a shipped board needs none

    try:
        spec = find_spec(package)
    except ImportError:
        spec = None
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / FOLDER / f"{board}.toml"
        if path.is_file():
            return path
    missing = f"the package {package} has no {FOLDER}/{board}.toml" if spec else "no such package"
    raise BoardError(f"{name}: {missing}")


class Province(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One space of a board, as its table ``[provinces.NAME]`` states it."""

    at: tuple[float, float]
    """The middle: latitude and longitude in degrees."""
    name: str = ""
    """ASCII and canonical: orders, saves and pictures use it. It is the name of the table."""
    label: str = ""
    """What a map prints; the name where the table has none."""
    kanji: str = ""
    aliases: tuple[str, ...] = ()
    region: str = ""
    values: dict[str, Value] = {}
    """What the game prints on its card."""
    water: bool = False
    """Whether it is an area at sea, whose borders are all by sea."""
    land: tuple[str, ...] = ()
    """Neighbours by land, whatever options say."""
    coast: tuple[str, ...] = ()
    """Neighbours by land along whose border the shore runs too, so that ships follow it."""
    sea: tuple[str, ...] = ()
    """Neighbours by sea."""
    coasts: dict[str, tuple[str, ...]] = {}
    """Its shores, if it has several that do not join: the neighbours that ships reach from each."""


class BorderOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A doubtful land border that a campaign may add or take away: ``[options.NAME]``."""

    default: bool
    border: Pair
    why: str = ""


class Board(msgspec.Struct, frozen=True):
    """A board with its options decided."""

    name: str
    title: str
    provinces: dict[str, Province]
    land: tuple[Pair, ...]
    """Each land border once, names sorted within the pair and pairs in order; those along which
    the shore runs are among them."""
    sea: tuple[Pair, ...]
    """Each sea line once, in the same way."""
    neighbours: dict[str, tuple[str, ...]]
    """By land and by sea."""
    regions: dict[str, tuple[str, ...]]
    """Sorted provinces of each region."""
    sets: dict[str, tuple[str, ...]]
    """Named lists of sorted provinces."""
    values: dict[str, Value | tuple[Whole, ...]]
    options: dict[str, bool]
    """The options in force."""
    border_options: dict[str, BorderOption]
    """What the options stand for."""
    land_pairs: frozenset[Pair]
    """The land borders in both directions, for fast questions."""
    sea_pairs: frozenset[Pair]
    """The sea lines in both directions."""
    file: Path | None
    """The board file, beside which its outline may lie; None for one that was read from a text."""
    extends: str = ""
    """The board that it builds on, by the name that ``load_board`` knows it by."""

    def adjacent(self, a: str, b: str) -> bool:
        """Whether one step leads from ``a`` to ``b``, over land or by a sea line."""
        return (a, b) in self.land_pairs or (a, b) in self.sea_pairs

    def by_land(self, a: str, b: str) -> bool:
        """Whether ``a`` and ``b`` share a land border."""
        return (a, b) in self.land_pairs

    def by_sea(self, a: str, b: str) -> bool:
        """Whether a sea line joins ``a`` and ``b``."""
        return (a, b) in self.sea_pairs
