"""What is expected of clocks."""

from datetime import UTC, datetime, timedelta

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier time: this program is younger."""
LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""No deadline is later: in every time zone it can still be reckoned with."""
JUMP = timedelta(hours=1)
"""By how much a clock must be off to have jumped; less is put right without a word."""
