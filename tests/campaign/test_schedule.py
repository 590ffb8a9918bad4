from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.schedule import (
    LONGEST,
    at_same_time,
    find_rule,
    next_deadline,
    read_schedule,
)
from adjudicator.campaign.kernel.times import Length, read_hours, read_moment, read_span
from adjudicator.campaign.people.settings import change_settings
from adjudicator.reports.words import local_time

FRIDAY = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def closes(words, zone="UTC", opened=FRIDAY, notice=12, phase="war", least=0):
    return next_deadline(find_rule(words, phase), zone, opened, notice, least)


@pytest.mark.parametrize(
    ("words", "zone", "expected"),
    [
        ("every 3 days at 20:00", "UTC", "2026-11-23 20:00"),
        ("thursday and Monday at 20:00", "America/New_York", "2026-11-24 01:00"),
        ("every tuesday at 8:30 p.m.", "UTC", "2026-11-24 20:30"),
        ("weekends noon", "UTC", "2026-11-21 12:00"),
        ("2nd tuesday 20:00", "UTC", "2026-12-08 20:00"),
        ("every other week at 20:00", "UTC", "2026-12-04 20:00"),
        ("mon 20:00 and sun 9:00", "UTC", "2026-11-22 09:00"),
        ("mon-fri 20:00", "UTC", "2026-11-23 20:00"),
        ("1st and 15th at 20:00", "UTC", "2026-12-01 20:00"),
        ("31st 20:00", "UTC", "2026-12-31 20:00"),
        ("2026-11-20 13:00, 2026-12-05 20:00", "UTC", "2026-12-05 20:00"),
        ("1 December 2026 at 9:00", "UTC", "2026-12-01 09:00"),
        ("every 36 hours", "Asia/Tokyo", "2026-11-22 00:00"),
        ("daily 20:00; not 21 nov to 3 dec", "UTC", "2026-12-04 20:00"),
        ("daily 20:00 not sat; not 2026-11-22", "UTC", "2026-11-23 20:00"),
        ("daily 20:00; not 20 nov to 29 feb", "UTC", "2027-03-01 20:00"),
        ("war: every 4 days at 20:00; else every 48 hours", "UTC", "2026-11-24 20:00"),
        ("plan, war: mon 20:00; else: none", "UTC", "2026-11-23 20:00"),
        ("War: mon 20:00; plan: none; not mon to fri, 28 nov; sat 9:00", "UTC", None),
    ],
)  # fmt: skip
def test_a_deadline_follows_from_the_words_of_the_schedule(words, zone, expected):
    if expected is None:
        with pytest.raises(CampaignError, match="leaves no day"):
            closes(words, zone)
        return
    assert closes(words, zone) == datetime.fromisoformat(f"{expected}+00:00")


def test_no_rule_means_no_deadline_and_what_is_none_is_told_what_is_one():
    for words in ("", "none", " None ", ";", "plan: daily 20:00"):
        assert closes(words) is None
    for words in (
        *("soon", "every 0 days at 20:00", "mon 25:00", "xyz 20:00", "every 0 hours", ", 20:00"),
        *("every other day", "a" * 10_000, "not sat", "mon 20:00 not", "mon 20:00 not 30 feb"),
        *("0th 20:00", "war:", ": daily 20:00", "mon 20:00 noon", "mon to 24 dec 20:00", ";" * 501),
        *("mon to tue to wed 20:00", "2026-13-01 20:00", "2026-12-02 to 2026-12-01 20:00"),
        "daily 20:00 not ٣ dec",
    ):
        with pytest.raises(CampaignError, match="every 3 days at 20:00"):
            read_schedule(words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("daily 20:00; mon 20:00", "more than one rule for all other"),
        ("war: daily 20:00; WAR: mon 20:00", "“war” more than once"),
        ("daily 20:00; not mon to sun", "no day"),
        ("mon 20:00 not mon", "no day"),
        ("every 5 hours not 1 jan to 31 dec", "no day"),
    ],
)
def test_a_schedule_that_contradicts_itself_is_refused(words, why):
    with pytest.raises(CampaignError, match=why):
        read_schedule(words)


@given(st.text(max_size=2 * LONGEST))
def test_any_text_is_a_schedule_or_is_told_what_is_one(text):
    try:
        rule = find_rule(text, "war")
    except CampaignError:
        return
    closing = next_deadline(rule, "UTC", FRIDAY)
    assert closing is None or closing > FRIDAY


def test_a_day_that_is_too_near_is_passed_over():
    assert closes("fri 20:00", notice=4) == datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    assert closes("fri 20:00", notice=9) == datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    assert closes("fri 20:00", notice=12) == datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        ("daily 20:00 not fri to mon", 24),
        ("daily 20:00 not sat to thu", 27),
        ("daily 20:00 not thu to fri", 21),
        ("daily 20:00 not 1 dec to 22 nov", 23),
    ],
)
def test_days_that_are_left_out_go_round_the_week_and_the_year(rule, day):
    assert closes(rule) == datetime(2026, 11, day, 20, 0, tzinfo=UTC)


def test_after_a_late_phase_there_is_the_least_time():
    assert closes("daily 13:00", least=24) == datetime(2026, 11, 21, 13, tzinfo=UTC)
    assert closes("daily 13:00", least=25) == datetime(2026, 11, 22, 13, tzinfo=UTC)
    assert closes("every 6 hours", least=24) == FRIDAY + timedelta(hours=24)
    assert closes("sat 20:00", least=48) == datetime(2026, 11, 28, 20, tzinfo=UTC)


def test_dates_that_are_past_leave_no_deadline():
    assert closes("2026-11-19 20:00") is None


def test_local_time_stays_the_same_when_clocks_change():
    before = datetime(2026, 3, 27, 12, 0, tzinfo=UTC)
    assert closes("every 3 days at 20:00", "Europe/London", before).hour == 19
    gap = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)  # 01:30 does not exist on the 29th
    shown = closes("daily 1:30", "Europe/London", gap)
    assert shown == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    rule = find_rule("daily 1:30", "war")
    for moved, again in ((0, "00:30"), (5, "01:35")):  # as the rule says; as somebody has moved it
        closed = shown + timedelta(minutes=moved)
        later = at_same_time(rule, "Europe/London", closed, shown + timedelta(hours=12))
        assert f"{later:%d %H:%M}" == f"30 {again}"
    fold = datetime(2026, 10, 24, 12, 0, tzinfo=UTC)  # 01:30 exists twice on the 25th
    assert closes("daily 1:30", "Europe/London", fold) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))
ZONES = st.sampled_from(
    ["UTC", "Asia/Tokyo", "America/St_Johns", "Australia/Lord_Howe", "Europe/London",
     "America/New_York", "Africa/Casablanca", "America/Santiago", "Asia/Kathmandu"]
)  # fmt: skip
TIMES = st.times().map(lambda time: time.replace(second=0, microsecond=0))
NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def exists(local):
    """Whether a local time exists: clocks that go forward leave some out."""
    again = local.astimezone(UTC).astimezone(local.tzinfo)
    return again.replace(tzinfo=None, fold=0) == local.replace(tzinfo=None, fold=0)


@given(MOMENTS, ZONES, st.integers(1, 20), TIMES, st.integers(0, 60))
def test_a_rule_of_days_keeps_the_local_time_across_every_clock_change(
    opened, zone, days, at, least
):
    place = ZoneInfo(zone)
    deadline = closes(f"every {days} days at {at:%H:%M}", zone, opened, least=least)
    assert deadline - opened > timedelta(hours=least)
    local = deadline.astimezone(place)
    ahead = (local.date() - opened.astimezone(place).date()).days
    wanted = datetime.combine(local.date(), at, place)
    assert deadline == wanted.astimezone(UTC) or not exists(wanted)
    assert ahead >= days
    assert least or ahead == days or not exists(wanted)


@settings(max_examples=20)
@given(MOMENTS, ZONES, st.sets(st.integers(0, 6), min_size=1), TIMES, st.integers(0, 200))
def test_a_rule_of_weekdays_takes_the_first_that_is_far_enough(opened, zone, wanted, at, notice):
    place = ZoneInfo(zone)
    words = ", ".join(NAMES[each] for each in sorted(wanted))
    deadline = closes(f"{words} {at:%H:%M}", zone, opened, notice)
    earliest = opened + timedelta(hours=notice)
    assert deadline > earliest
    days = (earliest.astimezone(place).date() + timedelta(days=ahead) for ahead in range(9))
    there = [datetime.combine(day, at, place) for day in days if day.weekday() in wanted]
    assert deadline == min(
        each.astimezone(UTC) for each in there if each.astimezone(UTC) > earliest
    )


@settings(max_examples=20)
@given(MOMENTS, ZONES, st.sets(st.integers(0, 6), max_size=6), TIMES, st.integers(1, 200))
def test_no_phase_ends_on_a_day_that_is_left_out(opened, zone, left_out, at, hours):
    place = ZoneInfo(zone)
    skips = f" not {', '.join(NAMES[each] for each in sorted(left_out))}" if left_out else ""
    for words in (f"every 2 days at {at:%H:%M}{skips}", f"every {hours} hours{skips}"):
        deadline = closes(words, zone, opened)
        assert deadline > opened
        assert deadline - opened < timedelta(days=8 + hours / 24 + 2)
        local = deadline.astimezone(place)
        same_day = datetime.combine(local.date(), local.timetz().replace(tzinfo=None), place)
        assert local.weekday() not in left_out or not exists(same_day)


def test_kinds_of_phases_have_rules_of_their_own_if_the_game_has_them(play):
    game = play(deadline="plan: every 2 days at 12:00; strike: every 6 hours; else none")
    assert game.state.deadline - game.now == timedelta(days=2)
    game.adjudicate()
    assert game.head.opens.name == "strike"
    assert game.state.deadline - game.now == timedelta(hours=6)
    with pytest.raises(CampaignError, match="no phase “strik”\\. Did you mean “strike”"):
        game.change(change_settings, deadline="strik: every 6 hours")
    with pytest.raises(CampaignError, match="Its phases: plan, strike"):
        game.change(change_settings, deadline="winter: every 6 hours")


def test_when_all_dates_are_past_the_game_master_is_told(play):
    game = play(deadline="2026-11-21 12:00")
    game.wait(days=1)
    game.carry_out_due()
    assert game.state.deadline is None
    assert game.notes()[-1] == "no-date-left"


def test_the_least_time_counts_only_after_a_phase_that_was_late(play):
    game = play(deadline="every 6 hours", least=48)
    game.wait(hours=6, minutes=5)
    game.carry_out_due()
    assert game.state.deadline - game.now == timedelta(hours=6)
    game.wait(hours=9)
    game.carry_out_due()
    assert game.state.deadline - game.now == timedelta(hours=48)


def test_zones_are_kept_and_refused():
    assert local_time(FRIDAY, "Asia/Tokyo") == "Fri 20 Nov 2026 21:00 JST"
    assert local_time(FRIDAY, "America/Sao_Paulo") == "Fri 20 Nov 2026 09:00 UTC-03"
    assert local_time(FRIDAY, "Asia/Kathmandu") == "Fri 20 Nov 2026 17:45 UTC+05:45"
    for zone in ("Mars/Olympus", "../../etc/passwd", "", "a" * 5000, "x\0y"):
        with pytest.raises(CampaignError, match="not a time zone"):
            read_moment("2026-11-20 20:00", zone, FRIDAY)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("2026-11-20 20:00", "2026-11-20 19:00"),
        ("2026-11-20T20:00+02:00", "2026-11-20 18:00"),
        ("friday 20:00", "2026-11-20 19:00"),
        ("next friday at 8pm", "2026-11-27 19:00"),
        ("until Monday, 12:00", "2026-11-23 11:00"),
        ("1 Dec 20:00", "2026-12-01 19:00"),
        ("1 nov 20:00", "2027-11-01 19:00"),
        ("20:00", "2026-11-20 19:00"),
        ("in a week at 20:00", "2026-11-27 19:00"),
        ("2026-12-01", "2026-12-01 17:30"),
    ],
)
def test_a_moment_is_read_as_people_write_it(said, expected):
    moment = read_moment(said, "Europe/Rome", FRIDAY, time(18, 30))
    assert moment == datetime.fromisoformat(f"{expected}+00:00")


def test_what_is_no_moment_is_told_what_is_one():
    for said in (
        "",
        "soon",
        "at",
        "friday 25:00",
        "31 feb 20:00",
        "in 0 days",
        "20",
        "9999-12-31 20:00",
    ):
        with pytest.raises(CampaignError, match=r"not a time|too far"):
            read_moment(said, "UTC", FRIDAY)
    # A day alone is not lost where no hour is usual.
    assert read_moment("2026-12-01", "UTC", FRIDAY) == datetime(2026, 12, 1, 23, 59, tzinfo=UTC)


@given(st.text(max_size=300), st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_a_time_or_is_told_what_is_one(text, now):
    for read in (lambda: read_moment(text, "Asia/Tokyo", now), lambda: read_span(text)):
        try:
            read()
        except CampaignError:
            continue


def test_lengths_of_time():
    assert read_span("by 2 days") == read_span("2 d") == Length(days=2)
    assert read_span("for 48h") == Length(hours=48)
    assert read_span("a week") == read_span("7 d") == Length(days=7)
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
