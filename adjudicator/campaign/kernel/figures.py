"""What is said of how well a person keeps his phases."""

from typing import Any

import msgspec


class Reliability(msgspec.Struct, frozen=True):
    """The figures of a person."""

    asked: int = 0
    """Phases for which his orders were awaited, as far as they count."""
    missed: int = 0
    """Phases for which his orders were awaited and none came."""
    games: int = 0
    others: int = 0
    """Persons with whom he has played."""
    ended: int = 0
    """Games that he played to their end."""
    left: int = 0
    """Seats of games under way that he gave up, that were taken from him, or that a regent plays
    because he is missing."""
    taken_over: int = 0
    """Seats of games under way that he took over."""

    @property
    def share(self) -> int:
        """Of a hundred phases those for which orders came."""
        return 100 * (self.asked - self.missed) // self.asked if self.asked else 100

    @property
    def facts(self) -> dict[str, Any]:
        """The figures as letters name them."""
        return {**msgspec.structs.asdict(self), "kept": self.share}
