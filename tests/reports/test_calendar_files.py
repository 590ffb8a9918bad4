"""Calendars are read again by a library as they were meant, whatever people write into them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from adjudicator.reports.files.calendars import component, duration, moment, text, write_calendar

WORDS = st.text(st.sampled_from("ab ,;:\\é戦🏯\"'\n"), max_size=200)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@given(WORDS)
def test_words_are_read_as_they_were_written_and_no_line_is_too_long(words):
    event = {"SUMMARY": text(words), "DTSTAMP": moment(NOON), "UID": "a@b"}
    data = write_calendar({"METHOD": "PUBLISH"}, component("VEVENT", event))
    assert max(map(len, data.split(b"\r\n"))) <= 75
    [read] = Calendar.from_ical(data).walk("VEVENT")
    assert str(read["SUMMARY"]) == words
    assert read.decoded("DTSTAMP") == NOON


@pytest.mark.parametrize("words", ["a" * 300, "戦 " * 90, "a;" * 120], ids=["a", "戦", ";"])
def test_long_words_fill_their_lines_and_no_line_is_longer(words):
    lines = component("VEVENT", {"SUMMARY": text(words)}).encode().split(b"\r\n")
    assert 72 < max(map(len, lines)) <= 75
    assert "".join(each.decode()[1:] for each in lines[2:-2]).endswith(text(words)[-99:])


@pytest.mark.parametrize(
    ("length", "written"),
    [
        (timedelta(hours=-24), "-P1D"),
        (timedelta(hours=1), "PT1H"),
        (timedelta(minutes=-90), "-PT1H30M"),
        (timedelta(days=2, minutes=5), "P2DT5M"),
        (timedelta(), "P0D"),
    ],
)
def test_lengths_of_time(length, written):
    assert duration(length) == written
