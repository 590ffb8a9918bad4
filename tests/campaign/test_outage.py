from datetime import timedelta

from adjudicator.campaign.deadlines import change_settings
from adjudicator.campaign.due import adjudicate_due, due, remind, standing_of
from adjudicator.campaign.outage import mind_the_clock

RULE = "every 2 days at 12:00"


def closes(game):
    return standing_of(game.store, game.owner, game.now).deadline


def test_after_an_outage_deadlines_move_by_the_time_lost_and_all_are_told(play):
    game = play(deadline=RULE)
    before = closes(game)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.wait(hours=5)
    assert mind_the_clock(game.store, game.now, 6) == []
    game.wait(days=3)
    assert mind_the_clock(game.store, game.now, 6) == [game.name]
    assert closes(game) == before + timedelta(days=3)
    assert list(adjudicate_due(game.store, game.now)) == []
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
    change_settings(paused.store, paused.owner, paused.now, paused=True)
    passed.wait(days=1)
    assert mind_the_clock(passed.store, passed.now, 6) == []
    assert [each.owner.name for each in due(passed.store, passed.now)] == ["passed"]


def test_with_too_many_missing_a_phase_waits_for_the_game_master(play):
    game = play(deadline=RULE, hold=1)
    game.wait(days=2)
    assert due(game.store, game.now) == []
    remind(game.store, game.now)
    assert any("held" in letter.content.text for letter in game.letters("note"))
    game.send("Oda", "hide 1")
    assert [each.due for each in due(game.store, game.now)] == ["deadline"]
