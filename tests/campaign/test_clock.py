from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.campaign.clock import local_time, next_deadline, read_moment, read_rule
from adjudicator.campaign.errors import CampaignError

FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def closes(rule, zone="UTC", opened=FRIDAY, notice=12):
    return next_deadline(read_rule(rule), zone, opened, notice)


@pytest.mark.parametrize(
    ("rule", "zone", "expected"),
    [
        ("every 3 days at 20:00", "UTC", "2026-11-23 20:00"),
        ("every 3 days 20:00", "Europe/Rome", "2026-11-23 19:00"),
        ("Every day at 6:30", "UTC", "2026-11-21 06:30"),
        ("daily 06:30", "UTC", "2026-11-21 06:30"),
        ("mon,thu 20:00", "UTC", "2026-11-23 20:00"),
        ("thursday and Monday at 20:00", "America/New_York", "2026-11-24 01:00"),
        ("fri 23:59", "UTC", "2026-11-27 23:59"),
        ("every 36 hours", "Asia/Tokyo", "2026-11-22 00:00"),
    ],
)
def test_a_deadline_follows_from_the_words_of_its_rule(rule, zone, expected):
    assert closes(rule, zone) == datetime.fromisoformat(f"{expected}+00:00")


@pytest.mark.parametrize("rule", ["", "none", " None "])
def test_no_rule_means_no_deadline(rule):
    assert closes(rule) is None


@pytest.mark.parametrize(
    "rule",
    ["soon", "every 0 days at 20:00", "mon 25:00", "mon 20:60", "xyz 20:00", "every 0 hours", ", 20:00",
     "every 3 days", "a" * 10_000],
)  # fmt: skip
def test_what_is_no_rule_is_told_what_is_one(rule):
    with pytest.raises(CampaignError, match="every 3 days at 20:00"):
        read_rule(rule)


def test_a_weekday_that_is_too_near_is_passed_over():
    assert closes("fri 20:00", notice=4) == datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    assert closes("fri 20:00", notice=9) == datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    assert closes("fri 20:00", notice=12) == datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def test_local_time_stays_the_same_when_clocks_change():
    before = datetime(2026, 3, 27, 12, 0, tzinfo=UTC)
    assert closes("every 3 days at 20:00", "Europe/London", before).hour == 19
    gap = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)  # 01:30 does not exist on the 29th
    assert closes("daily 1:30", "Europe/London", gap) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    fold = datetime(2026, 10, 24, 12, 0, tzinfo=UTC)  # 01:30 exists twice on the 25th
    assert closes("daily 1:30", "Europe/London", fold) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)),
    st.sampled_from(["UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia"]),
    st.sampled_from(["every 1 days at 00:00", "daily 23:59", "sun 3:00", "mon,tue,wed 2:30"]),
    st.integers(0, 200),
)
def test_a_deadline_always_lies_ahead(opened, zone, rule, notice):
    opened = opened.replace(tzinfo=UTC)
    deadline = next_deadline(read_rule(rule), zone, opened, notice)
    assert deadline is not None
    assert deadline > opened


def test_zones_and_moments_are_read_and_refused():
    assert read_moment("2026-11-20 20:00", "Asia/Tokyo") == datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert read_moment("2026-11-20T20:00+01:00", "UTC") == datetime(2026, 11, 20, 19, tzinfo=UTC)
    assert local_time(FRIDAY, "Asia/Tokyo") == "Fri 20 Nov 2026 21:00 JST"
    for zone in ("Mars/Olympus", "../../etc/passwd", "", "a" * 5000, "x\0y"):
        with pytest.raises(CampaignError, match="not a time zone"):
            read_moment("2026-11-20 20:00", zone)
    with pytest.raises(CampaignError, match="not a time"):
        read_moment("tomorrow", "UTC")
