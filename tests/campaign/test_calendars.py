"""Deadlines for calendars: read back with a reader of calendars."""

from datetime import timedelta

import pytest
from icalendar import Calendar
from msgspec.structs import replace

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import letters
from adjudicator.campaign.letters.calendars import USUAL, calendar_entry
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_clock
from adjudicator.campaign.phases.endings import end
from adjudicator.post.passes.compose import write
from adjudicator.reports.files.attachments import calendar_file

RULE = "every 4 days at 12:00"
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _real_files(toy, monkeypatch):
    monkeypatch.setattr(letters, "calendar_file", calendar_file)


def read(letter):
    """Return the event of a letter's calendar; None if it has none."""
    files = [each for each in letter.content.files if each.name.endswith(".ics")]
    assert len(files) < 2
    if not files:
        return None
    calendar = Calendar.from_ical(files[0].data)
    assert str(calendar["method"]) == "PUBLISH"
    assert str(calendar["version"]) == "2.0"
    (event,) = calendar.walk("vevent")
    assert "attendee" not in event
    return event


def events(game, seat="Oda"):
    return [event for each in game.letters(seat=seat) if (event := read(each))]


def test_the_first_letter_brings_the_deadline_with_an_alarm(play):
    game = play(deadline=RULE, remind="48, 6", address="judge@example.org", zone="Europe/Rome")
    (event,) = events(game)
    assert event.decoded("dtstart") == game.state.deadline
    assert event["dtstart"].to_ical().endswith(b"Z")
    assert str(event["organizer"]) == "mailto:judge@example.org"
    (alarm,) = event.walk("valarm")
    assert alarm.decoded("trigger") == -timedelta(hours=6)
    assert str(alarm["action"]) == "DISPLAY"
    assert "orders of Oda" in str(event["summary"])
    (letter,) = game.letters("opening", "Oda")
    (file,) = [each for each in letter.content.files if each.name.endswith(".ics")]
    for secret in (*map(token, game.state.seats), "Oda player"):
        assert secret.encode() not in file.data.replace(b"\r\n ", b"")
    data = write(game.store, letter, letter.recipients).data
    assert (
        b'Content-Type: text/calendar; charset=utf-8; method=PUBLISH;\r\n name="deadline-' in data
    )


@pytest.mark.parametrize(
    ("own", "everybody", "hours"), [("12", "48, 6", 12), ("", "48, 6", 6), ("never", "48", USUAL)]
)
def test_the_alarm_rings_when_the_seat_is_reminded(play, own, everybody, hours):
    game = play(deadline=RULE, remind=everybody)
    game.change(lambda at: at.save(replace(at.seat("Oda"), remind=own)))
    game.change(move_deadline, game.state.deadline + timedelta(days=1))
    (alarm,) = events(game)[-1].walk("valarm")
    assert alarm.decoded("trigger") == -timedelta(hours=hours)


def test_whatever_moves_the_deadline_moves_the_one_entry(play):
    game = play(deadline=RULE)
    game.wait(hours=1)
    game.change(move_deadline, game.now + DAY)
    game.wait(hours=1)
    game.change(stop_clock)
    game.wait(days=5)
    game.change(start_clock)
    game.wait(hours=1)
    game.adjudicate()
    game.wait(hours=1)
    game.change(roll_back, "1 plan")
    game.wait(hours=1)
    game.change(end, "We are tired.")
    there = events(game)
    assert len(there) == 7
    assert len({str(each["uid"]) for each in there}) == 1
    numbers = [int(each["sequence"]) for each in there]
    assert numbers == sorted(set(numbers))
    states = [str(each["status"]) for each in there]
    assert states == ["CONFIRMED"] * 2 + ["CANCELLED"] + ["CONFIRMED"] * 3 + ["CANCELLED"]
    assert not there[2].walk("valarm")
    assert {str(each["uid"]) for each in events(game, "Takeda")} != {str(there[0]["uid"])}


def test_numbers_rise_though_the_clock_is_put_back_or_several_moves_come_at_once(play):
    game = play(deadline=RULE)
    for days, hours in enumerate((5, 0, -3, 0), 1):
        game.wait(hours=hours)
        game.change(move_deadline, game.now + days * DAY)
    numbers = [int(each["sequence"]) for each in events(game)]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 5


def test_who_has_nothing_to_order_any_more_has_nothing_in_the_calendar(play):
    game = play(deadline=RULE, options={"turns": True}, misses=0)
    game.adjudicate()
    assert game.head.opens.must == ("Oda",)
    (oda,), (takeda,) = (
        [read(each) for each in game.letters("result", seat)] for seat in ("Oda", "Takeda")
    )
    assert str(oda["status"]) == "CONFIRMED"
    assert str(takeda["status"]) == "CANCELLED"


def test_without_a_deadline_or_an_address_there_is_no_calendar(play):
    assert events(play()) == []
    game = play("second", deadline=RULE)
    assert [read(each) for each in game.letters(seat="")] == [None, None]


def test_a_fault_in_the_calendar_costs_nobody_the_letter(play, monkeypatch):
    def fail(entry):
        raise RuntimeError("out of order")

    monkeypatch.setattr(letters, "calendar_file", fail)
    game = play(anew=True, deadline=RULE)
    assert game.letters("opening", "Oda")
    assert events(game) == []
    assert "calendar-failed" in game.notes()


def test_a_seat_of_any_name_has_an_entry_of_its_own_line(play):
    seats = ("O'da", "小田")
    game = play(deadline=RULE, seats=seats)
    for seat in seats:
        entry = calendar_entry(game.state, game.state.seat(seat))
        assert entry.uid.isascii()
        (event,) = events(game, seat)
        assert "\n" not in str(event["summary"])
