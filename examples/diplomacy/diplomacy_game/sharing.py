"""Fewer than seven players: which powers each seat commands (D17).

Centres, units, builds and removals are always those of a power; what one player has together counts
only when the game is decided (D18).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.games.contract import GameError, Value
from diplomacy_game.events import Joined
from diplomacy_game.meta import LIKE, POWERS, TOSS

if TYPE_CHECKING:
    from diplomacy_game.play import DiplomacyPlay

Groups = tuple[tuple[str, ...], ...]
"""The powers that each player has."""

TABLE: Mapping[int, Groups] = {
    2: (("England", "France", "Russia"), ("Austria", "Germany", "Turkey")),
    3: (("England", "Germany", "Austria"), ("Russia", "Italy"), ("France", "Turkey")),
    4: (("England",), ("Austria", "France"), ("Germany", "Turkey"), ("Italy", "Russia")),
}
"""The rulebook's ways to share the powers, by the number of players."""

NEUTRAL = "Italy"
"""Nobody's in a game for two, until a coin is tossed for it."""
TERRITORY = frozenset(("Apulia", "Naples", "Piedmont", "Rome", "Tuscany", "Venice"))
"""What nobody may enter while Italy is neutral."""
WAR_YEAR = 1914
"""When the game for two begins."""
WAR_GOAL = 24
"""The supply centres that win it."""


def is_for_two(seats: int, options: Mapping[str, Value]) -> bool:
    """Whether it is the rulebook's game for two, of 1914."""
    return seats == 2 and options.get("sharing", "rulebook") == "rulebook"


def settle(seats: object, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return options with those of whom the group plays like, and the goal of a game for two."""
    two = isinstance(seats, Sequence) and is_for_two(len(seats), options)
    usual: Mapping[str, Value] = {"goal": WAR_GOAL} if two else {}
    return {**LIKE.get(str(options.get("like")), {}), **usual, **options}


def share(seats: Sequence[str], sharing: str) -> dict[str, tuple[str, ...]]:
    """Return the powers that each seat commands, its own first. Raises GameError.

    A seat is named after any of its powers. Powers that belong to no seat are in disorder.
    """
    groups = _groups(len(seats), sharing)
    taken = [power for group in groups for power in group]
    strange = [power for power in taken if power not in POWERS]
    if strange:
        raise GameError(f"In sharing, {strange[0][:40]} is no power. They are {', '.join(POWERS)}.")
    twice = [power for power in taken if taken.count(power) > 1]
    if twice:
        raise GameError(f"In sharing, {twice[0]} is given to two players.")
    for group in groups:
        named = [seat for seat in seats if seat in group]
        if len(named) != 1:
            raise GameError(_why_wrong(groups, group, named))
    whose = {power: group for group in groups for power in group}
    return {seat: (seat, *(each for each in whose.get(seat, ()) if each != seat)) for seat in seats}


def _groups(seats: int, sharing: str) -> Groups:
    if sharing == "none":
        return ()
    if sharing == "rulebook":
        return TABLE.get(seats, ())
    parts = (part.split("+") for part in sharing.split(","))
    return tuple(tuple(power.strip().title() for power in part) for part in parts)


def _why_wrong(groups: Groups, group: Sequence[str], named: Sequence[str]) -> str:
    powers = " + ".join(group)
    wrong = f"“{named[0]}” and “{named[1]}” are both of" if named else "No seat is of"
    whole = ", ".join(" + ".join(each) for each in groups)
    return (
        f"{wrong} {powers}, which one player has. Name a seat after one power of each: {whole}; or "
        "give the option sharing = none, and powers without a seat are in disorder."
    )


def toss_for_italy(play: "DiplomacyPlay") -> None:
    """Toss a coin in fall 1914: Italy is neutral no more, and fights for one of two (D17)."""
    if play.is_italy_neutral:
        winner, _ = play.chance.shuffle(tuple(play.position.seats), TOSS)
        play.change_seat(winner, powers=(*play.powers_of(winner), NEUTRAL))
        play.tell(Joined(NEUTRAL, winner))
