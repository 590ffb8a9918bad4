"""Days, moments, lengths of time and time zones, as persons write and read them.

Schedules, absences and whoever names a time read with it, by mail and on the command line. The
time is always an argument; nothing here asks what time it is.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from adjudicator.campaign.kernel.errors import CampaignError

LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""No deadline is later: in every time zone it can still be reckoned with."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
LONGEST = 100
"""Characters that are read of a time."""
LONGEST_HOURS = 200
"""Characters that are read of a list of hours."""
MOST_REMINDERS = 6
"""Before one deadline."""
END_OF_DAY = time(23, 59)
_DAY = timedelta(days=1)
_HALF_DAY = re.compile(r"\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_DAY_MONTH = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]{3,9})\.?(?:,? (\d{4}))?", re.ASCII
)
_MONTH_DAY = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?", re.ASCII)
_DOTTED = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.?(?: ?(\d{4}))?", re.ASCII)
_RANGE = re.compile(
    r"(?:from )?(?P<first>.+?)\s*"
    r"(?:\.\.\.?|…| to | till? | until | through | - |-> )\s*(?P<last>.+)"
)
_MOMENT = re.compile(
    r"(?:(?:until|till?|by|to) )?(?P<day>.*?),?"
    r"(?:(?:^| )(?:at )?(?P<hour>\d{1,2}):(?P<minute>\d\d))?",
    re.ASCII,
)
_LENGTH = re.compile(r"(\d{1,4}|an?|one) ?(h|hours?|hrs?|d|days?|w|weeks?)", re.ASCII)


def find_zone(name: str) -> ZoneInfo:
    """Return the time zone of that IANA name. Raises CampaignError."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise CampaignError(
            f"“{name[:40]}” is not a time zone. Write an IANA name such as Europe/London."
        ) from error


def local_time(moment: datetime, zone: str) -> str:
    """Return a time as a person in that zone reads it: ``Fri 20 Nov 2026 20:00 GMT``."""
    local = moment.astimezone(find_zone(zone))
    return f"{local:%a} {local.day} {local:%b %Y %H:%M %Z}"


def read_hours(text: str) -> tuple[int, ...]:
    """Read how long before a deadline there are reminders: hours, the longest first.

    ``24``, ``72, 24 and 6``; ``0`` or ``none``: never. Raises CampaignError for anything else.
    """
    tidy = " ".join(text[:LONGEST_HOURS].casefold().split())
    if tidy in ("", "none", "never", "0"):
        return ()
    parts = [part.strip() for part in re.split(r",|\band\b", tidy)]
    hours = [re.sub(r" ?h(?:ours?)?$", "", part) for part in parts]
    sound = all(each.isdecimal() and each.isascii() and len(each) < 5 for each in hours)
    if not sound or len(hours) > MOST_REMINDERS or 0 in map(int, hours):
        raise CampaignError(
            f"“{text[:40]}” says not when to remind. Write hours before the deadline, at most "
            f"{MOST_REMINDERS} of them: “72, 24, 6”, or “none”."
        )
    return tuple(sorted(set(map(int, hours)), reverse=True))


def tidy_time(text: str) -> str:
    """Return a time in small letters, with single spaces, and hours as on a clock of 24 hours."""
    tidy = " ".join(text.casefold().split())
    return re.sub(r"\bnoon\b", "12:00", _HALF_DAY.sub(_write_hour, tidy))


def number_of(word: str, names: Sequence[str]) -> int | None:
    """Return which of some names a word is, or begins with three letters or more, from 0."""
    begun = (number for number, name in enumerate(names) if name.startswith(word))
    return next(begun, None) if len(word) >= 3 else None


def weekday_of(word: str) -> int | None:
    """Return the weekday that a word names, ``thu`` or ``Thursdays``, from Monday, 0."""
    return number_of(word.removesuffix("s"), WEEKDAYS)


def parts_of_date(text: str) -> tuple[int, int, int] | None:
    """Return year (0: none is named), month and day of a date; None if it is none."""
    if match := _ISO.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DOTTED.fullmatch(text):
        return int(match[3] or 0), int(match[2]), int(match[1])
    if match := _DAY_MONTH.fullmatch(text):
        day, name, year = match.groups()
    elif match := _MONTH_DAY.fullmatch(text):
        name, day, year = match.groups()
    else:
        return None
    month = number_of(name, MONTHS)
    return None if month is None else (int(year or 0), month + 1, int(day))


def read_day(text: str, since: date) -> date | None:
    """Read a day; without a year it is the first one from ``since`` on. None if it is none."""
    named = re.sub(r"^(?:on|the|this|from|and)\s+", "", text.strip(" ,"))
    if named in ("today", "tomorrow"):
        return since + _DAY * (named == "tomorrow")
    bare = named.removeprefix("next ")
    if (weekday := weekday_of(bare)) is not None:
        ahead = (weekday - since.weekday()) % 7
        return since + timedelta(days=ahead or 7 * (bare != named))
    parts = parts_of_date(named)
    if parts is None:
        return None
    try:
        day = date(parts[0] or since.year, *parts[1:])
        return day if parts[0] or day >= since else day.replace(year=since.year + 1)
    except ValueError:  # no such day or month
        return None


def read_days(text: str, today: date) -> tuple[date, date] | None:
    """Read a first and a last day: ``20 Dec to 2 Jan``, ``until Sunday``, ``tomorrow``.

    None if they are none.
    """
    plain = text[:LONGEST].translate({ord(dash): " - " for dash in "–—"})
    tidy = tidy_time(plain).rstrip(".!")
    if match := re.fullmatch(r"(?:until|till?) (.+)", tidy):
        begins, ends = "today", match[1]
    elif match := _RANGE.fullmatch(tidy):
        begins, ends = match["first"], match["last"]
    else:
        begins = ends = tidy
    first = read_day(begins, today)
    last = first if first is None or begins is ends else read_day(ends, first)
    return None if first is None or last is None else (first, last)


def read_span(text: str) -> timedelta:
    """Read a length of time: “2 days”, “by 3h”, “a week”. Raises CampaignError."""
    span = read_length(tidy_time(text[:LONGEST]))
    if span is None:
        raise CampaignError(f"“{text[:40]}” is no length of time. Write it like “2 days”.")
    return span


def read_moment(text: str, zone: str, now: datetime, usual: time = END_OF_DAY) -> datetime:
    """Read when, in a time zone: ``2026-11-20 20:00``, ``friday 8pm``, ``tomorrow``, ``in 3 days``.

    ``usual`` is the time that somebody means who names a day alone. Raises CampaignError.
    """
    place = find_zone(zone)
    try:
        moment = _read_iso(text, place) or _read_words(text, now.astimezone(place), usual)
        if moment and 1 < moment.year < LATEST.year:
            return moment.astimezone(UTC)
    except OverflowError:
        moment = now
    shown = text[:40]
    if moment:
        raise CampaignError(f"“{shown}” is too far away for a deadline.")
    raise CampaignError(
        f"“{shown}” is not a time. Write it like 2026-11-20 20:00, “friday 20:00” or “in 3 days”."
    )


def _read_words(text: str, now: datetime, usual: time) -> datetime | None:
    """Read when, in words, in the time zone of ``now``; None if it is no time."""
    match = _MOMENT.fullmatch(tidy_time(text[:LONGEST]).rstrip(".!"))
    if match is None or not (match["day"] or match["hour"]):
        return None
    ahead = read_length(match["day"])
    if ahead and not match["hour"]:
        return (now.astimezone(UTC) + ahead).astimezone(now.tzinfo)
    day = (now + ahead).date() if ahead else read_day(match["day"] or "today", now.date())
    if day is None:
        return None
    try:
        hour = time(int(match["hour"]), int(match["minute"])) if match["hour"] else usual
    except ValueError:
        return None
    moment = datetime.combine(day, hour, now.tzinfo)
    if moment <= now and not match["day"]:
        return moment + _DAY
    if moment <= now and weekday_of(match["day"]) is not None:
        return moment + 7 * _DAY
    return moment


def _read_iso(text: str, place: ZoneInfo) -> datetime | None:
    """Return a date with a time as ISO 8601 and Python write it; None if it is none."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    if ":" not in text and moment.time() == time():
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=place)


def read_length(tidy: str) -> timedelta | None:
    """Return a length of time, given as ``tidy_time`` leaves it; None if it is none."""
    match = _LENGTH.fullmatch(re.sub(r"^(?:by|for|in|after) ", "", tidy.strip()))
    count = (int(match[1]) if match[1].isdecimal() else 1) if match else 0
    if not (match and count):
        return None
    return count * {"h": _DAY / 24, "d": _DAY, "w": 7 * _DAY}[match[2][0]]


def _write_hour(match: re.Match[str]) -> str:
    hour = int(match[1])
    if not 1 <= hour <= 12:
        return match[0]
    return f"{hour % 12 + 12 * (match[3] == 'p')}:{match[2] or '00'}"
