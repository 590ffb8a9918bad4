"""Days, moments, lengths of time and time zones, as persons write and read them.

Schedules, absences and whoever names a time read with it, by mail and on the command line. All
that ``reports/words.py`` writes of a time is read here. The time is always an argument; nothing
here asks what time it is.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache, partial
from importlib.resources import files
from itertools import zip_longest
from typing import NamedTuple, TypeVar
from zoneinfo import ZoneInfo, available_timezones

from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.errors import CampaignError, reason
from adjudicator.patterns import pattern
from adjudicator.reports.words import local_time, zone_title
from adjudicator.wording import Reason

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
LONGEST = 120
"""Characters that are read of a time."""
LONGEST_HOURS = 200
"""Characters that are read of a list of hours."""
MOST_REMINDERS = 6
"""Before one deadline."""
END_OF_DAY = time(23, 59)
_DAY = timedelta(days=1)
T = TypeVar("T")
_HALF_A_YEAR = timedelta(days=183)
_MOST_ZONES = 5
"""Zones that are offered for one that nobody knows."""
_TURNED = "etc/"
"""How zones begin that are called by their distance from UTC with its sign turned round: in
“Etc/GMT+1” clocks are an hour behind it. Who writes “GMT+1” means “Etc/GMT-1”."""
_LEAP_YEARS_APART = 8
"""Years from one 29 February to the next, at most (1896 to 1904)."""
_HALF_DAY = pattern(r"\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?", re.ASCII)
_ISO = pattern(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_DAY_MONTH = pattern(
    r"(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([a-z]{3,9})\.?(?:,? (\d{4}))?", re.ASCII
)
_MONTH_DAY = pattern(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?", re.ASCII)
_DOTTED = pattern(r"(\d{1,2})\. ?(\d{1,2})\.?(?: ?(\d{4}))?", re.ASCII)
_SLASHED = pattern(
    r"(?<![\d/])(?:(?<!-\d\d-)(\d{1,2})/(\d{1,2})(?:/(\d{4}))?"
    r"|(?<!\d-)(\d{1,2})-(\d{1,2})-(\d{4}))(?![\d/])",
    re.ASCII,
)
"""A day and a month in either order; with hyphens between them only beside a year."""
_YEAR_FIRST = pattern(r"(?<!\d)(\d{4})/(\d{1,2})/(\d{1,2})(?!\d)", re.ASCII)
_EAST = pattern(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日", re.ASCII)
_HYPHEN = pattern(r"(\d{4}-\d{1,2}-\d{1,2})|\s*[-–—~〜]\s*(?!>)", re.ASCII)
"""What stands between two days, but within one that is written so."""
_RANGE = pattern(
    r"(?:from )?(?P<first>.+?)\s*"
    r"(?:\.\.\.?|…| to | till? | until | through | - |-> |(?<=\d\d-\d\d)/)\s*(?P<last>.+)"
)
_BETWEEN = pattern(r"between (.+?) (?:and|&) (.+)")
_ROW = pattern(r"(.+?) (?:and|&|\+) (.+)")
"""Two days, which are the first and the last of some if none is between them."""
_FOR = pattern(r"(?:(?:from|starting) )?(?P<first>.+?),? for (?P<length>.+)")
_FOR_FROM = pattern(r"for (?P<length>.+?),? (?:from|starting) (?P<first>.+)")
_DAY_ALONE = pattern(r"(\d{1,2})(?:st|nd|rd|th|\.)?", re.ASCII)
_MOMENT = pattern(
    r"(?:(?:until|till?|by|to) )?(?P<day>.*?),?"
    r"(?:(?:^| )(?:at )?(?P<hour>\d{1,2})(?:h|:(?P<minute>\d\d)(?::\d\d(?:\.\d{1,6})?)?)"
    r"(?: ?(?P<zone>[a-z+-].*))?)?",
    re.ASCII,
)
_CLOCK_FIRST = pattern(
    r"(?:(?:until|till?|by|to) )?(?:at )?"
    r"(?P<clock>\d{1,2}(?:h|:\d\d(?::\d\d(?:\.\d{1,6})?)?))(?!\w)(?P<behind>.*)",
    re.ASCII,
)
_HOURS = pattern(r"(?P<at>(?:at|until|till?|by|to) )?(?P<hour>\d{1,2}) ?h", re.ASCII)
"""What can be the time of a day as well as a length of time: ``20h``."""
_IN_BRACKETS = pattern(r"(?P<shown>[^()]*) \((?P<utc>[^()]*) utc\)")
_OFFSET = pattern(r"(?:z|utc|gmt|(?:utc|gmt)?([+-]\d{1,2})(?::?(\d\d))?)", re.ASCII)
_LENGTH = pattern(r"(\d{1,4}|an?|one) ?(h|hours?|hrs?|d|days?|w|weeks?)", re.ASCII)


class Length(NamedTuple):
    """A length of time: days of the calendar, or hours that go by."""

    days: int = 0
    hours: int = 0

    def after(self, moment: datetime, zone: str) -> datetime:
        """Return, in UTC, the moment so much after another one.

        Days keep the time of the day in that zone, though its clocks change in between.
        """
        if self.days:  # an addition to a local time forgets which of two equal hours it is in
            moment = moment.astimezone(find_zone(zone)) + timedelta(days=self.days)
        return moment.astimezone(UTC) + timedelta(hours=self.hours)


def find_zone(name: str) -> ZoneInfo:
    """Return the time zone of that IANA name. Raises CampaignError, which offers similar names."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        part = "_".join(name[:40].casefold().split())
        similar = [
            full
            for low, full in _zones().items()
            if part in (low, *low.split("/")) and not low.startswith(_TURNED)
        ]
        raise _unknown_zone(name, similar) from error


def _unknown_zone(name: str, similar: Sequence[str]) -> CampaignError:
    return CampaignError("no-zone", name=name[:40], similar=similar[:_MOST_ZONES])


def read_zone(text: str, now: datetime) -> str:
    """Return the IANA name of the time zone that a person writes, whatever its capitals and blanks;
    of a distance from UTC in whole hours it is that whose clocks never change.

    Raises CampaignError, for another distance or what clocks call their time (“JST”) with the
    names of zones in which it is so now, or will be in half a year.
    """
    tidy = "_".join(text.casefold().split())
    if tidy in _zones():
        return _zones()[tidy]
    gap = _read_offset(tidy.replace("_", ""))
    if gap is None:
        shown = text.upper()
        similar = _name_zones(now, lambda local: local.tzname() == shown)
    else:
        hours, rest = divmod(gap, timedelta(hours=1))
        fixed = f"{_TURNED}gmt{-hours:+}" if hours else "utc"
        if not rest and fixed in _zones():
            return _zones()[fixed]
        similar = _name_zones(now, lambda local: local.utcoffset() == gap)
    if similar:
        raise _unknown_zone(text, similar)
    return find_zone(text or "?").key


def _read_offset(text: str) -> timedelta | None:
    """Read how far a time is from UTC, in small letters without blanks; None: it is not said so."""
    match = _OFFSET.fullmatch(text)
    if not match:
        return None
    hours, minutes = int(match[1] or 0), int(match[2] or 0)
    gap = timedelta(hours=hours, minutes=-minutes if (match[1] or "")[:1] == "-" else minutes)
    return gap if abs(gap) < _DAY else None


def _name_zones(now: datetime, fits: Callable[[datetime], bool]) -> list[str]:
    """Return the names of zones whose local time is as it should be, now or in half a year: first
    one for each way in which clocks go, then the others."""
    clocks: dict[tuple[timedelta | None, ...], list[str]] = {}
    for name in _zones_with_land():
        both = [each.astimezone(find_zone(name)) for each in (now, now + _HALF_A_YEAR)]
        if any(map(fits, both)):
            clocks.setdefault(tuple(each.utcoffset() for each in both), []).append(name)
    return [name for row in zip_longest(*clocks.values()) for name in row if name]


@lru_cache(maxsize=1)
def _zones_with_land() -> list[str]:
    """Return the zones that are no second names of others."""
    table = files("tzdata").joinpath("zoneinfo", "zone1970.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return sorted(row[2] for row in rows if row[2].casefold() in _zones())


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    """Return the names of all zones by the same in small letters."""
    return {each.casefold(): each for each in sorted(available_timezones())}


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
        raise CampaignError("no-reminders", text=text[:40], most=MOST_REMINDERS)
    return tuple(sorted(set(map(int, hours)), reverse=True))


def tidy_time(text: str) -> str:
    """Return a time in small letters, with single spaces, and hours as on a clock of 24 hours.

    Midnight is the end of a day, 24:00.
    """
    tidy = _HALF_DAY.sub(_write_hour, " ".join(text.casefold().split()))
    for word, hour in (("noon", "12:00"), ("midnight", "24:00")):
        tidy = re.sub(rf"\b(?:12(?::00)? )?{word}\b", hour, tidy)
    return re.sub(r"\b(\d{1,2}) ?h ?(\d\d)\b", r"\1:\2", tidy)


def read_clock(hour: str, minute: str | None) -> timedelta:
    """Return a time of the day, up to 24:00, as what has gone by of it. Raises ValueError."""
    clock = timedelta(hours=int(hour), minutes=int(minute or 0))
    if clock > _DAY or int(minute or 0) > 59:
        raise ValueError("no time of a day")
    return clock


def since_midnight(clock: time) -> timedelta:
    """Return what has gone by of a day at a time of it."""
    return datetime.combine(date.min, clock) - datetime.min


def at_clock(day: date, clock: timedelta) -> datetime:
    """Return the local time on a day when so much of it has gone by, without a zone."""
    return datetime.combine(day, time()) + clock


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
    """Read a day; without a year it is the first one from ``since`` on. None if it is none.

    Raises CampaignError for a date that is not on the weekday that is named with it.
    """
    named = _without_article(text)
    if named in ("today", "tomorrow"):
        return since + _DAY * (named == "tomorrow")
    bare = named.removeprefix("next ")
    if (weekday := weekday_of(bare)) is not None:
        ahead = (weekday - since.weekday()) % 7
        return since + timedelta(days=ahead or 7 * (bare != named))
    first, _, rest = named.partition(" ")
    weekday = weekday_of(first.rstrip(",."))
    parts = parts_of_date(named if weekday is None else rest)
    if parts is None:
        return None
    year, month, number = parts
    years = (year,) if year else range(since.year, since.year + _LEAP_YEARS_APART + 1)
    days = (date(each, month, number) for each in years if _has_day(each, month, number))
    day = next((each for each in days if year or each >= since), None)
    if day is None:
        return None
    if weekday not in (None, day.weekday()):
        raise CampaignError("another-weekday", day=day, weekday=WEEKDAYS[day.weekday()].title())
    return day


def _without_article(text: str) -> str:
    return re.sub(r"^(?:on|the|this|from|and)\s+", "", text.strip(" ,"))


def _has_day(year: int, month: int, day: int) -> bool:
    """Say whether there is such a day."""
    is_month = MINYEAR <= year <= MAXYEAR and 1 <= month <= 12
    return is_month and 1 <= day <= monthrange(year, month)[1]


def read_days(text: str, today: date) -> tuple[date, date] | None:
    """Read a first and a last day: ``20 Dec to 2 Jan``, ``until Sunday``, ``tomorrow``.

    Of two days of a month one may name it: ``5 to 12 March``. Of a date without a year from which
    on somebody is away, and another one to come, it is the nearer one, which may be past. None if
    they are none, or there is no end: ``from Sunday``, or two are named that have others between
    them: ``5 and 12 March``. Raises CampaignError for figures that can be two dates: ``5/3``.
    """
    return _read_either(text, lambda spelt: _read_days(spelt, today), _write_days)


def _read_either(text: str, read: Callable[[str], T | None], write: Callable[[T], str]) -> T | None:
    """Return what a text says in which a date may stand in figures, with the day or the month
    first, but all alike. Raises CampaignError if both can be.
    """
    plain = _YEAR_FIRST.sub(r"\1-\2-\3", text[:LONGEST])
    plain = _EAST.sub(lambda date: f"{date[3]}.{date[2]}. {date[1] or ''}".rstrip(), plain)
    both = [_SLASHED.sub(partial(_write_dotted, day=day), plain) for day in (0, 1)]
    said: dict[T, None] = {}
    refused: list[CampaignError] = []
    for spelt in dict.fromkeys(both):
        try:
            value = read(spelt)
        except CampaignError as error:
            refused.append(error)
        else:
            said |= {} if value is None else {value: None}
    if len(said) > 1:
        raise CampaignError("either-date", said=text[:40], dates=[*map(write, said)])
    if refused and not said:
        raise refused[0]
    return next(iter(said), None)


def _write_dotted(date: re.Match[str], day: int) -> str:
    """Write a date with a point behind day and month, of which the day is the first or second."""
    figures = [each for each in date.groups() if each]
    return f"{figures[day]}.{figures[1 - day]}. {''.join(figures[2:])}".rstrip()


def _write_days(days: tuple[date, date]) -> str:
    return " to ".join(dict.fromkeys(map(str, days)))


def _read_days(text: str, today: date) -> tuple[date, date] | None:
    tidy = tidy_time(_HYPHEN.sub(lambda match: match[1] or " - ", text)).rstrip(".!")
    is_row = False
    if match := _FOR_FROM.fullmatch(tidy) or _FOR.fullmatch(tidy):
        first, length = read_day(match["first"], today), read_length(match["length"])
        with suppress(OverflowError):
            if first and length and length.days:
                return first, first + (length.days - 1) * _DAY
        return None
    if match := re.fullmatch(r"(?:(?:from )?now )?(?:until|till?) (.+)", tidy):
        begins, ends = "today", match[1]
    elif match := _BETWEEN.fullmatch(tidy) or _RANGE.fullmatch(tidy):
        begins, ends = _name_month(match[1], match[2])
    elif match := _ROW.fullmatch(tidy):
        begins, ends = _name_month(match[1], match[2])
        is_row = True
    elif tidy.startswith("from "):
        return None
    else:
        begins = ends = tidy
    if begins is not ends and any(map(str.isdigit, begins)) and not is_row:
        with suppress(CampaignError):  # on that weekday in another year
            begun, last = read_day(begins, today - _HALF_A_YEAR), read_day(ends, today)
            if begun and last and begun <= today and last - begun < 2 * _HALF_A_YEAR:
                return begun, last
    first = read_day(begins, today)
    last = first if first is None or begins is ends else read_day(ends, first)
    if first is None or last is None or (is_row and last != first + _DAY):
        return None
    return first, last


def _name_month(first: str, last: str) -> tuple[str, str]:
    """Return two days of which one may be a number alone, before a later one of the same month or
    behind an earlier one, so that both name the month."""
    first, last = _without_article(first), _without_article(last)
    for alone, whole in ((first, last), (last, first)):
        number, date = _DAY_ALONE.fullmatch(alone), parts_of_date(whole)
        is_iso = bool(_ISO.fullmatch(whole))
        if number and date and not (is_iso and alone is first):
            named = re.sub(r"\d{1,2}$" if is_iso else r"\d{1,2}", number[1], whole, count=1)
            days = (named, last) if alone is first else (first, named)
            is_forward = (int(number[1]) <= date[2]) is (alone is first)
            return days if is_forward else (first, last)
    return first, last


def read_span(text: str) -> Length:
    """Read a length of time: “2 days”, “by 3h”, “a week”. Raises CampaignError."""
    span = read_length(tidy_time(text[:LONGEST]))
    if span is None:
        raise CampaignError("no-length", text=text[:40])
    return span


def read_moment(
    text: str,
    zone: str,
    now: datetime,
    usual: time = END_OF_DAY,
    others: Sequence[str] = (),
) -> datetime:
    """Read when, in a time zone: ``2026-11-20 20:00``, ``friday 8pm``, ``tomorrow``, ``in 3 days``.

    ``usual`` is the time that somebody means who names a day alone. The words for times of
    ``others``, zones of readers, are known as well: “15:00 EST”. Raises CampaignError, also for a
    local time that clocks leave out or show twice.
    """
    find_zone(zone)
    try:
        moment = _read_either(
            text,
            lambda spelt: _read_words(spelt, zone, now, usual, others),
            lambda moment: local_time(moment, zone),
        )
        if moment and 1 < moment.year < LATEST.year:
            return moment.astimezone(UTC)
    except OverflowError:
        moment = now
    shown = text[:40]
    if moment:
        raise CampaignError("too-far-away", shown=shown)
    raise CampaignError("no-time", shown=shown)


def _read_words(
    text: str, zone: str, now: datetime, usual: time, others: Sequence[str]
) -> datetime | None:
    """Read when, in words; None if it is no time. Raises OverflowError for what no calendar has."""
    tidy = tidy_time(text[:LONGEST]).rstrip(".!")
    twice = _IN_BRACKETS.fullmatch(tidy)
    shown = re.sub(r"(?<=\d)t(?=\d\d:)", " ", twice["shown"] if twice else tidy)
    place = find_zone(zone)
    here = now.astimezone(place)
    match = _MOMENT.fullmatch(_put_day_first(shown, here.date()))
    hours = _HOURS.fullmatch(tidy)
    if match is None or not (match["day"] or match["hour"]):
        return None
    if hours and int(hours["hour"]) <= 24:
        if not hours["at"]:
            hour = hours["hour"]
            raise CampaignError("time-or-length", text=text[:40], hour=hour)
    elif length := read_length(tidy):
        return length.after(now, zone)
    if ahead := read_length(match["day"]):
        day: date | None = ahead.after(now, zone).astimezone(place).date()
    else:
        day = read_day(match["day"] or "today", here.date())
    if day is None:
        return None
    try:
        clock = (
            read_clock(match["hour"], match["minute"]) if match["hour"] else since_midnight(usual)
        )
    except ValueError:
        return None
    zones = dict.fromkeys((zone, *others))
    moment = _find_moment(at_clock(day, clock), match["zone"] or "", [*zones])
    again = 1 if not match["day"] else 7 if weekday_of(match["day"]) is not None else 0
    if moment <= now and again:
        later = at_clock(day + again * _DAY, clock)
        moment = _find_moment(later, match["zone"] or "", [*zones])
    if twice and not twice["utc"].endswith(f"{moment.astimezone(UTC):%H:%M}"):
        return None
    return moment


def _put_day_first(shown: str, today: date) -> str:
    """Return a time whose day stands behind the clock, “20:00 cet on friday”, with the day before
    it, and any other as it is."""
    match = _CLOCK_FIRST.fullmatch(shown)
    if match is None:
        return shown
    words = match["behind"].replace(",", " ").split()
    for length in range(len(words), 0, -1):
        for begin in range(len(words) - length + 1):
            day = " ".join(words[begin : begin + length])
            ahead = read_length(day)
            if read_day(day, today) or (ahead and ahead.days):
                zone = " ".join(words[:begin] + words[begin + length :])
                return f"{day} {match['clock']} {zone}".rstrip()
    return match["clock"] + match["behind"]


def moments(local: datetime, place: ZoneInfo) -> list[datetime]:
    """Return when clocks in a zone show a local time, in UTC: once, but never or twice where they
    are changed.
    """
    both = (local.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1))
    shown = [each for each in both if each.astimezone(place).replace(tzinfo=None) == local]
    return [*dict.fromkeys(shown)]


def _find_moment(local: datetime, called: str, zones: Sequence[str]) -> datetime:
    """Return when it is a local time in the zone that is ``called`` so, or in the first of
    ``zones``, which is that of the game. Raises CampaignError.
    """
    if (gap := _read_offset(called)) is not None:
        return local.replace(tzinfo=timezone(gap)).astimezone(UTC)
    if "/" in called and called in _zones():
        zones, called = [_zones()[called]], ""
    for zone in zones:
        place = find_zone(zone)
        known = moments(local, place)
        if called:
            known = [x for x in known if f"{x.astimezone(place):%Z}".casefold() == called]
        if len(known) == 1:
            return known[0]
        if not called:
            raise CampaignError(_describe_change(local, place, known))
    here = zone_title(zones[0])
    raise CampaignError("zone-not-known", zone=called[:20].upper(), local=local, zones=here)


def _describe_change(local: datetime, place: ZoneInfo, known: Sequence[datetime]) -> Reason:
    """Say that clocks show a local time twice, as at the ``known`` moments, or never."""
    shown = f"{local:%H:%M} on {local:%Y-%m-%d}"
    if known:
        both = [local_time(each, place.key) for each in known]
        return reason("shown-twice", zone=place.key, time=shown, both=both)
    first = local_time(local.replace(tzinfo=place).astimezone(UTC), place.key)
    return reason("never-shown", zone=place.key, time=shown, first=first)


def read_length(tidy: str) -> Length | None:
    """Return a length of time, given as ``tidy_time`` leaves it; None if it is none."""
    match = _LENGTH.fullmatch(re.sub(r"^(?:by|for|in|after) ", "", tidy.strip()))
    count = (int(match[1]) if match[1].isdecimal() else 1) if match else 0
    if not (match and count):
        return None
    days = {"d": 1, "w": 7}.get(match[2][0])
    return Length(days=count * days) if days else Length(hours=count)


def _write_hour(match: re.Match[str]) -> str:
    hour = int(match[1])
    if not 1 <= hour <= 12:
        return match[0]
    return f"{hour % 12 + 12 * (match[3] == 'p')}:{match[2] or '00'}"
