"""What the rules may ask of chance."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")


class Draw(NamedTuple):
    """One draw as it happened: what it was for, out of how many, and what came.

    For dice ``of`` is the number of sides and ``came`` the faces; for a shuffle ``of`` is the
    number of things and ``came`` their new order as indices.
    """

    label: str
    of: int
    came: tuple[int, ...]


class Chance(Protocol):
    """A source of dice and shuffles. ``drawn`` lists every draw in the order made."""

    drawn: list[Draw]

    def dice(self, count: int, sides: int, label: str) -> list[int]:
        """Roll ``count`` dice of ``sides`` sides; faces from 1 to ``sides``."""
        ...

    def shuffle(self, things: Sequence[T], label: str) -> list[T]:
        """Return the things in a random order; every order is equally likely."""
        ...
