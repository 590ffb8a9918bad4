"""Whether draws are those that a published key gives."""

from collections.abc import Sequence

from adjudicator.chance.source import Draw
from adjudicator.chance.stream import Stream

LARGEST = 2**32
"""Nothing in any game is drawn out of more; a die of many bytes would fill the memory."""


def disagreements(key: bytes, draws: Sequence[Draw]) -> list[str]:
    """Draw everything again from the key; return a line for each draw that came otherwise.

    ``draws`` are all draws of a phase, in the order made. An empty list means that they agree.
    """
    stream = Stream(key)
    lines = []
    for number, draw in enumerate(draws, 1):
        if draw.came and not 1 <= draw.of <= LARGEST:
            of = str(draw.of)[:40]
            lines.append(f"draw {number}, {draw.label}: nothing can be drawn out of {of}")
            continue
        came = _again(stream, draw)
        if came != draw.came:
            given, said = _shown(came), _shown(draw.came)
            lines.append(f"draw {number}, {draw.label}: the key gives {given}, not {said}")
    return lines


def _again(stream: Stream, draw: Draw) -> tuple[int, ...]:
    """Repeat a draw. A shuffle's indices begin at 0, which no die shows."""
    if len(draw.came) == draw.of and sorted(draw.came) == list(range(draw.of)):
        return tuple(stream.shuffle(range(draw.of), draw.label))
    return tuple(stream.dice(len(draw.came), draw.of, draw.label))


def _shown(came: tuple[int, ...]) -> str:
    return " ".join(map(str, came)) or "nothing"
