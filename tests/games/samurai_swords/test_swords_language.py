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
