"""What must happen next in a campaign, and when: its phase, reminders, word of who is late."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, get_args

from adjudicator.campaign.kernel.ballots import next_close
from adjudicator.campaign.kernel.clock import read_hours
from adjudicator.campaign.kernel.message_ids import note_mark, report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.store.records import Due, Seat

Reminder = Literal["reminder", "late"]
REMINDERS = frozenset(get_args(Reminder))


def what_is_due(state: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    entries: list[Due] = []
    if not state.has_begun:
        deal = None if state.is_over or state.closing else state.campaign.deal
        return [Due(state.campaign.id, "deal", _whole_seconds(deal))] if deal else []
    if until := pause_ends(state):
        entries.append(Due(state.campaign.id, "resume", _whole_seconds(until)))
    if closes := next_close(state):
        entries.append(Due(state.campaign.id, "vote", _whole_seconds(closes)))
    if phase := state.next_adjudication:
        entries.append(Due(state.campaign.id, "phase", _whole_seconds(phase[0])))
    late = is_late(state)
    reminders = (
        [] if late else [each for seat in state.seats for each in _next_reminder(state, seat)]
    )
    if reminders:
        entries.append(Due(state.campaign.id, "reminder", _whole_seconds(min(reminders))))
    if state.deadline is not None and state.silent and not stands_still(state):
        told = state.has_mark(note_mark(state.campaign, "missing", missing_occasion(state)))
        if not (late and told and not seats_to_remind(state, "late")):
            entries.append(Due(state.campaign.id, "late", state.deadline))
    return sorted(entries, key=lambda each: each.what)


def is_late(state: State) -> bool:
    """Whether the deadline of the phase that waits is past."""
    return state.deadline is not None and state.now >= state.deadline


def reminder_times(state: State, seat: Seat) -> list[datetime]:
    """Return when a seat is reminded of the deadline if it sends nothing, in order.

    These are the set times before it, but in the second half of the phase at the earliest. If all
    are earlier than that, half of the phase is the time.
    """
    hours = read_hours(seat.remind or state.campaign.settings.remind)
    if state.deadline is None or not hours or stands_still(state):
        return []
    half = state.deadline - max(state.deadline - state.head.created, timedelta()) / 2
    times = [state.deadline - timedelta(hours=each) for each in hours]
    return [each for each in times if each >= half] or [half]


def seats_to_remind(state: State, kind: Reminder) -> list[Seat]:
    """Return the seats that have sent nothing and are to be reminded now of this deadline.

    Of several reminders whose time has passed, only the last is written.
    """
    found = []
    silent = state.silent
    for seat in state.seats:
        if seat.name not in silent or not seat.address:
            continue
        times = reminder_times(state, seat)
        last = last_reminder(state, seat)
        if times and (kind == "late" or last) and not _is_reminded(state, seat, kind, last):
            found.append(seat)
    return found


def reminder_number(state: State, kind: Reminder, last: Sequence[datetime]) -> int:
    """Return what numbers the reminders of a seat: there is one for each time of a deadline."""
    moment = state.deadline if kind == "late" or not last else last[0]
    return int(moment.strftime("%Y%m%d%H%M")) if moment else 0


def last_reminder(state: State, seat: Seat) -> list[datetime]:
    """Return the time of the last reminder that a seat should have had by now, if any."""
    return [each for each in reminder_times(state, seat) if each <= state.now][-1:]


def _is_reminded(state: State, seat: Seat, kind: Reminder, last: Sequence[datetime]) -> bool:
    number = reminder_number(state, kind, last)
    return state.has_letter(
        report_id(state.campaign, state.head, kind, seat.name, number, opens=True)
    )


def _next_reminder(state: State, seat: Seat) -> list[datetime]:
    """Return when a seat is to be reminded next, if it is."""
    if seat.name not in state.silent or not seat.address:
        return []
    last = last_reminder(state, seat)
    if last and not _is_reminded(state, seat, "reminder", last):
        return last
    return [each for each in reminder_times(state, seat) if each > state.now][:1]


def pause_ends(state: State) -> datetime | None:
    """Return when a pause ends by itself; None if there is none, or somebody must say so."""
    settings = state.campaign.settings
    if not settings.paused or state.is_over:
        return None
    ends = [settings.paused_until] if settings.paused_until else []
    if settings.longest_pause and settings.paused_since:
        ends.append(settings.paused_since + timedelta(hours=settings.longest_pause))
    return min(ends, default=None)


def stands_still(state: State) -> bool:
    """Whether no time runs: the campaign is paused or over."""
    return state.is_over or state.campaign.settings.paused


def missing_occasion(state: State) -> str:
    """Name the occasion on which the game master is told who is missing: once a phase."""
    return str(state.head.serial)


def _whole_seconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)
