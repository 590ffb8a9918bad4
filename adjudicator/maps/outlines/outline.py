"""The outline of a board: border and coast lines, rings of provinces, boxes, sea lines.

Plain data in tenths of a pixel on a canvas of 1400 by 1000, made by ``tools/outlines`` and
shipped beside the board file as ``NAME.outline.json``. Drawing reads it and needs nothing else.
"""

from functools import lru_cache
from pathlib import Path as FilePath

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.boards.board import Pair

FORMAT = 1
SUFFIX = ".outline.json"
WIDTH, HEIGHT = 1400, 1000
FILL = 0.86  # part of the canvas that a small board is enlarged to
ENLARGED = 1.15  # it is worth it from this scale on
EDGE = "/"  # beyond a line along the edge of the canvas; no province has this name

Point = tuple[float, float]
Path = tuple[Point, ...]
Box = tuple[float, float, float, float]


class OutlineError(Exception):
    """An outline cannot be made or read; the message says why and what to do."""


class Curve(msgspec.Struct, frozen=True):
    """A line between two provinces."""

    a: str
    b: str
    """``""`` where the province ``a`` meets water, ``EDGE`` where it meets the canvas's edge."""
    flat: tuple[int, ...]
    """x, y, x, y, … in tenths of a pixel."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """A province as it is drawn: the lines around it, and where its name and pieces go."""

    ring: tuple[int, ...]
    """The lines around it as numbers from 1 (negative: backwards)."""
    box: Box
    """Middle x and y, width, height in pixels: room for the name and the counters."""
    water: bool = False
    """Whether it is an area at sea."""
    coasts: dict[str, Point] = {}
    """Where the names of its coasts go."""


class Outline(msgspec.Struct, frozen=True, omit_defaults=True):
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
    holes: tuple[tuple[int, ...], ...] = ()
    """Rings around land that is no province, as in ``Curve.flat``."""
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
        return _ring(self, name)

    def bounds(self, name: str) -> Box:
        """The left, top, right and bottom of a province in pixels."""
        return _bounds(self, name)


@lru_cache(maxsize=1024)
def _ring(outline: Outline, name: str) -> Path:
    return tuple(p for number in outline.areas[name].ring for p in outline.path(number)[:-1])


@lru_cache(maxsize=1024)
def _bounds(outline: Outline, name: str) -> Box:
    xs, ys = zip(*outline.ring(name), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


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

    places = [(p.name, p.label, p.at) for p in board.provinces.values()]
    facts: tuple[object, ...] = (places, default_land(board), board.sea)
    waters = [(p.name, p.water, p.coasts) for p in board.provinces.values() if p.water or p.coasts]
    if waters:
        facts = (*facts, waters)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def fill_canvas(outline: Outline) -> Outline:
    """The same outline made larger, if it leaves much of the canvas empty; there is room beside it.

    So a board of few provinces is not a small island in much sea.
    """
    curves = (*outline.lines, *outline.sea, *outline.roads)
    points = [point for curve in curves for point in pixels(curve)]
    xs, ys = zip(*points, strict=True)
    wide, high = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    scale = min(FILL * WIDTH / wide, FILL * HEIGHT / high)
    if scale < ENLARGED:
        return outline
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def move(x: float, y: float) -> Point:
        return WIDTH / 2 + (x - middle[0]) * scale, HEIGHT / 2 + (y - middle[1]) * scale

    def enlarge(curve: Curve) -> Curve:
        flat = tuple(round(v * 10) for point in pixels(curve) for v in move(*point))
        return Curve(curve.a, curve.b, flat)

    return msgspec.structs.replace(
        outline,
        lines=tuple(map(enlarge, outline.lines)),
        areas={
            name: Area(
                area.ring,
                (*move(*area.box[:2]), area.box[2] * scale, area.box[3] * scale),
                area.water,
                {coast: move(*at) for coast, at in area.coasts.items()},
            )
            for name, area in outline.areas.items()
        },
        sea=tuple(map(enlarge, outline.sea)),
        roads=tuple(map(enlarge, outline.roads)),
    )


def outline_for(board: Board) -> Outline:
    """Return the outline that fits a board.

    It is the one beside the board file, or beside that of the board it builds on; where none fits,
    a simple one, whose ``note`` says so.

    Raises:
        OutlineError: the outline beside the board file cannot be read.
    """
    fits = fingerprint(board)
    if fits not in _OUTLINES:
        _OUTLINES[fits] = _find_or_make(board, fits)
    return _OUTLINES[fits]


_OUTLINES: dict[str, Outline] = {}
"""What was found or made so far, by the fingerprint of the board that it fits."""


def _find_or_make(board: Board, fits: str) -> Outline:
    ready = read_outline(board)
    if ready is not None and ready.fits == fits:
        return ready
    from adjudicator.maps.outlines.simple import simple_outline

    return simple_outline(board, "no outline that fits lies beside the board file")


def outline_path(board: Board) -> FilePath:
    """Where a board's outline lies: beside the board file, which it must have."""
    assert board.file is not None
    return board.file.with_suffix(SUFFIX)


def read_outline(board: Board) -> Outline | None:
    """The outline beside a board file, fitting or not, or None.

    A board that builds on another and has no outline of its own has that of the other.

    Raises:
        OutlineError: it is there and cannot be read.
    """
    if board.file is None or not (path := outline_path(board)).is_file():
        return read_outline(load_board(board.extends)) if board.extends else None
    try:
        outline = msgspec.json.decode(path.read_bytes(), type=Outline)
    except (OSError, msgspec.DecodeError) as error:
        raise OutlineError(f"{path.name}: cannot be read: {error}; make it anew") from error
    numbers = {abs(number) for area in outline.areas.values() for number in area.ring}
    whole = numbers <= set(range(1, len(outline.lines) + 1))
    fits = whole and set(outline.areas) == set(board.provinces)
    return outline if fits else None
