"""What a seat may know (M25), what the standings say, what is impossible."""

from collections.abc import Iterator

from adjudicator.games.contract import Column, Table
from adjudicator.games.samurai_swords.edition import (
    CASTLES,
    EDITIONS,
    FORTRESSES,
    REGULAR,
    TRAY,
)
from adjudicator.games.samurai_swords.position import (
    Army,
    FeudalPosition,
    Policy,
    Province,
    Seat,
    counts,
    regulars,
    size,
)
from adjudicator.games.samurai_swords.state import replace
from adjudicator.games.samurai_swords.units import army_problem, force_problem


def view(position: FeudalPosition, seat: str) -> FeudalPosition:
    """Return the position without what the seat may not know; ``""`` is the public.

    Hidden: plans before they are revealed, where ronin hide, policies, the ninja's mission.
    """
    seats = {
        name: record if name == seat else _public(position, name, record, seat)
        for name, record in position.seats.items()
    }
    shown: FeudalPosition = replace(position, seats=seats, viewer=seat)
    return shown


def _public(position: FeudalPosition, name: str, record: Seat, viewer: str) -> Seat:
    plan = record.plan
    if position.phase in ("plan", "spy"):
        spying = viewer and position.ninja.holder == viewer and position.ninja.spied == name
        plan = plan if spying else None
    if plan is not None:  # the wanted places lie in no bin
        plan = replace(plan, places=())
    public: Seat = replace(record, plan=plan, hidden={}, policy=Policy(), mission=None)
    return public


def standings(position: FeudalPosition) -> Table:
    """Return provinces, units, castles, armies with their levels, and koku of each seat."""
    columns = ("Provinces", "Units", "Castles", "Armies (level)", "Koku")
    rows = sorted(_rows(position), key=lambda row: (-int(row[1]), row[0]))
    return Table(
        title="Standings",
        columns=(
            Column("Seat", number=False),
            *(Column(title, number=title[0] != "A") for title in columns),
        ),
        rows=tuple(rows),
    )


def _rows(position: FeudalPosition) -> Iterator[tuple[str, ...]]:
    for name, seat in position.seats.items():
        owned = [p for p in position.provinces.values() if p.owner == name]
        units = sum(map(size, owned)) + sum(size(a) + 1 for a in seat.armies.values())
        armies = ", ".join(
            f"{number} ({army.level}{', fallen' if army.down else ''})"
            for number, army in sorted(seat.armies.items())
        )
        castles = sum(bool(p.building) for p in owned)
        out = "out" if seat.out else armies
        yield (name, str(len(owned)), str(units), str(castles), out, str(seat.koku))


def faults(position: FeudalPosition) -> list[str]:
    """Say what is impossible about a position; empty if all invariants hold."""
    found = [fault for name in position.seats for fault in _seat_faults(position, name)]
    for place, province in position.provinces.items():
        found += _province_faults(position, place, province)
    castles = [p.building for p in position.provinces.values() if p.building]
    if len(castles) > CASTLES or castles.count("fortress") > FORTRESSES:
        found.append(f"{len(castles)} castles, {castles.count('fortress')} fortresses")
    ronin = sum(p.ronin for p in position.provinces.values())
    for seat in position.seats.values():
        ronin += seat.hidden_total + sum(army.ronin for army in seat.armies.values())
    if ronin > EDITIONS[position.game].ronin:
        found.append(f"{ronin} ronin in play")
    return found


def _seat_faults(position: FeudalPosition, name: str) -> Iterator[str]:
    seat = position.seats[name]
    owned = {place for place, p in position.provinces.items() if p.owner == name}
    if seat.out and (owned or seat.armies):
        yield f"{name} is out but owns {len(owned)} provinces"
    for unit in REGULAR:
        used = sum(getattr(position.provinces[place], unit) for place in owned)
        used += sum(getattr(army, unit) for army in seat.armies.values())
        if used > TRAY[unit] * seat.sets:
            yield f"{name} has {used} of {unit}"
    if position.phase == "deploy":
        return
    yield from _army_faults(name, seat, owned)
    if position.viewer in (None, name):
        total = sum(hidden.army + hidden.force for hidden in seat.hidden.values())
        if total != seat.hidden_total or not set(seat.hidden) <= owned:
            yield f"{name} hides {total} ronin, not {seat.hidden_total}, or where it owns nothing"


def _army_faults(name: str, seat: Seat, owned: set[str]) -> Iterator[str]:
    where = [army.at for army in seat.armies.values()]
    if len(set(where)) < len(where) or not set(where) <= owned:
        yield f"{name}: armies stand at {where}"
    for number, army in seat.armies.items():
        hidden = seat.hidden.get(army.at)
        problem = army_problem(counts(army), number, hidden.army if hidden else 0)
        if problem or min(_all(army)) < 0 or (army.down and not regulars(army)):
            yield f"{name}, army {number}: {problem.message if problem else army}"


def _province_faults(position: FeudalPosition, place: str, province: Province) -> Iterator[str]:
    if min(_all(province)) < 0:
        yield f"{place}: {province}"
    if not province.owner:
        if size(province):
            yield f"{place} holds units but belongs to nobody"
        return
    seat = position.seats[province.owner]
    army = any(army.at == place for army in seat.armies.values())
    if not regulars(province) and not army and position.phase != "deploy":
        yield f"{province.owner} owns {place} without units"
    hidden = seat.hidden.get(place)
    problem = force_problem(counts(province), place, hidden.force if hidden else 0)
    if problem:
        yield problem.message


def _all(troop: Province | Army) -> list[int]:
    return [troop.bowman, troop.swordsman, troop.gunner, troop.spearman, troop.ronin]
