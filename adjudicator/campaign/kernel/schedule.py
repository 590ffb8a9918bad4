"""Schedules: when phases end, in words, per kind of phase, in the campaign's time zone.

``war: every 4 days at 20:00; plan: mon, thu 20:00; else every 48 hours; not sat, sun, 24 dec to
2 jan``. The time is always an argument; nothing here asks what time it is.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.times import (
    Length,
    at_clock,
    find_zone,
    parts_of_date,
    read_clock,
    read_length,
    since_midnight,
    tidy_time,
    weekday_of,
)
from adjudicator.games.contract import Phase
from adjudicator.patterns import pattern
from adjudicator.store.records import SAME, Settings

LONGEST = 500
"""Characters of a schedule."""
OTHERS = ""
"""Stands for all kinds of phases that a schedule does not name."""
FURTHEST = 1500
"""Days ahead that a day is looked for; with the 29th of February it may take so many."""

_EVERY = pattern(
    r"(?:every (?:(\d{1,3}|other) )?(day|week)s?|daily|weekly)(?: at)? (\d{1,2})(?:h|:(\d\d))",
    re.ASCII,
)
_GROUP = pattern(r" ?([^:]*?)(?: at)? (\d{1,2})(?:h|:(\d\d))(?: ?,| and\b|$)", re.ASCII)
_TO = pattern(r" (?:to|until|-|–) |(?<=[a-z])[-–](?=[a-z])")
_ORDINAL = pattern(r"(\d{1,2})(?:st|nd|rd|th)(?: ([a-z]+))?", re.ASCII)
_RANGES = {"weekday": "mon to fri", "working day": "mon to fri", "weekend": "sat to sun"}


_Kind = Literal["weekday", "weekday in month", "in month", "in year", "date"]


class Days(msgspec.Struct, frozen=True):
    """Days from a first to a last one, both included.

    ``weekday`` counts from Monday, 0; ``weekday in month`` adds 7 for each one of the month before;
    ``in month`` counts from 1; ``in year`` is a hundred times the month and the day; ``date`` is a
    date's ordinal number.
    """

    kind: _Kind
    first: int
    last: int

    def include(self, day: date) -> bool:
        """Whether a day is one of them. Weekdays and days of the year go round."""
        place = _place(self.kind, day)
        if self.first <= self.last:
            return self.first <= place <= self.last
        return place >= self.first or place <= self.last


class ScheduleRule(msgspec.Struct, frozen=True):
    """When a phase ends: so many hours or days after it opens, or on certain days."""

    hours: int = 0
    days: int = 0
    at: timedelta | None = None
    """With ``days``: how much of the day has gone by then; None: as much as when it opened."""
    on: tuple[tuple[tuple[Days, ...], timedelta], ...] = ()
    """On these days, each when so much of it has gone by: 24 hours are its end."""
    no: tuple[Days, ...] = ()
    """Days on which no phase ends by it."""

    def is_free(self, day: date) -> bool:
        """Whether a phase may end on a day."""
        return not any(each.include(day) for each in self.no)


def rule_for(settings: Settings, phase: Phase) -> ScheduleRule | None:
    """Return the rule for a phase: that of the steps of a war turn may be another.

    None: it waits until all are ready.
    """
    steps = settings.steps_deadline if phase.series and not phase.lap else SAME
    return find_rule(settings.deadline if steps == SAME else steps, phase.name)


def find_rule(schedule: str, phase: str) -> ScheduleRule | None:
    """Return the rule of a schedule for phases of that name. Raises CampaignError."""
    rules = read_schedule(schedule)
    return rules.get(phase.casefold(), rules.get(OTHERS))


def read_schedule(text: str) -> dict[str, ScheduleRule | None]:
    """Read a schedule: rules for kinds of phases, by their names in small letters, and for others.

    Raises CampaignError for anything else.
    """
    try:
        rules = _read_clauses(tidy_time(text[: LONGEST + 1]))
    except CampaignError:
        raise
    except ValueError as error:
        shown = " ".join(text[:60].split())
        raise CampaignError("no-deadline-rule", shown=shown) from error
    for each in rules.values():
        _check_possible(each)
    return rules


def _read_clauses(tidy: str) -> dict[str, ScheduleRule | None]:
    """Return the rules of a schedule, none of which ends a phase on a day that it leaves out.

    Raises ValueError for what is no schedule, here and in all that it calls.
    """
    rules: dict[str, ScheduleRule | None] = {}
    no: tuple[Days, ...] = ()
    for clause in filter(None, map(str.strip, tidy.split(";"))):
        names, body = _part_kinds(clause)
        wording, _, skipped = f" {body}".partition(" not ")
        skips = _days(skipped) if skipped else ()
        if not wording.strip() and skips and names == [OTHERS]:
            no += skips
            continue
        rule = _rule(wording.strip(), skips)
        for name in names:
            if name in rules:
                raise CampaignError("wrong-schedule", name=name)
            rules[name] = rule
    if len(tidy) > LONGEST or (no and not rules):
        raise ValueError("no rule, or too long")
    return {
        name: replace(rule, no=(*rule.no, *no)) if rule else None for name, rule in rules.items()
    }


def next_deadline(
    rule: ScheduleRule | None, zone: str, opened: datetime, notice: int = 0, least: int = 0
) -> datetime | None:
    """Return when a phase which opens at ``opened`` ends by its rule, in UTC.

    ``notice`` is the fewest hours that a rule of certain days leaves and ``least`` the fewest that
    any rule leaves; a nearer day is passed over. A local time that does not exist, because clocks
    go forward, means the same moment by the old clock. None: the phase waits until all are ready,
    also if all the dates of its rule are past.
    """
    if rule is None:
        return None
    if opened >= LATEST:
        raise CampaignError("clock-stands", opened=opened)
    place = find_zone(zone)
    if not rule.on and rule.at is None:
        closes = Length(rule.days, rule.hours).after(opened, zone)
        closes = max(closes, opened.astimezone(UTC) + timedelta(hours=least))
        is_free = rule.is_free(closes.astimezone(place).date())
        return closes if is_free else at_same_time(rule, zone, closes, closes)
    earliest = opened + timedelta(hours=max(least, notice if rule.on else 0))
    closings = (closes for closes in _closings(rule, opened, place) if closes > earliest)
    return next(closings, None)


def at_same_time(
    rule: ScheduleRule | None, zone: str, closes: datetime, earliest: datetime
) -> datetime | None:
    """Return the first moment at the same time of the day on which a phase may end by a rule.

    The time of the rule is the same as what clocks show that go forward past it.
    """
    place = find_zone(zone)
    local = closes.astimezone(place)
    clock = since_midnight(local.time())
    if rule and rule.at and _at(local.date(), rule.at, place) == closes:
        clock = rule.at
    days = (x for x in _days_from(local.date()) if rule is None or rule.is_free(x))
    moments = (_at(day, clock, place) for day in days)
    return next((each for each in moments if each >= earliest), None)


def _closings(rule: ScheduleRule, opened: datetime, place: ZoneInfo) -> Iterator[datetime]:
    """Yield the moments at which a phase can end by a rule of days, from the day it opens on."""
    # By a rule whose days end at 24:00, a phase that opens then opens on the day that ends.
    ends = timedelta(days=rule.at.days if rule.at else 0)
    first = (opened.astimezone(place) - ends).date() + timedelta(days=rule.days)
    for day in _days_from(first):
        if not rule.is_free(day):
            continue
        if rule.at is not None:
            yield _at(day, rule.at, place)
        times = {at for days, at in rule.on if any(each.include(day) for each in days)}
        yield from sorted(_at(day, at, place) for at in times)


def _days_from(first: date) -> Iterator[date]:
    return (first + timedelta(days=ahead) for ahead in range(FURTHEST))


def _part_kinds(clause: str) -> tuple[list[str], str]:
    """Part a clause into the kinds of phases that it is for, and its rule."""
    head, colon, rest = clause.partition(":")
    if colon and not (head[-1:].isdecimal() and rest[:1].isdecimal()):
        names = [name.strip() for name in re.split(r",| and ", head)]
        if names in (["else"], ["otherwise"]):
            return [OTHERS], rest.strip()
        if all(names):
            return names, rest.strip()
    return [OTHERS], re.sub(r"^(?:else|otherwise) ", "", clause)


def _rule(wording: str, no: tuple[Days, ...]) -> ScheduleRule | None:
    if wording == "none" and not no:
        return None
    if wording.removesuffix("h").isdecimal() and int(wording.removesuffix("h")) <= 24:
        hour = wording.removesuffix("h")
        raise CampaignError("daily-or-every", hour=hour)
    if length := read_length(wording.removeprefix("every ")):
        return ScheduleRule(hours=length.hours, days=length.days, no=no)
    if match := _EVERY.fullmatch(wording):
        count = 2 if match[1] == "other" else int(match[1] or 1)
        days = count * (7 if "week" in match[0] else 1)
        if days:
            return ScheduleRule(days=days, at=read_clock(match[3], match[4]), no=no)
    return ScheduleRule(on=tuple(_groups(wording)), no=no)


def _groups(wording: str) -> Iterator[tuple[tuple[Days, ...], timedelta]]:
    """Yield days and their time, once or more: ``mon, thu 20:00 and sun 12:00``."""
    at = 0
    while at < max(1, len(wording)):
        match = _GROUP.match(wording, at)
        if not match or match.end() == at:
            raise ValueError("no days with their time")
        yield _days(match[1]), read_clock(match[2], match[3])
        at = match.end()


def _days(wording: str) -> tuple[Days, ...]:
    """Read days, with commas or ``and`` between them, and ``to`` within a range."""
    parts = [part.strip() for part in re.split(r",|\band\b|\bor\b", wording) if part.strip()]
    if not parts:
        raise ValueError("no days")
    return tuple(map(_range, parts))


def _range(part: str) -> Days:
    part = part.removeprefix("every ")
    first, *last = _TO.split(_RANGES.get(part.removesuffix("s"), part))
    begin = _day(first)
    end = _day(last[0]) if last else begin
    backward = begin[0] not in ("weekday", "in year") and begin[1] > end[1]
    if begin[0] != end[0] or backward or len(last) > 1:
        raise ValueError("no range of days")
    return Days(begin[0], begin[1], end[1])


def _day(wording: str) -> tuple[_Kind, int]:
    """Read one day: ``thu``, ``15th``, ``2nd tuesday``, ``24 dec``, ``2026-12-24``."""
    if (weekday := weekday_of(wording)) is not None:
        return "weekday", weekday
    if match := _ORDINAL.fullmatch(wording):
        weekday, number = weekday_of(match[2] or ""), int(match[1])
        if weekday is not None and 1 <= number <= 5:
            return "weekday in month", 7 * (number - 1) + weekday
        if not match[2] and 1 <= number <= 31:
            return "in month", number
    parts = parts_of_date(wording)
    if parts is None:
        raise ValueError("no day")
    year, month, day = parts
    if year:
        return "date", date(year, month, day).toordinal()
    date(2024, month, day)  # a leap year
    return "in year", month * 100 + day


def _check_possible(rule: ScheduleRule | None) -> None:
    """Raise CampaignError for a rule that leaves no day on which a phase could end."""
    if rule is None or any(x.kind == "date" for days, _ in rule.on for x in days):
        return
    if next_deadline(rule, "UTC", datetime(2024, 1, 1, tzinfo=UTC)) is None:
        raise CampaignError("no-day-left")


def _place(kind: str, day: date) -> int:
    if kind == "weekday":
        return day.weekday()
    if kind == "weekday in month":
        return (day.day - 1) // 7 * 7 + day.weekday()
    if kind == "in month":
        return day.day
    return day.month * 100 + day.day if kind == "in year" else day.toordinal()


def _at(day: date, clock: timedelta, zone: ZoneInfo) -> datetime:
    return at_clock(day, clock).replace(tzinfo=zone).astimezone(UTC)
