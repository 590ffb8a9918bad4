"""A position that is amended after a ruling: shown, reasoned, told to all, and verified."""

import msgspec
import pytest

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.phases.correct import amend, correct, difference, roll_back
from adjudicator.campaign.records.verify import verify
from adjudicator.games.contract import GameError
from adjudicator.store.records import Correction

RULE = "every 2 days at 12:00"
WHY = "Oda had paid twice."


def amended(game, **purse):
    whole = msgspec.json.decode(game.head.position)
    whole["seats"]["Oda"] = whole["seats"]["Oda"] | purse
    return msgspec.json.encode(whole)


def put_right(game, data=None, why=WHY, **purse):
    data = data or amended(game, **purse)
    expected = game.head.serial
    return game.do(correct, data, why, expected=expected)


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


def test_verify_passes_and_says_that_there_was_a_correction(play):
    game = play(deadline=RULE)
    game.adjudicate()
    put_right(game, gold=12)
    game.wait(days=1)
    put_right(game, gold=9, why="No, it was three.")
    game.adjudicate()
    game.adjudicate()
    assert faults(game) == []
    assert remarks(game) == [
        "corrected on 2026-11-20: Oda had paid twice.; corrected on 2026-11-21: No, it was three."
    ]


def test_a_position_that_was_changed_without_a_correction_is_found(play):
    game = play(deadline=RULE)
    put_right(game, gold=12)
    with game.store.without_guards():
        game.store.write("DELETE FROM correction")
    ((phase, found),) = faults(game)
    assert phase == "setup"
    assert found == ("the position was changed, and no correction says so",)


def test_a_correction_that_hides_what_it_did_is_found(play):
    game = play(deadline=RULE)
    put_right(game, gold=12)
    with game.store.without_guards():
        game.store.write("""UPDATE correction SET differences = '["nothing"]'""")
    ((_, found),) = faults(game)
    assert found == ("a correction says otherwise than it did",)


def test_a_roll_back_to_the_corrected_phase_keeps_the_correction(play):
    game = play(deadline=RULE)
    put_right(game, gold=12)
    game.adjudicate()
    roll_back(game.store, game.campaign, game.now, "1 plan")
    assert game.state.position.seats["Oda"].gold == 12
    game.adjudicate()
    assert faults(game) == []
    assert remarks(game) == ["corrected on 2026-11-20: Oda had paid twice."]


def test_a_secret_that_was_corrected_is_told_to_its_seat_alone(play):
    game = play(deadline=RULE)
    game.send("Oda", "hide 3")
    game.adjudicate()
    put_right(game, hidden=4)
    (own,), (other,) = (game.letters("corrected", seat) for seat in ("Oda", "Takeda"))
    assert "hidden: 3 → 4" in own.content.text
    assert "3 → 4" not in other.content.text
    assert "Nothing has changed that you can see" in other.content.text
    assert not any("3 → 4" in each.content.text for each in game.letters("note"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda whole: whole, "nothing to correct"),
        (lambda whole: whole | {"viewer": "Oda"}, "a seat's view"),
        (lambda whole: whole | {"phase": "strike"}, "rollback"),
        (lambda whole: whole | {"options": whole["options"] | {"rounds": 9}}, "neither the seats"),
        (lambda whole: whole | {"seats": {"Oda": whole["seats"]["Oda"]}}, "neither the seats"),
    ],
)
def test_what_is_no_correction_is_refused_and_changes_nothing(play, change, why):
    game = play(deadline=RULE)
    before = game.head
    data = msgspec.json.encode(change(msgspec.json.decode(before.position)))
    with pytest.raises(CampaignError, match=why):
        put_right(game, data)
    assert game.head == before
    assert game.store.count(Correction) == 0


@pytest.mark.parametrize("data", [b"", b"{}", b"[[[", b'{"game": "chess"}', b"\xff" * 99])
def test_what_is_no_position_is_refused(play, data):
    game = play(deadline=RULE)
    with pytest.raises((GameError, CampaignError)):
        put_right(game, data or b" ")


def test_a_game_that_has_gone_on_or_ended_is_not_corrected(play):
    game = play(deadline=RULE, options={"rounds": 1})
    data, expected = amended(game, gold=3), game.head.serial
    game.adjudicate()
    with pytest.raises(CampaignError, match="gone on"):
        game.do(correct, data, WHY, expected=expected)
    with pytest.raises(CampaignError, match="reason"):
        put_right(game, gold=3, why="  ")
    while not game.head.opens.over:
        game.adjudicate()
    with pytest.raises(CampaignError, match="has ended"):
        amend(game.state, amended(game, gold=3))


def test_a_deadline_that_is_near_is_put_off(play):
    game = play(deadline=RULE)
    game.wait(days=1)
    closes = game.state.deadline
    put_right(game, gold=12)
    assert game.state.deadline == closes
    game.wait(hours=20)
    put_right(game, gold=13)
    assert game.state.deadline > game.now


def test_differences_are_shown_where_they_are():
    def show(old, new):
        return list(difference(msgspec.json.encode(old), msgspec.json.encode(new)))

    assert show({"a": 1}, {"a": 1}) == []
    assert show({"a": {"b": 1}}, {"a": {"c": "x"}}) == ["a, b: 1 → nothing", "a, c: nothing → x"]
    assert show({"a": ["x", "y"]}, {"a": ["x"]}) == ["a: x, y → x"]
    assert show({"a": [{"n": 1}]}, {"a": [{"n": 2}, {"n": 3}]}) == [
        "a, 1, n: 1 → 2", 'a, 2: nothing → {"n":3}',
    ]  # fmt: skip
