from datetime import timedelta

from adjudicator.campaign.outage import mind_the_clock
from adjudicator.campaign.settings import change_settings
from adjudicator.store import queries

RULE = "every 2 days at 12:00"


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


def test_without_the_guard_nothing_moves(play):
    game = play(deadline=RULE)
    before = closes(game)
    for _ in range(2):
        assert mind_the_clock(game.store, game.now, 0) == []
        game.wait(days=3)
    assert closes(game) == before


def test_a_deadline_that_had_passed_before_and_a_paused_game_stay(play):
    passed, paused = play("passed", deadline=RULE), play("paused", deadline="every 9 days at 12:00")
    passed.wait(days=2, hours=1)
    paused.now = passed.now
    mind_the_clock(passed.store, passed.now, 6)
    change_settings(paused.store, paused.campaign, paused.now, paused=True)
    passed.wait(days=1)
    assert mind_the_clock(passed.store, passed.now, 6) == []
    assert [each.name for each in queries.due_campaigns(passed.store, passed.now)] == ["passed"]


def test_with_too_many_missing_a_phase_waits_for_the_game_master(play):
    game = play(deadline=RULE, hold=1)
    game.wait(days=2)
    assert game.state.why_due == ""
    game.remind()
    assert any("held" in letter.content.text for letter in game.letters("note"))
    game.send("Oda", "hide 1")
    assert game.state.why_due == "deadline"
