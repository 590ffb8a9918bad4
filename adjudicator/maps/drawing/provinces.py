"""What is drawn in a province: its ground, its name, its pieces, and what is said of each."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.games.picture import (
    Badge,
    Counter,
    Glyph,
    Mark,
    Picture,
    Spot,
    describe_counter,
    describe_mark,
)
from adjudicator.maps.drawing.ink import InkGroup, Inks, InkText, Sprite
from adjudicator.maps.drawing.palette import CLOSED, CREAM, INK, SEA, SEA_LINE, mix
from adjudicator.maps.drawing.typeface import NAME_SIZE, name_width, one_line
from adjudicator.maps.outlines import Outline
from adjudicator.maps.pieces.glyphs import Piece, badge_piece, counter_piece, mark_piece, piece
from adjudicator.maps.placing.routes import NAME, PIECE, Block, Room
from adjudicator.maps.placing.rows import NOTE, lay_out
from adjudicator.maps.reasons import reason

MOST_PIECES = 12
NOTE_SIZE = 11  # pixels, of a note below a name
LEAST_NAME = 9  # pixels: names shrink to this before they are cut
AT_SEA = mix(SEA_LINE, INK, 0.45)  # the colour of names there
SIGN = 1.3  # room of a sign beside a name, in the name's size

Told = tuple[str, Piece]
"""A piece and what is said of it."""


class Content(NamedTuple):
    """A province's name and pieces, and the room that they take."""

    group: InkGroup
    blocks: tuple[Block, ...]
    room: Room


class Style(msgspec.Struct, frozen=True, eq=False):
    """What every province of a picture is drawn with, known by being the same object."""

    glyphs: Mapping[str, Glyph]
    called: Mapping[str, str]
    colours: Mapping[str, int]
    """The seats' colours in the palette."""


def style_of(picture: Picture) -> Style:
    """The style of a picture, the same object for pictures that look alike."""
    colours = ((party.seat, party.colour) for party in picture.parties)
    return _style(tuple(picture.glyphs.items()), tuple(picture.called.items()), tuple(colours))


@lru_cache(maxsize=64)
def _style(
    glyphs: tuple[tuple[str, Glyph], ...],
    called: tuple[tuple[str, str], ...],
    colours: tuple[tuple[str, int], ...],
) -> Style:
    return Style(dict(glyphs), dict(called), dict(colours))


@lru_cache(maxsize=4096)
def content_of(
    outline: Outline,
    name: str,
    label: str,
    spot: Spot,
    badges: tuple[Badge, ...],
    fought: bool,
    style: Style,
    note: str,
) -> Content:
    """A province's name and pieces in their places, signs before the name and a note below it.

    Most provinces look the same in many pictures; they are kept for the next.
    """
    label = one_line(label)
    pieces, signs = _pieces(style, spot, fought, badges), _signs(style, spot)
    box = outline.areas[name].box
    halves = tuple(half for _, (half, _) in pieces)
    heading = name_width(label) + SIGN * NAME_SIZE * len(signs)
    column = lay_out(outline, name, min(heading, box[2]), halves, bool(note))
    ink = mix(INK, CLOSED, 0.35) if spot.closed else INK
    ink = AT_SEA if outline.areas[name].water else ink
    size = round(NAME_SIZE * column.growth)
    words = _name(label, size, column.name, column.room, ink, len(signs))
    if outline.areas[name].water:  # a long name may run over a border there
        words = replace(words, text=label, halo=SEA)
    shores = [
        InkText(x, y + 4, one_line(coast), "sans-bold", 11, AT_SEA, halo=CREAM)
        for coast, (x, y) in outline.areas[name].coasts.items()
    ]
    below = _note(note, words, column.growth) if note else ()
    scale = column.scale
    sprites = [
        Sprite(x, y, scale, half, inks, told)
        for (told, (half, inks)), (x, y) in zip(pieces, column.places, strict=True)
    ]
    wide = name_width(words.text, words.size) / 2
    beside = [
        _sign(told, one, (words.x - wide - SIGN * words.size * (at - 0.42), column.name[1]), words)
        for at, (told, one) in enumerate(reversed(signs), 1)
    ]
    left = words.x - wide - SIGN * words.size * len(signs)
    word_room = (left, words.y - 0.8 * words.size, words.x + wide, words.y + 0.2 * words.size)
    rooms = [word_room, *map(_room, sprites)]
    blocks = ((word_room, NAME), *((room, PIECE) for room in rooms[1:]))
    lefts, tops, rights, bottoms = zip(*rooms, strict=True)
    whole = (min(lefts), min(tops), max(rights), max(bottoms))
    inks: Inks = (words, *below, *shores, *beside, *sprites)
    return Content(InkGroup(_title(label, spot, style), inks, province=name), blocks, whole)


def _note(note: str, name: InkText, growth: float) -> Inks:
    """A note below a name, in the room that is left for it."""
    base = round(name.y + NOTE * growth)
    return (InkText(name.x, base, note, "sans", round(NOTE_SIZE * growth), INK, halo=CREAM),)


def _sign(told: str, sign: Piece, place: tuple[float, float], name: InkText) -> Sprite:
    """A sign somewhat larger than the capitals of a name."""
    half, inks = sign
    scale = 0.56 * name.size / max(half[0], half[1])
    return Sprite(*place, scale, half, inks, told)


def _room(sprite: Sprite) -> Room:
    wide, high = sprite.half[0] * sprite.scale, sprite.half[1] * sprite.scale
    return sprite.x - wide, sprite.y - high, sprite.x + wide, sprite.y + high


def _title(label: str, spot: Spot, style: Style) -> str:
    """What is said of a province to who points at it: whose it is."""
    if spot.closed:
        return f"{label}: {style.called.get('closed') or reason('out-of-the-game')}"
    if len(spot.contested) > 1:
        return f"{label}: {reason('contested', seats=spot.contested)}"
    holder = one_line((*spot.contested, spot.owner)[0])
    return f"{label}: {holder}" if holder else label


def _pieces(style: Style, spot: Spot, fought: bool, badges: tuple[Badge, ...]) -> list[Told]:
    """The pieces in a province, those that there is no room for as one that counts them."""
    own, called, colours = style.glyphs, style.called, style.colours
    pieces = [(str(reason("battle-here")), piece("battle", -1, "", 0, own))] if fought else []
    pieces += [
        (
            _label(each, describe_counter(each, called)),
            counter_piece(each, colours.get(each.seat, -1), own),
        )
        for each in spot.counters
    ]
    pieces += [
        (
            _label(mark, describe_mark(mark, called)),
            mark_piece(mark, colours.get(mark.seat, -1), own),
        )
        for mark in spot.marks
        if mark.count > 0
    ]
    pieces += [
        (_badge(each, called), badge_piece(each, colours.get(each.seat, -1), own))
        for each in badges
    ]
    if len(pieces) > MOST_PIECES:
        hidden = pieces[MOST_PIECES - 1 :]
        more = piece("more", -1, f"+{min(len(hidden), 99)}", 0, own)
        pieces = [*pieces[: MOST_PIECES - 1], ("; ".join(told for told, _ in hidden), more)]
    return pieces


def _signs(style: Style, spot: Spot) -> list[Told]:
    """What kind of land a province is, as signs."""
    return [
        (one_line(style.called.get(sign, sign)), piece(sign, -1, "", 0, style.glyphs))
        for sign in spot.signs
    ]


def _label(what: Counter | Mark, words: str) -> str:
    return one_line(f"{what.seat}: {words}" if what.seat else words)


def _badge(badge: Badge, called: Mapping[str, str]) -> str:
    what = " ".join(filter(None, (called.get(badge.shape, badge.shape), badge.text)))
    marks = {"seat": badge.seat, "default": badge.default, "doubtful": badge.doubtful}
    return str(reason("badge", what=what, **marks))


def sum_badges(badges: tuple[Badge, ...]) -> Iterator[Badge]:
    """Equal badges as one: two of ``+1`` are one of ``+2``."""
    found: dict[Badge, list[str]] = {}
    for badge in badges:
        found.setdefault(replace(badge, text=""), []).append(badge.text)
    for badge, texts in found.items():
        numbers = [text[1:] for text in texts if text[:1] == "+" and text[1:].isdecimal()]
        if len(numbers) == len(texts):
            yield replace(badge, text=f"+{min(sum(map(int, numbers)), 99)}")
        else:
            yield from (replace(badge, text=text) for text in dict.fromkeys(texts))


def _name(
    label: str, size: int, place: tuple[float, float], room: float, colour: str, signs: int
) -> InkText:
    """A province's name, made smaller and at last cut to fit its room beside its signs."""
    while size > LEAST_NAME and name_width(label, size) + SIGN * size * signs > room:
        size -= 1
    while len(label) > 2 and name_width(label, size) + SIGN * size * signs > room:
        label = label.rstrip("…")[:-1] + "…"
    base, x = round(place[1] + size * 0.34), place[0] + SIGN * size * signs / 2
    return InkText(x, base, label, "serif", size, colour, small=True, halo=CREAM)
