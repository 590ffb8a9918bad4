"""What the rules may ask of chance, and the stream of a phase, which answers them.

The stream is SHAKE-256 over the key of the phase; draws from it are unbiased.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")


class Draw(NamedTuple):
    """One draw as it happened."""

    label: str
    """What it was for."""
    of: int
    """Of dice the number of sides, of a shuffle the number of things."""
    came: tuple[int, ...]
    """Of dice the faces, of a shuffle the new order of the things as indices from 0."""


class Chance(Protocol):
    """A source of dice and shuffles."""

    drawn: list[Draw]
    """Every draw in the order made."""

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Roll ``count`` dice of ``sides`` sides; faces from 1 to ``sides``."""
        ...

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things in a random order; every order is equally likely."""
        ...


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
        """Return the things in a random order (Fisher-Yates, from the last place down)."""
        order = list(range(len(things)))
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        self.drawn.append(Draw(label, len(order), tuple(order)))
        return [things[index] for index in order]

    def _below(self, bound: int) -> int:
        size, limit = _size_and_limit(bound)
        while True:
            end = self._at + size
            if end > len(self._bytes):
                length = max(_FIRST_BYTES, 2 * len(self._bytes))
                self._bytes = hashlib.shake_256(self._key).digest(length)
            value = int.from_bytes(self._bytes[self._at : end], "big")
            self._at = end
            if value < limit:
                return value % bound


@cache
def _size_and_limit(bound: int) -> tuple[int, int]:
    """Return how many bytes a draw of one of so many values takes, and from where it is void."""
    if bound < 1:
        raise ValueError(f"cannot draw one of {bound} values")
    size = max(1, ((bound - 1).bit_length() + 7) // 8)
    return size, (1 << (8 * size)) // bound * bound
