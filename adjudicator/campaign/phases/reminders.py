"""Reminders: who is told, and when, that orders are missing."""

from datetime import datetime, timedelta
from functools import partial

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.caretakers import CaredSeat
from adjudicator.campaign.kernel.change import Change, deadline
from adjudicator.campaign.kernel.done import Done
from adjudicator.campaign.kernel.message_ids import note_mark, report_id
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import read_hours
from adjudicator.campaign.letters.letters import caretakers_of, send, setting, tell_gm, tell_webhook
from adjudicator.campaign.letters.notices import notify
from adjudicator.campaign.letters.outbox import last_report
from adjudicator.campaign.phases.unread import may_be_unread
from adjudicator.store.letter_records import DoneMark, Letter
from adjudicator.store.records import Seat


def _times(state: State, seat: Seat) -> list[datetime]:
    """Return when a seat is reminded if it sends nothing, in order; at the deadline it is late.

    Before that are the set times, but in the second half of the phase at the earliest. If all are
    earlier than that, half of the phase is the time. Who cannot be written to has none.
    """
    hours = read_hours(seat.remind or state.settings.remind)
    if state.deadline is None or not hours or not seat.address or state.settings.paused:
        return []
    half = state.deadline - max(state.deadline - state.head.created, timedelta()) / 2
    moments = [state.deadline - timedelta(hours=each) for each in hours]
    return [*([each for each in moments if each >= half] or [half]), state.deadline]


def _last_time(state: State, seat: Seat) -> datetime | None:
    """Return the last of the times at which a seat is reminded that has come; None: none has."""
    return max((each for each in _times(state, seat) if each <= state.now), default=None)


def _number(state: State, seat: Seat) -> int:
    """Return what numbers the reminders of a seat: there is one for each time of a deadline."""
    moment = _last_time(state, seat) or state.deadline
    return int(moment.strftime("%Y%m%d%H%M")) if moment else 0


def _silent(state: State) -> list[Seat]:
    return [seat for seat in state.seats if seat.name in state.silent]


def _to_remind(state: State) -> dict[str, Seat]:
    """Return the silent seats that have not had the last of the reminders whose time has come, by
    the Message-IDs of those."""
    kind, about = _reminder(state), (state.campaign, state.head)
    due = [each for each in _silent(state) if _last_time(state, each)]
    ids = {report_id(*about, kind, x.name, _number(state, x), opens=True): x for x in due}
    return {own: x for own, x in ids.items() if not state.has(Letter, message_id=own)}


def _reminder(state: State) -> str:
    """Return the kind of letter that a silent seat gets now."""
    return "late" if state.is_late else "reminder"


def _time_of_reminder(state: State) -> datetime | None:
    """Return when it is next to be said that orders are missing; last, at the deadline, to the game
    master too."""
    if not state.has_begun or not state.silent or state.settings.paused:
        return None
    came = (_last_time(state, seat) for seat in _to_remind(state).values())
    if first := min(filter(None, came), default=None):
        return first
    if state.is_late:
        told = state.has(DoneMark, key=note_mark(state.campaign, "missing", str(state.head.serial)))
        return None if told else state.deadline
    times = {each for seat in _silent(state) for each in _times(state, seat)} | {state.deadline}
    return min((each for each in times if each and each > state.now), default=None)


@deadline("reminder", _time_of_reminder)
def remind(change: Change, read_to: datetime | None) -> Done | None:
    """Queue the reminders whose time has come, each once; the game master is told who is late.

    Nobody is said to be late whose orders may lie in a mailbox that was not ``read_to`` then.
    """
    if change.is_late and may_be_unread(change, read_to, change.deadline):
        return None
    due = _to_remind(change)
    for own, seat in due.items():
        write_reminder(change, seat, own)
    if change.is_late:
        facts = {"silent": change.silent, "held": change.is_held}
        tell_gm(change, "missing", facts, once=str(change.head.serial))
    else:
        tell_webhook(change, "reminder", missing=[each.name for each in due.values()])
    count = "1 seat" if len(due) == 1 else f"{len(due)} seats"
    return Done("reminded", count, {"seats": len(due)}) if due else None


def remind_now(change: Change) -> list[str]:
    """Remind all whose orders are missing, as a game master asks; return their seats."""
    missing = [seat for seat in _silent(change) if seat.address] if change.has_begun else []
    for seat in missing:
        write_reminder(change, seat)
    return [seat.name for seat in missing]


def write_reminder(change: Change, seat: Seat, own: str = "") -> None:
    """Queue a reminder, to who looks after the seat, too; who is late is told until when orders
    count, if nobody is waited for.

    One that has its time has a Message-ID of its ``own``.
    """
    for each in caretakers_of(change, seat):
        write_reminder(change, each)
    known = replace(setting(change, seat), awaited=change.unready)
    if change.is_late:
        grace = None if change.is_held else change.grace_ends
        known = replace(known, late=True, grace=grace)
    view = change.game.view(change.position, seat.name)
    make = partial(reports.reminder, change.game, view, known)
    answers = last_report(change, seat.name)
    if not isinstance(seat, CaredSeat):
        notify(change, seat, "missing_orders")
    send(change, _reminder(change), seat, make, answers=answers, opens=True, own=own)
