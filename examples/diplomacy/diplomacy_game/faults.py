"""What is impossible about a position. Such a file is refused."""

from collections.abc import Iterator

from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import ARMY, FLEET, Dislodged, Unit

LAST = 2999
"""A year that no game comes to."""


def faults(play: DiplomacyPlay) -> Iterator[str]:
    """Yield what no course of the game could lead to."""
    position = play.position
    if not 1 <= position.round <= LAST:
        yield f"there is no year {position.round}"
    if set(position.provinces) != set(play.board.provinces):
        yield "the provinces are not those of the board"
        return
    for seat, record in position.seats.items():
        strange = [power for power in record.powers if power not in play.powers]
        if strange or (record.powers and record.powers[0] != seat):
            yield f"{seat} does not command {', '.join(strange)[:40] or 'the power of its name'}"
    for name, area in position.provinces.items():
        if area.owner and area.owner not in play.powers:
            yield f"{name} belongs to {area.owner[:40]}, which is no power"
        if area.owner and name not in play.board.sets["centres"]:
            yield f"{name} is no supply centre, so nobody controls it"
    for name, unit in position.units.items():
        yield from _unit_faults(play, name, unit)
    for name, lost in position.dislodged.items():
        yield from _dislodged_faults(play, name, lost)
    if position.phase in ("spring", "fall") and position.dislodged:
        yield "units are dislodged before anything has moved"


def _unit_faults(play: DiplomacyPlay, name: str, unit: Unit) -> Iterator[str]:
    if name not in play.board.provinces:
        yield f"there is no province {name[:40]}"
    if unit.power not in play.powers:
        yield f"the unit in {name} is of {unit.power[:40]}, which is no power"
    if unit.kind not in (ARMY, FLEET):
        yield f"the unit in {name} is neither an army nor a fleet"
    elif not play.ways.can_stand(unit.kind, unit.at(name)):
        yield f"{unit.kind} {unit.at(name)[:60]} cannot be"


def _dislodged_faults(play: DiplomacyPlay, name: str, lost: Dislodged) -> Iterator[str]:
    found = list(_unit_faults(play, name, lost.unit))
    yield from found
    if not found:
        near = play.ways.reach[lost.unit.kind, lost.unit.at(name)]
        for place in lost.retreats:
            if not any(place in places for places in near.values()):
                yield f"the unit that was dislodged in {name} cannot get to {place[:60]}"
