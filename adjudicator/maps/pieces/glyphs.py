"""The pieces, found by name: counters, buildings, crossed swords, as ink around their middle."""

import math
from collections.abc import Callable, Mapping

from adjudicator.games.picture import Badge, Counter, Glyph, Mark
from adjudicator.maps.drawing.ink import Disc, Fill, Inks, Stroke, Words, rectangle
from adjudicator.maps.drawing.palette import ATTACK, CREAM, GOLD, INK, NEUTRAL, mix, strong
from adjudicator.maps.drawing.text import one_line
from adjudicator.maps.outlines.outline import Path
from adjudicator.maps.pieces.piece import Piece, number
from adjudicator.maps.pieces.terrain import coast, mandate, mountain
from adjudicator.maps.pieces.troops import archer, arquebusier, bannerman, spearman, swordsman

Glyphs = Mapping[str, Glyph]
MAX_PIPS = 6
OWN_SIZE = 26.0  # pixels of the square that a picture's own glyph is drawn in


def piece(shape: str, colour: int, text: str, level: int, own: Glyphs) -> Piece:
    """A glyph in a seat's colour (below 0: neutral): the picture's own, a shipped one, a plain one.

    A shape that nobody has drawn gets a token with its initial.
    """
    body, text = strong(colour), one_line(text)[:3]
    if shape in own:
        return _own(own[shape], body, text)
    if shape in GLYPHS:
        return GLYPHS[shape](body, text, level)
    return _token(shape, body, text)


def counter_shape(counter: Counter, own: Glyphs) -> str:
    """The name of a counter's glyph: ``army, lying down`` where one is drawn for that."""
    down = counter.shape + LYING
    return down if counter.down and (down in own or down in GLYPHS) else counter.shape


def counter_piece(counter: Counter, colour: int, own: Glyphs) -> Piece:
    """A counter in its seat's colour (below 0: neutral), its name in a ring at its upper right."""
    whole = piece(counter_shape(counter, own), colour, counter.text, counter.level, own)
    name = one_line(counter.name)[:2]
    return _with_ring(whole, name, -1, 7.8) if name else whole


def mark_piece(mark: Mark, colour: int, own: Glyphs) -> Piece:
    """A building or marker: a pennant in its seat's colour, and its number if there are more."""
    whole = piece(mark.shape, -1, "", 0, own)
    if mark.seat:
        whole = _with_pennant(whole, strong(colour))
    return _with_ring(whole, str(min(mark.count, 99)), 1) if mark.count > 1 else whole


def badge_piece(badge: Badge, colour: int, own: Glyphs) -> Piece:
    """What is ordered, on a tag of paper: its edge is dashed if it may fail, thin by default."""
    (wide, high), inks = piece(badge.shape, colour, badge.text, 0, own)
    wide, high, width = wide + 3.5, high + 3.5, 1.0 if badge.default else 2.2
    edge = (*rectangle(-wide, -high, 2 * wide, 2 * high), (-wide, -high))
    dash = (4.0, 3.0) if badge.doubtful else None
    paper = Fill(edge[:-1], CREAM), Stroke(edge, ATTACK, width, dash)
    return (wide + 1.5, high + 1.5), (*paper, *inks)


def _with_ring(whole: Piece, text: str, side: int, radius: float = 6.5) -> Piece:
    """A piece with a few letters in a ring at its right: above (``side`` -1) or below (1)."""
    half, inks = whole
    x, y = half[0] - 3, side * (half[1] - 4)
    inks += (Disc(x, y, radius, radius, CREAM, INK, 1.0),)
    inks += (Words(x, y + 0.55 * radius, text, "sans-bold", round(1.6 * radius), INK),)
    return (half[0] + radius - 3, half[1] + radius - 4), inks


def _with_pennant(whole: Piece, body: str) -> Piece:
    """A piece with a small flag at its upper left."""
    (wide, high), inks = whole
    x, y = -wide - 1, -high + 1
    flag = ((x, y), (x + 9.5, y + 3.6), (x, y + 7.2))
    pole = Stroke(((x, y - 0.5), (x, y + 16)), INK, 1.4)
    return (wide + 2, high), (*inks, pole, Fill(flag, body, CREAM, 0.8))


def _own(glyph: Glyph, body: str, text: str) -> Piece:
    """A picture's own glyph: the first outline is its body, the others lie on it in a light one."""
    half, light = OWN_SIZE / 2, mix(body, CREAM, 0.55)
    first, *others = (
        tuple((x * OWN_SIZE - half, y * OWN_SIZE - half) for x, y in path) for path in glyph
    )
    return (half + 1, half + 1), (
        Fill(first, body, CREAM, 1.4),
        *(Fill(path, light) for path in others),
        *number(text, 0, 5, 14),
    )


def _token(shape: str, body: str, text: str) -> Piece:
    """A six-sided token with the initial of a shape that has no glyph, and its text below."""
    initial = one_line(shape)[:1].upper() or "?"
    sides = ((-12.0, 0.0), (-6.5, -12.0), (6.5, -12.0), (12.0, 0.0), (6.5, 12.0), (-6.5, 12.0))
    return (13.0, 13.0), (
        Fill(sides, body, CREAM, 1.4),
        Words(0, -1.5 if text else 5, initial, "serif-bold", 11 if text else 15, CREAM),
        *number(text, 0, 9, 11),
    )


def _force(body: str, text: str, _level: int) -> Piece:
    return (13.0, 13.0), (
        Disc(0.6, 1.0, 12.4, 12.4, mix(body, INK, 0.6)),
        Disc(0, 0, 12, 12, body, CREAM, 1.6),
        Disc(0, 0, 9.3, 9.3, "", mix(body, CREAM, 0.45), 0.8),
        *number(text, 0, 5, 14),
    )


def _pips(level: int, y: float) -> Inks:
    count = min(max(level, 0), MAX_PIPS)
    start = -(count - 1) * 2.6
    return tuple(Disc(start + 5.2 * k, y, 2.1, 2.1, GOLD, INK, 0.7) for k in range(count))


def _army(body: str, text: str, level: int) -> Piece:
    flag = ((-8.5, -14), (9.5, -14), (9.5, 8.5), (-8.5, 8.5))
    return (12.0, 17.5), (
        Stroke(((-10, -16.5), (-10, 16.5)), INK, 2.0),
        Stroke(((-10, -15), (10, -15)), INK, 1.8),
        Fill(flag, body, CREAM, 1.4),
        Fill(((-8.5, -14), (9.5, -14), (9.5, -10.2), (-8.5, -10.2)), mix(body, CREAM, 0.55)),
        *number(text, 0.6, 4.2, 15),
        *_pips(level, 13.0),
    )


def _army_down(body: str, text: str, level: int) -> Piece:
    body = mix(body, CREAM, 0.35)
    flag = ((-13, -6), (9.5, -6), (9.5, 9), (-13, 9))
    return (16.5, 12.5), (
        Stroke(((-15.5, 10.6), (15.5, 10.6)), INK, 2.0),
        Stroke(((-14.4, -7), (-14.4, 10.6)), INK, 1.6),
        Fill(flag, body, CREAM, 1.4),
        Stroke(((-13, -6), (9.5, 9)), mix(body, INK, 0.3), 1.0),
        *number(text, -1.8, 6.4, 13),
        *_pips(level, -9.6),
    )


def _leader(body: str, text: str, _level: int) -> Piece:
    below = _arc(-9.5, 10.5, 7.5, range(-25, 206, 15))
    crescent = below + _arc(-11.1, 8.4, 5.4, range(205, -26, -15))
    return (12.0, 17.0), (
        Fill(((-9, 15), (-6.2, -1), (6.2, -1), (9, 15)), body, CREAM, 1.2),
        Disc(0, -5, 5.6, 5.6, body, CREAM, 1.2),
        Fill(crescent, GOLD, INK, 0.7),
        Fill(((-7, -4.6), (7, -4.6), (5.2, -8.2), (-5.2, -8.2)), mix(body, INK, 0.35)),
        *number(text, 0, 11.4, 12),
    )


def _arc(y: float, wide: float, high: float, turn: range) -> Path:
    return tuple(
        (wide * math.cos(math.radians(t)), y + high * math.sin(math.radians(t))) for t in turn
    )


def _cube(body: str, text: str, _level: int) -> Piece:
    whole = ((-12, -6), (-7.5, -11), (12, -11), (12, 6), (7.5, 11), (-12, 11))
    return (13.0, 12.0), (
        Fill(whole, mix(body, INK, 0.35)),
        Fill(((-12, -6), (-7.5, -11), (12, -11), (7.5, -6)), mix(body, CREAM, 0.45)),
        Fill(((-12, -6), (7.5, -6), (7.5, 11), (-12, 11)), body),
        Fill(whole, "", CREAM, 1.2),
        *number(text, -2.2, 7.6, 14),
    )


def _castle(_body: str, _text: str, _level: int) -> Piece:
    stone, wall, roof = "#8d8a83", CREAM, "#3d4a57"
    return (13.5, 14.0), (
        Fill(((-13, 13), (-10, 6), (10, 6), (13, 13)), stone, INK, 0.9),
        Fill(rectangle(-8.5, 0.5, 17, 5.5), wall, INK, 0.9),
        Fill(((-13, 1.5), (-9, -3), (9, -3), (13, 1.5)), roof, INK, 0.9),
        Fill(rectangle(-5.5, -7, 11, 4), wall, INK, 0.9),
        Fill(((-9.5, -6.2), (-5.5, -10), (0, -13), (5.5, -10), (9.5, -6.2)), roof, INK, 0.9),
        Fill(rectangle(-2, 2, 4, 4), INK),
    )


def _fortress(_body: str, _text: str, _level: int) -> Piece:
    wood = "#a9804e"
    stakes = tuple(
        Fill(((x, 11), (x, -5), (x + 2.7, -9), (x + 5.4, -5), (x + 5.4, 11)), wood, INK, 0.9)
        for x in (-13.5, -8.1, -2.7, 2.7, 8.1)
    )
    return (14.0, 12.0), (
        *stakes,
        Stroke(((-13.5, -1), (13.5, -1)), INK, 1.6),
        Stroke(((-13.5, 6), (13.5, 6)), INK, 1.6),
    )


def _rampart(body: str, text: str, level: int) -> Piece:
    """A castle behind stakes."""
    (wide, high), inks = _castle(body, text, level)
    stakes = tuple(
        Fill(((x, 13.5), (x, 7), (x + 2, 4), (x + 4, 7), (x + 4, 13.5)), "#a9804e", INK, 0.8)
        for x in (-14.5, -10.2, -5.9, -1.6, 2.7, 7.0, 11.3)
    )
    return (wide + 2.5, high + 0.5), (*inks, *stakes)


def _temple(_body: str, _text: str, _level: int) -> Piece:
    wood, roof = "#b5462f", "#4a3a2c"
    tiers: list[Fill] = []
    for y, half in ((-4.5, 7.5), (2.0, 9.5), (8.5, 11.5)):
        eaves = ((-half, y + 0.6), (-half * 0.5, y - 3), (half * 0.5, y - 3), (half, y + 0.6))
        tiers.append(Fill(rectangle(-half * 0.55, y, half * 1.1, 4.6), wood, INK, 0.7))
        tiers.append(Fill(eaves, roof))
    return (12.0, 14.0), (Stroke(((0, -13.5), (0, -6)), roof, 1.6), *tiers)


def _theatre(_body: str, _text: str, _level: int) -> Piece:
    return (10.5, 13.0), (
        Disc(0, 0, 9.6, 12.2, CREAM, INK, 1.2),
        Fill(((-9, -5.5), (-6, -10.2), (0, -12), (6, -10.2), (9, -5.5), (0, -8)), INK),
        Stroke(((-6.3, -2.2), (-2.2, -1.6)), INK, 1.5),
        Stroke(((6.3, -2.2), (2.2, -1.6)), INK, 1.5),
        Stroke(((0, -0.5), (-1.2, 3.2), (1.2, 3.4)), mix(INK, CREAM, 0.4), 1.0),
        Fill(((-3.2, 6), (0, 5), (3.2, 6), (0, 8.4)), ATTACK),
    )


def _revolt(_body: str, _text: str, _level: int) -> Piece:
    flame = (
        (0, -13), (3.5, -7), (8, -6), (6.6, -2), (10, 4), (7.4, 10), (0, 12.5), (-7.4, 10),
        (-10, 4), (-7.5, -1.5), (-4.6, -2.4), (-4.4, -7.5),
    )  # fmt: skip
    inner = ((0.4, -3), (4.6, 4), (3.2, 9), (0, 10.4), (-3.6, 8.8), (-4.6, 4), (-1.4, 2))
    return (11.0, 13.5), (Fill(flame, "#c8381f", INK, 1.0), Fill(inner, "#f2b134"))


def _statue(_body: str, _text: str, _level: int) -> Piece:
    bronze = "#7f9180"
    return (12.0, 13.5), (
        Fill(rectangle(-11, 9, 22, 4), "#8d8a83", INK, 0.9),
        Fill(((-10.5, 9), (-7, 0), (-3.5, -3), (3.5, -3), (7, 0), (10.5, 9)), bronze, INK, 0.9),
        Disc(0, -6.4, 4.6, 5, bronze, INK, 0.9),
        Disc(0, -11.2, 2, 1.8, bronze, INK, 0.8),
        Stroke(((-4.5, 5.4), (0, 3.4), (4.5, 5.4)), INK, 1.0),
    )


def _swords(_body: str, _text: str, _level: int) -> Piece:
    """Crossed swords: a battle was fought here."""
    inks: list[Disc | Stroke] = [Disc(0, 0, 13, 13, CREAM, ATTACK, 1.6)]
    for side in (-1, 1):
        blade = tuple(
            (side * x, y) for x, y in ((-6.5, 6.8), (-1.5, 1.2), (3.5, -4.0), (7.6, -7.2))
        )
        inks.append(Stroke(blade, ATTACK, 2.2))
        inks.append(Stroke(((side * -6.8, 2.6), (side * -2.6, 6.6)), INK, 1.7))
        inks.append(Stroke(((side * -5.0, 5.2), (side * -7.8, 8.0)), INK, 2.4))
    return (14.0, 14.0), tuple(inks)


def _ronin(body: str, text: str, _level: int) -> Piece:
    """A straw hat over a dark cloak."""
    return (13.0, 13.0), (
        Fill(((-9, 12), (-5, -2), (5, -2), (9, 12)), mix(body, INK, 0.25), CREAM, 1.2),
        Fill(((-13, -1), (0, -12.5), (13, -1), (0, 1.5)), "#d9b968", INK, 0.9),
        *number(text, 0, 10.5, 12),
    )


def _ninja(_body: str, _text: str, _level: int) -> Piece:
    """A throwing star."""
    points = tuple(
        (far * math.cos(math.radians(45 * k)), far * math.sin(math.radians(45 * k)))
        for k, far in enumerate((13.0, 5.0) * 4)
    )
    return (13.0, 13.0), (Fill(points, INK, CREAM, 1.0), Disc(0, 0, 2.4, 2.4, CREAM))


def _sabotage(_body: str, _text: str, _level: int) -> Piece:
    """A throwing star in flames."""
    (wide, _), inks = _ninja("", "", 0)
    return (wide + 1.5, wide + 1.5), (Disc(0, 0, 13.5, 13.5, "#f2b134", ATTACK, 2.0), *inks)


def _diversion(_body: str, _text: str, _level: int) -> Piece:
    """A throwing star behind a barred gate."""
    (wide, _), inks = _ninja("", "", 0)
    bars = tuple(
        Stroke(ends, "#2f6f8f", 2.4)
        for ends in (((-13, -8), (13, -8)), ((-13, 8), (13, 8)), ((-9, -13), (-9, 13)),
                     ((9, -13), (9, 13)))
    )  # fmt: skip
    return (wide + 1.5, wide + 1.5), (Fill(rectangle(-14, -14, 28, 28), CREAM), *inks, *bars)


def _tax(_body: str, _text: str, _level: int) -> Piece:
    """A coin with a square hole."""
    return (12.0, 12.0), (
        Disc(0, 0, 11.0, 11.0, GOLD, INK, 1.2),
        Disc(0, 0, 8.2, 8.2, "", mix(GOLD, INK, 0.45), 0.9),
        Fill(rectangle(-3.4, -3.4, 6.8, 6.8), CREAM, INK, 1.0),
    )


def _rice(_body: str, _text: str, _level: int) -> Piece:
    """A bale of rice."""
    straw = "#d8bf7d"
    ropes = tuple(Stroke(((x, -6.6), (x, 6.6)), mix(straw, INK, 0.6), 1.4) for x in (-5, 0, 5))
    return (13.0, 9.0), (
        Fill(rectangle(-10, -7.5, 20, 15), straw, INK, 1.0),
        Disc(-10, 0, 2.6, 7.5, mix(straw, INK, 0.2), INK, 1.0),
        Disc(10, 0, 2.6, 7.5, mix(straw, CREAM, 0.35), INK, 1.0),
        *ropes,
    )


def _more(_body: str, text: str, _level: int) -> Piece:
    """Stands for pieces that have no room."""
    return (12.0, 10.0), (
        Fill(rectangle(-12, -9, 24, 18), CREAM, INK, 1.0),
        Words(0, 4.5, text, "sans-bold", 12, INK),
    )


def _stripes(_body: str, _text: str, _level: int) -> Piece:
    """A piece of striped ground, as seats have it that stand in one province."""
    return (16.0, 10.0), tuple(
        Fill(((x, 9.0), (x + 5, -9.0), (x + 11.5, -9.0), (x + 6.5, 9.0)), colour, INK, 0.8)
        for x, colour in ((-15.0, CREAM), (-8.5, NEUTRAL), (-2.0, CREAM), (4.5, NEUTRAL))
    )


LYING = ", lying down"
GLYPHS: dict[str, Callable[[str, str, int], Piece]] = {
    "force": _force,
    "army": _army,
    "leader": _leader,
    "cube": _cube,
    "army" + LYING: _army_down,
    "spearman": spearman,
    "swordsman": swordsman,
    "archer": archer,
    "bannerman": bannerman,
    "arquebusier": arquebusier,
    "castle": _castle,
    "fortified castle": _rampart,
    "fortress": _fortress,
    "temple": _temple,
    "theatre": _theatre,
    "revolt": _revolt,
    "statue": _statue,
    "ronin": _ronin,
    "ninja": _ninja,
    "sabotage": _sabotage,
    "diversion": _diversion,
    "tax": _tax,
    "rice": _rice,
    "battle": _swords,
    "contested": _stripes,
    "mandate": mandate,
    "mountain": mountain,
    "coast": coast,
    "more": _more,
}
"""Each glyph by its name, drawn with a colour, at most three letters, and a level."""
