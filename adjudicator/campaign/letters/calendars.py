"""The deadlines of a campaign, for its players' calendars."""

from datetime import timedelta

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import read_hours
from adjudicator.campaign.kernel.message_ids import seat_part
from adjudicator.campaign.kernel.state import State
from adjudicator.reports.calendar import Entry
from adjudicator.store.records import Deadline, Seat

USUAL = 24
"""Hours before the deadline at which a calendar rings where nobody is reminded."""


def calendar_entry(at: State, seat: Seat) -> Entry | None:
    """Return what a seat's calendar should hold: its deadline, or that the last one is off.

    None: there is nothing to say, since nothing is due and nothing that was lies ahead. The number
    of an entry counts the seconds since the campaign was created, and always rises, even if the
    clock is put back; so it rises too if an older copy of the database is restored.
    """
    history = _deadlines(at)
    if not history:
        return None
    sequence = 0
    for each in history:
        seconds = int((each.created - at.campaign.created).total_seconds())
        sequence = max(sequence + 1, seconds)
    moment, off = at.deadline, False
    if not _is_due_from(at, seat):
        ahead = [each.at for each in history[-2:] if each.at and each.at > at.now]
        moment, off = (ahead[0] if ahead else None), True
        sequence = max(sequence + 1, int((at.now - at.campaign.created).total_seconds()))
    if moment is None:
        return None
    hours = read_hours(seat.remind or at.campaign.settings.remind) or (USUAL,)
    return Entry(
        uid=f"deadline.{at.campaign.name}.{seat_part(seat.name)}@{at.campaign.settings.host}",
        sequence=sequence,
        made=at.now if off else history[-1].created,
        at=moment,
        campaign=at.campaign.name,
        seat=seat.name,
        phase=at.head.opens.title,
        address=at.campaign.settings.address,
        alarm=timedelta(hours=hours[-1]),
        off=off,
    )


def _is_due_from(at: State, seat: Seat) -> bool:
    """Whether a seat has orders due at the deadline of the phase that waits."""
    still = at.is_over or at.campaign.settings.paused
    return at.deadline is not None and not still and seat.name in at.must_order


def _deadlines(at: State) -> list[Deadline]:
    """Return all deadlines that a campaign has had, oldest first, those of this change too."""
    there = at.store.rows(Deadline, campaign_id=at.campaign.id)
    return [*there, *(at.entries(Deadline) if isinstance(at, Change) else ())]
