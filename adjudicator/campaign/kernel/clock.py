"""Moments and time zones, as persons write and read them.

The time is always an argument; nothing here asks what time it is.
"""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from adjudicator.campaign.kernel.errors import CampaignError

LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""No deadline is later: in every time zone it can still be reckoned with."""
LONGEST = 200
"""Characters that are read of a list of hours."""
MOST_REMINDERS = 6
"""Before one deadline."""


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
    tidy = " ".join(text[:LONGEST].casefold().split())
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
