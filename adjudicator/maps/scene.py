"""From a picture (what a game wants drawn) to a scene (ink in places), for any way of drawing."""

from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.boards import Board, Province, load_board
from adjudicator.games.picture import Picture, Spot
from adjudicator.maps.arrows import arrow_inks, border_switches
from adjudicator.maps.cartouche import cartouches
from adjudicator.maps.glyphs import Glyphs, Piece, counter_piece, mark_piece, piece
from adjudicator.maps.ink import Group, Inks, Layer, Words
from adjudicator.maps.land import ground_inks, land_of
from adjudicator.maps.outline import Box, outline_for
from adjudicator.maps.palette import CLOSED, CREAM, INK, mix, region_colours, strong
from adjudicator.maps.rows import lay_out
from adjudicator.maps.text import one_line
from adjudicator.maps.typeface import NAME_SIZE, name_width

MOST_PIECES = 12
LEAST_NAME = 9  # pixels: names shrink to this before they are cut


class PictureError(ValueError):
    """A picture speaks of what it does not have, or has a glyph that cannot be drawn."""


class Scene(msgspec.Struct, frozen=True):
    """All that is drawn, from the bottom up."""

    title: str
    base: Layer
    """Sea, sea lines and bare land."""
    grounds: tuple[Group, ...]
    """Each province's colours."""
    lines: Layer
    """Borders and coasts."""
    under: Inks
    """Switched borders and arrows."""
    provinces: tuple[Group, ...]
    """Each province's name and pieces."""
    boxes: tuple[Group, ...]
    """The title, the legend, the panels."""

    @property
    def inks(self) -> Inks:
        """Everything in order."""
        return (
            self.base, *self.grounds, self.lines, *self.under, *self.provinces, *self.boxes
        )  # fmt: skip


def scene_of(picture: Picture) -> Scene:
    """The scene of a picture.

    Raises:
        BoardError: the board cannot be loaded. OutlineError: it has no outline.
        PictureError: the picture names a province or seat that does not exist, or has a faulty
            glyph.
    """
    board = load_board(picture.board, picture.board_options)
    outline = outline_for(board)
    land = land_of(outline)
    colours = {party.seat: party.colour for party in picture.parties}
    for fault in _faults(picture, board, colours):
        raise PictureError(fault)
    tints = region_colours(list(board.regions)) if picture.tint == "region" else {}
    clashes = {clash.province for clash in picture.clashes}
    grounds, provinces = [], []
    for name, province in board.provinces.items():
        spot = picture.spots.get(name, Spot())
        title = _title(province, spot)
        tint = tints.get(province.region, "")
        grounds.append(Group(title, ground_inks(land.provinces[name], spot, colours, tint)))
        pieces = _pieces(spot, name in clashes, colours, picture.glyphs)
        box = outline.areas[name].box
        middle, sprites = lay_out(box, pieces)
        ink = mix(INK, CLOSED, 0.35) if spot.closed else INK
        provinces.append(Group(title, (_name(province.label, box, middle, ink), *sprites)))
    arrows = (
        arrow_inks(outline, a.source, a.target, a.kind == "attack", strong(colours.get(a.seat, -1)))
        for a in picture.arrows
    )
    return Scene(
        title=one_line(picture.title) or board.title,
        base=land.base,
        grounds=tuple(grounds),
        lines=land.lines,
        under=(*border_switches(board, outline), *(ink for arrow in arrows for ink in arrow)),
        provinces=tuple(provinces),
        boxes=cartouches(picture, board, outline),
    )


def _faults(picture: Picture, board: Board, colours: Mapping[str, int]) -> Iterator[str]:
    spots = picture.spots.values()
    places = {*picture.spots, *(clash.province for clash in picture.clashes)}
    places |= {end for arrow in picture.arrows for end in (arrow.source, arrow.target)}
    for place in sorted(places - set(board.provinces)):
        yield f'"{one_line(place)}" is no province of the board {board.name}'
    seats = {seat for spot in spots for seat in (spot.owner, *spot.contested)}
    seats |= {counter.seat for spot in spots for counter in spot.counters}
    seats |= {arrow.seat for arrow in picture.arrows}
    for seat in sorted(seats - set(colours) - {""}):
        yield f'"{one_line(seat)}" is no party of this picture'
    for name, glyph in picture.glyphs.items():
        points = [point for path in glyph for point in path]
        if not glyph or min(map(len, glyph)) < 3:
            yield f'the glyph "{one_line(name)}" needs polygons of three points or more'
        elif not all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points):
            yield f'the glyph "{one_line(name)}" leaves its square: points lie within 0 and 1'


def _title(province: Province, spot: Spot) -> str:
    """What is said of a province to who points at it: whose it is."""
    label = one_line(province.label)
    if spot.closed:
        return f"{label}: out of the game"
    if len(spot.contested) > 1:
        return f"{label}: contested by {', '.join(map(one_line, spot.contested))}"
    holder = one_line((*spot.contested, spot.owner)[0])
    return f"{label}: {holder}" if holder else label


def _pieces(spot: Spot, fought: bool, colours: Mapping[str, int], own: Glyphs) -> list[Piece]:
    pieces = [piece("battle", -1, "", 0, own)] if fought else []
    pieces += [counter_piece(c, colours.get(c.seat, -1), own) for c in spot.counters]
    pieces += [mark_piece(mark, own) for mark in spot.marks if mark.count > 0]
    if len(pieces) > MOST_PIECES:
        hidden = len(pieces) - MOST_PIECES + 1
        more = piece("more", -1, f"+{min(hidden, 99)}", 0, own)
        pieces = [*pieces[: MOST_PIECES - 1], more]
    return pieces


def _name(label: str, box: Box, middle: float, colour: str) -> Words:
    """A province's name, made smaller and at last cut to fit its box."""
    label, size = one_line(label), NAME_SIZE
    while size > LEAST_NAME and name_width(label, size) > box[2]:
        size -= 1
    while len(label) > 2 and name_width(label, size) > box[2]:
        label = label.rstrip("…")[:-1] + "…"
    base = round(middle + size * 0.34)
    return Words(box[0], base, label, "serif", size, colour, small=True, halo=CREAM)
