"""Luck in Samurai Swords: the hits of battles, die by die."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from adjudicator.games.contract import Event
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.games.samurai_swords.edition import SIDES
from adjudicator.games.samurai_swords.table.events import Fought, Roll


def luck() -> LuckRules:
    """Return how luck is reckoned."""
    return LuckRules("hits in battle", _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    for battle in events:
        if isinstance(battle, Fought):
            sides = {"attacker": battle.attackers.seat, "defender": battle.defenders.seat}
            for step in chain.from_iterable(each.steps for each in battle.passes):
                if isinstance(step, Roll) and sides[step.side]:
                    chance = step.needs / SIDES
                    yield Throw(sides[step.side], len(step.dice), chance, step.hits)
