"""Who falls: hits are given out, and what is marked is removed together (§6.2.1, §6.2.2)."""

from collections.abc import Mapping

from adjudicator.games.gekokujo.battles.battle import Battle
from adjudicator.games.gekokujo.printed import DAIMYO
from adjudicator.games.gekokujo.table.events import Roll, Struck, Volley, VolleyName
from adjudicator.games.gekokujo.table.play import GekokujoPlay

Marks = dict[str, dict[str, int]]
"""Marked units by seat and kind."""


def remove_casualties(
    play: GekokujoPlay, battle: Battle, name: VolleyName, rolls: Mapping[str, tuple[Roll, ...]]
) -> None:
    """Give out the hits of a volley and remove all marked units at the same time."""
    struck: list[Struck] = []
    wasted: dict[str, int] = {}
    marks: Marks = {seat: {} for seat in battle.parties}
    for seat in _in_order_of_hits(battle):
        hits = sum(roll.hits for roll in rolls.get(seat, ()))
        left = _mark(play, battle, seat, hits, marks, struck)
        if left:
            wasted[seat] = left
    for seat, units in marks.items():
        for kind, number in units.items():
            battle.parties[seat].units[kind] -= number
    battle.volleys.append(Volley(name, dict(rolls), tuple(struck), wasted))


def _in_order_of_hits(battle: Battle) -> list[str]:
    """Return the seats as they give out hits: the attacked ones first, if there are several."""
    active, *others = battle.parties
    return [active, *others] if len(others) == 1 else [*others, active]


def _mark(
    play: GekokujoPlay,
    battle: Battle,
    seat: str,
    hits: int,
    marks: Marks,
    struck: list[Struck],
) -> int:
    """Mark enemy units for a seat's hits; return the hits that found nobody."""
    kinds = battle.kinds_first(seat) if hits else []
    for target in battle.targets(play, seat) if hits else ():
        taken: dict[str, int] = {}
        for kind in kinds:
            free = battle.parties[target].units.get(kind, 0) - marks[target].get(kind, 0)
            number = min(free, hits)
            if number > 0:
                taken[kind] = number
                marks[target][kind] = marks[target].get(kind, 0) + number
                hits -= number
        if taken:
            struck.append(Struck(seat, target, taken))
            if DAIMYO in taken:
                battle.fellers[target].append(seat)
    return hits
