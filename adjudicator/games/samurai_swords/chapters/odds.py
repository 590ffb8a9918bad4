"""The odds of one battle, exactly: for policies that name them, for checks and for regents.

A side is a word, a letter for each unit that can be hit, in the order in which they fall: what is
left of it after so many losses is the rest of the word.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product

from adjudicator.games.samurai_swords.chapters.battle import BONUS_LETTERS, LETTERS, SEQUENCE
from adjudicator.games.samurai_swords.edition import SIDES

NEEDS = {LETTERS[unit]: step.needs for step in SEQUENCE for unit in step.units}
"""The highest face that hits, by letter."""
BONUS_NEEDS = {letter: NEEDS[LETTERS[unit]] for unit, letter in BONUS_LETTERS.items()}
RANGED = {letter: NEEDS[letter] for letter in "bg"}
HAND_TO_HAND = {**{each: NEEDS[each] for each in NEEDS if each not in RANGED}, **BONUS_NEEDS}
"""Who rolls in the two halves of a pass, between which casualties are removed."""
Spread = dict[tuple[int, int], float]
"""How likely it is that so many attackers and so many defenders are lost."""
Stop = Callable[[int, int, int], bool]
"""Whether the attacker stops: given the attackers and the defenders lost, and the passes fought."""
Hits = tuple[float, ...]
"""How likely each number of hits is, from 0."""


def endings(
    ours: str,
    theirs: str,
    naval: bool = False,
    stop: Stop = lambda ours, theirs, passes: False,
    *,
    begun: Mapping[tuple[int, int], float] = {(0, 0): 1.0},
    passes: int = 0,
    trifle: float = 0.0,
) -> Spread:
    """Return how a battle may end, with how many losses on either side.

    ``begun`` says how likely so many attackers (``ours``) and defenders are lost beforehand.
    ``passes`` is the most that are fought if the attacker stops after some, 0 if he does not count
    them. What is no more likely than a trifle is left out; the sum is less than 1 by as much.
    """
    ended: Spread = {}
    fresh = _strike_first(begun, len(ours), theirs) if naval else dict(begun)
    came: Spread = {}
    for fought in range(passes + 1):
        between: Spread = {}
        after = {} if passes else came
        for state in product(range(len(ours)), range(len(theirs))):
            begins, half = came.pop(state, 0.0), between.pop(state, 0.0)
            stops = stop(*state, fought or 1)
            if stops:
                _add(ended, state, begins)
                begins = 0.0
            begins += fresh.pop(state, 0.0)
            if begins + half <= trifle:
                continue
            sides = ours[state[0] :], theirs[state[1] :]
            missed, shots = _volley(*sides, ranged=True)
            idle, blows = _volley(*sides, ranged=False)
            if not (stops or passes):  # where nobody is hit the next pass begins as this one did
                begins = (begins + idle * half) / (1 - missed * idle)
            half += missed * begins
            for lost, slain, p in shots:
                _add(between, (state[0] + lost, state[1] + slain), begins * p)
            for lost, slain, p in blows:
                _add(after, (state[0] + lost, state[1] + slain), half * p)
            if stops or passes:
                _add(after if passes else ended, state, half * idle)
        for state, p in (*between.items(), *fresh.items(), *came.items()):
            _add(ended, state, p)  # a side is gone
        came, fresh = after, {}
    return ended


@lru_cache(maxsize=1 << 12)
def chance_to_win(ours: str, theirs: str, naval: bool = False) -> float:
    """Return how likely it is that the defender is gone and an attacker left (M100).

    Nobody calls the battle off.
    """
    won = endings(ours, theirs, naval).items()
    return sum(p for (lost, slain), p in won if lost < len(ours) and slain == len(theirs))


def _strike_first(begun: Mapping[tuple[int, int], float], most: int, theirs: str) -> Spread:
    """Let the defender strike first across a sea line, without his bonus units (M7)."""
    after: Spread = {}
    for (lost, slain), p in begun.items():
        dice = sorted(NEEDS[letter] for letter in theirs[slain:] if letter in NEEDS)
        for hits, q in enumerate(_clip(_hits(tuple(dice)), most - lost)):
            _add(after, (lost + hits, slain), p * q)
    return after


@lru_cache(maxsize=1 << 14)
def _volley(
    ours: str, theirs: str, ranged: bool
) -> tuple[float, tuple[tuple[int, int, float], ...]]:
    """Return what half a pass may cost both: how likely nothing, and what else, how likely."""
    needs = RANGED if ranged else HAND_TO_HAND
    by_us, by_them = (
        _hits(tuple(sorted(needs[letter] for letter in side if letter in needs)))
        for side in (ours, theirs)
    )
    costs = [
        (lost, slain, p * q)
        for lost, p in enumerate(_clip(by_them, len(ours)))
        for slain, q in enumerate(_clip(by_us, len(theirs)))
    ]
    return costs[0][2], tuple(costs[1:])


@lru_cache(maxsize=1 << 12)
def _hits(dice: tuple[int, ...]) -> Hits:
    """Return how likely each number of hits is; of each die the highest face that hits is given."""
    chances = [1.0]
    for need in dice:
        hit = need / SIDES
        missed, scored = [*chances, 0.0], [0.0, *chances]
        chances = [a * (1 - hit) + b * hit for a, b in zip(missed, scored, strict=True)]
    return tuple(chances)


def _clip(hits: Hits, most: int) -> Hits:
    """Hits in excess of what is left do nothing (M3)."""
    return hits if len(hits) <= most + 1 else (*hits[:most], sum(hits[most:]))


def _add(spread: Spread, state: tuple[int, int], likely: float) -> None:
    spread[state] = spread.get(state, 0.0) + likely
