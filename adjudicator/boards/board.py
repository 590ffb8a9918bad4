"""What a board is: provinces, what lies next to what, and named lists of provinces; and its file.

A board file is read from TOML into plain tables and a list of flaws. That never raises on bytes.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from adjudicator.wording import Reason, ReasonedError, reasons_of
from adjudicator.wording.misfits import find_misfit

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What a board may count with: no number that cannot be written out, as TOML can hold."""
Value = Whole | bool | str
Pair = tuple[str, str]


reason = reasons_of("boards")
"""Returns why a board cannot be used: ``templates/reasons/boards.j2`` has the words."""


class BoardError(ReasonedError):
    """A board cannot be used. The words name the file and the key and say what is wrong."""

    room = "boards"


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
        raise BoardError("no-such-board", name=name, shipped=list(SHIPPED))
    from importlib.util import find_spec  # who plays on a shipped board needs none

    try:
        spec = find_spec(package)
    except ImportError:
        spec = None
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / FOLDER / f"{board}.toml"
        if path.is_file():
            return path
    code = "not-in-package" if spec else "no-package"
    raise BoardError(code, name=name, package=package, file=f"{FOLDER}/{board}.toml")


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

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that are printed on its card."""
        return {name: value for name, value in self.values.items() if type(value) is int}


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

    def steps_from(self, places: Iterable[str]) -> dict[str, int]:
        """Return how many steps each province is from the nearest of some, by land and by sea."""
        edge = list(places)
        steps = dict.fromkeys(edge, 0)
        for place in edge:
            for near in self.neighbours[place]:
                if near not in steps:
                    steps[near] = steps[place] + 1
                    edge.append(near)
        return steps


MAX_BYTES = 1_000_000
MAX_STOREYS = 4
MAX_PROVINCES = 400
MAX_NAME = 40
MAX_WORDS = 300


class Flaw(msgspec.Struct, frozen=True):
    """Something wrong with a board file."""

    file: str
    key: str
    """A dotted TOML key; ``""`` is the whole file."""
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        """``file: key: message``."""
        return ": ".join(part for part in (self.file, self.key, self.message) if part)


def flaw(file: str, key: str, why: Reason, severity: Literal["error", "warning"] = "error") -> Flaw:
    """A flaw whose words are safe to print: they quote a file that anyone may have written."""
    return Flaw(_printable(file), _printable(key), _printable(str(why)), severity)


def _printable(text: str) -> str:
    short = text if len(text) <= MAX_WORDS else text[:MAX_WORDS] + "…"
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in short
    )


class BoardTables(msgspec.Struct):
    """A whole board file as written, less the tables that could not be understood."""

    name: str = ""
    title: str = ""
    format: Whole = 0
    extends: str = ""
    """The board that it builds on; its tables are among these."""
    values: dict[str, Value | tuple[Whole, ...]] = {}
    sets: dict[str, tuple[str, ...]] = {}
    options: dict[str, BorderOption] = {}
    provinces: dict[str, Province] = {}


_KEYS = get_type_hints(BoardTables, include_extras=True)
"""What a board file can say; tables of tables are understood one by one."""


def read_tables(data: bytes, file: str) -> tuple[BoardTables, list[Flaw]]:
    """Understand as much of ``data`` as can be; everything else becomes a flaw."""
    tables = BoardTables()
    raw = _parse(data)
    if isinstance(raw, Reason):
        return tables, [flaw(file, "", raw)]
    try:
        raw = _lay_on_base(raw, 1)
    except BoardError as error:
        return tables, [flaw(file, "extends", error.reason)]
    flaws = []
    for key, value in raw.items():
        if key not in _KEYS:
            flaws.append(flaw(file, key, reason("unknown-key", keys=list(_KEYS))))
        elif get_origin(_KEYS[key]) is dict:
            flaws += _take_each(tables, file, key, value)
        else:
            try:
                setattr(tables, key, msgspec.convert(value, _KEYS[key]))
            except msgspec.ValidationError:
                flaws.append(_type_flaw(file, key, value, _KEYS[key]))
    return tables, flaws


def _parse(data: bytes) -> dict[str, object] | Reason:
    import tomllib  # a program that reads no board need not pay for it

    if len(data) > MAX_BYTES:
        return reason("too-large", bytes=len(data), most=MAX_BYTES)
    try:
        return tomllib.loads(check_keys(data.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        return reason("not-utf-8", start=error.start)
    except tomllib.TOMLDecodeError as error:
        return reason("not-toml", error=error)
    except (RecursionError, ValueError) as error:
        return reason("not-readable", error=error)


_HEAD = ("format", "name", "title", "extends")
_BASE = r"\w+/[\w-]+"


def _lay_on_base(raw: dict[str, object], storey: int) -> dict[str, object]:
    """Lay the tables of a board file over those of the board that it extends, if any.

    Raises:
        BoardError: there is no such board, or it cannot be read, or builds on too many others.
    """
    name = raw.get("extends", "")
    if not isinstance(name, str) or not name:  # another type is refused with all other types
        return raw
    if name not in SHIPPED and not re.fullmatch(_BASE, name):
        raise BoardError("cannot-build-on", name=name, shipped=list(SHIPPED))
    if storey == MAX_STOREYS:
        raise BoardError("too-many-boards", name=name, most=MAX_STOREYS)
    try:
        base = _parse(board_file(name).read_bytes())
    except OSError as error:
        raise BoardError("cannot-read-named", name=name, error=error) from error
    if isinstance(base, Reason):
        raise BoardError("wrong-base", name=name, why=base)
    base = _lay_on_base(base, storey + 1)
    return _lay_over({key: value for key, value in base.items() if key not in _HEAD}, raw)


def _lay_over(base: dict[str, object], own: dict[str, object]) -> dict[str, object]:
    """Join two tables: tables in both are joined in turn, of anything else the own one counts."""
    laid = {**base, **own}
    for key, value in own.items():
        below = base.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            laid[key] = _lay_over(below, value)
    return laid


_MOST_PARTS = 40
_PART = r"""[\w-]+|"[^"\n]*"|'[^'\n]*'"""
_SPACE = r"[ \t]+"


def check_keys(toml: str) -> str:
    """Return a TOML text; raise ValueError if it has dotted keys of more than 40 parts.

    The standard library's parser takes a time that grows with the square of their number.
    """
    if "k." * _MOST_PARTS in re.sub(_SPACE, "", re.sub(_PART, "k", toml)):
        raise ValueError(reason("long-key", most=_MOST_PARTS))
    return toml


def _take_each(tables: BoardTables, file: str, key: str, value: object) -> list[Flaw]:
    if not isinstance(value, dict):
        return [flaw(file, key, reason("no-table"))]
    if len(value) > MAX_PROVINCES:
        return [flaw(file, key, reason("too-many-entries", entries=len(value), most=MAX_PROVINCES))]
    flaws = []
    taken: dict[str, object] = {}
    for name, entry in value.items():
        kind = get_args(_KEYS[key])[1]
        try:
            taken[name] = msgspec.convert(entry, kind)
        except msgspec.ValidationError:
            flaws.append(_type_flaw(file, f"{key}.{name}", entry, kind))
    setattr(tables, key, taken)
    return flaws


def _type_flaw(file: str, key: str, value: object, kind: Any) -> Flaw:
    misfit = find_misfit(value, kind, key)
    assert misfit is not None
    return flaw(file, misfit.place, Reason("misfits", "wrong-type", {"why": misfit.why}))
