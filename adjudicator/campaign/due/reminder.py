"""Reminders to those who have sent nothing: before the deadline, and when it has passed."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.clock import read_hours
from adjudicator.campaign.kernel.due import Kind, is_late, stands_still
from adjudicator.campaign.kernel.message_ids import report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.letters import send, setting
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.store.database import Store
from adjudicator.store.records import Campaign, Seat


class Reminded(NamedTuple):
    """How many seats of a campaign were reminded."""

    campaign: str
    seats: int


Kinds = Literal["reminder", "late"]


def times(state: State, seat: Seat) -> list[datetime]:
    """Return when a seat is reminded of the deadline if it sends nothing, in order.

    These are the set times before it, but in the second half of the phase at the earliest. If all
    are earlier than that, half of the phase is the time. Who cannot be written to has none.
    """
    hours = read_hours(seat.remind or state.campaign.settings.remind)
    if state.deadline is None or not hours or not seat.address or stands_still(state):
        return []
    half = state.deadline - max(state.deadline - state.head.created, timedelta()) / 2
    moments = [state.deadline - timedelta(hours=each) for each in hours]
    return [each for each in moments if each >= half] or [half]


def is_reminded(state: State, seat: Seat, kind: Kinds) -> bool:
    """Whether a seat has had the last of the reminders whose time has come.

    Of several whose time has passed, only the last is written.
    """
    return state.has_letter(
        report_id(state.campaign, state.head, kind, seat.name, _number(state, seat), opens=True)
    )


def _number(state: State, seat: Seat) -> int:
    """Return what numbers the reminders of a seat: there is one for each time of a deadline."""
    passed = [] if is_late(state) else [x for x in times(state, seat) if x <= state.now]
    moment = passed[-1] if passed else state.deadline
    return int(moment.strftime("%Y%m%d%H%M")) if moment else 0


def when(state: State) -> datetime | None:
    """Return when the next seat is to be reminded of a deadline that lies ahead."""
    if not state.has_begun or is_late(state):
        return None
    return min((each for seat in _silent(state) for each in _next(state, seat)), default=None)


def _silent(state: State) -> list[Seat]:
    silent = state.silent
    return [seat for seat in state.seats if seat.name in silent]


def _next(state: State, seat: Seat) -> list[datetime]:
    moments = times(state, seat)
    passed = [each for each in moments if each <= state.now]
    if passed and not is_reminded(state, seat, "reminder"):
        return passed[-1:]
    return [each for each in moments if each > state.now][:1]


def carry_out(
    store: Store, campaign: Campaign, now: datetime, read_to: datetime | None
) -> Iterator[Reminded]:
    """Queue the reminders whose time has come, each once."""

    def work(change: Change) -> int:
        moment = when(change)
        if moment is None or moment > change.now:
            return 0
        due = [x for x in _silent(change) if any(t <= now for t in _next(change, x))]
        for seat in due:
            write_reminder(change, seat, "reminder")
        return len(due)

    if count := commit(store, campaign, now, work):
        yield Reminded(campaign.name, count)


def remind_now(change: Change) -> list[str]:
    """Remind all whose orders are missing, as a game master asks; return their seats."""
    missing = [seat for seat in _silent(change) if seat.address] if change.has_begun else []
    for seat in missing:
        kind: Kinds = "late" if is_late(change) else "reminder"
        write_reminder(change, seat, kind, change.campaign.version)
    return [seat.name for seat in missing]


def write_reminder(change: Change, seat: Seat, kind: Kinds, *more: int) -> None:
    """Queue a reminder; who is late is told until when orders count, if nobody is waited for.

    ``more`` numbers one beside those that have their times.
    """
    known = msgspec.structs.replace(setting(change, seat), awaited=change.unready)
    if kind == "late":
        grace = None if change.is_held else change.grace_ends
        known = msgspec.structs.replace(known, late=True, grace=grace)
    view = change.game.view(change.position, seat.name)
    make = partial(reports.reminder, change.game, view, known)
    answers = last_report(change, seat.name)
    number = (_number(change, seat), *more)
    send(change, kind, seat, make, *number, answers=answers, opens=True)


KIND = Kind("reminder", 4, when, carry_out)
