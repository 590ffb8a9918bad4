"""What must happen next in a campaign, and when: its phase, reminders, word of who is late."""

from datetime import datetime, timedelta
from typing import Literal

from adjudicator.campaign.message_ids import note_mark, report_id
from adjudicator.campaign.state import State
from adjudicator.store.records import Due, Seat

Reminder = Literal["reminder", "late"]


def what_is_due(at: State) -> list[Due]:
    """Return what must happen next and when, if nothing changes until then."""
    entries: list[Due] = []
    if not at.has_begun:
        deal = None if at.is_over or at.closing else at.campaign.deal
        return [Due(at.campaign.id, "deal", _whole_seconds(deal))] if deal else []
    if phase := at.next_adjudication:
        entries.append(Due(at.campaign.id, "phase", _whole_seconds(phase[0])))
    late = is_late(at)
    begins = reminding_begins(at)
    if begins is not None and not late and seats_to_remind(at, "reminder"):
        entries.append(Due(at.campaign.id, "reminder", _whole_seconds(begins)))
    if begins is not None and at.deadline is not None and at.silent:
        told = at.has_mark(note_mark(at.campaign, "missing", missing_occasion(at)))
        if not (late and told and not seats_to_remind(at, "late")):
            entries.append(Due(at.campaign.id, "late", at.deadline))
    return sorted(entries, key=lambda each: each.what)


def is_late(at: State) -> bool:
    """Whether the deadline of the phase that waits is past."""
    return at.deadline is not None and at.now >= at.deadline


def reminding_begins(at: State) -> datetime | None:
    """Return when those who have sent nothing are reminded; None if nobody ever is.

    It is the set time before the deadline, but in the second half of the phase at the earliest.
    """
    if at.deadline is None or at.is_over or at.campaign.settings.paused:
        return None
    longest = timedelta(hours=at.campaign.settings.remind)
    return at.deadline - min(longest, max(at.deadline - at.head.created, timedelta()) / 2)


def seats_to_remind(at: State, kind: Reminder) -> list[Seat]:
    """Return the seats that have sent nothing and have not been reminded of this deadline."""
    if not at.campaign.settings.remind:
        return []
    silent, number = at.silent, reminder_number(at)
    there = [each for each in at.seats if each.name in silent and each.address]
    ids = [report_id(at.campaign, at.head, kind, each.name, number, opens=True) for each in there]
    return [each for each, known in zip(there, ids, strict=True) if not at.has_letter(known)]


def reminder_number(at: State) -> int:
    """Return what numbers the reminders of a seat: there is one for each deadline of a phase."""
    return int(at.deadline.strftime("%Y%m%d%H%M")) if at.deadline else 0


def missing_occasion(at: State) -> str:
    """Name the occasion on which the game master is told who is missing: once a phase."""
    return str(at.head.serial)


def _whole_seconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)
