"""Deadlines: rules such as ``every 3 days at 20:00``, computed in the campaign's time zone.

The time is always an argument; nothing here asks what time it is.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from adjudicator.campaign.errors import CampaignError

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_EVERY = re.compile(r"(?:every (?:(\d{1,3}) )?days?|daily)(?: at)? (\d{1,2}):(\d\d)")
_WEEKDAYS = re.compile(r"([a-z, ]+?)(?: at)? (\d{1,2}):(\d\d)")
_HOURS = re.compile(r"every (\d{1,4}) hours?")
_FORMS = "“every 3 days at 20:00”, “mon,thu 20:00”, “every 48 hours”, or “none”"


LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""No deadline is later: in every time zone it can still be reckoned with."""


class Rule(msgspec.Struct, frozen=True):
    """A deadline rule: so many days or hours after a phase opens, or certain days of the week."""

    days: int = 0
    weekdays: tuple[int, ...] = ()
    at: time = time()
    hours: int = 0


def read_rule(text: str) -> Rule | None:
    """Read a rule; None means no deadline: a phase waits until all are ready.

    Raises CampaignError for anything else.
    """
    tidy = " ".join(text.casefold().split())
    if tidy in ("", "none"):
        return None
    rule = Rule()
    if match := _HOURS.fullmatch(tidy):
        rule = Rule(hours=int(match[1]))
    elif match := _EVERY.fullmatch(tidy):
        rule = Rule(days=int(match[1] or 1), at=_time(text, match[2], match[3]))
    elif match := _WEEKDAYS.fullmatch(tidy):
        names = [name[:3] for name in re.split(r"[, ]+|\band\b", match[1]) if name]
        if all(name in DAYS for name in names):
            weekdays = tuple(sorted({DAYS.index(name) for name in names}))
            rule = Rule(weekdays=weekdays, at=_time(text, match[2], match[3]))
    if not (rule.days or rule.hours or rule.weekdays):
        raise _unread(text)
    return rule


def next_deadline(rule: Rule | None, zone: str, opened: datetime, notice: int) -> datetime | None:
    """Return when a phase that opens at ``opened`` closes, in UTC.

    ``notice`` is the fewest hours that a weekday rule leaves; a nearer day is passed over. A local
    time that does not exist, because clocks go forward, means the same moment by the old clock.
    """
    if rule is None:
        return None
    if opened >= LATEST:
        raise CampaignError(f"The clock stands at {opened:%Y-%m-%d}; no deadline can be set.")
    if rule.hours:
        return opened.astimezone(UTC) + timedelta(hours=rule.hours)
    place = find_zone(zone)
    if rule.days:
        today = opened.astimezone(place).date()
        return _at(today + timedelta(days=rule.days), rule.at, place)
    earliest = opened + timedelta(hours=notice)
    first = earliest.astimezone(place).date()
    days = (first + timedelta(days=ahead) for ahead in range(9))
    closings = (_at(day, rule.at, place) for day in days if day.weekday() in rule.weekdays)
    return next(closes for closes in closings if closes > earliest)


def find_zone(name: str) -> ZoneInfo:
    """Return the time zone of that IANA name. Raises CampaignError."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise CampaignError(
            f"“{name[:40]}” is not a time zone. Write an IANA name such as Europe/London."
        ) from error


def read_moment(text: str, zone: str) -> datetime:
    """Read a date and time as a person writes it (``2026-11-20 20:00``), in their zone."""
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise CampaignError(
            f"“{text[:40]}” is not a time. Write it like 2026-11-20 20:00."
        ) from error
    if not 1 < read.year < LATEST.year:
        raise CampaignError(f"“{text[:40]}” is too far away for a deadline.")
    return (read if read.tzinfo else read.replace(tzinfo=find_zone(zone))).astimezone(UTC)


def local_time(moment: datetime, zone: str) -> str:
    """Return a time as a person in that zone reads it: ``Fri 20 Nov 2026 20:00 GMT``."""
    there = moment.astimezone(find_zone(zone))
    return f"{there:%a} {there.day} {there:%b %Y %H:%M %Z}"


def _at(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)


def _time(text: str, hour: str, minute: str) -> time:
    if int(hour) > 23 or int(minute) > 59:
        raise _unread(text)
    return time(int(hour), int(minute))


def _unread(text: str) -> CampaignError:
    return CampaignError(f"“{text[:60]}” is not a deadline rule. Write {_FORMS}.")
