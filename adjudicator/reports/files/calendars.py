"""Calendars as files (RFC 5545): the few lines that a deadline takes.

A library for any calendar takes longer to import than most passes have to do.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

_FOLD = 75
"""Octets that a line may have."""
_ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n", "\r": None})


def write_calendar(properties: dict[str, str], *parts: str) -> bytes:
    """Return a calendar of parts that ``component`` has made."""
    begin = {"VERSION": "2.0", "PRODID": "-//Adjudicator//Deadlines//EN"}
    return component("VCALENDAR", {**begin, **properties}, *parts).encode()


def component(name: str, properties: dict[str, str], *parts: str) -> str:
    """Return a component: its properties, each with a value as it is to stand, and its parts."""
    lines = (f"{each}:{value}" for each, value in properties.items())
    body = "".join(f"{folded}\r\n" for line in lines for folded in _fold(line))
    return f"BEGIN:{name}\r\n{body}{''.join(parts)}END:{name}\r\n"


def text(value: str) -> str:
    """Return words as the value of a property."""
    return value.translate(_ESCAPED)


def moment(value: datetime) -> str:
    """Return a time as the value of a property."""
    return f"{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def duration(value: timedelta) -> str:
    """Return a length of whole minutes as the value of a property: ``-P1D``, ``PT1H30M``."""
    minutes, sign = abs(value) // timedelta(minutes=1), "-" if value < timedelta() else ""
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    time = f"{hours}H" * (hours > 0) + f"{rest}M" * (rest > 0)
    day = f"{days}D" if days or not time else ""
    return f"{sign}P{day}{'T' if time else ''}{time}"


def _fold(line: str) -> Iterator[str]:
    """Yield the lines that one takes; all but the first begin with a space.

    Not all programs can join what a backslash says of a sign and the sign.
    """
    start, used = 0, 0
    for place, char in enumerate(line):
        size = len(char.encode())
        if used + size >= _FOLD:
            end = place - (line[place - 1] == "\\" and place - 1 > start)
            yield f"{' ' * (start > 0)}{line[start:end]}"
            start, used = end, place - end
        used += size
    yield f"{' ' * (start > 0)}{line[start:]}"
