"""Reminders, grace, the last call, pauses, the time bank, and two passes at once."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from passing import carry_out_all_due

from adjudicator.campaign import due as due_phase
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.people.settings import change_settings, read_changes
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.phases.deadlines import (
    days_in_bank,
    move_deadline,
    start_clock,
    stop_clock,
)
from adjudicator.store.records import Guest

RULE = "every 4 days at 12:00"  # the games of these tests begin at noon
DAY = timedelta(days=1)


def due(game):
    return {each.what: each.at for each in game.store.due_of(game.campaign.id)}


def test_there_are_as_many_reminders_as_the_campaign_says(play):
    game = play(deadline=RULE, remind="36, 24, 6")
    game.send("Oda", "hide 1")
    for hours, written in ((59, 0), (1, 1), (1, 0), (11, 1), (17, 0), (1, 1), (5, 0)):
        game.wait(hours=hours)
        assert game.remind() == written, game.now
    assert {each.seat for each in game.letters("reminder")} == {"Takeda"}
    game.send("Takeda", "hide 1")
    assert "reminder" not in due(game)
    game = play("late", deadline=RULE, remind="40, 30, 24, 6")
    game.wait(days=3, hours=12)
    assert [game.remind(), game.remind()] == [2, 0]  # of those that were missed the last alone
    assert due(game)["reminder"] == game.state.deadline - timedelta(hours=6)
    assert len(game.letters("reminder")) == 2


def test_a_seat_can_have_reminders_of_its_own(play):
    game = play(deadline=RULE, remind="24")
    for seat, hours in (("Oda", "40, 2"), ("Takeda", "none")):
        after = replace(game.state.seat(seat), remind=hours)
        game.change(lambda change, seat=after: change.save(seat))
    game.wait(days=2, hours=8)
    assert game.remind() == 1
    game.wait(hours=16)
    assert game.remind() == 0
    game.wait(hours=22)
    assert game.remind() == 1
    assert [each.seat for each in game.letters("reminder")] == ["Oda", "Oda"]


def test_orders_in_the_time_of_grace_end_it_unless_it_is_locked(play):
    for locked in (False, True):
        game = play(f"locked-{locked}".lower(), deadline=RULE, grace=12, grace_locked=locked)
        game.send("Oda", "hide 1\nready")
        game.wait(days=4, hours=1)
        game.send("Takeda", "hide 1\nready")
        assert game.state.why_due == ("" if locked else "ready")
        assert game.state.grace_ends == game.now + timedelta(hours=11 if locked else -1)
        assert due(game)["phase"] == (game.state.grace_ends if locked else game.head.created)
        assert game.letters("last-call") == []  # the game has none
        game.wait(hours=11)
        assert game.state.why_due
    game = play(deadline=RULE, grace=12, grace_locked=True)
    game.send("Oda", "hide 1")
    game.wait(days=4)
    game.send("Takeda", "hide 1")  # at the last moment
    game.wait(hours=1)
    game.send("Oda", "hide 2")  # late, but all had answered in time
    assert game.state.why_due == "deadline"
    game = play("void", deadline=RULE, grace=12, grace_locked=True)
    game.send("Oda", "hide 1")
    game.send("Takeda", "hide 99")  # of which nothing is accepted: it is no answer
    game.wait(days=4, hours=1)
    game.send("Takeda", "hide 1")
    assert game.state.why_due == ""


def test_nobody_shortens_a_locked_grace_that_has_begun(play):
    game = play(deadline=RULE, grace=12, grace_locked=True)
    game.change(change_settings, grace=10)
    game.wait(days=4, hours=1)
    refused = (
        lambda: game.change(change_settings, grace=2),
        lambda: game.change(change_settings, grace_locked=False),
        lambda: game.change(move_deadline, game.now + timedelta(hours=2)),
        game.adjudicate,
    )
    for shorten in refused:
        with pytest.raises(CampaignError, match="locked"):
            shorten()
    game.change(change_settings, grace=24)
    game.change(move_deadline, game.now + 2 * DAY)
    assert game.state.why_due == ""
    game = play("bank", deadline=RULE, grace=48, grace_locked=True, bank=1)
    game.now = game.state.deadline
    game.carry_out_due()
    assert game.state.deadline == game.now + DAY  # which is drawn, and shortens nothing


def last_call(play, **more):
    game = play(deadline=RULE, last_call=30, **more)
    game.send("Oda", "hide 1\nready")
    game.wait(hours=1)
    game.send("Takeda", "hide 1\nready")
    return game


def test_once_all_are_ready_there_is_a_last_call_in_which_anybody_can_take_it_back(play):
    game = last_call(play)
    letters = game.letters("last-call")
    assert [each.seat for each in letters] == ["Oda", "Takeda"]
    assert "Fri 20 Nov 2026 13:30 UTC" in letters[0].content.text
    assert "not ready" in " ".join(letters[0].content.text.split())
    assert due(game)["phase"] == game.now + timedelta(minutes=30)
    game.wait(minutes=29)
    assert game.carry_out_due() == []
    game.send("Oda", "not ready")
    assert [each.seat for each in game.letters("call-off")] == ["Oda", "Takeda"]
    game.wait(hours=1)
    assert game.carry_out_due() == []
    game.send("Oda", "ready")
    assert len(game.letters("last-call")) == 4
    game.wait(minutes=29)
    assert game.carry_out_due() == []
    game.wait(minutes=1)
    assert len(game.carry_out_due()) == 1


def test_a_last_call_never_lasts_longer_than_the_phase(play):
    game = play(deadline=RULE, last_call=30)
    game.send("Oda", "hide 1\nready")
    game.wait(days=4, minutes=-10)
    game.send("Takeda", "hide 1\nready")
    assert game.letters("last-call") == []
    assert due(game)["phase"] == game.state.deadline


def test_a_phase_is_not_carried_out_that_somebody_has_just_taken_back(play, monkeypatch):
    game = last_call(play)
    game.wait(hours=1)
    real = due_phase.commit

    def too_late(*args):
        monkeypatch.setattr(due_phase, "commit", real)
        game.send("Oda", "not ready")
        return real(*args)

    monkeypatch.setattr(due_phase, "commit", too_late)
    assert game.carry_out_due() == []
    assert game.head.number == 0


def test_a_pause_ends_when_it_was_said_or_after_the_longest_and_leaves_some_time(play):
    game = play(deadline=RULE, longest_pause=10 * 24)
    with pytest.raises(CampaignError, match="is past"):
        game.change(stop_clock, until=game.now)
    assert not game.campaign.settings.paused
    until = game.now + 9 * DAY
    game.change(stop_clock, until=until)
    (letter,) = game.letters("pause", "Oda")
    assert "until Sun 29 Nov 2026 12:00 UTC" in " ".join(letter.content.text.split())
    assert due(game) == {"resume": until}
    game.wait(days=8)
    assert game.carry_out_due() == []
    game.wait(days=1)
    assert [each.what for each in carry_out_all_due(game.store, game.now)] == ["resumed"]
    assert not game.campaign.settings.paused
    assert game.state.deadline == game.now + 4 * DAY
    assert list(carry_out_all_due(game.store, game.now)) == []
    game.change(stop_clock)
    assert due(game) == {"resume": game.now + 10 * DAY}
    game.wait(days=2)
    game.change(start_clock)
    assert game.state.deadline == game.now + 2 * DAY  # it has not passed, and is not too near
    game.change(stop_clock, until=game.now + 19 * DAY)
    assert due(game) == {"resume": game.now + 10 * DAY}
    letter = game.letters("pause", "Oda")[-1]
    assert "until Fri 11 Dec 2026 12:00 UTC" in " ".join(letter.content.text.split())
    game.wait(days=2, hours=-1)
    game.change(stop_clock, until=game.now + 9 * DAY)  # it has been paused for as long as before
    assert due(game) == {"resume": game.now + 8 * DAY + timedelta(hours=1)}
    game.change(start_clock)
    assert game.state.deadline > game.now + 3 * DAY


def test_settings_are_read_as_a_person_writes_them():
    said = ["grace = 12", "last-call=30", "Early=no", "remind=72, 24", "gm=none", "grace locked=on"]
    assert read_changes(said) == {
        "grace": 12, "last_call": 30, "early": False, "remind": "72, 24", "gm": "",
        "grace_locked": True,
    }  # fmt: skip
    for wrong, why in (
        ("grace", "NAME=VALUE"),
        ("grac=3", "Did you mean “grace”"),
        ("paused=yes", "nothing that can be set"),
        ("__class__=x", "nothing that can be set"),
        ("grace=٣", "is a whole number"),
        ("grace=" + "9" * 5000, "is a whole number"),
        ("early=maybe", "“yes” or “no”"),
    ):
        with pytest.raises(CampaignError, match=why):
            read_changes([wrong])


def test_who_watches_hears_of_the_deadline_too_and_sees_no_address(play):
    game = play()
    person = ("observer", "Wu", b"x", b"y", game.now)
    game.store.add(Guest(game.campaign.id, "wu@example.org", *person))
    game.change(stop_clock)
    game.change(start_clock)
    assert game.state.deadline is None  # as before
    game.change(move_deadline, game.now + 3 * DAY)
    letters = game.letters("public")
    assert [each.recipients for each in letters] == [("wu@example.org",)] * 3
    assert [
        each.content.subject.partition("] ")[2].replace(";", ":").split(":")[0] for each in letters
    ] == [
        "The game is paused",
        "The game goes on",
        "The deadline has moved",
    ]
    assert not any("oda@example.org" in each.content.text for each in letters)


DAILY = "every 2 days at 12:00"


def left(game):
    return [days_in_bank(game.state, each) for each in game.state.seats[:2]]


def test_a_day_is_drawn_for_who_is_late_until_none_is_left(play):
    game = play(deadline=DAILY, bank=2)
    game.send("Oda", "hide 1")
    for expected in ([2, 1], [2, 0]):
        before = game.state.deadline
        game.now = before
        game.carry_out_due()
        assert (game.state.deadline, left(game)) == (before + DAY, expected)
        text = " ".join(game.letters("deadline", "Oda")[-1].content.text.split())
        assert "Takeda is late: a day of that seat’s time bank is drawn." in text
    game.now = game.state.deadline
    game.carry_out_due()
    assert game.state.head.number == 1
    assert game.state.head.missing == ("Takeda",)
    game.now = game.state.deadline
    game.carry_out_due()
    assert left(game) == [1, 0]
    game.change(hand_over, Player("Takeda", address="cleo@example.org"))
    assert left(game) == [1, 2]  # a new player has a bank of his own
    game.change(roll_back, "1 plan")
    assert left(game) == [2, 2]  # and what was drawn in a phase that is undone is given back


def test_who_takes_a_seat_over_has_all_his_days_although_one_was_drawn_in_the_same_phase(play):
    game = play(deadline=DAILY, bank=2)
    game.now = game.state.deadline
    game.carry_out_due()
    assert left(game) == [1, 1]
    game.now += timedelta(hours=1)
    game.change(hand_over, Player("Takeda", address="cleo@example.org"))
    assert left(game) == [1, 2]
    game.now = game.state.deadline
    game.carry_out_due()
    assert left(game) == [0, 1]


def test_nobody_fills_his_bank_again_by_coming_back_from_a_regent(play):
    game = play(deadline=DAILY, bank=1, misses=1)
    for _ in range(2):
        game.send("Oda", "hide 1")
        game.now = game.state.deadline
        game.carry_out_due()
    assert not game.state.seat("Takeda").by_person
    game.send("Takeda", "ready")
    assert game.state.seat("Takeda").by_person
    assert left(game)[1] == 0


def test_nothing_is_drawn_while_letters_may_lie_unread(play):
    game = play(deadline=DAILY, bank=2, address="game@example.net")
    game.now = game.state.deadline + timedelta(minutes=5)
    list(carry_out_all_due(game.store, game.now, game.state.deadline - timedelta(minutes=1)))
    assert left(game) == [2, 2]
    list(carry_out_all_due(game.store, game.now, game.now))
    assert left(game) == [1, 1]


def hurried(game):
    letters = [" ".join(each.content.text.split()) for each in game.letters("deadline", "Oda")]
    return [each for each in letters if "All others are ready, and Takeda missed" in each]


def test_who_missed_his_last_phase_has_a_shorter_clock_when_all_others_are_ready(play):
    game = play(deadline=DAILY, hurry=6, misses=0)
    game.send("Oda", "hide 1\nready")
    game.carry_out_due()
    assert not hurried(game)  # nobody has missed anything yet
    game.now = game.state.deadline
    game.carry_out_due()
    assert game.state.head.missing == ("Takeda",)
    game.carry_out_due()
    assert not hurried(game)  # Oda is not ready either
    game.send("Oda", "ready")
    game.carry_out_due()
    assert len(hurried(game)) == 1
    assert game.state.deadline == game.now + timedelta(hours=6)
    game.wait(hours=1)
    game.carry_out_due()
    assert len(hurried(game)) == 1
    game.change(move_deadline, game.now + 3 * DAY)  # the game master may give the time back
    game.carry_out_due()
    assert len(hurried(game)) == 1
    game = play("nobody", deadline=DAILY, hurry=6, misses=0, early=False)
    for seat in ("Oda", "Takeda"):
        game.send(seat, "hide 1\nready")
    game.carry_out_due()
    assert game.state.deadline > game.now + DAY  # for all are ready
    game.now = game.state.deadline
    game.carry_out_due()
    game.now = game.state.deadline
    for _ in range(2):
        game.carry_out_due()
    assert not game.letters("deadline")  # for all are missing, and nobody waits
    game.now = game.state.deadline - timedelta(hours=6)
    game.send("Oda", "ready")
    game.carry_out_due()
    assert not game.letters("deadline")  # for it ends so soon anyway
