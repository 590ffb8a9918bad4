"""The order language of Samurai Swords; positions of older and odd files."""

import json

import pytest
from swords_games import SWORDS, made, played

from adjudicator.games.contract import GameError
from adjudicator.orders import read_orders

POSITION = made(
    {"turn_order": ["Takeda", "Oda"], "seats": {"Takeda": {}, "Oda": {}}, "phase": "war"}
)
TWO = made({"colours": {"Uesugi": {"seat": "Oda"}, "Mori": {"seat": "Takeda"}}})


def test_the_two_awas_must_be_told_apart():
    language = SWORDS.language(POSITION, "war")
    understood = read_orders("move 1 spearman from Awa to Iyo", language)
    assert [f.severity for f in understood.findings] == ["error"]
    assert "Awa-Shikoku" in understood.findings[0].message
    assert "Awa-Boso" in understood.findings[0].message


def test_a_phase_that_there_is_not_has_no_language():
    assert SWORDS.language(POSITION, "winter") is None
    over = made({"phase": "over", "winners": ["Oda"], "seats": {"Oda": {}}})
    assert SWORDS.language(over, "") is None


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
        (
            "march army 1 to Hida\nmarch army 2 to Kaga",
            "cancel march army 2 to Kaga",
            "march army 1 to Hida",
        ),
        (
            "split 1 spearman from army 1 to Hida\nsplit 1 gunner from army 1 to Kaga",
            "split 2 spearmen from army 1 to Hida",
            "split 2 spearmen from army 1 to Hida\nsplit 1 gunner from army 1 to Kaga",
        ),
    ],
)
def test_an_amendment_changes_the_move_it_names_and_no_other(stood, change, stands):
    language = SWORDS.language(POSITION, "war")
    changes = read_orders(change, language)
    amended = read_orders(stood, language).orders.amend(changes.orders, changes.cancelled)
    assert str(amended) == stands + "\n"


def test_options_added_later_have_their_defaults_in_older_files():
    position = played()[0].after
    older = json.loads(SWORDS.encode(position))
    del older["options"]["win"]
    assert SWORDS.decode(json.dumps(older).encode()) == position
    older["options"]["gold"] = 1
    with pytest.raises(GameError, match="gold"):
        SWORDS.decode(json.dumps(older).encode())


@pytest.mark.parametrize("war", ["turns", "together"])
def test_what_a_turn_remembers_is_gone_when_it_has_ended(war):
    for phase in played(phases=16, war=war):
        saved = json.loads(SWORDS.encode(phase.after))
        assert not {"muster", "turn"} & set(saved)
