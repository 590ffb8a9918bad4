"""A province's box: its name above, its pieces below in one row or two, all in the middle."""

import math

from adjudicator.maps.glyphs import Piece
from adjudicator.maps.ink import Sprite
from adjudicator.maps.outline import Box

LABEL = 16.0  # pixels of a box that the name takes; the pieces have the rest
GAP = 3.0  # pixels between pieces
LARGEST = 1.2  # pieces grow to this where they have room
STEPS = 20  # scales are multiples of a twentieth
SPLIT = 1.2  # a second row is worth it when it makes pieces this much larger


def lay_out(box: Box, pieces: list[Piece]) -> tuple[float, list[Sprite]]:
    """The height of the middle of the name, and the pieces in their places."""
    x, y, width, height = box
    if not pieces:
        return y, []
    rows, scale = _plan(pieces, width, height - LABEL)
    heights = [max(half[1] for half, _ in row) * 2 * scale for row in rows]
    top = y - (LABEL + sum(heights)) / 2
    sprites: list[Sprite] = []
    below = top + LABEL
    for row, high in zip(rows, heights, strict=True):
        at = x - _width(row) * scale / 2
        for half, inks in row:
            sprites.append(Sprite(at + half[0] * scale, below + high / 2, scale, half, inks))
            at += (2 * half[0] + GAP) * scale
        below += high
    return top + LABEL / 2, sprites


def _plan(pieces: list[Piece], width: float, room: float) -> tuple[list[list[Piece]], float]:
    half = (len(pieces) + 1) // 2
    one, two = [pieces], [row for row in (pieces[:half], pieces[half:]) if row]
    large, larger = (min(LARGEST, _fit(rows, width, room)) for rows in (one, two))
    rows, scale = (two, larger) if larger > SPLIT * large else (one, large)
    # Few different scales: a piece that was drawn for one province serves others too.
    return rows, max(math.floor(scale * STEPS), 1) / STEPS


def _fit(rows: list[list[Piece]], width: float, room: float) -> float:
    high = sum(max(2 * half[1] for half, _ in row) for row in rows)
    return min(width / max(_width(row) for row in rows), room / high)


def _width(row: list[Piece]) -> float:
    return sum(2 * half[0] for half, _ in row) + GAP * (len(row) - 1)
