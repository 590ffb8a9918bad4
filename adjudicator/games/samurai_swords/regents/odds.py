"""Exact odds of battles, fast enough for hundreds of them a turn.

A side is a word, a letter for each unit in the order in which they fall: what is left of it after
so many losses is the rest of the word. So the same few small tables serve all battles.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from adjudicator.games.samurai_swords.edition import SIDES

LETTERS = {"ronin": "r", "spearman": "s", "gunner": "g", "swordsman": "w", "bowman": "b"}
"""The units in the order in which they fall by default (M4)."""
DAIMYO = "d"
BONUS = {"spearman": "S", "ronin": "R"}
"""The bonus units of castles and fortresses, which fall first."""
RANGED = {"b": 6, "g": 4}
HAND_TO_HAND = {"d": 6, "w": 5, "r": 5, "R": 5, "s": 4, "S": 4}
"""The most that hits."""
TRIFLE = 1e-3
"""What is less likely is left out."""
REGULARS = "sgwb"

Stop = Literal["fewer", "alone", "never"]
"""When the attacker gives up: when he is outnumbered (M28), before his daimyo is alone, never."""
Spread = tuple[float, ...]
"""How likely each number of hits is, from 0."""


class End(NamedTuple):
    """One way in which a battle may end."""

    left: str
    """What is left of the attacker."""
    theirs: str
    """What is left of the defender."""
    likely: float


@lru_cache(maxsize=1 << 15)
def battle(ours: str, theirs: str, naval: bool = False, stop: Stop = "fewer") -> tuple[End, ...]:
    """Return how a battle may end that one side attacks in, and how likely each end is."""
    if not ours or not theirs:
        return (End(ours, theirs, 1.0),)
    at: dict[tuple[int, int], float] = {(0, 0): 1.0}
    if naval:
        bare = theirs.lstrip("SR")
        hits = _hits(bare, RANGED, HAND_TO_HAND)
        at = {(min(n, len(ours)), 0): 0.0 for n in range(len(hits))}
        for n, p in enumerate(hits):
            at[min(n, len(ours)), 0] += p
    ended: dict[tuple[int, int], float] = {}
    for i in range(len(ours)):
        for j in range(len(theirs)):
            p = at.pop((i, j), 0.0)
            if p < TRIFLE:
                continue
            gives_up = _gives_up(ours[i:], theirs[j:], stop)
            stays = 0.0 if gives_up else _exchange(ours[i:], theirs[j:])[0][2]
            for lost, slain, q in _exchange(ours[i:], theirs[j:]):
                if not lost and not slain and not gives_up:
                    continue
                state = i + lost, j + slain
                share = p * q / (1 - stays)
                over = state[0] == len(ours) or state[1] == len(theirs)
                if over or _gives_up(ours[state[0] :], theirs[state[1] :], stop):
                    ended[state] = ended.get(state, 0.0) + share
                else:
                    at[state] = at.get(state, 0.0) + share
    for state, p in at.items():  # the first strike has left nobody
        if state[0] == len(ours):
            ended[state] = ended.get(state, 0.0) + p
    total = sum(ended.values())
    return tuple(End(ours[i:], theirs[j:], p / total) for (i, j), p in sorted(ended.items()))


@lru_cache(maxsize=1 << 15)
def chance_to_win(ours: str, theirs: str, naval: bool = False, stop: Stop = "fewer") -> float:
    """Return how likely the attacker is to win, with somebody left."""
    ends = battle(ours, theirs, naval, stop)
    return sum(end.likely for end in ends if end.left and not end.theirs)


def _gives_up(ours: str, theirs: str, stop: Stop) -> bool:
    if stop == "alone" and ours[-1] == DAIMYO and len(ours) - 1 <= len(theirs):
        return True
    return stop != "never" and len(ours) < len(theirs)


@lru_cache(maxsize=1 << 15)
def _exchange(ours: str, theirs: str) -> tuple[tuple[int, int, float], ...]:
    """Return what one pass may cost both sides; the first entry is the pass without losses."""
    found: dict[tuple[int, int], float] = {(0, 0): 0.0}
    for lost, slain, p in _volley(ours, theirs, RANGED):
        left, right = ours[lost:], theirs[slain:]
        if not left or not right:
            found[lost, slain] = found.get((lost, slain), 0.0) + p
            continue
        for more, others, q in _volley(left, right, HAND_TO_HAND):
            state = lost + more, slain + others
            found[state] = found.get(state, 0.0) + p * q
    return tuple((lost, slain, p) for (lost, slain), p in found.items())


def _volley(ours: str, theirs: str, needs: dict[str, int]) -> Iterable[tuple[int, int, float]]:
    """Yield what a step in which both roll may cost both sides."""
    by_them = _clip(_hits(theirs, needs), len(ours))
    for slain, p in enumerate(_clip(_hits(ours, needs), len(theirs))):
        for lost, q in enumerate(by_them):
            if p * q > TRIFLE / 10:
                yield lost, slain, p * q


def _clip(hits: Spread, most: int) -> Spread:
    return hits if len(hits) <= most + 1 else (*hits[:most], sum(hits[most:]))


def _hits(side: str, *needs: dict[str, int]) -> Spread:
    dice = [table[unit] for table in needs for unit in side if unit in table]
    return _spread(tuple(sorted(dice)))


@lru_cache(maxsize=1 << 12)
def _spread(dice: tuple[int, ...]) -> Spread:
    chances = [1.0]
    for need in dice:
        hit = need / SIDES
        chances = [
            (chances[n] if n < len(chances) else 0.0) * (1 - hit)
            + (chances[n - 1] * hit if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return tuple(chances)
