"""Signs beside the name of a province: what kind of land it is."""

import math

from adjudicator.maps.drawing.ink import Disc, Fill, Stroke
from adjudicator.maps.drawing.palette import CREAM, GOLD, INK, SEA_LINE, mix
from adjudicator.maps.pieces.piece import Piece

_ROCK, _WATER = "#7a6a58", mix(SEA_LINE, INK, 0.15)


def mountain(_body: str, _text: str, _level: int) -> Piece:
    """Two peaks under snow."""
    left, right = ((-12.0, 9.0), (-4.5, -4.0), (3.0, 9.0)), ((-4.0, 9.0), (4.5, -9.0), (12.0, 9.0))
    snow = ((4.5, -9.0), (8.0, -1.6), (5.8, -3.2), (4.2, -0.8), (2.8, -3.2), (0.9, -1.6))
    halo = tuple(Stroke((*peak, *peak[:2]), CREAM, 3.4) for peak in (left, right))
    return (13.5, 10.5), (
        *halo,
        Fill(left, mix(_ROCK, CREAM, 0.25), INK, 0.9),
        Fill(right, _ROCK, INK, 0.9),
        Fill(snow, CREAM),
    )


def coast(_body: str, _text: str, _level: int) -> Piece:
    """Two waves."""
    wave = [(x, -2.6 * math.sin((x + 10.0) * 0.471)) for x in range(-10, 11)]
    waves = tuple(tuple((x, y + down) for x, y in wave) for down in (-3.6, 3.6))
    halo = tuple(Stroke(each, CREAM, 6.0) for each in waves)
    return (12.5, 9.5), (*halo, *(Stroke(each, _WATER, 2.8) for each in waves))


def mandate(_body: str, _text: str, _level: int) -> Piece:
    """A golden flower, the sign of the court."""
    petals = tuple(
        Disc(6.0 * math.cos(turn), 6.0 * math.sin(turn), 3.5, 3.5, GOLD, INK, 0.8)
        for turn in (math.radians(45 * k) for k in range(8))
    )
    halo = Disc(0, 0, 11.0, 11.0, CREAM)
    return (11.0, 11.0), (halo, *petals, Disc(0, 0, 4.4, 4.4, CREAM, INK, 0.9))
