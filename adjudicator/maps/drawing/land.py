"""Land and water: how coasts, borders, sea lines and the ground of provinces look."""

import math
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

import msgspec

from adjudicator.boards.board import DATA, SHIPPED
from adjudicator.games.picture import Spot
from adjudicator.maps.drawing import palette
from adjudicator.maps.drawing.ink import Fill, Glow, Inks, Layer, Shape, Stroke
from adjudicator.maps.outlines import EDGE, Curve, Outline, pixels

COAST_WIDTH, BORDER_WIDTH, SEA_WIDTH = 2.2, 1.3, 1.8  # pixels
SEA_DASH = (7.0, 5.0)
GLOW = tuple(zip(palette.BANDS, (15.0, 9.8, 4.85), strict=True))
RIM = 11.0  # pixels of an owner's band; the outer half of it is cut away
STRIPE = 13.0  # pixels of a seat's stripe across contested land


class BareLand(msgspec.Struct, frozen=True, eq=False):
    """What no game changes of a board."""

    provinces: dict[str, Shape]
    base: Layer
    """Sea, the glow of the coasts, lines across the water, bare land: under everything."""
    lines: Layer
    """Borders and coasts: over the ground of provinces."""
    waters: frozenset[str] = frozenset()
    """The areas at sea, which have no ground."""


@lru_cache(maxsize=16)
def land_of(outline: Outline) -> BareLand:
    """The land of an outline, made once."""
    provinces = {name: Shape((outline.ring(name),)) for name in outline.areas}
    waters = frozenset(name for name, area in outline.areas.items() if area.water)
    whole = Shape(parts=tuple(s for name, s in provinces.items() if name not in waters))
    drawn = [line for line in outline.lines if line.b != EDGE]
    wet = [(line, line.a in waters, not line.b or line.b in waters) for line in drawn]
    inner = _lines(tuple(line for line, one, other in wet if not (one or other)))
    outer = _lines(tuple(line for line, one, other in wet if one != other))
    at_sea = tuple(line for line, one, other in wet if one and other)
    cells = Shape(parts=tuple(provinces[line.a] for line in at_sea if not line.b))
    borders = Stroke(inner, palette.BORDER, BORDER_WIDTH)
    coasts = Stroke(outer, palette.COAST, COAST_WIDTH)
    file = _ready_file(outline)
    return BareLand(
        provinces,
        base=Layer(
            (
                Glow(whole, GLOW),
                Stroke(_lines(outline.roads), palette.BORDER, BORDER_WIDTH),
                Stroke(_lines(outline.sea), palette.SEA_LINE, SEA_WIDTH, SEA_DASH),
                *((Fill(cells, palette.SEA),) if cells.parts else ()),
                *((Stroke(_lines(at_sea), palette.SEA_BORDER, BORDER_WIDTH),) if at_sea else ()),
                Fill(whole, palette.LAND),
                *_holes(outline),
            ),
            palette.SEA,
            file and f"{file}.land",
        ),
        lines=Layer((borders, coasts), "", file and f"{file}.lines"),
        waters=waters,
    )


def _holes(outline: Outline) -> Inks:
    """BareLand that is no province, such as Switzerland where nobody may march through."""
    shade = palette.mix(palette.CLOSED, palette.INK, 0.22)
    rings = [pixels(Curve("", "", flat)) for flat in outline.holes]
    return tuple(
        Fill(Shape((ring,)), palette.CLOSED, "", 1.0, palette.HATCH, shade) for ring in rings
    )


def _ready_file(outline: Outline) -> str:
    """Return how the pictures of a shipped board's land begin: with the digest of what they show.

    ``board-outlines`` draws them. A board that is changed has none until it is run again.
    """
    if outline.board not in SHIPPED:
        return ""
    colours = (palette.SEA, palette.LAND, palette.BORDER, palette.COAST, palette.SEA_LINE)
    look = (outline, colours, GLOW, COAST_WIDTH, BORDER_WIDTH, SEA_WIDTH, SEA_DASH)
    digest = blake2b(msgspec.json.encode(look), digest_size=4).hexdigest()
    return str(DATA / f"{outline.board}.{digest}")


def _lines(lines: tuple[Curve, ...]) -> Shape:
    return Shape(tuple(pixels(line) for line in lines), closed=False)


def ground_inks(shape: Shape, spot: Spot, colours: Mapping[str, int], region: str) -> Inks:
    """A province's ground: its holder's colour and pattern, or the region's with a rim in it.

    ``colours`` are the seats' in the palette; ``region`` is a colour or ``""``. Where several seats
    contest the province, their colours lie side by side in stripes.
    """
    holders = spot.contested or ((spot.owner,) if spot.owner else ())
    return _ground(shape, tuple(colours.get(seat, -1) for seat in holders), region, spot.closed)


@lru_cache(maxsize=4096)
def _ground(shape: Shape, holders: tuple[int, ...], region: str, closed: bool) -> Inks:
    if closed:
        shade = palette.mix(palette.CLOSED, palette.INK, 0.22)
        return (Fill(shape, palette.CLOSED, "", 1.0, palette.HATCH, shade),)
    inks: Inks = (Fill(shape, region),) if region else ()
    for number, colour in enumerate(holders):
        part = (_stripes(shape, number, len(holders)),) if len(holders) > 1 else ()
        inks += (_holder_ink(shape, colour, bool(region), part),)
    return inks or (Fill(shape, palette.LAND),)


def _holder_ink(shape: Shape, colour: int, rim: bool, part: tuple[Shape, ...]) -> Fill | Stroke:
    body, shade = palette.ground(colour), palette.pattern_shade(colour)
    pattern = palette.pattern_of(colour)
    if rim:
        body = palette.strong(colour)
        shade = palette.mix(body, palette.CREAM, 0.55)
        return Stroke(shape, body, RIM, None, pattern, shade, (shape, *part))
    return Fill(shape, body, "", 1.0, pattern, shade, part)


@lru_cache(maxsize=512)
def _stripes(shape: Shape, number: int, count: int) -> Shape:
    """Every ``count``-th of the slanting stripes across a province."""
    xs, ys = zip(*shape.paths[0], strict=True)
    top, bottom, wide = min(ys), max(ys), STRIPE * math.sqrt(2)
    first, last = int((min(xs) + top) / wide), int((max(xs) + bottom) / wide)
    lefts = [start * wide for start in range(first, last + 1) if start % count == number]
    corners = ((0, top), (wide, top), (wide, bottom), (0, bottom))
    return Shape(tuple(tuple((x + dx - y, y) for dx, y in corners) for x in lefts))
