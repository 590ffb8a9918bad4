"""What every drawing of a piece is made with."""

from adjudicator.maps.drawing.ink import Inks, Words
from adjudicator.maps.drawing.palette import CREAM

Piece = tuple[tuple[float, float], Inks]  # half width and half height, ink


GROWN = 3
"""So much larger is a figure that stands alone: small pieces of crowded provinces need it."""
_CAP = 0.36  # of a figure's size stands above its middle


def number(text: str, x: float, y: float, size: int) -> Inks:
    """A figure on a piece, larger if it is one digit and smaller if it has three letters.

    ``y`` is the foot of one of the usual ``size``; nothing is drawn for no text.
    """
    if not text:
        return ()
    more = {1: GROWN, 2: 0}.get(len(text), -3)
    foot = y + _CAP * max(more, 0)
    return (Words(x, foot, text, "sans-bold", size + more, CREAM),)
