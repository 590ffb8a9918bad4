"""Troops as words, a letter for each unit in the order in which they fall: see ``chapters/odds``.

In the regent's words they fall in the default order, so that the same few tables serve all battles.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from adjudicator.games.samurai_swords.chapters.battle import BONUS_LETTERS, LETTERS
from adjudicator.games.samurai_swords.chapters.castles import BONUS as CASTLES
from adjudicator.games.samurai_swords.chapters.odds import endings
from adjudicator.games.samurai_swords.edition import MOST_ASHIGARU, MOST_SAMURAI, UNITS
from adjudicator.games.samurai_swords.table.position import Troop

DAIMYO = LETTERS["daimyo"]
REGULARS = "sgwb"
WORTH = {"r": 0.08, "s": 0.24, "g": 0.3, "w": 0.34, "b": 0.42}
"""What a unit is worth, in provinces."""
TRIFLE = 1e-3
"""What is less likely is left out."""

GivesUp = Callable[[str, str], bool]
"""Whether an attacker gives up after a pass, given what is left of both."""


class Corps(NamedTuple):
    """A troop: an army, or a force."""

    number: str
    """The army's number, or ``""``."""
    at: str
    word: str
    level: int


def spell(troop: Troop, ronin: int = 0) -> str:
    """Return a troop's units as a word."""
    number = {unit: getattr(troop, unit) for unit in UNITS}
    number["ronin"] += ronin
    return "".join(LETTERS[unit] * number[unit] for unit in UNITS)


def merge(*words: str) -> str:
    """Return troops that defend together as one word."""
    units = "".join(words)
    letters = (*BONUS_LETTERS.values(), *LETTERS.values())
    return "".join(letter * units.count(letter) for letter in letters)


def bonus_word(building: str) -> str:
    """Return the bonus units of a castle or a fortress as a word."""
    number, unit = CASTLES.get(building, (0, ""))
    return BONUS_LETTERS.get(unit, "") * number


def regulars_in(word: str) -> int:
    """Count the regular units of a troop."""
    return sum(word.count(letter) for letter in REGULARS)


def without_one(word: str) -> str:
    """Return a troop that has left its cheapest regular unit behind; ``""`` if it cannot."""
    for letter in REGULARS:
        if letter in word:
            left = word.replace(letter, "", 1)
            fits = left.count("r") < regulars_in(left) + left.count(DAIMYO)
            return left if fits or "r" not in left else ""
    return ""


def spare_units(force: str) -> str:
    """Return the regular units that a force can spare: all but the cheapest."""
    return "".join(letter for letter in force if letter in REGULARS)[1:]


def worth(word: str) -> float:
    """Return what the units of a troop are worth, without its daimyo."""
    return sum(WORTH.get(letter, 0.0) for letter in word)


def room_for(word: str, extra: str) -> str:
    """Return those of some more units that fit on an army's card."""
    room = {
        "samurai": MOST_SAMURAI - word.count("b") - word.count("w"),
        "ashigaru": MOST_ASHIGARU - word.count("g") - word.count("s"),
    }
    fits = ""
    for letter in extra:
        kind = "samurai" if letter in "bw" else "ashigaru"
        if room[kind] > 0:
            room[kind] -= 1
            fits += letter
    return fits


class End(NamedTuple):
    """One way in which a battle may end."""

    left: str
    """What is left of the attacker."""
    theirs: str
    """What is left of the defender."""
    likely: float


def is_outnumbered(ours: str, theirs: str) -> bool:
    """Give up when outnumbered (M28)."""
    return len(ours) < len(theirs)


def is_alone(ours: str, theirs: str) -> bool:
    """Give up so before the daimyo is alone, too."""
    return is_outnumbered(ours, theirs) or (ours[-1] == DAIMYO and len(ours) - 1 <= len(theirs))


def gives_up(troop: str) -> GivesUp:
    """Return when such a troop gives up: an army before its daimyo is alone."""
    return is_alone if troop.endswith(DAIMYO) else is_outnumbered


@lru_cache(maxsize=1 << 15)
def battle(
    ours: str, theirs: str, naval: bool = False, stop: GivesUp = is_outnumbered
) -> tuple[End, ...]:
    """Return how a battle may end that one side attacks in, and how likely each end is."""

    def stops(lost: int, slain: int, passes: int) -> bool:
        return stop(ours[lost:], theirs[slain:])

    ended = endings(ours, theirs, naval, stops, trifle=TRIFLE)
    total = sum(ended.values())
    return tuple(End(ours[i:], theirs[j:], p / total) for (i, j), p in sorted(ended.items()))


@lru_cache(maxsize=1 << 15)
def hope(ours: str, theirs: str, naval: bool = False, stop: GivesUp = is_outnumbered) -> float:
    """Return how likely the attacker is to win, with somebody left."""
    ends = battle(ours, theirs, naval, stop)
    return sum(end.likely for end in ends if end.left and not end.theirs)
