"""What nobody knows beforehand, and the ways in which it may come out for a seat's orders.

A rehearsal carries orders out under one fate. What is done under every fate needs no warning;
what is done under some depends on that in which they differ.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct


class Ending(Struct, frozen=True):
    """How a battle ends."""

    word: Literal["won", "off", "lost"]
    losses: int
    """How many attackers are lost; the last one only if the battle is lost."""


MOST = 999
"""More than any troop has."""
VICTORY = Ending("won", 0)


class Clash(NamedTuple):
    """A battle of a rehearsal."""

    source: str
    target: str
    army: str
    """The attacking army's number, or ``""`` for the force of the source."""


class Strike(Struct, frozen=True):
    """What the ninja may do to a seat: strike one of its daimyos as a phase of its turn begins."""

    seat: str
    army: str
    letter: str


class Fate(Struct, frozen=True):
    """One way in which it may come out."""

    on: str = ""
    """That in which it is worse than the best, in words: ``the battle for Mino``."""
    code: str = ""
    """The code of a warning that says so."""
    likely: float = 1
    """How likely it is taken to be; 1 if nobody can say."""
    battles: Mapping[Clash, Ending] = {}
    clashes: Mapping[Clash, Any] = {}
    """What may come of the battles."""
    others: Ending = VICTORY
    """How other battles end, if that is no long shot."""
    strike: Strike | None = None
    conditions: bool | None = None
    """Whether the conditions hold that depend on what nobody knows; None: as things stand."""
    before: Callable[[Any, str], None] | None = None
    """Change the position as others may, before the seat's turn."""


BEST = Fate()
"""All battles are won without losses, and nobody else does anything."""
