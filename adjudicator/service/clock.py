"""What tells a worker the time."""

import time
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.campaign.clock import Steady


class Clock:
    """The clocks of this machine. Whoever needs another time gives a worker a clock of his own.

    With ``begin`` it is that moment as long as the work lasts: what comes later, or is due later,
    is for the next pass.
    """

    def __init__(self, begin: datetime | None = None):
        self._begin = begin

    def now(self) -> datetime:
        """Return the time."""
        return self._begin or datetime.now(UTC)

    def ticks(self) -> float:
        """Return the seconds since some moment, by a clock that nobody sets."""
        return time.monotonic()

    def steady(self) -> Steady:
        """Return the clock that never jumps as long as the machine runs."""
        boot = Path("/proc/sys/kernel/random/boot_id")
        if not (boot.is_file() and hasattr(time, "CLOCK_BOOTTIME")):
            return Steady()
        return Steady(boot.read_text("ascii").strip(), int(time.clock_gettime(time.CLOCK_BOOTTIME)))
