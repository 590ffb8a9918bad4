"""The outline of a board: border and coast lines, rings of provinces, boxes, sea lines.

Plain data in tenths of a pixel on a canvas of 1400 by 1000, made by ``adjudicator.maps.making`` and
shipped beside the board file as ``NAME.outline.json``. Drawing reads it and needs nothing else.
"""

from functools import lru_cache
from pathlib import Path as FilePath

import msgspec

from adjudicator.boards import Board
from adjudicator.boards.board import Pair

FORMAT = 1
WIDTH, HEIGHT = 1400, 1000

Point = tuple[float, float]
Path = tuple[Point, ...]
Box = tuple[float, float, float, float]


class OutlineError(Exception):
    """An outline cannot be made or read; the message says why and what to do."""


class Curve(msgspec.Struct, frozen=True):
    """A line between two provinces."""

    a: str
    b: str
    """``""`` where the province ``a`` meets the water."""
    flat: tuple[int, ...]
    """x, y, x, y, … in tenths of a pixel."""


class Area(msgspec.Struct, frozen=True):
    """A province."""

    ring: tuple[int, ...]
    """The lines around it as numbers from 1 (negative: backwards)."""
    box: Box
    """Middle x and y, width, height in pixels: room for the name and the counters."""


class Outline(msgspec.Struct, frozen=True):
    """Everything drawn of a board that no game changes."""

    format: int
    board: str
    fits: str
    """The fingerprint of the board that it was made for."""
    lines: tuple[Curve, ...]
    areas: dict[str, Area]
    sea: tuple[Curve, ...]
    roads: tuple[Curve, ...] = ()
    """Borders that no ring has, on a simple map: they run below the land."""
    note: str = ""
    """Why it is only a simple one."""

    def __hash__(self) -> int:
        """By what it fits, so that work on an outline can be cached."""
        return hash((self.board, self.fits))

    def path(self, number: int) -> Path:
        """The points of a line (numbers from 1, negative: backwards) in pixels."""
        points = pixels(self.lines[abs(number) - 1])
        return points if number > 0 else points[::-1]

    def ring(self, name: str) -> Path:
        """The points around a province in pixels, the last not repeating the first."""
        return tuple(p for number in self.areas[name].ring for p in self.path(number)[:-1])


def pixels(line: Curve) -> Path:
    """The points of a line in pixels."""
    flat = line.flat
    return tuple((flat[i] / 10, flat[i + 1] / 10) for i in range(0, len(flat), 2))


def default_land(board: Board) -> tuple[Pair, ...]:
    """The land borders with every option at its default."""
    land = set(board.land)
    for option in board.border_options.values():
        (land.add if option.default else land.discard)(option.border)
    return tuple(sorted(land))


def fingerprint(board: Board) -> str:
    """What an outline depends on: places, labels, and borders with every option at its default."""
    import hashlib

    places = [(p.name, p.label, p.lat_lon) for p in board.provinces.values()]
    facts = (places, default_land(board), board.sea)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def outline_for(board: Board) -> Outline:
    """The outline that fits a board.

    It is the one beside the board file; or one made now, which takes seconds; or, without the
    packages for that, or where none can be made, a simple one whose ``note`` says why.

    Raises:
        OutlineError: the outline beside the board file cannot be read.
    """
    return _outline_for(fingerprint(board), _Key(board))


class _Key:
    """Carries a board past the cache, which goes by the fingerprint alone."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=16)
def _outline_for(fits: str, key: _Key) -> Outline:
    ready = read_outline(key.board)
    if ready is not None and ready.fits == fits:
        return ready
    from adjudicator.maps.simple import simple_outline

    try:
        from adjudicator.maps.making import make_outline

        return make_outline(key.board)
    except ModuleNotFoundError as error:
        note = f'making a better map needs {error.name}: pip install ".[boards]"'
    except OutlineError as error:
        note = str(error)
    return simple_outline(key.board, note)


def outline_path(board: Board) -> FilePath:
    """Where a board's outline lies: beside the board file."""
    return board.file.with_suffix(".outline.json")


def read_outline(board: Board) -> Outline | None:
    """The outline beside a board file, fitting or not, or None.

    Raises:
        OutlineError: it is there and cannot be read.
    """
    path = outline_path(board)
    if not path.is_file():
        return None
    try:
        outline = msgspec.json.decode(path.read_bytes(), type=Outline)
    except (OSError, msgspec.DecodeError) as error:
        raise OutlineError(f"{path.name}: cannot be read: {error}; make it anew") from error
    numbers = {abs(number) for area in outline.areas.values() for number in area.ring}
    if set(outline.areas) != set(board.provinces) or not numbers <= set(
        range(1, len(outline.lines) + 1)
    ):
        return None
    return outline
