"""Fewer than seven players: which powers each seat commands (D17).

Centres, units, builds and removals are always those of a power; what one player has together counts
only when the game is decided (D18).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudicator.games.contract import GameError
from diplomacy_game.events import Joined
from diplomacy_game.meta import TOSS
from diplomacy_game.variant import Groups

if TYPE_CHECKING:
    from diplomacy_game.play import DiplomacyPlay


def share(
    seats: Sequence[str], sharing: str, powers: Sequence[str], usual: Groups
) -> dict[str, tuple[str, ...]]:
    """Return the powers that each seat commands, its own first. Raises GameError.

    A seat is named after any of its powers. Powers that belong to no seat are in disorder.
    ``usual`` is how they are shared by the rulebook.
    """
    groups = usual if sharing == "rulebook" else _groups(sharing)
    taken = [power for group in groups for power in group]
    strange = [power for power in taken if power not in powers]
    if strange:
        raise GameError(f"In sharing, {strange[0][:40]} is no power. They are {', '.join(powers)}.")
    twice = [power for power in taken if taken.count(power) > 1]
    if twice:
        raise GameError(f"In sharing, {twice[0]} is given to two players.")
    for group in groups:
        named = [seat for seat in seats if seat in group]
        if len(named) != 1:
            raise GameError(_why_wrong(groups, group, named))
    whose = {power: group for group in groups for power in group}
    return {seat: (seat, *(each for each in whose.get(seat, ()) if each != seat)) for seat in seats}


def _groups(sharing: str) -> Groups:
    if sharing == "none":
        return ()
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


def toss_for_neutral(play: "DiplomacyPlay") -> None:
    """Toss a coin after the first fall: who was neutral fights for one of the players (D17)."""
    if neutral := play.neutral:
        winner, *_ = play.chance.shuffle(tuple(play.position.seats), TOSS)
        play.change_seat(winner, powers=(*play.powers_of(winner), neutral))
        play.tell(Joined(neutral, winner))
