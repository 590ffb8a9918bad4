"""Calendars are read again by a library as they were meant, whatever people write into them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from msgspec.structs import replace

from adjudicator.reports.files.attachments import Entry, calendar_file
from adjudicator.reports.files.calendars import component, duration, moment, text, write_calendar

WORDS = st.text(st.sampled_from("ab ,;:\\é戦🏯\"'\n"), max_size=200)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_an_entry_that_is_taken_back_rings_no_more_and_says_whom_it_was_of():
    entry = Entry("a@b", 3, NOON, NOON + timedelta(days=2), "friday", "Oda", "War", "j@b.org")
    alone = Entry("a@b", 3, NOON, NOON + timedelta(days=2), "friday", "Oda", "War")
    known = {
        "SUMMARY",
        "DTSTART",
        "DTSTAMP",
        "UID",
        "SEQUENCE",
        "LAST-MODIFIED",
        "STATUS",
        "TRANSP",
    }
    for each, more, status, rings in (
        (entry, {"DESCRIPTION", "ORGANIZER"}, "CONFIRMED", [timedelta(hours=-24)]),
        (alone, {"DESCRIPTION"}, "CONFIRMED", [timedelta(hours=-24)]),
        (replace(entry, off=True), {"ORGANIZER"}, "CANCELLED", []),
    ):
        file = calendar_file(each)
        [event] = Calendar.from_ical(file.data).walk("VEVENT")
        assert set(event) == known | more
        assert event["STATUS"] == status
        assert [x.decoded("TRIGGER") for x in event.walk("VALARM")] == rings
        assert file.name == "deadline-friday-oda.ics"


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
    assert not [line for line in lines if line.endswith(b"\\")]  # from what it says of the next
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
