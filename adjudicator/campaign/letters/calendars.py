"""The deadlines of a campaign, for its players' calendars."""

from datetime import timedelta

from adjudicator.campaign.kernel.message_ids import seat_part
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import read_hours
from adjudicator.reports.files.attachments import Entry
from adjudicator.store.records import Deadline, Seat

USUAL = 24
"""Hours before the deadline at which a calendar rings where nobody is reminded."""


def calendar_entry(state: State, seat: Seat) -> Entry | None:
    """Return what a seat's calendar should hold: its deadline, or that the last one is off.

    None: there is nothing to say, since nothing is due and nothing that was lies ahead. The number
    of an entry counts the seconds since the campaign was created, and always rises, even if the
    clock is put back; so it rises too if an older copy of the database is restored.
    """
    history = state.rows(Deadline)
    sequence = 0
    for each in history:
        seconds = int((each.created - state.campaign.created).total_seconds())
        sequence = max(sequence + 1, seconds)
    moment, off = state.deadline, False
    if moment is None or state.settings.paused or seat.name not in state.must_order:
        ahead = [each.at for each in history[-2:] if each.at and each.at > state.now]
        moment, off = (ahead[0] if ahead else None), True
        sequence = max(sequence + 1, int((state.now - state.campaign.created).total_seconds()))
    if moment is None:
        return None
    hours = read_hours(seat.remind or state.settings.remind) or (USUAL,)
    return Entry(
        uid=f"deadline.{state.campaign.name}.{seat_part(seat.name)}@{state.settings.host}",
        sequence=sequence,
        made=state.now if off else history[-1].created,
        at=moment,
        campaign=state.campaign.name,
        seat=seat.name,
        phase=state.head.opens.title,
        address=state.settings.address,
        alarm=timedelta(hours=hours[-1]),
        off=off,
    )
