"""Luck in Gekokujō: the hits of battles, die by die, those that were rolled again too."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.games.contract import Event
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.table.events import Fought
from adjudicator.games.luck import LuckRules, Throw


def luck() -> LuckRules:
    """Return how luck is reckoned."""
    return LuckRules("hits in battle", _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    for battle in events:
        for volley in battle.volleys if isinstance(battle, Fought) else ():
            for seat, rolls in volley.rolls.items():
                for roll in rolls:
                    chance = (printed.SIDES + 1 - roll.needed) / printed.SIDES
                    yield Throw(seat, len(roll.dice) + len(roll.again), chance, roll.hits)
