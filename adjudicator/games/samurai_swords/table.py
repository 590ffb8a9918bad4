"""Reading positions: from saved JSON, and from the table of a rule case."""

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.boards import load_board
from adjudicator.games.contract import FORMAT, GameError, Value
from adjudicator.games.samurai_swords.edition import Edition
from adjudicator.games.samurai_swords.position import FeudalPosition, Province
from adjudicator.games.samurai_swords.state import border_options

MOST_SEATS = 5


def decode(edition: Edition, data: bytes) -> FeudalPosition:
    """Read a saved position. Raises GameError if it is none of this game, or impossible."""
    try:
        position = msgspec.json.decode(data, type=FeudalPosition)
    except msgspec.DecodeError as error:
        raise GameError(f"This is not a position of {edition.title}: {error}.") from error
    return checked(edition, position)


def from_table(
    edition: Edition, table: Mapping[str, Any], options: dict[str, Value]
) -> FeudalPosition:
    """Make a position from a case's table. Raises GameError.

    Provinces that are not listed are empty; seats that are not listed but own something exist
    with nothing else; the phase is war, in the turn of ``active`` or of the first seat.
    """
    filled: dict[str, Any] = {"phase": "war", **table}
    provinces = {
        name: Province() for name in load_board("ikusa", border_options(options)).provinces
    }
    listed = filled.get("provinces", {})
    seats = dict(filled.get("seats", {}))
    for seat in filled.get("turn_order", ()):
        seats.setdefault(seat, {})
    for province in listed.values():
        if isinstance(province, dict) and province.get("owner"):
            seats.setdefault(province["owner"], {})
    filled["seats"] = {name: _seat(record) for name, record in seats.items()}
    filled.setdefault("turn_order", tuple(seats))
    if filled["phase"] == "war" and options["war"] == "turns":
        filled.setdefault("active", next(iter(filled["turn_order"]), ""))
    filled |= {"game": edition.name, "options": options, "provinces": listed}
    try:
        position = msgspec.convert(filled, FeudalPosition)
    except msgspec.ValidationError as error:
        raise GameError(f"The position does not fit: {error}.") from error
    unknown = [name for name in position.provinces if name not in provinces]
    if unknown:
        raise GameError(f"There is no province “{unknown[0]}” on the board.")
    whole = msgspec.structs.replace(position, provinces=provinces | position.provinces)
    return checked(edition, whole)


def _seat(record: Any) -> Any:
    """Count hidden ronin where a case leaves their total out."""
    if isinstance(record, dict) and "hidden" in record and "hidden_total" not in record:
        troops = [each for each in record["hidden"].values() if isinstance(each, dict)]
        total = sum(each.get("army", 0) + each.get("force", 0) for each in troops)
        return {**record, "hidden_total": total}
    return record


def checked(edition: Edition, position: FeudalPosition) -> FeudalPosition:
    """Return the position if all it names exists. Raises GameError."""
    if position.game != edition.name:
        raise GameError(f"This is a position of “{position.game[:40]}”, not of {edition.name}.")
    if position.format > FORMAT:
        raise GameError(f"The position has format {position.format}; this program reads {FORMAT}.")
    board = load_board("ikusa", border_options(position.options))
    if list(position.provinces) != list(board.provinces):
        raise GameError("The position does not list the provinces of the board.")
    seats = set(position.seats)
    named = [p.owner for p in position.provinces.values() if p.owner]
    named += [*position.turn_order, *filter(None, (position.active, position.ninja.holder))]
    missions = [s.mission for s in position.seats.values() if s.mission]
    named += [mission.victim for mission in missions]
    for name in named:
        if name not in seats:
            raise GameError(f"“{name[:40]}” is not a seat of this position.")
    places = [a.at for s in position.seats.values() for a in s.armies.values() if a.at]
    places += [place for s in position.seats.values() for place in s.hidden]
    for place in places:
        if place not in board.provinces:
            raise GameError(f"There is no province “{place[:40]}” on the board.")
    if any(not 1 <= a.level <= 4 for s in position.seats.values() for a in s.armies.values()):
        raise GameError("The level of an army is 1 to 4.")
    return position
