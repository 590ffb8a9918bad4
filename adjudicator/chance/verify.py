"""Whether draws are those that a key gives, and the key is the one that was committed to."""

from collections.abc import Mapping, Sequence

from adjudicator.chance.keys import beacon_key, commitment, phase_key
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
        came = _redraw(stream, draw)
        if came != draw.came:
            given, said = _text(came), _text(draw.came)
            lines.append(f"draw {number}, {draw.label}: the key gives {given}, not {said}")
    return lines


def key_faults(
    secret: bytes,
    phase: str,
    orders: str,
    key: bytes,
    promised: str,
    *,
    words: Mapping[str, str] | None = None,
    beacon: str = "",
) -> list[str]:
    """Say what is wrong with a phase's key, given the published secret; nothing if it is right.

    ``orders`` is the fingerprint of the phase's orders, ``promised`` the commitment; ``words`` and
    ``beacon`` are what went into the key besides.
    """
    faults = []
    if commitment(secret) != promised:
        faults.append("the secret is not the one that was committed to")
    if beacon_key(phase_key(secret, phase, orders, words), beacon) != key:
        besides = [*(["the words"] if words else []), *(["the public number"] if beacon else [])]
        parts = ["the secret", "the orders", *besides]
        of = f"{', '.join(parts[:-1])} and {parts[-1]}"
        faults.append(f"the key does not follow from {of}")
    return faults


def _redraw(stream: Stream, draw: Draw) -> tuple[int, ...]:
    """Repeat a draw. A shuffle's indices begin at 0, which no die shows."""
    if len(draw.came) == draw.of and sorted(draw.came) == list(range(draw.of)):
        return tuple(stream.shuffle(range(draw.of), draw.label))
    return tuple(stream.dice(len(draw.came), draw.of, draw.label))


def _text(came: tuple[int, ...]) -> str:
    return " ".join(map(str, came)) or "nothing"
