import pytest

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.seats import enter_guest, hand_over
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries


@pytest.fixture
def game(play):
    """A game that has come to the second round."""
    game = play(deadline="every 2 days at 20:00", misses=0)
    for phase, order in (("1 plan", "hide 2"), ("1 strike", "strike Mori")):
        for seat in ("Oda", "Takeda"):
            game.send(seat, f"phase {phase}\n{order}\nready")
        game.adjudicate()
        game.wait(days=1)
    return game


def back(game, phase="1 strike"):
    return roll_back(game.store, game.campaign, game.now, phase)


def test_the_same_orders_come_out_the_same(game):
    before = game.head
    assert back(game).undone == ("1 strike",)
    assert game.head.opens.key == "1 strike"
    assert game.stands("Oda") == "strike Mori\n"
    game.adjudicate()
    assert game.head.position == before.position
    assert game.head.key == before.key
    assert all(verdict.faults == () for verdict in verify(game.store, game.campaign))


def test_who_watches_is_told(game):
    game.do(commit, lambda at: enter_guest(at, "wu@example.org", "Wu", "observer"))
    back(game)
    (letter,) = [each for each in game.letters("public") if "rollback" in each.message_id]
    assert letter.recipients == ("wu@example.org",)
    assert "1 strike" in letter.content.text
    assert "attached" not in letter.content.text
    assert letter.content.files == ()


def test_nobody_is_ready_and_the_deadline_is_new(game):
    back(game)
    found = game.state
    assert found.unready == ("Oda", "Takeda")
    assert found.silent == ()
    assert found.deadline == game.now.replace(day=24, hour=20)
    assert found.why_due == ""


def test_everybody_is_told_and_no_letter_takes_the_place_of_another(game):
    results = [each.message_id for each in game.letters("result", "Oda")]
    back(game)
    (letter,) = game.letters("rollback", "Oda")
    assert "1 strike" in letter.content.text
    assert "ends on Tue 24 Nov 2026 20:00 UTC" in letter.content.text
    names = ["map.png", "orders.txt", "deadline-sekigahara-oda.ics"]
    assert [each.name for each in letter.content.files] == names
    game.adjudicate()
    again = [each.message_id for each in game.letters("result", "Oda")]
    assert again[:2] == results
    assert again[2] == message_id(game.campaign, "1-strike_run2", "result", "Oda")


def test_who_took_the_seat_meanwhile_gets_an_order_sheet_of_his_own(play):
    game = play(address="game@host.example")
    game.adjudicate()
    game.do(hand_over, Player("Oda", address="cleo@example.org"))
    back(game, "1 plan")
    (letter,) = game.letters("rollback", "Oda")
    assert letter.recipients == ("cleo@example.org",)
    proof = token(game.state.seat("Oda"))
    assert letter.content.files[-1].data == f"token {proof}".encode()


def test_a_rollback_can_be_done_twice_and_to_the_beginning(game):
    back(game)
    game.adjudicate()
    back(game)
    game.adjudicate()
    assert back(game, "1 PLAN").undone == ("1 plan", "1 strike")
    assert game.head.number == 0
    assert game.stands("Takeda") == "hide 2\n"
    game.adjudicate()
    assert [each.number for each in queries.resolutions(game.store, game.campaign)] == [0, 1]


def test_orders_kept_for_a_phase_that_is_undone_wait_again(game):
    game.send("Oda", "phase 2 strike\nstrike Takeda")
    game.adjudicate()
    assert game.stands("Oda") == "strike Takeda\n"
    assert queries.orders_for_later(game.store, game.campaign, "Oda") == []
    back(game)
    assert len(queries.orders_for_later(game.store, game.campaign, "Oda")) == 1
    game.adjudicate()
    game.adjudicate()
    assert game.stands("Oda") == "strike Takeda\n"


def test_orders_for_an_undone_phase_are_not_too_late(game):
    back(game, "1 plan")
    assert not game.send("Oda", "phase 1 plan\nhide 1").has_rejections


def test_what_cannot_be_undone(game):
    with pytest.raises(CampaignError, match="It has adjudicated: 1 plan, 1 strike"):
        back(game, "4 war")
    with pytest.raises(CampaignError, match="has not adjudicated"):
        back(game, "setup")
    while not game.head.opens.over:
        game.adjudicate()
    with pytest.raises(CampaignError, match="secret is published"):
        back(game)
