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


def what_is_due(at: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    entries: list[Due] = []
    if not at.has_begun:
        deal = None if at.is_over or at.closing else at.campaign.deal
        return [Due(at.campaign.id, "deal", _whole_seconds(deal))] if deal else []
    if until := pause_ends(at):
        entries.append(Due(at.campaign.id, "resume", _whole_seconds(until)))
    if closes := next_close(at):
        entries.append(Due(at.campaign.id, "vote", _whole_seconds(closes)))
    if phase := at.next_adjudication:
        entries.append(Due(at.campaign.id, "phase", _whole_seconds(phase[0])))
    late = is_late(at)
    reminders = [] if late else [each for seat in at.seats for each in _next_reminder(at, seat)]
    if reminders:
        entries.append(Due(at.campaign.id, "reminder", _whole_seconds(min(reminders))))
    if at.deadline is not None and at.silent and not stands_still(at):
        told = at.has_mark(note_mark(at.campaign, "missing", missing_occasion(at)))
        if not (late and told and not seats_to_remind(at, "late")):
            entries.append(Due(at.campaign.id, "late", at.deadline))
    return sorted(entries, key=lambda each: each.what)


def is_late(at: State) -> bool:
    """Whether the deadline of the phase that waits is past."""
    return at.deadline is not None and at.now >= at.deadline


def reminder_times(at: State, seat: Seat) -> list[datetime]:
    """Return when a seat is reminded of the deadline if it sends nothing, in order.

    These are the set times before it, but in the second half of the phase at the earliest. If all
    are earlier than that, half of the phase is the time.
    """
    hours = read_hours(seat.remind or at.campaign.settings.remind)
    if at.deadline is None or not hours or stands_still(at):
        return []
    half = at.deadline - max(at.deadline - at.head.created, timedelta()) / 2
    times = [at.deadline - timedelta(hours=each) for each in hours]
    return [each for each in times if each >= half] or [half]


def seats_to_remind(at: State, kind: Reminder) -> list[Seat]:
    """Return the seats that have sent nothing and are to be reminded now of this deadline.

    Of several reminders whose time has passed, only the last is written.
    """
    found = []
    silent = at.silent
    for seat in at.seats:
        if seat.name not in silent or not seat.address:
            continue
        times = reminder_times(at, seat)
        last = last_reminder(at, seat)
        if times and (kind == "late" or last) and not _is_reminded(at, seat, kind, last):
            found.append(seat)
    return found


def reminder_number(at: State, kind: Reminder, last: Sequence[datetime]) -> int:
    """Return what numbers the reminders of a seat: there is one for each time of a deadline."""
    moment = at.deadline if kind == "late" or not last else last[0]
    return int(moment.strftime("%Y%m%d%H%M")) if moment else 0


def last_reminder(at: State, seat: Seat) -> list[datetime]:
    """Return the time of the last reminder that a seat should have had by now, if any."""
    return [each for each in reminder_times(at, seat) if each <= at.now][-1:]


def _is_reminded(at: State, seat: Seat, kind: Reminder, last: Sequence[datetime]) -> bool:
    number = reminder_number(at, kind, last)
    return at.has_letter(report_id(at.campaign, at.head, kind, seat.name, number, opens=True))


def _next_reminder(at: State, seat: Seat) -> list[datetime]:
    """Return when a seat is to be reminded next, if it is."""
    if seat.name not in at.silent or not seat.address:
        return []
    last = last_reminder(at, seat)
    if last and not _is_reminded(at, seat, "reminder", last):
        return last
    return [each for each in reminder_times(at, seat) if each > at.now][:1]


def pause_ends(at: State) -> datetime | None:
    """Return when a pause ends by itself; None if there is none, or somebody must say so."""
    settings = at.campaign.settings
    if not settings.paused or at.is_over:
        return None
    ends = [settings.paused_until] if settings.paused_until else []
    if settings.longest_pause and settings.paused_since:
        ends.append(settings.paused_since + timedelta(hours=settings.longest_pause))
    return min(ends, default=None)


def stands_still(at: State) -> bool:
    """Whether no time runs: the campaign is paused or over."""
    return at.is_over or at.campaign.settings.paused


def missing_occasion(at: State) -> str:
    """Name the occasion on which the game master is told who is missing: once a phase."""
    return str(at.head.serial)


def _whole_seconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)
