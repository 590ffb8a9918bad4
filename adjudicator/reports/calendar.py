"""A deadline as an entry for calendars (RFC 5545), which replaces itself when it moves."""

from datetime import UTC, datetime, timedelta

import msgspec

from adjudicator.reports.model import File


class Entry(msgspec.Struct, frozen=True):
    """The deadline of a seat. There is one entry a seat: each newer one replaces the older.

    All that it says may be seen by anybody who shares the calendar.
    """

    uid: str
    """The same for every deadline of the seat in a campaign."""
    sequence: int
    """Higher in each newer entry."""
    made: datetime
    at: datetime
    """The deadline. In an entry that is taken back: the deadline that no longer counts."""
    campaign: str
    seat: str
    phase: str
    """Its title."""
    address: str = ""
    """Where orders are mailed."""
    alarm: timedelta = timedelta(hours=24)
    """So long before the deadline the calendar rings."""
    off: bool = False
    """Whether the entry is taken back, since nothing is due any more."""


def calendar_file(entry: Entry) -> File:
    """Return an entry as a file: one event, published, at no length of time, with an alarm."""
    # Slow to import, and needed only where there is a deadline.
    from icalendar import Alarm, Calendar, Event
    from icalendar.prop import vCalAddress

    from adjudicator.reports import words
    from adjudicator.reports.letters import phrase

    facts = {
        "campaign": words.name(entry.campaign),
        "holder": words.name(entry.seat),
        "phase_title": words.clean(entry.phase),
        "address": words.clean(entry.address),
    }
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.made.astimezone(UTC))
    event.add("last-modified", entry.made.astimezone(UTC))
    event.add("dtstart", entry.at.astimezone(UTC))
    event.add("summary", phrase("calendar", "off" if entry.off else "summary", facts))
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if entry.off else "CONFIRMED")
    if entry.address:
        event.add("organizer", vCalAddress(f"mailto:{entry.address}"))
    if not entry.off:
        event.add("description", phrase("calendar", "about", facts))
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", phrase("calendar", "alarm", facts))
        alarm.add("trigger", -entry.alarm)
        event.add_component(alarm)
    whole = Calendar()
    whole.add("prodid", "-//Adjudicator//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("method", "PUBLISH")
    whole.add_component(event)
    name = f"deadline-{words.file_stem(entry.campaign)}-{words.file_stem(entry.seat)}.ics"
    return File(name, "text/calendar; method=PUBLISH", whole.to_ical())
