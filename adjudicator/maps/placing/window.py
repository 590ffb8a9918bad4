"""The parts of a map that a reader needs large: a seat's fronts, or where its orders are."""

from collections.abc import Iterable, Mapping
from itertools import accumulate

from adjudicator.boards import Board, load_board
from adjudicator.games.picture import Picture
from adjudicator.maps.outlines import HEIGHT, WIDTH, Box, Outline, outline_for

WIDE, HIGH = 520.0, 620.0
"""The largest window in which names can be read at a width of 390 pixels."""
LEAST_WIDE, LEAST_HIGH = 360.0, 300.0
MARGIN = 26.0  # pixels around the provinces that a window is for
STEP = 20.0  # pixels between windows that are tried
OWN, BORDER, MARKED = 1, 3, 5
"""What a province of the seat's own is worth, one beside another seat's, one with a mark."""


def has_front(picture: Picture, seat: str) -> bool:
    """Whether a seat has anything on the map, so that there is a front to be drawn."""
    moves = any(arrow.seat == seat for arrow in picture.arrows)
    return moves or any(seat in _seats(picture, name) for name in picture.spots)


def fronts_of(picture: Picture, seat: str) -> list[Box]:
    """The windows around the fronts of a seat, equally wide; none if it has nothing on the map.

    Names can be read in each. The first has what is worth most; further ones follow until every
    province with a mark of the seat's is in one.
    """
    board = load_board(picture.board, picture.board_options)
    worth = _worth(picture, board, seat)
    outline = outline_for(board)
    windows: list[Box] = []
    while worth:
        windows.append(_readable(outline, worth))
        marked = [name for name, value in worth.items() if value == MARKED]
        left = [name for name in marked if not _holds(windows[-1], outline.areas[name].box)]
        worth = dict.fromkeys(left, MARKED) if len(left) < len(worth) else {}
    wide = max((window[2] for window in windows), default=0.0)
    return [_widen(window, wide) for window in windows]


def _readable(outline: Outline, worth: Mapping[str, int]) -> Box:
    """A window in which names can be read: around all, or around what is worth most."""
    around = _around(outline, worth)
    if around[2] <= WIDE and around[3] <= HIGH:
        return around
    window = _most_valuable(around, outline, worth)
    held = [name for name in worth if _holds(window, outline.areas[name].box)]
    around = _around(outline, held or worth)
    fits = around[2] <= WIDE and around[3] <= HIGH
    return around if fits else window


def _widen(window: Box, least: float) -> Box:
    left, top, across, high = window
    start, wide = _side(left, left + across, least, WIDTH)
    return start, top, wide, high


def window_around(picture: Picture, places: Iterable[str]) -> Box:
    """The window around some provinces, however large."""
    board = load_board(picture.board, picture.board_options)
    return _around(outline_for(board), places)


def _worth(picture: Picture, board: Board, seat: str) -> dict[str, int]:
    """How much each province matters to a seat; those that do not are left out."""
    here = {name: _seats(picture, name) for name in picture.spots}
    worth: dict[str, int] = {}
    for name, seats in here.items():
        if seat in seats:
            others = [n for n in board.neighbours[name] if here.get(n, set()) - {seat}]
            worth[name] = BORDER if others or len(seats) > 1 else OWN
            for other in others:
                worth[other] = max(worth.get(other, 0), OWN)
    owned = {name for name, seats in here.items() if seat in seats}
    for arrow in picture.arrows:
        if arrow.seat == seat or arrow.target in owned:
            worth |= {arrow.source: MARKED, arrow.target: MARKED}
    worth |= {clash.province: MARKED for clash in picture.clashes if clash.province in owned}
    return worth


def _seats(picture: Picture, place: str) -> set[str]:
    spot = picture.spots[place]
    return {spot.owner, *spot.contested, *(each.seat for each in spot.counters)} - {""}


def _around(outline: Outline, places: Iterable[str]) -> Box:
    """The window that holds provinces, no smaller than the least, within the canvas."""
    lefts, tops, rights, bottoms = zip(*map(outline.bounds, places), strict=True)
    left, wide = _side(min(lefts) - MARGIN, max(rights) + MARGIN, LEAST_WIDE, WIDTH)
    top, high = _side(min(tops) - MARGIN, max(bottoms) + MARGIN, LEAST_HIGH, HEIGHT)
    return left, top, wide, high


def _side(low: float, high: float, least: float, canvas: float) -> tuple[float, float]:
    length = min(max(high - low, least), canvas)
    start = (low + high - length) / 2
    return round(min(max(0.0, start), canvas - length)), round(length)


def _most_valuable(around: Box, outline: Outline, worth: Mapping[str, int]) -> Box:
    """The window of a readable size that holds most of what matters, the first of equals."""
    left, top, across, down = around
    wide, high = min(WIDE, across), min(HIGH, down)
    xs, ys = _steps(left, left + across - wide), _steps(top, top + down - high)
    values: dict[Box, int] = {}
    rows = {}  # by province the first row in which windows hold it, and that behind the last
    for name in worth:
        _, y, _, size = outline.areas[name].box
        if held := [row for row, top in enumerate(ys) if _spans(top, high, y, size)]:
            rows[name] = held[0], held[-1] + 1
    for x in xs:
        gains = [0] * (len(ys) + 1)
        for name, (first, end) in rows.items():
            middle, _, size, _ = outline.areas[name].box
            if _spans(x, wide, middle, size):
                gains[first] += worth[name]
                gains[end] -= worth[name]
        values |= {
            (x, y, wide, high): held for y, held in zip(ys, accumulate(gains[:-1]), strict=True)
        }
    return max(values, key=values.__getitem__)


def _steps(low: float, high: float) -> list[float]:
    return [low + k * STEP for k in range(int((high - low) / STEP) + 1)]


def _holds(window: Box, box: Box) -> bool:
    """Whether a province's box lies within a window."""
    left, top, wide, high = window
    x, y, across, down = box
    return _spans(left, wide, x, across) and _spans(top, high, y, down)


def _spans(start: float, length: float, middle: float, size: float) -> bool:
    """Whether one side of a window is as long as that of a box, and where it is."""
    return start <= middle - size / 2 and middle + size / 2 <= start + length
