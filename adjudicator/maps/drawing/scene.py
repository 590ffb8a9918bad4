"""From a picture (what a game wants drawn) to a scene (ink in places), for any way of drawing."""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from adjudicator.boards import Board, load_board
from adjudicator.games.picture import Arrow, Badge, Picture, Spot
from adjudicator.maps.drawing.arrows import arrow_inks, border_switches
from adjudicator.maps.drawing.ink import Fill, InkGroup, Inks, Layer
from adjudicator.maps.drawing.land import BareLand, ground_inks, land_of
from adjudicator.maps.drawing.legend import draw_boxes, strip_of
from adjudicator.maps.drawing.palette import region_colours, strong
from adjudicator.maps.drawing.provinces import Content, content_of, style_of, sum_badges
from adjudicator.maps.drawing.typeface import one_line
from adjudicator.maps.outlines import Box, Outline, outline_for
from adjudicator.maps.placing.routes import Room, Way, coast_at, province_of, way_of, way_to
from adjudicator.maps.reasons import reason
from adjudicator.wording import Reason

EMPTY = Spot()


class PictureError(ValueError):
    """A picture speaks of what it does not have, or has a glyph that cannot be drawn."""


class Scene(msgspec.Struct, frozen=True):
    """All that is drawn, from the bottom up."""

    title: str
    base: Layer
    """Sea, sea lines and bare land."""
    grounds: tuple[InkGroup, ...]
    """The colours of each province that is seen; one at sea has none, but can be pointed at."""
    lines: Layer
    """Borders and coasts."""
    under: Inks
    """Switched borders and arrows."""
    provinces: tuple[InkGroup, ...]
    """Each province's name and pieces."""
    boxes: tuple[InkGroup, ...]
    """The title, the legend, the panels."""

    @property
    def inks(self) -> Inks:
        """Everything in order."""
        ground: Inks = (self.base, *self.grounds, self.lines)
        return (*ground, *self.under, *self.provinces, *self.boxes)


def scene_of(picture: Picture, window: Box | None = None) -> Scene:
    """The scene of a picture, or what of it is seen in a window (left, top, width, height).

    A window has neither title nor legend nor panels, nor numbers below names: telephones show it.

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
    contents = _contents(picture, board, outline, noted=window is None)
    names = [name for name in contents if window is None or _is_in(outline, name, window)]
    return Scene(
        title=one_line(picture.title) or board.title,
        base=land.base,
        grounds=tuple(_grounds(picture, board, land, contents, names, colours)),
        lines=land.lines,
        under=(
            *border_switches(board, outline),
            *_arrows(picture, outline, contents, names, colours),
        ),
        provinces=tuple(contents[name].group for name in names),
        boxes=() if window else draw_boxes(picture, board, outline),
    )


def _grounds(
    picture: Picture,
    board: Board,
    land: BareLand,
    contents: Mapping[str, Content],
    names: Iterable[str],
    colours: Mapping[str, int],
) -> Iterator[InkGroup]:
    tints = region_colours(list(board.regions)) if picture.tint == "region" else {}
    for name in names:
        spot, tint = picture.spots.get(name, EMPTY), tints.get(board.provinces[name].region, "")
        shape = land.provinces[name]
        at_sea = name in land.waters
        inks: Inks = (Fill(shape),) if at_sea else ground_inks(shape, spot, colours, tint)
        yield InkGroup(contents[name].group.title, inks, province=name)


def with_strip(scene: Scene, picture: Picture, window: Box) -> tuple[Scene, Box]:
    """The scene with a strip below a window that says what its arrows mean, and both as one."""
    strip, high = strip_of(picture, window)
    return replace(scene, boxes=(*scene.boxes, strip)), (*window[:3], window[3] + high)


def _contents(
    picture: Picture, board: Board, outline: Outline, *, noted: bool
) -> dict[str, Content]:
    style = style_of(picture)
    clashes = {clash.province for clash in picture.clashes}
    badges: dict[str, list[Badge]] = {}
    for badge in sum_badges(picture.badges):
        badges.setdefault(badge.place, []).append(badge)
    contents = {}
    for name, province in board.provinces.items():
        spot, ordered = picture.spots.get(name, EMPTY), tuple(badges.get(name, ()))
        fought = name in clashes
        is_noted = noted and not spot.closed
        note = " · ".join(map(str, province.numbers.values())) if is_noted else ""
        contents[name] = content_of(
            outline, name, province.label, spot, ordered, fought, style, note
        )
    return contents


def _arrows(
    picture: Picture,
    outline: Outline,
    contents: Mapping[str, Content],
    names: Collection[str],
    colours: Mapping[str, int],
) -> Iterator[InkGroup]:
    blocks = tuple(block for content in contents.values() for block in content.blocks)

    def room(place: str) -> Room:
        at = coast_at(outline, place)
        return (*at, *at) if at else contents[province_of(place)].room

    moves = {(arrow.source, arrow.target) for arrow in picture.arrows if not arrow.helped}

    def way_between(source: str, target: str) -> Way:
        opposed = (province_of(target), province_of(source)) in moves
        return way_of(outline, source, target, (room(source), room(target)), blocks, opposed)

    for arrow in picture.arrows:
        if arrow.source != arrow.target and (arrow.source in names or arrow.target in names):
            source, target, helped = _places(arrow)
            if helped:
                way = way_to(outline, source, room(source), way_between(helped, target))
            else:
                way = way_between(source, target)
            inks = arrow_inks(arrow, way, strong(colours.get(arrow.seat, -1)))
            yield InkGroup(_title(arrow), inks)


def _places(arrow: Arrow) -> tuple[str, str, str]:
    """Where an arrow begins, where it ends, and where the unit comes from that it helps."""
    coasts = {province_of(place): place for place in arrow.coasts}
    source, target, helped = (
        coasts.get(name, name) for name in (arrow.source, arrow.target, arrow.helped)
    )
    return source, target, helped


def _title(arrow: Arrow) -> str:
    """What is said of an arrow to who points at it."""
    source, target, helped = _places(arrow)
    helps = arrow.kind in ("support", "convoy")
    facts = {"seat": arrow.seat, "kind": arrow.kind, "default": arrow.default}
    facts |= {"source": source, "target": target, "helps": helps, "helped": helped}
    said = one_line(str(reason("arrow", **facts, failed=arrow.failed)))
    return str(reason("may-fail", said=said)) if arrow.doubtful else said


def _is_in(outline: Outline, name: str, window: Box) -> bool:
    """Whether any of a province may be seen in a window."""
    left, top, wide, high = window
    west, north, east, south = outline.bounds(name)
    return west < left + wide and east > left and north < top + high and south > top


def _faults(picture: Picture, board: Board, colours: Mapping[str, int]) -> Iterator[Reason]:
    spots = picture.spots.values()
    places = {*picture.spots, *(clash.province for clash in picture.clashes)}
    places |= {badge.place for badge in picture.badges}
    places |= {end for arrow in picture.arrows for end in (arrow.source, arrow.target)}
    places |= {arrow.helped for arrow in picture.arrows if arrow.helped}
    for place in sorted(places - set(board.provinces)):
        yield reason("no-province", place=place, board=board.name)
    coasts = {f"{name}/{each}" for name, at in board.provinces.items() for each in at.coasts}
    for place in sorted({place for arrow in picture.arrows for place in arrow.coasts} - coasts):
        yield reason("no-coast", place=place, board=board.name)
    seats = {seat for spot in spots for seat in (spot.owner, *spot.contested)}
    seats |= {counter.seat for spot in spots for counter in spot.counters}
    seats |= {mark.seat for spot in spots for mark in spot.marks}
    seats |= {arrow.seat for arrow in picture.arrows} | {each.seat for each in picture.badges}
    for seat in sorted(seats - set(colours) - {""}):
        yield reason("no-party", seat=seat)
    for name, glyph in picture.glyphs.items():
        points = [point for path in glyph for point in path]
        if not glyph or min(map(len, glyph)) < 3:
            yield reason("too-few-points", name=name)
        elif not all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points):
            yield reason("outside-square", name=name)
