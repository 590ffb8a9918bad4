"""From a picture (what a game wants drawn) to a scene (marks in places), for any way of drawing."""

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.games.picture import Picture, Spot
from adjudicator.maps.arrows import arrow_marks, switched_borders
from adjudicator.maps.cartouche import Cartouches, cartouches
from adjudicator.maps.glyphs import Piece, counter_piece, mark_piece, more_piece, swords_piece
from adjudicator.maps.ink import Ground, Marks, Sprite, Words
from adjudicator.maps.outline import Outline, outline_for
from adjudicator.maps.palette import (
    CLOSED,
    CREAM,
    INK,
    LAND,
    PATTERNS,
    ground,
    mixed,
    region_colours,
    strong,
)
from adjudicator.maps.text import clean
from adjudicator.maps.typeface import NAME_SIZE, name_width

LABEL = 16.0  # pixels of a box that the name takes; the row of pieces has the rest
GAP = 3.0  # pixels between pieces
MOST_PIECES = 12
SPLIT = 1.2  # a second row is worth it when it makes pieces this much larger
LARGEST = 1.2  # pieces grow to this where they have room
LEAST_NAME = 9  # pixels: names shrink to this before they are cut


class PictureError(ValueError):
    """A picture speaks of a province or a seat that it does not have."""


class Scene(msgspec.Struct, frozen=True):
    """All that is drawn, from the bottom up: land, lines of the outline, marks, names, sprites."""

    outline: Outline
    grounds: tuple[Ground, ...]
    under: tuple[Marks, ...]
    names: tuple[Words, ...]
    above: tuple[Marks, ...]
    sprites: tuple[Sprite, ...]


def scene_of(picture: Picture) -> Scene:
    """The scene of a picture.

    Raises:
        BoardError: the board cannot be loaded. OutlineError: it has no outline.
        PictureError: the picture names a province or seat that does not exist.
    """
    board = load_board(picture.board, picture.board_options)
    outline = outline_for(board)
    seats = {party.seat: party.colour for party in picture.parties}
    _check(picture, board, seats)
    clashes = {clash.province for clash in picture.clashes}
    names, sprites = [], []
    for name in board.provinces:
        spot = picture.spots.get(name, Spot())
        pieces = _pieces(spot, name in clashes, seats)
        names.append(_name(board, outline, name, spot, bool(pieces)))
        sprites += _row(outline.areas[name].box, pieces)
    panels: Cartouches = cartouches(picture, outline)
    arrows = tuple(
        arrow_marks(outline, a.source, a.target, a.kind == "attack", strong(seats.get(a.seat, -1)))
        for a in picture.arrows
    )
    return Scene(
        outline=outline,
        grounds=tuple(_grounds(picture, board, seats)),
        under=(switched_borders(board, outline), *arrows),
        names=tuple(names),
        above=panels.marks,
        sprites=(*sprites, *panels.sprites),
    )


def _check(picture: Picture, board: Board, seats: dict[str, int]) -> None:
    places = {*picture.spots, *(clash.province for clash in picture.clashes)}
    places |= {end for arrow in picture.arrows for end in (arrow.source, arrow.target)}
    for place in sorted(places - set(board.provinces)):
        raise PictureError(f'"{clean(place)}" is no province of the board {board.name}')
    named = {spot.owner for spot in picture.spots.values()}
    named |= {counter.seat for spot in picture.spots.values() for counter in spot.counters}
    named |= {arrow.seat for arrow in picture.arrows}
    for seat in sorted(named - set(seats) - {""}):
        raise PictureError(f'"{clean(seat)}" is no party of this picture')


def _grounds(picture: Picture, board: Board, seats: dict[str, int]) -> list[Ground]:
    tints = region_colours(list(board.regions))
    grounds = []
    for name, province in board.provinces.items():
        spot = picture.spots.get(name, Spot())
        colour = seats.get(spot.owner, -1) if spot.owner else -1
        if spot.closed:
            grounds.append(
                Ground(name, CLOSED, pattern_colour=mixed(CLOSED, INK, 0.22), hatched=True)
            )
        elif picture.tint == "region" and province.region:
            band = strong(colour) if colour >= 0 else ""
            pattern = colour % len(PATTERNS) if colour >= 0 else -1
            land = tints[province.region]
            grounds.append(Ground(name, land, band=band, band_pattern=pattern))
        elif colour >= 0:
            land = ground(colour)
            shade = mixed(land, strong(colour), 0.34)
            grounds.append(Ground(name, land, colour % len(PATTERNS), shade))
        else:
            grounds.append(Ground(name, LAND))
    return grounds


def _pieces(spot: Spot, fought: bool, seats: dict[str, int]) -> list[Piece]:
    pieces = [swords_piece()] if fought else []
    pieces += [counter_piece(c, seats[c.seat] if c.seat else -1) for c in spot.counters]
    pieces += [mark_piece(mark) for mark in spot.marks if mark.count > 0]
    if len(pieces) > MOST_PIECES:
        hidden = len(pieces) - MOST_PIECES + 1
        pieces = [*pieces[: MOST_PIECES - 1], more_piece(hidden)]
    return pieces


def _name(board: Board, outline: Outline, name: str, spot: Spot, row: bool) -> Words:
    x, y, width, height = outline.areas[name].box
    label = clean(board.provinces[name].label)
    size = NAME_SIZE
    while size > LEAST_NAME and name_width(label, size) > width:
        size -= 1
    while len(label) > 2 and name_width(label, size) > width:
        label = label.rstrip("…")[:-1] + "…"
    middle = y - height / 2 + LABEL / 2 if row else y
    colour = mixed(INK, CLOSED, 0.35) if spot.closed else INK
    base = round(middle + size * 0.34)
    return Words(x, base, label, "serif", size, colour, small=True, halo=CREAM)


def _row(box: tuple[float, float, float, float], pieces: list[Piece]) -> list[Sprite]:
    """Pieces side by side under the name, in one row or two, whichever leaves them larger."""
    if not pieces:
        return []
    x, y, width, height = box
    top, room = y - height / 2 + LABEL, height - LABEL
    half = (len(pieces) + 1) // 2
    plans = [[pieces]] if len(pieces) < 2 else [[pieces], [pieces[:half], pieces[half:]]]
    scales = [min(LARGEST, _fit(plan, width, room)) for plan in plans]
    chosen = 1 if len(plans) > 1 and scales[1] > SPLIT * scales[0] else 0
    plan, scale = plans[chosen], scales[chosen]
    sprites = []
    for number, row in enumerate(plan):
        middle = top + room * (number + 0.5) / len(plan)
        wide = sum(2 * half_width for (half_width, _), _ in row) + GAP * (len(row) - 1)
        at = x - wide * scale / 2
        for (half_width, half_height), marks in row:
            sprite = Sprite(
                at + half_width * scale, middle, scale, (half_width, half_height), marks
            )
            sprites.append(sprite)
            at += (2 * half_width + GAP) * scale
    return sprites


def _fit(plan: list[list[Piece]], width: float, room: float) -> float:
    wide = max(sum(2 * half[0] for half, _ in row) + GAP * (len(row) - 1) for row in plan)
    high = sum(max(2 * half[1] for half, _ in row) for row in plan)
    return min(width / wide, room / high)
