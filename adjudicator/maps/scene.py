"""From a picture (what a game wants drawn) to a scene (marks in places), for any way of drawing."""

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.games.picture import Picture, Spot
from adjudicator.maps.arrows import arrow_marks, switched_borders
from adjudicator.maps.cartouche import Cartouches, cartouches
from adjudicator.maps.glyphs import Piece, counter_piece, mark_piece, more_piece, swords_piece
from adjudicator.maps.ink import Ground, Marks, Sprite, Words
from adjudicator.maps.outline import Box, Outline, outline_for
from adjudicator.maps.palette import (
    CLOSED,
    CREAM,
    INK,
    LAND,
    PATTERNS,
    ground,
    mixed,
    pattern_shade,
    region_colours,
    strong,
)
from adjudicator.maps.rows import laid_out
from adjudicator.maps.text import clean
from adjudicator.maps.typeface import NAME_SIZE, name_width

MOST_PIECES = 12
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
    for name, province in board.provinces.items():
        spot = picture.spots.get(name, Spot())
        box = outline.areas[name].box
        middle, placed = laid_out(box, _pieces(spot, name in clashes, seats))
        colour = mixed(INK, CLOSED, 0.35) if spot.closed else INK
        names.append(_name(province.label, box, middle, colour))
        sprites += placed
    panels: Cartouches = cartouches(picture, board, outline)
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
            shade = pattern_shade(colour)
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


def _name(label: str, box: Box, middle: float, colour: str) -> Words:
    """A province's name, made smaller and at last cut to fit its box."""
    label, size = clean(label), NAME_SIZE
    while size > LEAST_NAME and name_width(label, size) > box[2]:
        size -= 1
    while len(label) > 2 and name_width(label, size) > box[2]:
        label = label.rstrip("…")[:-1] + "…"
    base = round(middle + size * 0.34)
    return Words(box[0], base, label, "serif", size, colour, small=True, halo=CREAM)
