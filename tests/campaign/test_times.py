"""One writer of times and one reader: what is written is read, to the minute."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import adjudicator
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.schedule import find_rule, next_deadline
from adjudicator.campaign.kernel.times import (
    Length,
    find_zone,
    moments,
    read_day,
    read_moment,
    read_zone,
)
from adjudicator.campaign.phases.deadlines import extend, move_deadline
from adjudicator.reports import words

FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ZONES = sorted(available_timezones() - {"Factory", "localtime", "posixrules"})
MINUTES = st.datetimes(
    datetime(2020, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC), allow_imaginary=False
).map(lambda moment: moment.replace(second=0, microsecond=0))


def changes_of(zone):
    """Return the hours after which clocks in a zone were changed, as far as this test looks."""
    place, hour = ZoneInfo(zone), datetime(2026, 1, 1, tzinfo=UTC)
    hours = [hour + timedelta(hours=each) for each in range(366 * 24)]
    offsets = [each.astimezone(place).utcoffset() for each in hours]
    return [x for x, old, new in zip(hours[1:], offsets, offsets[1:], strict=False) if old != new]


@st.composite
def written(draw):
    """A zone and a moment, one of three close to a change of its clocks."""
    zone = draw(st.sampled_from(ZONES))
    near = draw(st.sampled_from([False, False, True])) and changes_of(zone)
    if near:
        return zone, draw(st.sampled_from(near)) + timedelta(minutes=draw(st.integers(-150, 150)))
    return zone, draw(MINUTES)


@given(written(), st.sampled_from([words.date, words.local_time]))
@example(("Europe/Berlin", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)), words.local_time)
@example(("Europe/Berlin", datetime(2026, 10, 25, 1, 30, tzinfo=UTC)), words.local_time)
@example(("Asia/Kathmandu", FRIDAY), words.date)
def test_what_is_written_of_a_moment_is_read(given, write):
    zone, moment = given
    assert read_moment(write(moment, zone), zone, FRIDAY) == moment


@given(written(), st.integers(0, 300 * 24 * 60))
@example(("Africa/Abidjan", datetime(2032, 2, 29, tzinfo=UTC)), 84961)
def test_a_time_without_its_year_is_the_next_such(given, ahead):
    zone, moment = given
    shown = words.short_date(moment, zone)
    assert read_moment(shown, zone, moment - timedelta(minutes=ahead)) == moment


@given(written())
def test_what_is_written_of_a_day_is_read(given):
    zone, moment = given
    local = moment.astimezone(ZoneInfo(zone))
    assert read_day(words.day(local).casefold(), FRIDAY.date()) == local.date()


@given(written())
def test_times_of_records_are_read(given):
    zone, moment = given
    for shown in (moment.isoformat(), f"{moment:%Y-%m-%d %H:%M} UTC"):
        assert read_moment(shown, zone, FRIDAY) == moment


def test_times_for_readers_are_written_in_one_place():
    """But for what only machines and those who run them read."""
    code = Path(adjudicator.__file__).parent
    logs = {"cli/service/databases.py", "campaign/phases/reminders.py", "service/supervisor.py"}
    logs.add("reports/files/calendars.py")
    refusals = {"campaign/kernel/times.py"}
    found = {
        file.relative_to(code).as_posix()
        for file in code.rglob("*.py")
        if re.search(r"%[HMbBaAZ]\b", file.read_text()) and "strptime" not in file.read_text()
    }
    assert found - logs - refusals == {"reports/words.py"}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Mon 30 Nov 2026 20:00 GMT", "2026-11-30 20:00"),
        ("tue 1 dec 20:00", "2026-12-01 20:00"),
        ("2026-11-30 20:00 UTC", "2026-11-30 20:00"),
        ("2026-11-30 20:00Z", "2026-11-30 20:00"),
        ("friday 24:00", "2026-11-21 00:00"),
        ("midnight", "2026-11-21 00:00"),
        ("saturday midnight", "2026-11-22 00:00"),
        ("noon", "2026-11-21 12:00"),
        ("20h00", "2026-11-20 20:00"),
        ("at 20h", "2026-11-20 20:00"),
        ("friday 20h", "2026-11-20 20:00"),
        ("in 20h", "2026-11-21 08:00"),
        ("20 hours", "2026-11-21 08:00"),
        ("48h", "2026-11-22 12:00"),
        ("1 Dec 20:00 Asia/Tokyo", "2026-12-01 11:00"),
        ("1 Dec 15:00 EST", "2026-12-01 20:00"),
        ("1 Dec 20:00 UTC+05:45", "2026-12-01 14:15"),
        ("1 Dec 20:00 -0330", "2026-12-01 23:30"),
        ("friday 1 jan 2027 20:00", "2027-01-01 20:00"),
        ("noon on Thursday", "2026-11-26 12:00"),
        ("by 6pm EST on Friday, 27 November", "2026-11-27 23:00"),
        ("20:00, Saturday EST", "2026-11-22 01:00"),
        ("20h tomorrow", "2026-11-21 20:00"),
        ("20:00 in 3 days", "2026-11-23 20:00"),
        ("20:00 2026-11-27", "2026-11-27 20:00"),
        ("until noon", "2026-11-21 12:00"),
        ("27/11 20:00", "2026-11-27 20:00"),
        ("20:00 on 11/27/2026", "2026-11-27 20:00"),
        ("fri 4/12 20:00", "2026-12-04 20:00"),  # 12 April is a Monday
    ],
)
def test_times_are_read_as_people_and_the_judge_write_them(said, expected):
    moment = read_moment(said, "Europe/London", FRIDAY, others=["America/New_York"])
    assert moment == datetime.fromisoformat(f"{expected}+00:00")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("20h", "“20:00” or “in 20 hours”"),
        ("tue 30 nov 20:00", "2026-11-30 is a Monday"),
        ("30 nov 20:00 JST", "“JST” is no zone that is known here"),
        ("30 nov 20:00 BST", "“BST” is no zone that is known here"),
        (
            "29 mar 2026 01:30",
            "never show 01:30 on 2026-03-29. Did you mean Sun 29 Mar 2026 02:30 BST",
        ),
        (
            "25 oct 2026 01:30",
            "twice. Write “Sun 25 Oct 2026 01:30 BST” or “Sun 25 Oct 2026 01:30 GMT”",
        ),
        ("Mon 30 Nov 2026 21:00 GMT (20:00 UTC)", "not a time"),
        ("friday 24:01", "not a time"),
        ("20:00 on tue 30 nov", "2026-11-30 is a Monday"),
        ("20:00 JST on 30 nov", "“JST” is no zone that is known here"),
        ("friday 20:60", "not a time"),
        ("5/12 20:00", "may mean Sat 5 Dec 2026 20:00 GMT or Wed 12 May 2027 20:00 BST"),
        ("13/13 20:00", "not a time"),
    ],
)
def test_a_time_that_can_be_two_or_none_is_asked_back(said, why):
    with pytest.raises(CampaignError, match=re.escape(why)):
        read_moment(said, "Europe/London", FRIDAY)


@given(st.text("0123456789: h-+zutcgmfriday/()", max_size=40))
def test_no_text_fails_otherwise(text):
    try:
        read_moment(text, "Europe/London", FRIDAY)
    except CampaignError:
        return


@given(written(), st.integers(1, 30))
def test_days_keep_the_time_of_the_day_and_hours_go_by(given, count):
    zone, moment = given
    local = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    later = Length(days=count).after(moment, zone)
    wanted = local + timedelta(days=count)
    assert later in (moments(wanted, ZoneInfo(zone)) or [later])
    assert Length(hours=count).after(moment, zone) == moment + timedelta(hours=count)


def test_an_extension_by_days_keeps_the_hour_when_clocks_change(play):
    game = play(zone="Europe/Berlin")
    game.change(move_deadline, datetime(2027, 3, 27, 19, 0, tzinfo=UTC))
    game.change(extend, Length(days=1))
    assert game.state.deadline == datetime(2027, 3, 28, 18, 0, tzinfo=UTC)
    game.change(extend, Length(hours=24))
    assert game.state.deadline == datetime(2027, 3, 29, 18, 0, tzinfo=UTC)


def test_a_day_of_the_time_bank_keeps_the_hour_when_clocks_change(play):
    game = play(deadline="2027-03-27 20:00", zone="Europe/Berlin", bank=3)
    game.wait(seconds=(game.state.deadline - game.now).total_seconds())
    game.carry_out_due()
    assert game.state.deadline == datetime(2027, 3, 28, 18, 0, tzinfo=UTC)


def test_a_schedule_of_days_without_a_time_keeps_the_hour_when_clocks_change():
    opened = datetime(2026, 10, 24, 18, 0, tzinfo=UTC)
    for said in ("every 2 days", "2 days"):
        closes = next_deadline(find_rule(said, "war"), "Europe/Berlin", opened)
        assert closes == datetime(2026, 10, 26, 19, 0, tzinfo=UTC)
    closes = next_deadline(find_rule("every 48 hours", "war"), "Europe/Berlin", opened)
    assert closes == datetime(2026, 10, 26, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("fri 24:00", "2026-11-21 00:00"),
        ("daily midnight", "2026-11-21 00:00"),
        ("every 2 days at 24:00", "2026-11-22 00:00"),
        ("mon, thu 20h", "2026-11-23 20:00"),
        ("daily at 20h00", "2026-11-21 20:00"),
        ("every 20h", "2026-11-21 08:00"),
    ],
)
def test_a_schedule_reads_the_same_hours(said, expected):
    closes = next_deadline(find_rule(said, "war"), "UTC", FRIDAY)
    assert closes == datetime.fromisoformat(f"{expected}+00:00")


def test_a_phase_a_day_that_ends_at_midnight_takes_a_day():
    opened = datetime(2026, 11, 21, 0, 0, 5, tzinfo=UTC)
    closes = next_deadline(find_rule("daily 24:00", "war"), "UTC", opened)
    assert closes == datetime(2026, 11, 22, tzinfo=UTC)


def test_an_hour_that_can_be_a_length_is_asked_back_in_a_schedule():
    with pytest.raises(CampaignError, match="“daily 20:00” or “every 20 hours”"):
        find_rule("20h", "war")


def test_a_zone_is_offered_by_its_city_and_none_that_is_as_far_on_the_other_side():
    for said, offered in (
        ("Berlin", "Did you mean “Europe/Berlin”"),
        ("new york", "Did you mean “America/New_York”"),
        ("europe/rome", "Did you mean “Europe/Rome”"),
        ("GMT+1", "Write an IANA name"),  # “Etc/GMT+1” is an hour behind, not ahead
    ):
        with pytest.raises(CampaignError, match=offered):
            find_zone(said)


def test_a_distance_from_utc_is_a_zone_and_what_may_be_several_is_asked_back():
    for said in ("UTC+9", "gmt+9", "+09:00", "utc +09"):
        assert read_zone(said, FRIDAY) == "Etc/GMT-9"
    assert words.zone_title("Etc/GMT-9") == "UTC+09"
    zones = [read_zone(said, FRIDAY) for said in ("-5", "UTC+0", "z", "gmt", "ASIA/tokyo")]
    assert zones == ["Etc/GMT+5", "UTC", "UTC", "GMT", "Asia/Tokyo"]
    for said, offered in (
        ("+05:30", ["Asia/Colombo", "Asia/Kolkata"]),
        ("ist", ["Asia/Jerusalem", "Asia/Kolkata", "Europe/Dublin"]),
        ("BST", ["Europe/London"]),  # which is its time in half a year
        ("UTC+15", []),
        ("9", []),
    ):
        with pytest.raises(CampaignError) as refused:
            read_zone(said, FRIDAY)
        assert refused.value.reason.facts["similar"] == offered
    with pytest.raises(CampaignError) as refused:
        read_zone("CST", FRIDAY)
    assert {"America/Chicago", "Asia/Macau"} < {*refused.value.reason.facts["similar"]}
