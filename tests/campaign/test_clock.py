from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.times import local_time, read_hours, read_moment, read_span

FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def test_zones_are_kept_and_refused():
    assert local_time(FRIDAY, "Asia/Tokyo") == "Fri 20 Nov 2026 21:00 JST"
    for zone in ("Mars/Olympus", "../../etc/passwd", "", "a" * 5000, "x\0y"):
        with pytest.raises(CampaignError, match="not a time zone"):
            read_moment("2026-11-20 20:00", zone, FRIDAY)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("2026-11-20 20:00", "2026-11-20 19:00"),
        ("2026-11-20T20:00+02:00", "2026-11-20 18:00"),
        ("friday 20:00", "2026-11-20 19:00"),
        ("friday 12:00", "2026-11-27 11:00"),
        ("next friday at 8pm", "2026-11-27 19:00"),
        ("Mon 8 p.m.", "2026-11-23 19:00"),
        ("until Monday, 12:00", "2026-11-23 11:00"),
        ("tomorrow 20:00", "2026-11-21 19:00"),
        ("1 Dec 20:00", "2026-12-01 19:00"),
        ("December 1st noon", "2026-12-01 11:00"),
        ("1 nov 20:00", "2027-11-01 19:00"),
        ("20:00", "2026-11-20 19:00"),
        ("12:00", "2026-11-21 11:00"),
        ("in 3 days", "2026-11-23 12:00"),
        ("for 12 hours", "2026-11-21 00:00"),
        ("in a week at 20:00", "2026-11-27 19:00"),
        ("2026-12-01", "2026-12-01 17:30"),
        ("sunday", "2026-11-22 17:30"),
    ],
)
def test_a_moment_is_read_as_people_write_it(said, expected):
    moment = read_moment(said, "Europe/Rome", FRIDAY, lambda day: time(18, 30))
    assert moment == datetime.fromisoformat(f"{expected}+00:00")


def test_a_day_alone_is_not_lost_where_no_hour_is_usual():
    assert read_moment("2026-12-01", "UTC", FRIDAY) == datetime(2026, 12, 1, 23, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    ["", "soon", "at", "until", "friday 25:00", "31 feb 20:00", "in 0 days", "20", "9999-12-31 20:00"],
)  # fmt: skip
def test_what_is_no_moment_is_told_what_is_one(said):
    with pytest.raises(CampaignError, match=r"not a time|too far"):
        read_moment(said, "UTC", FRIDAY)


@given(st.text(max_size=300), st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_a_time_or_is_told_what_is_one(text, now):
    for read in (lambda: read_moment(text, "Asia/Tokyo", now), lambda: read_span(text)):
        try:
            read()
        except CampaignError:
            continue


def test_lengths_of_time():
    assert read_span("by 2 days") == read_span("for 48h") == timedelta(days=2)
    assert read_span("a week") == read_span("7 d") == timedelta(days=7)
    for wrong in ("", "soon", "0 days", "-2 days", "3 moons"):
        with pytest.raises(CampaignError, match="no length of time"):
            read_span(wrong)


def test_hours_of_reminders_are_read_longest_first():
    assert read_hours("6, 72 and 24 hours") == (72, 24, 6)
    assert read_hours("24h,24") == (24,)
    assert read_hours("0") == read_hours("") == read_hours("Never") == ()
    for text in ("soon", "24, 0", "1,2,3,4,5,6,7", "-3", "99999", "٣", "1.5", ","):
        with pytest.raises(CampaignError, match="72, 24, 6"):
            read_hours(text)
