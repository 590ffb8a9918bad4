"""Beginning: the board, the powers, and their first units."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import GameError, Value
from diplomacy_game.meta import FIRST_YEAR, META, POWERS
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import Area, DiplomacyPosition, Power, Unit
from diplomacy_game.sharing import WAR_YEAR, is_for_two, share

BOARD = "diplomacy_game/standard"


def board(options: Mapping[str, Value]) -> Board:
    """Return the board, which lies in this package as ``boards/standard.toml``."""
    return load_board(BOARD)


def first_position(
    kind: type[DiplomacyPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> DiplomacyPosition:
    """Return the board with the centres that powers begin with. Raises GameError."""
    commanded = share(check_powers(seats), str(options["sharing"]))
    year = WAR_YEAR if is_for_two(len(seats), options) else FIRST_YEAR
    return make_position(kind, options, commanded, year)


def check_powers(seats: Sequence[str]) -> Sequence[str]:
    """Return seats if they are called like powers. Raises GameError."""
    strange = [seat for seat in seats if seat not in POWERS]
    if strange:
        powers = ", ".join(POWERS)
        raise GameError(f"The seats of {META.title} are powers: {powers}; not {strange[0][:40]}.")
    return seats


def make_position(
    kind: type[DiplomacyPosition],
    options: Mapping[str, Value],
    commanded: Mapping[str, tuple[str, ...]],
    year: int,
) -> DiplomacyPosition:
    """Return the board without units, with the powers that each seat commands."""
    there = board(options)
    owners = {home: power for power in POWERS for home in there.sets[power]}
    return kind(
        game=META.name,
        options=options,
        round=year,
        seats={seat: Power(0, own if len(own) > 1 else ()) for seat, own in commanded.items()},
        provinces={name: Area(owners.get(name, "")) for name in there.provinces},
    )


def place_first_units(play: DiplomacyPlay) -> None:
    """Put a unit into each home centre, those of powers that nobody plays too."""
    for power in play.powers:
        for home in play.board.sets[power]:
            values: Mapping[str, Any] = play.board.provinces[home].values
            unit = Unit(power, values["unit"], values.get("coast", ""))
            play.put_units({home: unit})
