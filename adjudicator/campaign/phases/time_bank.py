"""The time bank: days for a whole game, of which one is drawn by itself when a player is late."""

from datetime import datetime, timedelta

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.deadlines import set_deadline
from adjudicator.store import queries
from adjudicator.store.records import Deadline, Seat

DAY = timedelta(days=1)
_WHY = "bank"


def days_in_bank(state: State, seat: Seat) -> int:
    """Return how many days a seat's player has left: those that were drawn since he took it, in
    phases that were not undone, are gone.
    """
    counted = {
        each.serial
        for each in queries.past(state.store, state.campaign)
        if each.number >= seat.since
    }
    rows = [each for each in state.rows(Deadline) if each.resolution in counted]
    drawn = sum(seat.name in seats_that_drew(each.why) for each in rows)
    return max(0, state.campaign.settings.bank - drawn)


def seats_that_drew(why: str) -> list[str]:
    """Return for which seats a deadline was moved by the time bank, from the reason of the move."""
    word, _, names = why.partition(" ")
    return names.split(", ") if word == _WHY else []


def time_of_draw(state: State) -> datetime | None:
    """Return when a day is drawn if those who are missing stay so."""
    return state.deadline if _seats_that_draw(state) else None


@operation
def draw_day(change: Change) -> None:
    """Put the deadline off by a day, if it has passed, for the late who have one left."""
    seats = _seats_that_draw(change)
    if seats and change.is_late and change.deadline:
        names = ", ".join(each.name for each in seats)
        set_deadline(change, max(change.deadline, change.now) + DAY, f"{_WHY} {names}")


def _seats_that_draw(state: State) -> list[Seat]:
    settings = state.campaign.settings
    if not (settings.bank and state.has_begun and state.deadline) or state.stands_still:
        return []
    if state.closing:
        return []
    silent = [x for x in state.seats if x.name in state.silent and x.by_person]
    return [each for each in silent if days_in_bank(state, each)]
