"""Which mode a game is: what its seats and options make of it, and what does not go together."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.games.contract import GameError, Value
from adjudicator.games.samurai_swords.case_tables import has_allies
from adjudicator.games.samurai_swords.meta import is_quick
from adjudicator.games.samurai_swords.table.position import SwordsPosition

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
