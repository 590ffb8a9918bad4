"""Actions 8 and 9: the ronin leave, income is collected; the round ends."""

from adjudicator.games.contract import Resolution
from adjudicator.games.samurai_swords.edition import LEAST_INCOME, PROVINCES_A_KOKU
from adjudicator.games.samurai_swords.events import Collected, RoninLeft
from adjudicator.games.samurai_swords.fall import check_round_victory
from adjudicator.games.samurai_swords.state import State, replace


def end_round(state: State) -> Resolution:
    """Remove the ronin, collect koku, see whether somebody has won; the next plan follows."""
    for seat in state.living():
        remove_ronin(state, seat)
    for seat in state.living():
        collect(state, seat)
    check_round_victory(state)
    if state.over:
        return Resolution(state.frozen(phase="over", active=""), tuple(state.events))
    position = state.frozen(phase="plan", active="", turn_order=(), round=state.position.round + 1)
    return Resolution(position, tuple(state.events))


def remove_ronin(state: State, seat: str) -> None:
    """Return a seat's ronin to the tray, hidden ones too (Action 8)."""
    record = state.seats[seat]
    number = record.hidden_total
    for name in state.owned(seat):
        ronin = state.provinces[name].ronin
        if ronin:
            number += ronin
            state.set_province(name, ronin=0)
    armies = dict(record.armies)
    for key, army in record.armies.items():
        if army.ronin:
            number += army.ronin
            armies[key] = replace(army, ronin=0)
    state.set_seat(seat, armies=armies, hidden={}, hidden_total=0, mission=None, plan=None)
    if number:
        state.tell(RoninLeft(seat=seat, number=number))


def collect(state: State, seat: str) -> None:
    """Pay one koku for three provinces, but never less than three (Action 9)."""
    owned = len(state.owned(seat))
    koku = max(LEAST_INCOME, owned // PROVINCES_A_KOKU)
    state.set_seat(seat, koku=koku)
    state.tell(Collected(seat=seat, provinces=owned, koku=koku))
