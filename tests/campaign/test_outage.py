from datetime import timedelta

import pytest
from passing import due_campaigns

from adjudicator.campaign import clock
from adjudicator.campaign.clock import UNKNOWN, Steady
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import deadlines
from adjudicator.service.passes import move_deadlines

RULE = "every 2 days at 12:00"


def mind_the_clock(*given):
    return list(clock.mind_the_clock(*given))


def closes(game):
    return game.state.deadline


def test_after_an_outage_deadlines_move_by_the_time_lost_and_all_are_told(play):
    game = play(deadline=RULE)
    before = closes(game)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.wait(hours=5)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.wait(days=3)
    assert mind_the_clock(game.store, game.now, 6) == [game.name]
    assert closes(game) == before + timedelta(days=3)
    assert game.carry_out_due() == []
    assert "deadline-moved" in game.notes()
    game.wait(minutes=1)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.change(deadlines.move_deadline, game.now + timedelta(days=5))
    before = closes(game)
    game.wait(days=2)
    assert mind_the_clock(game.store, game.now, 6) == [game.name]
    assert closes(game) == before + timedelta(days=2)  # what was lost before was made good then
    game.wait(minutes=1)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.wait(days=3)
    assert mind_the_clock(game.store, game.now, 0) == []  # where nobody minds an outage
    game.wait(hours=7)
    assert mind_the_clock(game.store, game.now, 6) == [game.name]  # far shorter than the one before


def test_a_deadline_that_had_passed_before_and_a_paused_game_stay(play):
    passed, paused = play("passed", deadline=RULE), play("paused", deadline="every 9 days at 12:00")
    passed.wait(days=2, hours=1)
    paused.now = passed.now
    mind_the_clock(passed.store, passed.now, 6)
    paused.change(change_settings, paused=True)
    passed.wait(days=1)
    assert mind_the_clock(passed.store, passed.now, 6) == []
    assert [each.name for each in due_campaigns(passed.store, passed.now)] == ["passed"]


def test_a_game_that_cannot_follow_the_clock_keeps_no_other_from_it(play, monkeypatch):
    faulty, sound = play("faulty", deadline=RULE), play("sound", deadline=RULE)
    before = closes(sound)
    mind_the_clock(sound.store, sound.now, 6)
    tell = deadlines.tell_all

    def fails(change, *args, **more):
        if change.campaign.name == "faulty":
            raise CampaignError("nobody can be told")
        return tell(change, *args, **more)

    monkeypatch.setattr(deadlines, "tell_all", fails)
    sound.wait(days=1)
    failed, moved = move_deadlines(sound.store, sound.now, 6, UNKNOWN)
    assert (failed.what, failed.text) == (
        "failed",
        "faulty: its deadline could not follow the clock: CampaignError: nobody can be told",
    )
    assert (moved.what, moved.facts) == ("moved", {"campaign": "sound"})
    assert closes(sound) == before + timedelta(days=1)
    assert closes(faulty) == before
    sound.wait(minutes=1)
    assert list(move_deadlines(sound.store, sound.now, 6, UNKNOWN)) == []


def steady(seconds, boot="one"):
    return Steady(boot, seconds)


def hours(number):
    return timedelta(hours=number)


def test_what_a_jump_of_the_clock_put_off_is_put_back_with_it(play):
    game = play(deadline=RULE)
    before = closes(game)
    mind_the_clock(game.store, game.now, 0, steady(0))
    game.wait(days=30, minutes=5)  # though no pass was missed
    assert mind_the_clock(game.store, game.now, 0, steady(300)) == [game.name]
    assert closes(game) == before + timedelta(days=30)
    moved = game.letters("deadline", "Oda")[0].content.text
    assert "clock of the machine" in moved
    assert "It is past" not in moved
    assert game.carry_out_due() == []
    game.wait(days=-30, minutes=5)
    assert mind_the_clock(game.store, game.now, 0, steady(600)) == [game.name]
    assert closes(game) == before
    assert "put right" in game.letters("deadline", "Oda")[-1].content.text
    assert mind_the_clock(game.store, game.now, 0, steady(600)) == []
    game.wait(days=30, minutes=5)
    assert mind_the_clock(game.store, game.now, 0, steady(900)) == [game.name]
    told = len(game.letters("deadline"))
    game.change(deadlines.move_deadline, before + timedelta(days=30))  # where it was put off to
    assert len(game.letters("deadline")) == told
    game.wait(days=-30, minutes=5)
    mind_the_clock(game.store, game.now, 0, steady(1200))
    assert closes(game) == before + timedelta(days=30)


def test_a_deadline_that_is_moved_in_its_time_of_grace_says_until_when_orders_count(play):
    game = play(deadline=RULE, grace=12)
    before = closes(game)
    game.wait(seconds=(before - game.now).total_seconds())
    game.wait(hours=6)
    assert [each.what for each in game.carry_out_due()] == ["reminded"]
    mind_the_clock(game.store, game.now, 0, steady(0))
    game.wait(hours=26, minutes=5)
    assert mind_the_clock(game.store, game.now, 0, steady(300)) == [game.name]
    assert closes(game) == before + hours(26) < game.now
    text = " ".join(game.letters("deadline", "Oda")[-1].content.text.split())
    assert "It is past, and orders of those who are late count until" in text
    assert "adjudicated" not in {each.what for each in game.carry_out_due()}


@pytest.mark.parametrize("clock", [lambda: steady(0), lambda: UNKNOWN])
@pytest.mark.parametrize(
    ("jumps", "left"),
    [((365, 30, -395), 0), ((365, -365, 30, -30), 0), ((365, 30, -30), 365), ((9, 365, -400), -26)],
)
def test_after_several_jumps_a_deadline_is_off_by_what_the_clock_is(play, clock, jumps, left):
    game = play(deadline=RULE)
    before = closes(game)
    mind_the_clock(game.store, game.now, 6, clock())
    for days in jumps:
        game.wait(days=days)
        mind_the_clock(game.store, game.now, 6, clock())
    assert closes(game) == before + timedelta(days=left)


def test_a_jump_back_takes_no_time_from_anybody(play):
    game = play(deadline=RULE)
    before = closes(game)
    game.wait(days=1)
    mind_the_clock(game.store, game.now, 6, steady(0))
    for jump in (-23, 23):
        game.wait(hours=jump)
        assert mind_the_clock(game.store, game.now, 6, steady(0)) == []
        assert closes(game) == before  # and what is put right gives none


def test_a_phase_that_opened_in_the_future_gets_its_deadline_anew(play):
    game = play(deadline=RULE)
    game.wait(days=300)
    mind_the_clock(game.store, game.now, 0, steady(0))
    game.adjudicate()
    game.wait(days=-300)
    assert mind_the_clock(game.store, game.now, 0, steady(0)) == [game.name]
    assert closes(game) == game.now + timedelta(days=2)
    game.wait(days=3, hours=5)  # a jump ahead, and not yet to where it was opened
    assert mind_the_clock(game.store, game.now, 0, steady(0)) == [game.name]
    assert closes(game) == game.now + timedelta(days=2)


def test_a_phase_that_opened_in_the_future_is_carried_out_once_all_are_ready(play):
    game = play(deadline=RULE)
    game.wait(days=300)
    game.adjudicate()
    game.wait(days=-300)
    for seat in ("Oda", "Takeda"):
        game.send(seat, "ready")
    assert game.state.why_due == "ready"


def test_a_clock_that_starts_in_the_past_again_and_again_moves_no_deadline_ahead(play):
    game = play(deadline=RULE)
    mind_the_clock(game.store, game.now, 6, steady(0))
    for start in range(3):
        game.wait(days=-300)
        mind_the_clock(game.store, game.now, 6, steady(60, str(start)))
        game.wait(days=300)
        mind_the_clock(game.store, game.now, 6, steady(60, str(start)))
        assert closes(game) == game.now + timedelta(days=2)


def test_a_pass_at_the_end_of_all_years_breaks_no_later_one(play):
    game = play(deadline=RULE)
    before, now = closes(game), game.now
    for year in (2026, 5000, 9999):
        game.now = now.replace(year=year)
        mind_the_clock(game.store, game.now, 6, steady(0))
    game.now = now
    assert mind_the_clock(game.store, game.now, 6, steady(0)) == [game.name]
    assert closes(game) == before


@pytest.mark.parametrize("clock", [lambda now: UNKNOWN, lambda now: steady(int(now.timestamp()))])
def test_a_game_goes_on_where_passes_are_always_farther_apart_than_an_outage_is_long(play, clock):
    game = play(deadline=RULE)
    for minutes in (0, 5, -5, 0, 5, -5):
        mind_the_clock(game.store, game.now, 12, clock(game.now))
        game.carry_out_due()
        game.wait(days=1, minutes=minutes)
    assert game.head.number == 2
    assert game.notes().count("deadline-moved") == 1


def test_a_deadline_that_is_past_all_the_same_is_not_announced(play):
    game = play(deadline=RULE)
    game.wait(days=1, hours=22)
    mind_the_clock(game.store, game.now, 12, steady(0))
    game.wait(days=5, hours=6)  # five days of it by a jump
    assert mind_the_clock(game.store, game.now, 12, steady(6 * 3600)) == []
    assert game.letters("deadline") == []
    assert game.state.why_due == "deadline"


def test_an_outage_and_a_jump_are_told_apart_by_the_steady_clock(play):
    game = play(deadline=RULE)
    before = closes(game)
    mind_the_clock(game.store, game.now, 6, steady(0))
    game.wait(hours=12)
    assert mind_the_clock(game.store, game.now, 6, steady(12 * 3600)) == [game.name]
    assert "did not work" in game.letters("deadline", "Oda")[0].content.text
    assert closes(game) == before + hours(12)
    game.wait(hours=5)  # three of them by a jump
    mind_the_clock(game.store, game.now, 6, steady(14 * 3600))
    assert closes(game) == before + hours(15)
    game.wait(minutes=30)  # a small step of the clock is none
    assert mind_the_clock(game.store, game.now, 6, steady(14 * 3600)) == []
    game.wait(hours=10)  # of twenty, in which the clock was put back by the others
    assert mind_the_clock(game.store, game.now, 6, steady(34 * 3600)) == [game.name]
    assert "did not work" in game.letters("deadline", "Oda")[-1].content.text
    assert closes(game) == before + hours(25)


def test_after_a_start_of_the_machine_only_the_gap_counts_and_nothing_is_beyond_reckoning(play):
    game = play(deadline=RULE)
    before = closes(game)
    mind_the_clock(game.store, game.now, 6, steady(9_000_000))
    game.wait(hours=1)
    assert mind_the_clock(game.store, game.now, 6, steady(5, "two")) == []
    game.now = game.now.replace(year=9000)
    assert mind_the_clock(game.store, game.now, 6, steady(5, "two")) == []
    assert closes(game) == before


@pytest.mark.parametrize(("lost", "locked"), [(72, False), (7, True)])
def test_an_outage_within_the_time_of_grace_gives_that_time_back(play, lost, locked):
    game = play(deadline=RULE, grace=12, grace_locked=locked)
    game.wait(days=2, hours=1)
    mind_the_clock(game.store, game.now, 6)
    game.wait(hours=lost)
    assert mind_the_clock(game.store, game.now, 6) == [game.name]
    assert game.letters("deadline")
    assert game.state.grace_ends == game.now + hours(11)
    assert game.state.why_due == ""
