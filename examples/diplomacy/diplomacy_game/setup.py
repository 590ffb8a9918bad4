"""Beginning: the board, the powers, and their units of 1901."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import GameError, Value
from diplomacy_game.meta import META, POWERS
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import Area, DiplomacyPosition, Power, Unit

BOARD = "diplomacy_game/standard"


def board(options: Mapping[str, Value]) -> Board:
    """Return the board, which lies in this package as ``boards/standard.toml``."""
    return load_board(BOARD)


def first_position(
    kind: type[DiplomacyPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> DiplomacyPosition:
    """Return the board with the centres that powers begin with. Raises GameError."""
    there = board(options)
    strange = [seat for seat in seats if seat not in POWERS]
    if strange:
        powers = ", ".join(POWERS)
        raise GameError(f"The seats of {META.title} are powers: {powers}; not {strange[0][:40]}.")
    owners = {home: power for power in POWERS for home in there.sets[power]}
    return kind(
        game=META.name,
        options=options,
        seats=dict.fromkeys(seats, Power()),
        provinces={name: Area(owners.get(name, "")) for name in there.provinces},
    )


def place_first_units(play: DiplomacyPlay) -> None:
    """Put a unit into each home centre, those of powers that nobody plays too."""
    for power in play.powers:
        for home in play.board.sets[power]:
            values: Mapping[str, Any] = play.board.provinces[home].values
            unit = Unit(power, values["unit"], values.get("coast", ""))
            play.put_units({home: unit})
