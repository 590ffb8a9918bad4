"""Positions as rule cases write them: units, centres and dislodged units in lists by power.

[position]
phase = "fall"
units.France = ["A Paris", "F Spain/nc"]
centres.France = ["Brest", "Paris"]
dislodged."A Picardy" = ["Brest"]

And what is impossible about a position, which is then refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from adjudicator.games.contract import GameError, Value
from adjudicator.wording import Reason
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET, Area, DiplomacyPosition, Dislodged, Power, Unit
from diplomacy_game.reasons import reason
from diplomacy_game.setup import check_powers, make_position
from diplomacy_game.ways import board, ways_of

Lists = dict[str, tuple[str, ...]]
T = TypeVar("T")


class Lost(msgspec.Struct, frozen=True):
    """A dislodged unit as a table has it."""

    power: str
    retreats: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a case, where it states them."""

    round: int | None = None
    phase: str | None = None
    seats: dict[str, Power] = {}
    units: Lists = {}
    centres: Lists | None = None
    dislodged: dict[str, Lost] = {}
    provinces: dict[str, dict[str, Any]] = {}


def fill_table(
    kind: type[DiplomacyPosition], table: Mapping[str, Any], options: Mapping[str, Value]
) -> DiplomacyPosition:
    """Make a position: no units but those named; centres as at the beginning unless they are named.

    Without seats all powers are played. Raises GameError.
    """
    stated = _convert(table, Table)
    there = board(options)
    variant = ways_of(there).variant
    seats = stated.seats or dict.fromkeys(variant.powers, Power())
    commanded = {seat: seats[seat].powers or (seat,) for seat in check_powers(tuple(seats), there)}
    first = make_position(kind, options, commanded, variant.usual)
    areas = dict(first.provinces)
    if stated.centres is not None:
        owners = _by_name(stated.centres, there.provinces, "centres")
        areas = {name: Area(owners.get(name, "")) for name in areas}
    units: dict[str, Unit] = {}
    for power, texts in stated.units.items():
        for text in texts:
            name, unit = _read_unit(text, power, there.provinces)
            if name in units:
                raise GameError(reason("two-units", place=name))
            units[name] = unit
    dislodged = {}
    for text, lost in stated.dislodged.items():
        name, unit = _read_unit(text, lost.power, there.provinces)
        dislodged[name] = Dislodged(unit, lost.retreats)
    for name, fields in stated.provinces.items():
        below = msgspec.to_builtins(areas.get(name, Area()))
        areas[name] = _convert({**below, **fields}, Area)
    return msgspec.structs.replace(
        first,
        seats=seats,
        round=first.round if stated.round is None else stated.round,
        phase=stated.phase or first.phase,
        provinces=areas,
        units=dict(sorted(units.items())),
        dislodged=dislodged,
    )


def _convert(table: Mapping[str, Any], kind: type[T]) -> T:
    """Make what a table states. Raises GameError."""
    try:
        return msgspec.convert(table, kind)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise GameError(reason("does-not-fit", why=str(problem)[:200])) from problem


def _by_name(lists: Lists, known: Iterable[str], what: str) -> dict[str, str]:
    found = {name: power for power, names in lists.items() for name in names}
    strange = sorted(set(found) - set(known))
    if strange:
        raise GameError(reason("unknown-owned", what=what, place=strange[0][:40]))
    return found


def _read_unit(text: str, power: str, known: Mapping[str, Any]) -> tuple[str, Unit]:
    kind, _, place = text.partition(" ")
    name, _, coast = place.partition("/")
    if name not in known:
        raise GameError(reason("no-such-unit", text=text[:40]))
    return name, Unit(power, kind, coast)


def as_table(position: DiplomacyPosition) -> dict[str, Any]:
    """Return a position as cases name its parts."""
    powers = ways_of(board(position.options)).variant.powers
    units: dict[str, list[str]] = {power: [] for power in powers}
    centres: dict[str, list[str]] = {power: [] for power in powers}
    dislodged = {}
    for name, area in position.provinces.items():
        if area.owner:
            centres[area.owner].append(name)
    for name, unit in position.units.items():
        units[unit.power].append(unit.text(name))
    for name, lost in position.dislodged.items():
        dislodged[lost.unit.text(name)] = Lost(lost.unit.power, lost.retreats)
    return {
        "round": position.round,
        "phase": position.phase,
        "seats": position.seats,
        "units": units,
        "centres": centres,
        "dislodged": dislodged,
        "provinces": position.provinces,
    }


# What is impossible about a position


LAST = 2999
"""A year that no game comes to."""


def faults(play: DiplomacyPlay) -> Iterator[Reason]:
    """Yield what no course of the game could lead to."""
    position = play.position
    if not 1 <= position.round <= LAST:
        yield reason("no-year", year=position.round)
    if set(position.provinces) != set(play.board.provinces):
        yield reason("other-provinces")
        return
    for seat, record in position.seats.items():
        strange = [power for power in record.powers if power not in play.powers]
        if strange or (record.powers and record.powers[0] != seat):
            yield reason("not-commanded", seat=seat, powers=", ".join(strange)[:40])
    for name, area in position.provinces.items():
        if area.owner and area.owner not in play.powers:
            yield reason("no-owner", place=name, power=area.owner[:40])
        if area.owner and name not in play.board.sets["centres"]:
            yield reason("no-centre", place=name)
    for name, unit in position.units.items():
        yield from _unit_faults(play, name, unit)
    for name, lost in position.dislodged.items():
        yield from _dislodged_faults(play, name, lost)
    if position.phase in ("spring", "fall") and position.dislodged:
        yield reason("dislodged-before")


def _unit_faults(play: DiplomacyPlay, name: str, unit: Unit) -> Iterator[Reason]:
    if name not in play.board.provinces:
        yield reason("no-province", place=name[:40])
    if unit.power not in play.powers:
        yield reason("no-power", place=name, power=unit.power[:40])
    if unit.kind not in (ARMY, FLEET):
        yield reason("no-kind", place=name)
    elif not play.ways.can_stand(unit.kind, unit.at(name)):
        yield reason("cannot-be", unit=f"{unit.kind} {unit.at(name)[:60]}")


def _dislodged_faults(play: DiplomacyPlay, name: str, lost: Dislodged) -> Iterator[Reason]:
    found = list(_unit_faults(play, name, lost.unit))
    yield from found
    if not found:
        near = play.ways.reach[lost.unit.kind, lost.unit.at(name)]
        for place in lost.retreats:
            if not any(place in places for places in near.values()):
                yield reason("no-way", place=name, target=place[:60])
