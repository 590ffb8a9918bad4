"""Which mode a game is: what its seats and options make of it, and what does not go together."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.games.contract import GameError, Value
from adjudicator.games.samurai_swords.meta import META, is_quick
from adjudicator.games.samurai_swords.table.case_tables import has_allies
from adjudicator.games.samurai_swords.table.position import SwordsPosition
from adjudicator.orders.language.names import name_key

Options = Mapping[str, Value]
TWO_PLAYERS = "two players"
"""What a game for two is called among the modules."""


def settle(seats: Sequence[str] | Mapping[str, Any], options: Options) -> Options:
    """Return options with the defaults of the mode that new seats, or a case's table, play.

    Raises GameError for what does not go together.
    """
    two = has_allies(seats) if isinstance(seats, Mapping) else len(seats) == 2
    if not two:
        if options.get("colours"):
            raise GameError("Only two seats command two colours each: leave colours out.")
        return options
    if options.get("win") == "at once":
        raise GameError(
            "Two seats play for 50 provinces at the end of a round: leave win = at once out."
        )
    if is_quick(options):
        raise GameError(
            "Quick play is for 3 to 5 seats: neither rulebook says how two would set it up."
        )
    return {"win": "end of round", **options}


def modes_of(position: SwordsPosition) -> Options:
    """Return what chooses modules that no option chooses."""
    return {TWO_PLAYERS: position.has_allies}


def colours_of_seats(seats: Sequence[str], options: Options) -> dict[str, tuple[str, ...]]:
    """Return the colours that each seat commands: two with two seats, else one (M44).

    Raises GameError for names that the game master may not give.
    """
    if len(seats) != 2:
        return {seat: (seat,) for seat in seats}
    taken = {name_key(seat) for seat in seats}
    second = [name for name in META.seats if name_key(name) not in taken]
    if given := str(options.get("colours", "")):
        second = [name.strip() for name in given.split(",")]
        keys = {name_key(name) for name in second}
        if len(keys) < 2 or keys & taken:
            raise GameError("Give each of the two second colours a name that no other colour has.")
    return {seat: (seat, name) for seat, name in zip(seats, second, strict=False)}
