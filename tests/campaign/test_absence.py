"""Days on which players are away, deadlines that wait for them, and the clock that one may stop."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from passing import carry_out_all_due

from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.absence import (
    absences,
    absences_ahead,
    come_back,
    count_days,
    declare_absence,
    describe_leave,
    end_care_early,
    read_days,
)
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.phases.deadlines import move_deadline, start_clock, stop_in_emergency
from adjudicator.campaign.phases.endings import end
from adjudicator.store.letter_records import Absence

SEATS = ("Oda", "Takeda", "Uesugi")
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)  # a Friday


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Team:
    """A game whose players go away."""

    def __init__(self, play, **settings):
        seats = settings.pop("seats", SEATS)
        self.game = play(seats=seats, deadline="every 3 days at 20:00", **settings)

    def do(self, work, seat, *args):
        return self.game.change(lambda at: work(at, at.seat(seat), *args))

    def away(self, seat, days):
        return self.do(declare_absence, seat, days)

    def refused(self, work, *args):
        with pytest.raises(RefusedError) as caught:
            self.do(work, *args)
        return caught.value.code

    @property
    def deadline(self):
        return self.game.state.deadline


@pytest.fixture
def team(play):
    return lambda **settings: Team(play, **settings)


def test_days_as_people_write_them():
    for said, first, last in (
        ("2026-12-20 to 2026-12-31", "2026-12-20", "2026-12-31"),
        ("Dec 20th - Dec 31st, 2026", "2026-12-20", "2026-12-31"),
        ("20 December 2026 – 2 Jan 2027.", "2026-12-20", "2027-01-02"),
        ("20.12. - 31.12.", "2026-12-20", "2026-12-31"),
        ("until Sunday", "2026-11-20", "2026-11-22"),
        ("friday", "2026-11-20", "2026-11-20"),
        ("2026-11-01 to 2026-11-25", "2026-11-20", "2026-11-25"),  # what is past is left out
        ("Wed 18 Nov to 25 Nov", "2026-11-20", "2026-11-25"),
        ("1 Nov to 25 Nov 2026", "2026-11-20", "2026-11-25"),
        ("1 Nov to 5 Nov", "2027-11-01", "2027-11-05"),
        ("20 Dec to 2 Jan", "2026-12-20", "2027-01-02"),
        ("5 to 12 March", "2027-03-05", "2027-03-12"),
        ("from the 5th to 12th of March 2027", "2027-03-05", "2027-03-12"),
        ("5-12 March", "2027-03-05", "2027-03-12"),
        ("March 5 – 12", "2027-03-05", "2027-03-12"),
        ("5. - 12.3.", "2027-03-05", "2027-03-12"),
        ("15 to 25 Nov", "2026-11-20", "2026-11-25"),
        ("between 5 and 12 March", "2027-03-05", "2027-03-12"),
        ("5th-12th March", "2027-03-05", "2027-03-12"),
        ("5.3.-12.3.", "2027-03-05", "2027-03-12"),
        ("20/12 to 31/12", "2026-12-20", "2026-12-31"),
        ("12/20-1/2", "2026-12-20", "2027-01-02"),  # the month first, as 20 is none
        ("5-12/3", "2027-03-05", "2027-03-12"),
        ("20-12-2026 to 31-12-2026", "2026-12-20", "2026-12-31"),
        ("2026/12/20-2026/12/31", "2026-12-20", "2026-12-31"),
        ("2026-12-20..31", "2026-12-20", "2026-12-31"),
        ("2026-12-20/2026-12-31", "2026-12-20", "2026-12-31"),
        ("12月20日〜12月31日", "2026-12-20", "2026-12-31"),
        ("5/5", "2027-05-05", "2027-05-05"),
        ("Saturday & Sunday", "2026-11-21", "2026-11-22"),
        ("from tomorrow for a week", "2026-11-21", "2026-11-27"),
        ("for 3 days from 30 Nov", "2026-11-30", "2026-12-02"),
        ("from now until Sunday", "2026-11-20", "2026-11-22"),
    ):
        span = read_days(said, "UTC", NOW)
        assert span == (moment(first), moment(last) + timedelta(days=1)), said


def test_what_is_no_absence():
    for said, code in (
        ("31 Feb", "absence-unread"),
        ("from tomorrow", "absence-unread"),
        ("28 to 3 March", "absence-unread"),
        ("28 March to 3", "absence-unread"),
        ("5 to 12", "absence-unread"),
        ("5 to 2027-03-12", "absence-unread"),
        ("5 & 12 March", "absence-unread"),  # perhaps two days
        ("a week from tomorrow", "absence-unread"),  # perhaps the day after it
        ("15 and 25 Nov", "absence-unread"),
        ("tomorrow for 5 hours", "absence-unread"),
        ("9999-12-31 for 9 weeks", "absence-unread"),
        ("", "absence-unread"),
        ("to to to - - .." * 500, "absence-unread"),
        ("2026-12-31 to 2026-12-20", "absence-backwards"),
        ("25 Nov to 22 Nov 2026", "absence-backwards"),
        ("20 Dec to 1 Dec", "absence-far"),
        ("2026-11-01 to 2026-11-19", "absence-past"),
        ("2027-11-01 to 2027-11-25", "absence-far"),
    ):
        with pytest.raises(RefusedError) as caught:
            read_days(said, "UTC", NOW)
        assert caught.value.code == code, said
    with pytest.raises(RefusedError, match="day, 2026-11-22, lies before the first, 2026-11-25"):
        read_days("25 Nov to 22 Nov 2026", "UTC", NOW)


def test_figures_that_can_be_two_dates_are_asked_back():
    for said, dates in (
        ("5/3 to 12/3", ["2027-03-05 to 2027-03-12", "2027-05-03 to 2027-12-03"]),
        ("12/3/2027", ["2027-03-12", "2027-12-03"]),
        ("until 11-12-2026", ["2026-11-20 to 2026-12-11", "2026-11-20 to 2026-11-12"]),
    ):
        with pytest.raises(CampaignError) as caught:
            read_days(said, "UTC", NOW)
        assert caught.value.reason.facts["dates"] == dates


def test_days_are_those_of_the_players_zone_across_clock_changes():
    span = read_days("2027-03-27 to 2027-03-29", "Europe/London", NOW)
    assert span.begins == moment("2027-03-27")
    assert span.ends == moment("2027-03-29T23:00")
    assert count_days([span]) == 3
    assert count_days([read_days("2027-10-30 to 2027-10-31", "Europe/London", NOW)]) == 2
    assert count_days([span, span._replace(begins=moment("2027-03-29"))]) == 3
    assert read_days("2026-12-01", "Asia/Tokyo", NOW).begins == moment("2026-11-30T15:00")


def test_a_deadline_in_an_absence_waits_and_all_are_told(team):
    table = team()
    assert table.deadline == moment("2026-11-23T20:00")
    facts = table.away("Oda", "2026-11-22 to 2026-11-25")
    assert facts["left"] == 10
    assert table.deadline == moment("2026-11-27T20:00")  # a day after he is back
    letters = table.game.letters("absence")
    assert [each.seat for each in letters] == list(SEATS)
    own, other = (" ".join(each.content.text.split()) for each in letters[:2])
    days = (
        "away from Sun 22 Nov 2026 to Wed 25 Nov 2026. Deadlines that fall into these days wait for"
    )
    assert f"You are {days} you." in own
    assert f"Oda is {days} Oda." in other
    assert "Fri 27 Nov 2026 20:00" in " ".join(letters[0].content.text.split())
    assert "absence" in table.game.notes()


@pytest.mark.parametrize(
    ("closes", "waits"), [("2026-11-24T00:00", False), ("2026-11-23T23:59", True)]
)
def test_a_deadline_at_the_midnight_that_ends_an_absence_does_not_wait(team, closes, waits):
    table = team()
    table.game.change(move_deadline, moment(closes))
    table.away("Oda", "2026-11-22 to 2026-11-23")
    assert (table.deadline > moment(closes)) == waits


def test_the_deadline_of_a_phase_that_opens_later_waits_as_well(team):
    table = team()
    table.away("Oda", "2026-11-24 to 2026-11-25")
    table.away("Takeda", "2026-11-26 to 2026-11-27")
    table.game.wait(days=2)
    table.game.adjudicate()  # the rule says the 25th; then Takeda is away, too
    assert table.deadline == moment("2026-11-29T20:00")
    table.game.change(move_deadline, moment("2026-11-25T20:00"))
    table.away("Uesugi", "2026-11-25 to 2026-11-26")  # who is away then as well, and for longer
    assert table.deadline == moment("2026-11-28T20:00")


def test_nobody_waits_for_an_absent_player_whose_seat_a_regent_plays(team):
    table = team()
    table.away("Oda", "2026-11-24 to 2026-11-25")
    table.game.change(hand_over, Player("Oda", regent="steady"))
    table.game.wait(days=2)
    table.game.adjudicate()
    assert table.deadline == moment("2026-11-25T20:00")
    table.game.now = table.deadline
    assert not table.away("Takeda", "2026-11-25")["moved"]  # nor for one who says so too late
    assert table.deadline == moment("2026-11-25T20:00")


def test_a_schedule_of_weekdays_falls_on_one_of_its_days(team, play):
    table = team()
    table.game = play(name="weekly", seats=SEATS, deadline="mon, thu 20:00")
    assert table.deadline == moment("2026-11-23T20:00")
    table.away("Oda", "2026-11-23 to 2026-11-25")
    assert table.deadline == moment("2026-11-30T20:00")  # Thursday would leave less than a day


def test_nobody_waits_for_a_seat_that_is_not_asked_and_all_who_are_ready_need_not_wait(team):
    table = team(options={"turns": True})
    game = table.game
    game.adjudicate()
    assert game.head.opens.must == ("Oda",)
    before = table.deadline
    table.away("Takeda", "2026-11-22 to 2026-11-25")
    assert table.deadline == before
    table.away("Oda", "2026-11-22 to 2026-11-25")
    assert table.deadline > before
    game.change(move_deadline, moment("2026-11-24T12:00"))  # the game master's word stands
    assert not game.change(lambda at: end_care_early(at, at.seat("Oda"), "player"))
    assert table.deadline == moment("2026-11-24T12:00")
    game.send("Oda", "strike Takeda\nready")
    assert game.state.why_due == "ready"


def test_days_are_counted_once_and_have_a_cap_for_each_and_for_all(team):
    table = team(absence=5, absences=7)
    assert table.away("Oda", "2026-12-01 to 2026-12-03")["left"] == 2
    assert table.away("Oda", "2026-12-02 to 2026-12-04")["left"] == 1
    assert table.refused(declare_absence, "Oda", "2026-12-04 to 2026-12-06") == "absence-cap"
    table.away("Takeda", "2026-12-01 to 2026-12-05")
    with pytest.raises(RefusedError, match="2 are left"):
        table.do(declare_absence, "Uesugi", "2026-12-05 to 2026-12-08")
    table.away("Uesugi", "2026-12-05 to 2026-12-07")
    assert table.refused(declare_absence, "Uesugi", "2026-12-10") == "absence-cap-of-all"
    table.away("Uesugi", "2026-12-04")
    assert table.game.store.count(Absence) == 5
    table.away("Uesugi", "2026-12-04")  # the same again changes nothing
    assert table.game.store.count(Absence) == 5
    seat = table.game.state.seat("Oda")
    table.game.change(lambda at: at.save(replace(seat, zone="Asia/Tokyo")))  # nor does another zone
    leave = describe_leave(table.game.state, table.game.state.seat("Oda"))
    assert leave["left"] == 1
    assert leave["away"][0] == {  # days that were meant by another clock
        "holder": "Oda",
        "first": "Tue 1 Dec 2026 09:00 JST",
        "last": "Fri 4 Dec 2026 09:00 JST",
    }
    assert table.refused(declare_absence, "Uesugi", "2026-12-09") == "absence-cap-of-all"
    table.game.change(change_settings, absence=4)
    assert describe_leave(table.game.state, table.game.state.seat("Takeda"))["left"] == 0
    table.game.change(change_settings, absence=5, absences=3)  # the game waits on seven already
    with pytest.raises(RefusedError, match="0 are left"):
        table.do(declare_absence, "Oda", "2026-12-09")
    away = table.away("Uesugi", "2026-12-02")["away"]  # on which it waits anyway
    assert [(each["holder"], each["first"], each["last"]) for each in away] == [
        ("Oda", "Tue 1 Dec 2026 09:00 JST", "Fri 4 Dec 2026 09:00 JST"),
        ("Takeda", "Tue 1 Dec 2026", "Sat 5 Dec 2026"),
        ("Uesugi", "Wed 2 Dec 2026", "Wed 2 Dec 2026"),
        ("Oda", "Wed 2 Dec 2026 09:00 JST", "Sat 5 Dec 2026 09:00 JST"),
        ("Uesugi", "Fri 4 Dec 2026", "Fri 4 Dec 2026"),
        ("Uesugi", "Sat 5 Dec 2026", "Mon 7 Dec 2026"),
    ]


def test_who_comes_back_early_gets_the_days_that_are_left_again(team):
    table = team()
    table.away("Oda", "2026-11-20 to 2026-11-29")
    put_off = table.deadline
    table.game.wait(days=2)
    assert table.do(come_back, "Oda")["left"] == 11
    assert absences_ahead(table.game.state) == []
    assert table.deadline == put_off
    assert "Oda" not in {each.seat for each in table.game.letters("back")}
    assert len(table.game.letters("back")) == 2
    assert table.refused(come_back, "Oda") == "absence-none"
    (span,) = absences(table.game.state, "Oda")
    assert span.ends == table.game.now
    table.away("Oda", "2026-12-01 to 2026-12-11")
    table.game.change(end, "Enough.")
    with pytest.raises(CampaignError, match="has ended"):
        table.do(come_back, "Oda")


def test_a_campaign_may_not_allow_it(team):
    table = team(absence=0, emergency=0)
    assert table.refused(declare_absence, "Oda", "tomorrow") == "absence-not-here"
    assert table.refused(stop_in_emergency, "Oda") == "emergency-not-here"


def test_each_player_can_stop_the_clock_once(team):
    table = team(emergency=48, misses=0)
    assert table.do(stop_in_emergency, "Oda") == NOW + timedelta(hours=48)
    letters = table.game.letters("pause")
    assert [each.seat for each in letters] == list(SEATS)
    assert "Oda has stopped the clock in an emergency." in " ".join(letters[1].content.text.split())
    assert table.refused(stop_in_emergency, "Takeda") == "emergency-no-clock"
    table.game.wait(hours=48)
    list(carry_out_all_due(table.game.store, table.game.now))
    assert not table.game.campaign.settings.paused
    assert table.refused(stop_in_emergency, "Oda") == "emergency-again"
    table.do(stop_in_emergency, "Takeda")
    table.away("Uesugi", "2026-11-24 to 2026-11-26")
    table.game.change(change_settings, deadline="none")
    table.game.wait(hours=48)
    table.game.change(start_clock)
    assert not table.game.campaign.settings.paused
    assert table.deadline == moment("2026-11-28T20:00")  # what was left, and Uesugi is waited for


def test_nobody_stops_the_clock_for_a_seat_that_a_regent_plays(team):
    table = team(emergency=48)
    table.game.change(hand_over, Player("Oda", regent="steady"))
    assert table.refused(stop_in_emergency, "Oda") == "emergency-no-player"
    assert not table.game.campaign.settings.paused


def test_without_a_clock_there_is_nothing_to_stop(play):
    table = Team.__new__(Team)
    table.game = play(seats=SEATS)
    assert table.refused(stop_in_emergency, "Oda") == "emergency-no-clock"
    table.away("Oda", "tomorrow")
    assert table.deadline is None


def test_nobody_waits_for_a_former_player_nor_counts_his_days_to_his_heir(team):
    team = team(absence=10)
    team.away("Oda", "2026-11-21 to 2026-11-28")
    waits = team.deadline
    team.game.wait(days=2)
    team.game.change(hand_over, Player("Oda", "heir@example.org"))
    assert absences_ahead(team.game.state) == []
    gone = absences(team.game.state, "Oda")
    assert [each.ends for each in gone] == [team.game.now]
    assert team.deadline == waits  # it was told to all
    team.game.wait(minutes=1)
    left = team.away("Oda", "2026-11-25 to 2026-11-30")["left"]
    assert left == 10 - 6
    team.game.change(hand_over, Player("Oda", regent="steady"))
    assert len(absences_ahead(team.game.state)) == 1  # until he sends orders again


def test_the_days_of_a_player_without_mail_end_when_another_takes_the_seat(team):
    team = team(absence=10)
    team.game.change(hand_over, Player("Oda", "", "Ann"))
    team.away("Oda", "2026-11-25 to 2026-11-30")
    team.game.wait(days=1)
    team.game.change(hand_over, Player("Oda", "heir@example.org"))
    assert absences(team.game.state, "Oda") == []


def test_the_days_of_who_was_first_do_not_come_back_when_a_seat_changes_hands_again(team):
    team = team(absence=10)
    team.away("Oda", "2026-11-25 to 2026-11-30")
    for days, heir in ((1, "heir@example.org"), (6, "other@example.org")):
        team.game.wait(days=days)
        team.game.change(hand_over, Player("Oda", heir))
        assert absences(team.game.state, "Oda") == [], heir
