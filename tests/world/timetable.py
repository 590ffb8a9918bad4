"""When a phase may end by its schedule: a small model of it that reads no schedule, but knows the
few of this world."""

from datetime import time, timedelta
from zoneinfo import ZoneInfo

DAY = 86400.0
"""In seconds."""
WEEK = frozenset(range(7))
_DAILY = {
    "daily 19:30": ({time(19, 30)}, WEEK, 1),
    "mon, thu 20:00": ({time(20)}, {0, 3}, 4),
    "mon to thu 20:00, sun 12:00": ({time(20), time(12)}, {0, 1, 2, 3, 6}, 3),
    "1st, 9th, 17th 20:00": ({time(20)}, WEEK, 16),
    "every 3 days at 08:00 not sat, sun": ({time(8)}, WEEK - {5, 6}, 5),
    **{f"every {n} days at 20:00": ({time(20)}, WEEK, n) for n in (1, 2, 3)},
}
"""At which times, on which days of the week, and how many days apart at most."""
SCHEDULES = ("every 48 hours", *(each for each in _DAILY if each != "every 1 days at 20:00"))
ZONES = ("Europe/London", "America/New_York", "Australia/Lord_Howe", "UTC", "Asia/Tokyo")
NOTICE = timedelta(hours=12)
ABSENCES = timedelta(days=20)
"""Nobody is waited for longer."""


def fault_of(schedule, zone, opened, ends):
    """Say what is wrong with the deadline of a phase that opened then; ``""``: nothing."""
    if schedule == "every 48 hours":
        return "" if ends - opened >= timedelta(hours=48) else "too soon"
    if schedule not in _DAILY:
        return ""
    times, days, apart = _DAILY[schedule]
    local = ends.astimezone(ZoneInfo(zone))
    if local.time() not in times or local.weekday() not in days:
        return "not of the schedule"
    if ends - opened < NOTICE:
        return "too soon"
    longest = timedelta(days=apart + 1) + NOTICE + ABSENCES
    return "" if ends - opened <= longest else "too late"
