"""What every drawing of a piece is made with."""

from adjudicator.maps.ink import Inks, Words
from adjudicator.maps.palette import CREAM

Piece = tuple[tuple[float, float], Inks]  # half width and half height, ink


def number(text: str, x: float, y: float, size: int) -> Inks:
    """A figure on a piece, smaller if it has three letters; nothing for no text."""
    if not text:
        return ()
    return (Words(x, y, text, "sans-bold", size if len(text) < 3 else size - 3, CREAM),)
