"""What a board file says beside its provinces: powers, units, the beginning, the goal.

Standard is ``boards/standard.toml``; a variant is another board file, which may build on it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from adjudicator.boards import Board
from adjudicator.games.contract import Value
from adjudicator.orders import Names
from diplomacy_game.reasons import VariantError

SHIPPED = (
    *("standard", "fleet-rome", "france-austria", "germany-italy", "england-turkey"),
    *("ancient-mediterranean", "modern"),
)
"""The variants that lie in this package, in ``boards``."""
CENTRES, CLOSED, TERRITORY, ISLANDS = "centres", "closed", "territory", "islands"
"""The sets of a board beside those of the home centres of each power."""
SEASONS = ("spring", "fall")
_KEY = re.compile(r"powers|builds|(first|goal)(-\d+)?|(share|neutral)-\d+")
_FIRST = re.compile(rf"({'|'.join(SEASONS)}) ([1-9]\d{{0,3}})")
Groups = tuple[tuple[str, ...], ...]
"""The powers that each player has."""


class Opening(msgspec.Struct, frozen=True):
    """How a game of so many players begins."""

    season: str
    year: int
    goal: int
    """The supply centres that win."""
    neutral: str = ""
    """The power that is nobody's in the first year, and then joins one of the players."""
    groups: Groups = ()
    """The powers that each player has; without any, one each."""


class Variant(msgspec.Struct, frozen=True):
    """What the tables ``[values]`` and ``[sets]`` of a board say."""

    powers: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    """What else each power and its units are called."""
    colours: Mapping[str, int]
    """The palette's colours of the powers, where the board chooses them."""
    usual: Opening
    openings: Mapping[int, Opening]
    """By the number of players, where that makes a difference."""
    builds_anywhere: bool
    """Whether units are built in every centre that a power controls, not only in its own homes."""

    def opening(self, players: int, sharing: str) -> Opening:
        """Return how a game of so many players begins."""
        return self.openings.get(players, self.usual) if sharing == "rulebook" else self.usual


@lru_cache(maxsize=64)
def _read(values: tuple[tuple[str, Value], ...], sets: tuple[str, ...]) -> Variant:
    said = dict(values)
    powers = _list(said, "powers")
    if unknown := [power for power in powers if power not in sets]:
        raise VariantError("no-homes", power=unknown[0][:40])
    if strange := [key for key in said if key not in sets and not _KEY.fullmatch(key)]:
        raise VariantError("no-key", key=strange[0][:40])
    colours, words = {}, {}
    for power in powers:
        colour, *forms = _list(said, power, optional=True) or ("",)
        if colour.isdecimal():
            colours[power] = int(colour)
        words[power] = tuple(forms if colour.isdecimal() or not colour else (colour, *forms))
    Names("power", words)  # which refuses words of two meanings
    openings = {}
    for number in range(1, len(sets)):
        if f"share-{number}" in said:
            opening = _opening(said, sets, f"-{number}")
            theirs = {power for group in opening.groups for power in group}
            if theirs.issubset(powers):  # else it is inherited from a board of more powers
                openings[number] = opening
    return Variant(
        powers=tuple(sorted(powers)),
        words=words,
        colours=colours,
        usual=_opening(said, powers),
        openings=openings,
        builds_anywhere=_word(said, "builds", "home", ("home", "owned")) == "owned",
    )


def variant_of(board: Board) -> Variant:
    """Return what a board says beside its provinces. Raises VariantError."""
    if CENTRES not in board.sets:
        raise VariantError("no-centres")
    values = tuple(sorted((k, v) for k, v in board.values.items() if not isinstance(v, tuple)))
    variant = _read(values, tuple(board.sets))
    for power in variant.powers:
        if strange := set(board.sets[power]).difference(board.sets[CENTRES]):
            raise VariantError("no-home-centre", power=power, place=min(strange)[:40])
    return variant


def _opening(said: Mapping[str, Value], known: tuple[str, ...], suffix: str = "") -> Opening:
    """Return how a game begins; ``suffix`` is that of the keys for so many players: ``-2``."""
    first = str(said.get(f"first{suffix}", said.get("first", "spring 1901")))
    match = _FIRST.fullmatch(first)
    if match is None:
        raise VariantError("no-beginning", suffix=suffix, text=first[:40])
    goal = said.get(f"goal{suffix}", said.get("goal", 18))
    if type(goal) is not int or goal < 1:
        raise VariantError("no-goal", suffix=suffix)
    shared = _list(said, f"share{suffix}", optional=True) if suffix else ()
    groups = tuple(tuple(each.strip() for each in part.split("+")) for part in shared)
    neutral = str(said.get(f"neutral{suffix}", "")) if suffix else ""
    strange = {*(power for group in groups for power in group), *filter(None, [neutral])}
    if strange := strange.difference(known):
        raise VariantError("no-share", suffix=suffix, power=min(strange)[:40])
    return Opening(match[1], int(match[2]), goal, neutral, groups)


def _list(said: Mapping[str, Value], key: str, *, optional: bool = False) -> tuple[str, ...]:
    """Return what is listed with commas under a key. Raises VariantError if that is nothing."""
    parts = (part.strip() for part in str(said.get(key, "")).split(","))
    found = tuple(filter(None, parts))
    if not (found or optional):
        raise VariantError("no-names", key=key)
    return found


def _word(said: Mapping[str, Value], key: str, usual: str, known: tuple[str, ...]) -> str:
    if (word := str(said.get(key, usual))) not in known:
        raise VariantError("no-choice", key=key, word=word[:40], known=list(known))
    return word
