"""The outline of a board: border and coast lines, rings of provinces, boxes, sea lines.

Plain data in tenths of a pixel on a canvas of 1400 by 1000, shipped beside the board file and made
by ``adjudicator.maps.making``. Drawing reads it and needs nothing else.
"""

from functools import lru_cache

import msgspec

from adjudicator.boards import Board
from adjudicator.boards.load import DATA, SHIPPED

FORMAT = 1
WIDTH, HEIGHT = 1400, 1000

Point = tuple[float, float]
Path = tuple[Point, ...]
Box = tuple[float, float, float, float]


class OutlineError(Exception):
    """No outline can be had for this board; the message says why and what to do."""


class Line(msgspec.Struct, frozen=True):
    """A line between two provinces; ``b`` is ``""`` where the province ``a`` meets the water."""

    a: str
    b: str
    flat: tuple[int, ...]  # x, y, x, y, … in tenths of a pixel


class Area(msgspec.Struct, frozen=True):
    """A province: its ring as numbers of lines from 1 (negative: backwards), its free box.

    The box (middle x and y, width, height, in pixels) holds the name and the counters.
    """

    ring: tuple[int, ...]
    box: Box


class Outline(msgspec.Struct, frozen=True):
    """Everything drawn of a board that no game changes."""

    format: int
    board: str
    fits: str
    lines: tuple[Line, ...]
    areas: dict[str, Area]
    sea: tuple[Line, ...]

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


def pixels(line: Line) -> Path:
    """The points of a line in pixels."""
    flat = line.flat
    return tuple((flat[i] / 10, flat[i + 1] / 10) for i in range(0, len(flat), 2))


def fingerprint(board: Board) -> str:
    """What an outline depends on: places, labels, and borders with every option at its default."""
    import hashlib

    land = set(board.land)
    for option in board.border_options.values():
        (land.add if option.default else land.discard)(option.border)
    facts = (
        [(p.name, p.label, p.lat_lon) for p in board.provinces.values()],
        sorted(land),
        board.sea,
    )
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def outline_for(board: Board) -> Outline:
    """The outline that fits a board: the shipped one, or one made now (which takes seconds).

    Raises:
        OutlineError: the board cannot be drawn, or making needs packages that are not installed.
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
    shipped = read_shipped(key.board.name) if key.board.name in SHIPPED else None
    if shipped is not None and shipped.fits == fits:
        return shipped
    try:
        from adjudicator.maps.making import make_outline
    except ModuleNotFoundError as error:
        raise OutlineError(
            f"{key.board.name}: no outline is ready for it, and making one needs {error.name}: "
            'pip install ".[boards]" in the project folder'
        ) from error
    return make_outline(key.board)


def read_shipped(name: str) -> Outline | None:
    """The outline shipped with a board of that name, or None."""
    path = DATA / f"{name}.outline.json"
    if not path.is_file():
        return None
    return msgspec.json.decode(path.read_bytes(), type=Outline)
