"""Reading positions: from saved JSON, and from the table of a rule case."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.boards import load_board
from adjudicator.games.contract import FORMAT, GameError, Value
from adjudicator.games.samurai_swords.edition import ARMIES, BOARD, REGULAR, UNITS, Edition
from adjudicator.games.samurai_swords.position import FeudalPosition, Hidden, Province, Seat
from adjudicator.games.samurai_swords.state import border_options

MOST_SEATS = 5
SEAT_NAME = re.compile(r"[^\W\d_](?:[\w '’.-]{0,22}\w)?")


Options = Callable[[Mapping[str, Value]], dict[str, Value]]
"""Fills in the options that are not given, and raises GameError for others."""


def decode(edition: Edition, data: bytes, options: Options) -> FeudalPosition:
    """Read a saved position. Raises GameError if it is none of this game."""
    try:
        position = msgspec.json.decode(data, type=FeudalPosition)
    except (msgspec.DecodeError, RecursionError) as error:
        raise GameError(
            f"This is not a position of {edition.title}: {str(error)[:200]}."
        ) from error
    return checked(edition, msgspec.structs.replace(position, options=options(position.options)))


def from_table(
    edition: Edition, table: Mapping[str, Any], options: dict[str, Value]
) -> FeudalPosition:
    """Make a position from a case's table. Raises GameError.

    Provinces that are not listed are empty; seats that are not listed but own something exist
    with nothing else; the phase is war, in the turn of ``active`` or of the first seat.
    """
    filled: dict[str, Any] = {"phase": "war", **table}
    for key, kind in _SHAPES.items():
        if not isinstance(filled.get(key, kind()), kind):
            raise GameError(f"The position does not fit: {key} must be a {_WORDS[kind]}.")
    provinces = {name: Province() for name in load_board(BOARD, border_options(options)).provinces}
    listed = filled.get("provinces", {})
    seats = dict(filled.get("seats", {}))
    owners = [p.get("owner") for p in listed.values() if isinstance(p, dict)]
    for seat in (*filled.get("turn_order", ()), *owners):
        if isinstance(seat, str) and seat:
            seats.setdefault(seat, {})
    filled.setdefault("turn_order", tuple(seats))
    if filled["phase"] == "war" and options["war"] == "turns":
        filled.setdefault("active", next(iter(filled["turn_order"]), ""))
    filled |= {"game": edition.name, "options": options, "provinces": listed}
    try:
        filled["seats"] = {name: _seat(record) for name, record in seats.items()}
        position = msgspec.convert(filled, FeudalPosition)
    except msgspec.ValidationError as error:
        raise GameError(f"The position does not fit: {str(error)[:200]}.") from error
    unknown = [name for name in position.provinces if name not in provinces]
    if unknown:
        raise GameError(f"There is no province “{unknown[0][:40]}” on the board.")
    whole = msgspec.structs.replace(position, provinces=provinces | position.provinces)
    return checked(edition, whole)


_SHAPES = {"seats": dict, "provinces": dict, "turn_order": list}
_WORDS = {dict: "table", list: "list"}


def _seat(record: Any) -> Any:
    """Count hidden ronin where a case leaves their total out."""
    hidden = record.get("hidden") if isinstance(record, dict) else None
    if not isinstance(hidden, dict) or "hidden_total" in record:
        return record
    troops = msgspec.convert(hidden, dict[str, Hidden]).values()
    return {**record, "hidden_total": sum(troop.army + troop.force for troop in troops)}


def checked(edition: Edition, position: FeudalPosition) -> FeudalPosition:
    """Return the position if all it names exists, so that no rule trips over it. Raises GameError.

    Whether it could come about in a game is another question: see ``views.faults``.
    """
    if position.game != edition.name:
        raise GameError(f"This is a position of “{position.game[:40]}”, not of {edition.name}.")
    if position.format > FORMAT:
        theirs = str(position.format)[:20]
        raise GameError(f"The position has format {theirs}; this program reads {FORMAT}.")
    _check_seats(position)
    _check_turns(position)
    board = load_board(BOARD, border_options(position.options))
    if list(position.provinces) != list(board.provinces):
        raise GameError("The position does not list the provinces of the board.")
    for name in _places(position):
        if name not in board.provinces:
            raise GameError(f"There is no province “{name[:40]}” on the board.")
    for name, seat in position.seats.items():
        _check_seat(name, seat)
    return position


def _check_seats(position: FeudalPosition) -> None:
    if not 1 <= len(position.seats) <= MOST_SEATS:
        raise GameError(f"A position has 1 to {MOST_SEATS} seats, not {len(position.seats)}.")
    for name in position.seats:
        if not SEAT_NAME.fullmatch(name):
            raise GameError(f"“{name[:40]}” cannot be a seat’s name.")
    for name in _seats_named(position):
        if name not in position.seats:
            raise GameError(f"“{name[:40]}” is not a seat of this position.")


def _seats_named(position: FeudalPosition) -> Iterator[str]:
    yield from (p.owner for p in position.provinces.values() if p.owner)
    yield from position.turn_order
    named = (position.active, position.viewer, position.ninja.holder, position.ninja.spied)
    yield from filter(None, named)
    for seat in position.seats.values():
        if seat.mission:
            yield seat.mission.victim
            yield from filter(None, (seat.mission.turn,))


def _check_turns(position: FeudalPosition) -> None:
    order = position.turn_order
    living = {name for name, seat in position.seats.items() if not seat.out}
    if len(set(order)) < len(order):
        raise GameError("The turn order names a seat twice.")
    if position.phase in ("deploy", "muster") and not living <= set(order):
        raise GameError("The turn order must name every seat that is in the game.")
    if position.active and (position.active not in order or position.active not in living):
        raise GameError(f"{position.active} is not in the turn order.")
    if position.phase == "spy" and not (position.ninja.holder and position.ninja.spied):
        raise GameError("A spy phase needs the ninja’s holder and the seat spied on.")
    if not living and position.phase != "over":
        raise GameError("No seat of the position is in the game.")


def _places(position: FeudalPosition) -> Iterator[str]:
    for seat in position.seats.values():
        for army in seat.armies.values():
            if army.at or position.phase != "deploy":
                yield army.at
        yield from seat.hidden
        yield from seat.policy.recover
        if seat.mission and seat.mission.target:
            yield seat.mission.target


def _check_seat(name: str, seat: Seat) -> None:
    policy = seat.policy
    armies = {*seat.armies, *policy.revenge}
    armies |= {seat.mission.army} if seat.mission else set()
    if not armies <= set(ARMIES):
        raise GameError(f"{name}: armies have the numbers {', '.join(ARMIES)}.")
    if sorted(policy.casualties) != sorted(UNITS):
        raise GameError(f"{name}: casualties must name {', '.join(UNITS)} once each.")
    if policy.successor not in ("", *REGULAR):
        raise GameError(f"{name}: “{policy.successor[:40]}” cannot succeed a daimyo.")
