"""A position that is amended after a ruling, and a game that goes back: told to all, verified."""

import msgspec
import pytest

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.seats import enter_guest, hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import correct as correcting
from adjudicator.campaign.phases.correct import (
    amend,
    ask_to_roll_back,
    correct,
    difference,
    roll_back,
)
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.records.verify import verify
from adjudicator.games.contract import GameError
from adjudicator.orders import Finding
from adjudicator.store import queries
from adjudicator.store.records import Confirmation, Correction

RULE = "every 2 days at 12:00"
WHY = "Oda had paid twice."


def amended(game, **purse):
    whole = msgspec.json.decode(game.head.position)
    whole["seats"]["Oda"] = whole["seats"]["Oda"] | purse
    return msgspec.json.encode(whole)


def put_right(game, data=None, why=WHY, **purse):
    data = data or amended(game, **purse)
    expected = game.head.serial
    return game.change(correct, data, why, expected=expected)


def faults(game):
    return [(each.phase, each.faults) for each in verify(game.store, game.campaign) if each.faults]


def remarks(game):
    return [each.remark for each in verify(game.store, game.campaign) if each.remark]


def test_a_correction_takes_the_place_of_the_position_and_says_why(play):
    game = play(deadline=RULE)
    game.send("Takeda", "hide 3\nready")
    done = put_right(game, gold=12)
    assert done.differences == ("seats, Oda, gold: 11 → 12",)
    assert game.state.position.seats["Oda"].gold == 12
    assert game.stands("Takeda") == "hide 3\n"
    assert game.state.unready == ("Oda", "Takeda")
    for seat in ("Oda", "Takeda", ""):
        (letter,) = game.letters("corrected", seat)
        text = " ".join(letter.content.text.split())
        assert WHY.rstrip(".") in text
        assert "gold: 11 → 12" in text
    assert game.notes()[-1] == "corrected"
    names = [each.name for each in game.letters("corrected", "Oda")[0].content.files]
    assert names == ["map.png", "orders.txt", "deadline-sekigahara-oda.ics"]


def test_what_a_check_warned_of_before_a_correction_is_asked_anew(play, monkeypatch):
    def check(self, view, seat, orders):
        """Warn of orders for which there is not gold enough."""
        return [
            Finding(line.number, "dear", "warning", str(line), "That is dear.")
            for line in orders
            if line.order.amount > view.seats[seat].gold
        ]

    game = play(deadline=RULE)
    monkeypatch.setattr(type(game.state.game), "check", check)
    game.send("Oda", "hide 11")
    assert game.state.submissions["Oda"].warned == ()
    put_right(game, gold=7)
    game.send("Oda", "ready")
    assert game.state.submissions["Oda"].warned == (1,)


def test_verify_passes_and_says_that_there_was_a_correction(play):
    game = play(deadline=RULE)
    game.adjudicate()
    put_right(game, gold=12)
    game.wait(days=1)
    put_right(game, gold=0, why="No, it was all.")
    assert game.head.opens.must == ("Takeda", "Mori")  # who has no gold is out
    game.adjudicate()
    game.adjudicate()
    assert faults(game) == []
    assert remarks(game) == [
        "corrected on 2026-11-20: Oda had paid twice.; corrected on 2026-11-21: No, it was all."
    ]


def test_a_correction_outlives_a_roll_back_and_is_missed_or_found_out_if_it_was_tampered_with(play):
    game = play(deadline=RULE)
    put_right(game, gold=12)
    game.adjudicate()
    game.change(roll_back, "1 plan")
    assert game.state.position.seats["Oda"].gold == 12
    assert faults(game) == []
    assert remarks(game) == ["corrected on 2026-11-20: Oda had paid twice."]
    for change, fault in (
        ("""UPDATE correction SET differences = '["nothing"]'""", "says otherwise than it did"),
        ("UPDATE correction SET before = after", "was changed, and no correction says so"),
        ("DELETE FROM correction", "was changed, and no correction says so"),
    ):
        with game.store.without_guards():
            game.store.write(change)
        ((phase, (found,)),) = faults(game)
        assert phase == "setup"
        assert found.endswith(fault)


def test_a_secret_that_was_corrected_is_told_to_its_seat_alone(play, monkeypatch):
    game = play(deadline=RULE)
    game.send("Oda", "hide 3")
    game.adjudicate()
    put_right(game, hidden=4)
    (own,), (other,) = (game.letters("corrected", seat) for seat in ("Oda", "Takeda"))
    assert "hidden: 3 → 4" in own.content.text
    assert "3 → 4" not in other.content.text
    assert "Nothing has changed that you can see" in other.content.text
    assert not any("3 → 4" in each.content.text for each in game.letters("note"))
    monkeypatch.setattr(correcting, "MOST_LINES", 1)
    put_right(game, gold=12, hidden=5)
    (own, other) = (game.letters("corrected", seat)[-1] for seat in ("Oda", "Takeda"))
    assert "- seats, Oda, gold: 11 → 12\n- and 1 more, in the position file\n" in own.content.text
    assert "- seats, Oda, gold: 11 → 12\n\n" in other.content.text


NONE = [
    (lambda whole: whole, "nothing to correct"),
    (lambda whole: whole | {"viewer": "Oda"}, "a seat's view"),
    (lambda whole: whole | {"phase": "strike"}, "waits in 1 strike, and the game in 1 plan"),
    (lambda whole: whole | {"options": whole["options"] | {"rounds": 9}}, "neither the seats"),
    (lambda whole: whole | {"seats": {"Oda": whole["seats"]["Oda"]}}, "neither the seats"),
    (lambda whole: whole | {"seats": dict(reversed(whole["seats"].items()))}, "neither the seats"),
]


def test_what_is_no_correction_is_refused_and_changes_nothing(play, monkeypatch):
    game = play(deadline=RULE)
    before = game.head
    for change, why in NONE:
        data = msgspec.json.encode(change(msgspec.json.decode(before.position)))
        with pytest.raises(CampaignError, match=why):
            put_right(game, data)
    for data in (b" ", b"{}", b"[[[", b'{"game": "chess"}', b"\xff" * 99):
        with pytest.raises((GameError, CampaignError)):
            put_right(game, data)

    def picture(self, view, events):
        if view.viewer == "Takeda":
            raise GameError("Takeda has no map.")

    monkeypatch.setattr(type(game.state.game), "picture", picture)
    with pytest.raises(GameError, match="Takeda has no map"):
        put_right(game, gold=12)
    monkeypatch.setattr(type(game.state.game), "faults", lambda self, position: [*"abcdef"])
    with pytest.raises(CampaignError, match=r"is impossible: a; b; c; d; e\.$"):
        put_right(game, gold=12)
    assert game.head == before
    assert game.store.count(Correction) == 0


def test_a_game_that_has_gone_on_or_ended_is_not_corrected(play):
    game = play(deadline=RULE, options={"rounds": 1})
    data, expected = amended(game, gold=3), game.head.serial
    game.adjudicate()
    with pytest.raises(CampaignError, match="gone on"):
        game.change(correct, data, WHY, expected=expected)
    with pytest.raises(CampaignError, match="reason"):
        put_right(game, gold=3, why="  ")
    while not game.head.opens.over:
        game.adjudicate()
    with pytest.raises(CampaignError, match="has ended"):
        amend(game.state, amended(game, gold=3))


def test_a_deadline_that_is_near_is_put_off(play):
    game = play(deadline=RULE, notice=24)
    game.wait(days=1)
    closes = game.state.deadline
    put_right(game, gold=12)
    assert game.state.deadline == closes
    game.wait(hours=20)
    game.change(change_settings, deadline="none")
    put_right(game, gold=13)
    assert game.state.deadline == closes  # by no rule there is another
    game.change(change_settings, deadline=RULE)
    put_right(game, gold=14)
    assert game.state.deadline == game.now.replace(day=24, hour=12)


def test_differences_are_shown_where_they_are():
    def show(old, new):
        return list(difference(msgspec.json.encode(old), msgspec.json.encode(new)))

    assert show({"a": 1}, {"a": 1}) == []
    assert show({"a": {"b": 1}}, {"a": {"c": "x"}}) == ["a, b: 1 → nothing", "a, c: nothing → x"]
    assert show({"a": ["x", "y"]}, {"a": ["x"]}) == ["a: x, y → x"]
    assert show({"a": "x", "b": 0}, {"a": "", "b": []}) == ["a: x → nothing", "b: 0 → nothing"]
    assert show({"a": []}, {"a": [{"n": 1}]}) == ['a, 1: nothing → {"n":1}']
    assert show({"a": [{"n": 1}]}, {"a": [{"n": 2}, {"n": 3}]}) == [
        "a, 1, n: 1 → 2", 'a, 2: nothing → {"n":3}',
    ]  # fmt: skip


@pytest.fixture
def game(store, play, prepare):
    """A game that has come to the second round."""
    return prepare(store, "second round", lambda: play_a_round(play))


def play_a_round(play):
    game = play(deadline="every 2 days at 20:00", misses=0)
    for phase, order in (("1 plan", "hide 2"), ("1 strike", "strike Mori")):
        for seat in ("Oda", "Takeda"):
            game.send(seat, f"phase {phase}\n{order}\nready")
        game.adjudicate()
        game.wait(days=1)
    return game


def back(game, phase="1 strike"):
    return game.change(roll_back, phase)


def test_the_orders_stand_again_nobody_is_ready_and_everybody_is_told(game):
    game.change(lambda at: enter_guest(at, "wu@example.org", "Wu", "observer"))
    before, results = game.head, [each.message_id for each in game.letters("result", "Oda")]
    assert back(game).undone == ("1 strike",)
    assert game.head.opens.key == "1 strike"
    assert game.stands("Oda") == "strike Mori\n"
    state = game.state
    assert (state.unready, state.silent, state.why_due) == (("Oda", "Takeda"), (), "")
    assert state.deadline == game.now.replace(day=24, hour=20)
    (letter,) = game.letters("rollback", "Oda")
    assert "1 strike" in letter.content.text
    assert "ends on Tue 24 Nov 2026 20:00 UTC" in letter.content.text
    names = ["map.png", "orders.txt", "deadline-sekigahara-oda.ics"]
    assert [each.name for each in letter.content.files] == names
    (letter,) = [each for each in game.letters("public") if "rollback" in each.message_id]
    assert letter.recipients == ("wu@example.org",)
    assert "1 strike" in letter.content.text
    assert "attached" not in letter.content.text
    assert letter.content.files == ()
    game.adjudicate()
    assert game.head.position == before.position
    assert game.head.key == before.key
    again = [each.message_id for each in game.letters("result", "Oda")]
    assert again[:2] == results  # no letter takes the place of another
    assert again[2] == message_id(game.campaign, "1-strike_run2", "result", "Oda")
    assert faults(game) == []


def test_who_took_the_seat_meanwhile_gets_an_order_sheet_of_his_own(play):
    game = play(address="game@host.example")
    game.adjudicate()
    game.change(hand_over, Player("Oda", address="cleo@example.org"))
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
    game.change(ask_to_roll_back, "1 PLAN", "gm@example.org")
    (asked,) = game.store.rows(Confirmation, campaign_id=game.campaign.id)
    assert (asked.argument, asked.resolution) == ("1 plan", game.head.serial)
    assert back(game, "1 PLAN") == ("1 plan", ("1 plan", "1 strike"))
    assert game.head.number == 0
    assert game.stands("Takeda") == "hide 2\n"
    assert not game.send("Oda", "phase 1 plan\nhide 1").has_rejections  # not too late
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


def test_what_cannot_be_undone(game):
    with pytest.raises(CampaignError, match="It has adjudicated: 1 plan, 1 strike"):
        back(game, "4 war")
    with pytest.raises(CampaignError, match="has not adjudicated"):
        back(game, "setup")
    while not game.head.opens.over:
        game.adjudicate()
    with pytest.raises(CampaignError, match="secret is published"):
        back(game)
