"""What nobody knows beforehand, and the ways in which it may come out for a seat's orders.

A rehearsal carries orders out under one fate (see the engine's ``check``).
"""

from collections.abc import Callable, Container
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from adjudicator.games.engine import Outcome
from adjudicator.games.engine.check import Scenario
from adjudicator.orders import Line

End = Literal["won", "off", "lost"]


class Ending(Struct, frozen=True):
    """How a battle ends."""

    word: End
    losses: int
    """How many attackers are lost: all if the battle is, else not the last one."""


VICTORY = Ending("won", 0)


class Clash(NamedTuple):
    """An attack made definite: which troop, from where, at what."""

    source: str
    target: str
    army: str
    """The attacking army's number, or ``""`` for the force of the source."""


class Fate(Scenario, frozen=True):
    """One way in which it may come out."""

    causes: tuple[tuple[tuple[str, ...], str], ...] = ()
    """What comes out worse in it: the provinces and armies that have to do with it, and words."""
    names_in: Callable[[Line], Container[str]] | None = None
    """Return the provinces and armies that a line has to do with."""
    ending: Callable[[Any, str, Clash, Any, Any], Ending] = lambda *given: VICTORY
    """How a battle ends: given the play, the attacker's seat, the clash, and the two hosts."""
    struck: tuple[str, ...] = ()
    """The armies that the ninja strikes as a phase of their seat's turn begins."""
    letter: str = ""
    """That phase."""
    conditions: bool | None = None
    """Whether the conditions hold that depend on what nobody knows; None: as things stand."""
    before: Callable[[Any, str], None] | None = None
    """Change the position as others may, before the seat's turn."""
    resumed: Any = None
    """The best play, if all is as in it up to its first battle."""

    def cause(self, outcome: Outcome) -> str:
        """Say of what a line fails: of what its problem speaks of, or the line itself."""
        names = self.names_in(outcome.line) if self.names_in else ()
        message = outcome.problem.message if outcome.problem else ""
        mine = [each for each in self.causes if any(name in names for name in each[0])]
        spoken = (words for of, words in mine if any(name in message for name in of))
        return next(spoken, mine[0][1] if mine else self.on)


BEST = Fate()
"""All battles are won without losses, and nobody else does anything."""
