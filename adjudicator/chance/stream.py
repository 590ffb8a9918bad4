"""The stream of a phase: SHAKE-256 over its key, and unbiased draws from it."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache

from adjudicator.chance.source import Draw, T

_FIRST_BYTES = 512


class Stream:
    """Dice and shuffles from a key. The same key and the same calls give the same draws.

    A draw of one of ``n`` values takes the fewest whole bytes that can hold ``n``, big-endian,
    and throws away values at or above the largest multiple of ``n`` (rejection sampling), so every
    value is equally likely.
    """

    def __init__(self, key: bytes):
        self._key = key
        self._bytes = b""
        self._at = 0
        self.drawn: list[Draw] = []

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Roll ``count`` dice of ``sides`` sides; faces from 1 to ``sides``."""
        faces = [self._below(sides) + 1 for _ in range(count)]
        self.drawn.append(Draw(label, sides, tuple(faces)))
        return faces

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things in a random order."""
        order = _random_order(len(things), self._below)
        self.drawn.append(Draw(label, len(order), tuple(order)))
        return [things[index] for index in order]

    def _below(self, bound: int) -> int:
        if bound < 1:
            raise ValueError(f"cannot draw one of {bound} values")
        size = max(1, ((bound - 1).bit_length() + 7) // 8)
        limit = (1 << (8 * size)) // bound * bound
        while True:
            end = self._at + size
            if end > len(self._bytes):
                length = max(_FIRST_BYTES, 2 * len(self._bytes))
                self._bytes = hashlib.shake_256(self._key).digest(length)
            value = int.from_bytes(self._bytes[self._at : end], "big")
            self._at = end
            if value < limit:
                return value % bound


_BLOCK = 1 << 16
_LARGEST = 255
"""Dice of more sides do not fit into a byte."""


class Many:
    """Dice for many trials: from a key too, but quick, and remembering nothing.

    No game is played with them: what they give cannot be checked draw by draw.
    """

    def __init__(self, key: bytes):
        self._key = key
        self._blocks = 0
        self._faces: dict[int, tuple[bytes, int]] = {}
        """By the sides of a die: faces that are rolled already, and how many of them are used."""
        self.drawn: list[Draw] = []

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Roll ``count`` dice of ``sides`` sides; faces from 1 to ``sides``."""
        if sides > _LARGEST:
            return [self._roll_large(sides) for _ in range(count)]
        return list(self._take(count, sides))

    def _take(self, count: int, sides: int) -> bytes:
        """Take so many dice of those that are rolled."""
        faces, used = self._faces.get(sides, (b"", 0))
        while len(faces) < used + count:
            faces, used = faces[used:] + self._roll(sides), 0
        self._faces[sides] = faces, used + count
        return faces[used : used + count]

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things in a random order."""
        order = _random_order(len(things), lambda bound: self.dice(1, bound, label)[0] - 1)
        return [things[index] for index in order]

    def _roll_large(self, sides: int) -> int:
        """Roll a die of many sides: digits of 256, and anew if they come too high."""
        digits = (sides.bit_length() + 7) // 8
        limit = 256**digits // sides * sides
        while True:
            value = int.from_bytes(self._take(digits, 256), "big")
            if value < limit:
                return value % sides + 1

    def _roll(self, sides: int) -> bytes:
        """Roll many dice at once: bytes that are too high are thrown away, so that all is fair."""
        self._blocks += 1
        block = hashlib.shake_256(self._key + self._blocks.to_bytes(8, "big")).digest(_BLOCK)
        return block.translate(*_faces_of(sides))


@cache
def _faces_of(sides: int) -> tuple[bytes, bytes]:
    """Return the face for every byte (0 for the 256th), and the bytes that stand for none."""
    limit = 256 // sides * sides
    return bytes((byte % sides + 1) % 256 for byte in range(256)), bytes(range(limit, 256))


def _random_order(number: int, below: Callable[[int], int]) -> list[int]:
    """Return the numbers from 0 in a random order (Fisher-Yates, from the last place down)."""
    order = list(range(number))
    for last in range(number - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
