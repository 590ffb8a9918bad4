"""Those who are late: a time bank, of which a day is drawn by itself, and a shorter clock.

The bank is so many days for a whole game. The clock is shortened if all others are ready and those
who are not have missed the phase before, too: they are warned, and the others need not wait.
"""

from datetime import datetime, timedelta

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases.deadlines import set_deadline
from adjudicator.store import queries
from adjudicator.store.records import Deadline, Seat

DAY = timedelta(days=1)
_BANK, _HURRY = "bank", "hurry"


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
    return names.split(", ") if word == _BANK else []


def time_of_draw(state: State) -> datetime | None:
    """Return when a day is drawn if those who are missing stay so."""
    return state.deadline if _seats_that_draw(state) else None


def draw_day(change: Change) -> None:
    """Put the deadline, which has passed, off by a day for the late who have one left."""
    names = ", ".join(each.name for each in _seats_that_draw(change))
    set_deadline(change, change.now + DAY, f"{_BANK} {names}")


def _seats_that_draw(state: State) -> list[Seat]:
    if not state.settings.bank or _running_deadline(state) is None:
        return []
    silent = [x for x in state.seats if x.name in state.silent and x.by_person]
    return [each for each in silent if days_in_bank(state, each)]


def _running_deadline(state: State) -> datetime | None:
    """Return the deadline up to which orders are still waited for; None if time does not run."""
    return None if state.stands_still or state.closing else state.deadline


def time_of_hurry(state: State) -> datetime | None:
    """Return now, if all wait only for those who missed their last phase; None: they do not."""
    return state.now if _hurried_deadline(state) else None


def hurry(change: Change) -> None:
    """Bring the deadline forward for those who were missing before, and tell all."""
    set_deadline(change, _hurried_deadline(change), f"{_HURRY} {', '.join(change.unready)}")


def _hurried_deadline(state: State) -> datetime | None:
    hours, deadline = state.settings.hurry, _running_deadline(state)
    if not hours or deadline is None:
        return None
    soon = state.now + timedelta(hours=hours)
    moved = [each.why.split(" ")[0] for each in state.rows(Deadline, resolution=state.head.serial)]
    others = set(state.must_order) - set(state.unready)
    if not (state.unready and others) or soon >= deadline or _HURRY in moved:
        return None
    return soon if all(_missed_last(state, each) for each in state.unready) else None


def _missed_last(state: State, seat: str) -> bool:
    """Whether a seat sent nothing in the last phase that waited for it."""
    waited = [x for x in queries.past(state.store, state.campaign) if seat in x.awaited]
    return bool(waited) and seat in waited[-1].missing
