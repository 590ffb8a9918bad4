from datetime import UTC, datetime

import pytest

from adjudicator.campaign.kernel.clock import local_time, read_hours, read_moment
from adjudicator.campaign.kernel.errors import CampaignError

FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def test_zones_and_moments_are_read_and_refused():
    assert read_moment("2026-11-20 20:00", "Asia/Tokyo") == datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert read_moment("2026-11-20T20:00+01:00", "UTC") == datetime(2026, 11, 20, 19, tzinfo=UTC)
    assert local_time(FRIDAY, "Asia/Tokyo") == "Fri 20 Nov 2026 21:00 JST"
    for zone in ("Mars/Olympus", "../../etc/passwd", "", "a" * 5000, "x\0y"):
        with pytest.raises(CampaignError, match="not a time zone"):
            read_moment("2026-11-20 20:00", zone)
    with pytest.raises(CampaignError, match="not a time"):
        read_moment("tomorrow", "UTC")


def test_hours_of_reminders_are_read_longest_first():
    assert read_hours("6, 72 and 24 hours") == (72, 24, 6)
    assert read_hours("24h,24") == (24,)
    assert read_hours("0") == read_hours("") == read_hours("Never") == ()
    for text in ("soon", "24, 0", "1,2,3,4,5,6,7", "-3", "99999", "٣", "1.5", ","):
        with pytest.raises(CampaignError, match="72, 24, 6"):
            read_hours(text)
