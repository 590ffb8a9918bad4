"""Scripts: dice and draws laid down beforehand."""

import pytest

from adjudicator.chance import Draw, Script, ScriptError, read_script


def test_dice_come_in_the_order_given():
    script = Script([3, 4, 11])
    assert script.dice(2, 12, "a") == [3, 4]
    assert script.dice(1, 12, "b") == [11]
    assert script.leftovers() == []
    assert script.drawn == [Draw("a", 12, (3, 4)), Draw("b", 12, (11,))]


def test_running_out_of_dice_says_what_for():
    script = Script([3, 4])
    script.dice(1, 12, "first")
    with pytest.raises(ScriptError, match="ran out of dice: the battle of Iyo needs 2, 1 left"):
        script.dice(2, 12, "the battle of Iyo")
    assert script.leftovers() == ["1 dice of the script were not rolled: [4]"]


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (13, 12), (-1, 6)])
def test_a_face_that_the_die_does_not_have(face, sides):
    with pytest.raises(ScriptError, match=f"a die of {sides} sides cannot show {face}"):
        Script([face]).dice(1, sides, "x")


def test_a_draw_puts_first_what_it_names():
    script = Script(draws={"turn_order": ["gray", "PINK"]})
    assert script.shuffle(["pink", "blue", "gray", "red"], "turn_order") == [
        "gray",
        "pink",
        "blue",
        "red",
    ]
    assert script.drawn == [Draw("turn_order", 4, (2, 0, 1, 3))]
    assert script.leftovers() == []


def test_like_things_are_drawn_one_by_one():
    script = Script(draws={"tower": ["blue", "blue", 3]})
    assert script.shuffle(["blue", "red", 3, "blue"], "tower") == ["blue", "blue", 3, "red"]


@pytest.mark.parametrize(("things", "wanted"), [("abc", ["d"]), ("abc", ["a", "a"]), ("", ["a"])])
def test_a_draw_cannot_name_what_is_not_there(things, wanted):
    with pytest.raises(
        ScriptError, match=f"x: the script names '{wanted[-1]}', which is not there"
    ):
        Script(draws={"x": wanted}).shuffle(things, "x")


def test_a_label_drawn_again_takes_the_next_list():
    script = Script(draws={"tower": [["b"], [], ["c", "b"]]})
    assert [script.shuffle("abc", "tower") for _ in range(3)] == [
        ["b", "a", "c"],
        ["a", "b", "c"],
        ["c", "b", "a"],
    ]
    with pytest.raises(ScriptError, match="ran out of draws: tower is drawn once more"):
        script.shuffle("abc", "tower")


def test_a_draw_of_nothing_leaves_things_as_they_stand():
    assert Script(draws={"cards": []}).shuffle("ab", "cards") == ["a", "b"]
    with pytest.raises(ScriptError):
        Script(draws={"cards": []}, rest=Script()).shuffle("ab", "cards")


def test_draws_left_over_are_said():
    script = Script(draws={"event": ["truce"], "tower": [["a"], ["b"]]})
    script.shuffle("ab", "tower")
    assert script.leftovers() == [
        "the draw 'event' was not asked for; draws asked for: tower",
        "the draw 'tower' was not asked for again",
    ]


def test_a_script_is_read_from_its_table():
    table = {"dice": [3, 5], "event": "truce", "deck": [["a"], []], "tower": ["2 blue, 1 red", ""]}
    trays = [["blue", "blue", "red"], []]
    draws = {"event": ["truce"], "deck": [["a"], []], "tower": trays}
    assert read_script(table) == ([3, 5], draws)
    assert read_script({}) == ([], {})
    assert table["dice"] == [3, 5]


@pytest.mark.parametrize("dice", [3, "3", ["3"], [True], [1.5], {}])
def test_dice_that_are_no_whole_numbers_are_refused(dice):
    with pytest.raises(ScriptError, match="dice: write a list of whole numbers"):
        read_script({"dice": dice})
