"""The order language of Samurai Swords; positions of older and odd files."""

import json

import pytest
from swords_games import SWORDS, made

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.games.samurai_swords.orders.war_orders import March, MoveArmy
from adjudicator.orders import read_orders

POSITION = made(
    {"turn_order": ["Takeda", "Oda"], "seats": {"Takeda": {}, "Oda": {}}, "phase": "war"}
)
TWO = made({"colours": {"Uesugi": {"seat": "Oda"}, "Mori": {"seat": "Takeda"}}})


def test_a_phase_that_there_is_not_has_no_language():
    assert SWORDS.language(POSITION, "winter") is None
    over = made({"phase": "over", "winners": ["Oda"], "seats": {"Oda": {}}})
    assert SWORDS.language(over, "") is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Phase A\nmove army 1 to Iga", March),
        ("phase a: move army 1 to Iga", March),
        ("Phase D\nmove army 1 to Iga", MoveArmy),
        ("Phase A\nPhase D\nmove army 1 to Iga", MoveArmy),
        ("move army 1 to Iga", MoveArmy),
    ],
)
def test_an_army_moves_in_the_phase_under_whose_heading_its_order_stands(text, kind):
    given = read_orders(text, SWORDS.language(POSITION, "war"))
    assert not given.findings
    assert [type(line.order) for line in given.orders] == [kind]


@pytest.mark.parametrize(
    ("stood", "change", "stands"),
    [
        (
            "move 1 spearman from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
            "move 2 spearmen from Wakasa to Tamba",
            "move 2 spearmen from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
        ),
        (
            "move 1 spearman from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
            "cancel move all from Wakasa to Tamba",
            "move 1 spearman from Yamato to Iga",
        ),
    ],
)
def test_an_amendment_changes_the_move_it_names_and_no_other(stood, change, stands):
    language = SWORDS.language(POSITION, "war")
    changes = read_orders(change, language)
    amended = read_orders(stood, language).orders.amend(changes.orders, changes.cancelled)
    assert str(amended) == stands + "\n"


SAID = {
    "deploy": {
        "place two spearmen in Kai": "reinforce Kai",
        "army marker 1 begins in Kai": "army 1 in Kai",
        "army no. 1 in Kai": "army 1 in Kai",
        "casualties spearmen first, then gunners": "casualties spearman, gunner",
        "losses fall on ronin first, then spearmen": "casualties ronin, spearman",
        "revenge on Oda's army 2": "revenge on army 2 of Oda",
    },
    "plan": {
        "1 koku in the Turn Order bin": "spend 1 on turn",
        "hire the ninja for 2 koku": "spend 2 on ninja",
        "spend nothing on ronin": "spend 0 on ronin",
        "2 for a castle, levy=3": "spend 2 on build spend 3 on levy",
        "Turn order marker 2 please": "prefer turn 2",
        "Turn Order: 2": "spend 2 on turn",
        "choose turn order marker 2, else 3": "prefer turn 2 else: prefer turn 3",
        "ninja as a spy on Oda": "spy on Oda",
    },
    "muster": {
        "2 ronin in Kai": "hide 2 ronin in Kai",
        "ronin: 2 in Kai": "hide 2 ronin in Kai",
        "2 ronin with army 1": "hide 2 ronin with army 1",
        "place a castle in Kai": "build castle in Kai",
        "levy one spearman each in Kai and Iga": "levy 1 spearman in Kai, Iga",
        "levy 1 swordsman to army 1, 1 gunner to army 2": (
            "levy swordsman to army 1 levy gunner to army 2"
        ),
        "ninja strikes Oda's army 1 at start of Oda's phase B": (
            "ninja strikes army 1 of Oda at start of Oda phase B"
        ),
        "assassinate army 1 of Oda when Kai is attacked": (
            "ninja strikes army 1 of Oda when Kai is declared"
        ),
        "keep the ninja as a spy": "ninja waits",
    },
    "war": {
        "I attack Kai from Musashi with army 1 and stop after two losses": (
            "attack Kai from Musashi with army 1 call off Kai from Musashi when 2 are lost"
        ),
        "army 1 in Musashi attacks Kai": "attack Kai from Musashi with army 1",
        "the force in Musashi attacks Kai": "attack Kai from Musashi with force",
        "place a battle marker from Musashi to Kai": "attack Kai from Musashi",
        "stop the battle for Kai if I lose 2 units": "call off Kai when 2 are lost",
        "split off 1 gunner from army 1 to Kai": "split 1 gunner from army 1 to Kai",
        "march army 1 to Iga leaving behind 1 gunner": "march army 1 to Iga leaving 1 gunner",
        "move army 1 to Iga leaving a gunner behind": "move army 1 to Iga leaving 1 gunner",
        "final movement: army 1 to Iga": "move army 1 to Iga",
        "conquer Kai with 1 spearman from Musashi": "move 1 spearman from Musashi to Kai",
        "move the rest from Kai to Iga": "move all from Kai to Iga",
        "if I win, move army 1 to Kai": "if battle was won: move army 1 to Kai",
        "move army 1 to Kai if the attack succeeds": "if battle was won: move army 1 to Kai",
        "B. attack Kai from Musashi": "attack Kai from Musashi",
    },
}
"""Words of the rulebook, of letters and sheets, and of people, by phase, with what they mean."""


@pytest.mark.parametrize("phase", SAID)
def test_the_words_of_the_rulebook_and_of_letters_are_read(phase):
    language = SWORDS.language(POSITION, phase)
    for text, meaning in SAID[phase].items():
        read = read_orders(text, language)
        assert (" ".join(str(read.orders).split()), read.findings) == (meaning, ()), text


@pytest.mark.parametrize("text", ["A. move army 1 to Iga", "A. Move Armies\nmove army 1 to Iga"])
def test_a_letter_that_may_number_a_line_or_name_a_phase_is_asked_about(text):
    read = read_orders(text, SWORDS.language(POSITION, "war"))
    assert not read.orders
    [finding] = read.findings
    assert "“march army 1 to Iga” or “move army 1 to Iga”" in finding.message


def test_spearmen_are_placed_singly_in_quick_play():
    quick = SWORDS.new(("Oda", "Takeda", "Mori"), {"play": "quick"}, Stream(b"")).position
    read = read_orders("place 1 spearman each in Kai and Iga", SWORDS.language(quick, "claim"))
    assert (str(read.orders), read.findings) == ("reinforce Kai, Iga\n", ())


def test_of_several_names_in_one_place_it_is_said_that_they_are_several():
    [finding] = read_orders("army 1 attacks Kai and Iga", SWORDS.language(POSITION, "war")).findings
    assert finding.message.endswith("write an order each for Kai and Iga.")


@pytest.mark.parametrize("line", ["the attack on Aki", "cancel the attack on Aki"])
def test_a_word_that_is_no_name_is_not_called_a_wrong_one(line):
    (finding,) = read_orders(line, SWORDS.language(POSITION, "war")).findings
    assert finding.message.startswith("“attack” was understood, the rest not: write “attack ")


def test_a_condition_of_one_colour_is_for_no_order_of_the_other():
    language = SWORDS.language(TWO, "war", "Oda")
    condition, order = "if Aki is empty:", "attack Aki from Bingo with army"
    for text in (f"for Uesugi: {condition}\n{order}", f"colour Uesugi\n{condition}\n{order}"):
        read = read_orders(text, language)
        assert str(read.orders) == f"colour Uesugi\n{condition} {order}\n"
    parted = read_orders(f"colour Oda\n{condition}\ncolour Uesugi\n{order}", language)
    assert str(parted.orders) == f"colour Uesugi\n{order}\n"
    assert [each.line for each in parted.findings] == [2]


def test_options_added_later_have_their_defaults_in_older_files():
    position = SWORDS.new(("Oda", "Takeda", "Mori"), {}, Stream(b"")).position
    older = json.loads(SWORDS.encode(position))
    del older["options"]["win"]
    assert SWORDS.decode(json.dumps(older).encode()) == position
    older["options"]["gold"] = 1
    with pytest.raises(GameError, match="gold"):
        SWORDS.decode(json.dumps(older).encode())
