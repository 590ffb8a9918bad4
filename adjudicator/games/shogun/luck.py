"""Luck in Shogun: the cubes that came out of the tower for those who fought."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.chance.tower import Tower, expect
from adjudicator.games.contract import Event
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.games.shogun.table.events import Fought


def luck() -> LuckRules:
    """Return how luck is reckoned: by the model of the tower, and what it held before a throw."""
    return LuckRules("own cubes that came out of the tower in battle", _throws)


def _throws(position: Any, events: Sequence[Event]) -> Iterator[Throw]:
    options = (position.options[f"tower {what}"] for what in ("hold", "shake", "edge"))
    tower = Tower(*map(int, options))
    for battle in events:
        if isinstance(battle, Fought):
            thrown, fallen, after = battle.thrown, battle.fallen, battle.inside
            inside = {
                colour: after.get(colour, 0) + fallen.get(colour, 0) - thrown.get(colour, 0)
                for colour in {*after, *fallen, *thrown}
            }
            resting, falling = expect(sum(inside.values()), sum(thrown.values()), tower)
            for seat in (battle.attacker, battle.defender):
                if seat in position.seats:
                    yield Throw(seat, thrown.get(seat, 0), falling, fallen.get(seat, 0))
                    yield Throw(seat, inside.get(seat, 0), resting, 0)
