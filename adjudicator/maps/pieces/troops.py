"""Kinds of troops: a disc in the seat's colour with a figure, and the weapon above it."""

from adjudicator.maps.drawing.ink import Disc, Fill, Inks, Stroke
from adjudicator.maps.drawing.palette import CREAM, INK, mix
from adjudicator.maps.pieces.piece import Piece, number

_WOOD, _STEEL, _HALF = "#7c5a35", "#59606b", (13.0, 16.5)


def _troop(body: str, text: str, weapon: Inks) -> Piece:
    """A disc at the foot of a weapon."""
    return _HALF, (
        *weapon,
        Disc(0.5, 5.4, 11.2, 11.0, mix(body, INK, 0.6)),
        Disc(0, 4.6, 10.8, 10.8, body, CREAM, 1.5),
        *number(text, 0, 9.4, 13),
    )


def spearman(body: str, text: str, _level: int) -> Piece:
    """An upright spear."""
    head = ((0.0, -16.5), (3.2, -11.0), (0.0, -8.6), (-3.2, -11.0))
    shaft = Stroke(((0, -12), (0, 0)), _WOOD, 2.6)
    return _troop(body, text, (shaft, Fill(head, _STEEL, INK, 0.8)))


def swordsman(body: str, text: str, _level: int) -> Piece:
    """Two swords crossed."""
    inks: Inks = ()
    for side in (-1, 1):
        blade = tuple((side * x, y) for x, y in ((-4.0, -2.0), (4.0, -8.0), (10.0, -15.5)))
        inks += (Stroke(blade, CREAM, 4.4), Stroke(blade, _STEEL, 2.6))
    return _troop(body, text, inks)


def archer(body: str, text: str, _level: int) -> Piece:
    """A drawn bow with an arrow."""
    bow = ((-11.0, -5.5), (-7.5, -10.0), (0.0, -12.4), (7.5, -10.0), (11.0, -5.5))
    arrow, head = ((0, -15), (0, -2)), ((0.0, -16.5), (2.6, -12.6), (-2.6, -12.6))
    return _troop(
        body,
        text,
        (
            Stroke(bow, _WOOD, 2.6),
            Stroke(((-11, -5.5), (11, -5.5)), INK, 1.0),
            Stroke(arrow, INK, 1.8),
            Fill(head, _STEEL, INK, 0.7),
        ),
    )


def bannerman(body: str, text: str, _level: int) -> Piece:
    """A flag on a pole."""
    flag = ((-4.0, -15.6), (9.0, -15.6), (6.0, -11.6), (9.0, -7.6), (-4.0, -7.6))
    pole = Stroke(((-5, -16), (-5, 0)), INK, 2.2)
    return _troop(body, text, (pole, Fill(flag, mix(body, CREAM, 0.45), INK, 0.9)))


def arquebusier(body: str, text: str, _level: int) -> Piece:
    """A gun, and its smoke."""
    stock = ((-12.0, -4.6), (-6.0, -9.4), (-4.0, -7.2), (-9.0, -2.4))
    smoke = tuple(
        Disc(x, y, r, r, "#d9d5cc", "#8a857b", 0.7)
        for x, y, r in ((10.4, -14.0, 2.3), (7.8, -13.0, 1.8))
    )
    barrel = Stroke(((-6, -8.2), (7, -13)), _STEEL, 3.0)
    return _troop(body, text, (*smoke, barrel, Fill(stock, _WOOD, INK, 0.8)))
