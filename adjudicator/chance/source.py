"""What the rules may ask of chance."""

from collections.abc import Sequence
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
