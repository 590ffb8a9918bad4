"""The time bank: days that are drawn by themselves when a player is late."""

from datetime import timedelta

from passing import carry_out_all_due

from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.phases.deadlines import days_in_bank

RULE = "every 2 days at 12:00"


def left(game):
    return [days_in_bank(game.state, each) for each in game.state.seats[:2]]


def test_a_day_is_drawn_for_who_is_late_until_none_is_left(play):
    game = play(deadline=RULE, bank=2)
    game.send("Oda", "hide 1")
    for expected in ([2, 1], [2, 0]):
        before = game.state.deadline
        game.now = before
        game.carry_out_due()
        assert (game.state.deadline, left(game)) == (before + timedelta(days=1), expected)
        text = " ".join(game.letters("deadline", "Oda")[-1].content.text.split())
        assert "Takeda is late: a day of that seat’s time bank is drawn." in text
    game.now = game.state.deadline
    game.carry_out_due()
    assert game.state.head.number == 1
    assert game.state.head.missing == ("Takeda",)


def test_nothing_is_drawn_while_letters_may_lie_unread(play):
    game = play(deadline=RULE, bank=2, address="game@example.net")
    game.now = game.state.deadline + timedelta(minutes=5)
    list(carry_out_all_due(game.store, game.now, game.state.deadline - timedelta(minutes=1)))
    assert left(game) == [2, 2]
    list(carry_out_all_due(game.store, game.now, game.now))
    assert left(game) == [1, 1]


def test_a_new_player_has_a_bank_of_his_own(play):
    game = play(deadline=RULE, bank=1)
    game.now = game.state.deadline
    game.carry_out_due()
    game.now = game.state.deadline
    game.carry_out_due()
    assert left(game) == [0, 0]
    game.do(hand_over, Player("Oda", address="cleo@example.org"))
    assert left(game) == [1, 0]


def test_what_was_drawn_in_a_phase_that_is_undone_is_given_back(play):
    game = play(deadline=RULE, bank=2)
    for drawn in (1, 2):
        game.now = game.state.deadline
        game.carry_out_due()
        assert left(game) == [2 - drawn] * 2
        if drawn == 1:
            game.adjudicate()
    roll_back(game.store, game.campaign, game.now, "1 plan")
    assert left(game) == [2, 2]


def hurried(game):
    letters = [" ".join(each.content.text.split()) for each in game.letters("deadline", "Oda")]
    return [each for each in letters if "All others are ready, and Takeda missed" in each]


def test_who_missed_his_last_phase_has_a_shorter_clock_when_all_others_are_ready(play):
    game = play(deadline=RULE, hurry=6, misses=0)
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
