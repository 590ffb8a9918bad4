"""Losing provinces, daimyos and the game; taking over; winning."""

from collections.abc import Iterable

from adjudicator.games.contract import Won
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.events import (
    DaimyoLost,
    Eliminated,
    End,
    Recovered,
    RoninPlaced,
    Vacated,
)
from adjudicator.games.samurai_swords.position import Army, Hidden, Province, counts, regulars, size
from adjudicator.games.samurai_swords.state import State, replace
from adjudicator.games.samurai_swords.units import army_problem, negative

TO_WIN = 35


def vacate_if_empty(state: State, place: str) -> None:
    """Take the province from its owner if no regular unit and no army of his is left in it."""
    province = state.provinces[place]
    if not province.owner or state.holds_regulars(place):
        return
    state.provinces[place] = Province(building=province.building)
    state.tell(Vacated(seat=province.owner, province=place))


def lose_daimyo(state: State, seat: str, number: str, how: End) -> None:
    """Take an army with its daimyo off the card, and its province if nothing else holds it."""
    place = state.seats[seat].armies[number].at
    state.set_army(seat, number, None)
    state.bereaved.add(seat)
    state.tell(DaimyoLost(seat=seat, army=number, how=how))
    vacate_if_empty(state, place)


def eliminations(state: State, pairs: Iterable[tuple[str, str]]) -> None:
    """Put seats without a daimyo out of the game. Pairs are of a seat and who defeated it.

    Two that lose their last daimyos together are both out, and what they had is empty (M27).
    """
    fallen = [
        (seat, by)
        for seat, by in pairs
        if seat in state.bereaved and not state.seats[seat].out and not state.seats[seat].armies
    ]
    gone = {seat for seat, _ in fallen}
    for seat, by in fallen:
        heir = "" if by in gone else by
        _hand_over(state, seat, heir)
        if heir:
            _recover(state, heir)
    if fallen:
        check_victory(state)


def _hand_over(state: State, seat: str, heir: str) -> None:
    """Give all that a seat has to its heir, or empty its provinces; its ninja goes (M19, M33)."""
    places = state.owned(seat)
    record = state.seats[seat]
    for place in places:
        if heir:
            state.set_province(place, owner=heir)
        else:
            state.provinces[place] = Province(building=state.provinces[place].building)
    state.set_seat(
        seat, out=True, armies={}, hidden={}, hidden_total=0, koku=0, plan=None, mission=None
    )
    if heir:
        gains = state.seats[heir]
        state.set_seat(
            heir,
            sets=gains.sets + record.sets,
            hidden={**gains.hidden, **record.hidden},
            hidden_total=gains.hidden_total + record.hidden_total,
            koku=gains.koku + record.koku,
        )
    if state.ninja.holder == seat:
        state.ninja = replace(state.ninja, holder="")
    state.tell(Eliminated(seat=seat, by=heir, provinces=len(places)))
    for place, hidden in record.hidden.items() if heir else ():
        told = RoninPlaced(
            to=(heir,), seat=heir, province=place, army=hidden.army, force=hidden.force
        )
        state.tell(told)


def _recover(state: State, seat: str) -> None:
    """Return a seat's lost daimyos to it: where it wants them, else where most units are."""
    policy = state.seats[seat].policy
    for number in ARMIES:
        if number in state.seats[seat].armies:
            continue
        free = [place for place in state.owned(seat) if state.army_in(place) is None]
        if not free:
            return
        wanted = [place for place in policy.recover if place in free]
        richest = max(free, key=lambda place: (size(state.provinces[place]), place))
        place = wanted[0] if wanted else richest
        state.set_army(seat, number, Army(at=place))
        taken = _pick_up_all(state, seat, number, place) if policy.recover_all else {}
        state.tell(Recovered(seat=seat, army=number, province=place, taken=taken))


def _pick_up_all(state: State, seat: str, number: str, place: str) -> dict[str, int]:
    """Let a recovered daimyo take the force on his card at once, if it fits."""
    province = state.provinces[place]
    units = counts(province)
    hidden = state.hidden(place)
    if not regulars(province) or army_problem(units, number, hidden.force):
        return {}
    state.change_force(place, negative(units))
    state.change_army(seat, number, units)
    if hidden.force:
        moved = {**state.seats[seat].hidden, place: Hidden(army=hidden.force)}
        state.set_seat(seat, hidden=moved)
    return units


def check_victory(state: State) -> None:
    """End the game if a seat owns enough provinces, or is the last (Winning the Game; M20)."""
    if state.over:
        return
    living = state.living()
    if len(living) <= 1:
        win(state, tuple(living), "no other seat is left" if living else "no seat is left")
    elif state.position.options["win"] == "at once":
        _check_provinces(state, "")


def check_round_victory(state: State) -> None:
    """End the game if a seat owns enough provinces at the end of a round (M20)."""
    _check_provinces(state, " at the end of the round")


def _check_provinces(state: State, when: str) -> None:
    """Let the seat win that owns enough: one at most, for it is more than half of the board."""
    for seat in state.living():
        owned = len(state.owned(seat))
        if owned >= TO_WIN:
            win(state, (seat,), f"{seat} owns {owned} provinces{when}")
            return


def win(state: State, seats: tuple[str, ...], why: str) -> None:
    """End the game."""
    state.winners = seats or ("nobody",)
    state.tell(Won(seats=seats, why=why))
