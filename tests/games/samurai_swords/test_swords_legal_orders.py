"""Legal orders: each can be read back, and each passes the check."""

import pytest
from swords_games import IKUSA_GAME, SWORDS, made, played

from adjudicator.orders import Branch, Line, Orders, read_orders


@pytest.mark.parametrize("game", [SWORDS, IKUSA_GAME], ids=lambda game: game.meta.name)
def test_every_option_is_legal_by_itself_and_can_be_read_back(game):
    kinds = set()
    for phase in played(game.meta.name, 4, "random", 11):
        for seat in game.phase(phase.before).may:
            view = game.view(phase.before, seat)
            language = game.language(phase.before, "")
            for line in game.legal_orders(view, seat)[::7]:
                kinds.add(type(line.order).__name__)
                assert language.read_order(str(line.order)) == line.order
                found = game.check(view, seat, Orders((Line((Branch(line.order),), 1),)))
                assert [f for f in found if f.severity == "error"] == [], str(line)
    assert kinds > {"Reinforce", "PlaceArmy", "Spend", "PreferTurn", "Levy", "LevyToArmy", "March"}
    assert kinds > {"Attack", "MoveArmy", "MoveForce", "HideRonin", "Build"}


def test_who_cannot_order_has_no_options():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray", "blue"],
        "provinces": {"Omi": {"owner": "pink", "spearman": 2}, "Kai": {"owner": "gray", "spearman": 2}},
        "seats": {"pink": {}, "gray": {}, "blue": {"out": True}},
    }  # fmt: skip
    war = made(table)
    assert SWORDS.legal_orders(SWORDS.view(war, "pink"), "pink")
    assert SWORDS.legal_orders(SWORDS.view(war, "gray"), "gray") == []
    assert SWORDS.legal_orders(SWORDS.view(war, "blue"), "blue") == []
    together = made(table, war="together")
    assert SWORDS.legal_orders(SWORDS.view(together, "gray"), "gray")
    spy = made(table | {"phase": "spy", "ninja": {"holder": "pink", "spied": "gray"}})
    assert SWORDS.legal_orders(SWORDS.view(spy, "gray"), "gray") == []
    over = made(table | {"phase": "over", "winners": ["pink"]})
    assert SWORDS.legal_orders(over, "pink") == []


def test_the_holder_of_the_ninja_is_offered_strikes_and_spying():
    table = {
        "phase": "muster",
        "round": 2,
        "ninja": {"holder": "pink"},
        "provinces": {"Omi": {"owner": "pink", "spearman": 2}, "Kai": {"owner": "gray"}},
        "seats": {"pink": {"koku": 3}, "gray": {"armies": {"1": {"at": "Kai"}}, "koku": 3}},
    }
    for name, letters in (("samurai-swords", "ABCD"), ("ikusa", "ABD")):
        game = SWORDS if name == "samurai-swords" else IKUSA_GAME
        found = {str(line) for line in game.legal_orders(made(table, game), "pink")}
        strikes = {line[-1] for line in found if line.startswith("ninja strikes army 1 of gray")}
        assert strikes == set(letters)
    plan = made(table | {"phase": "plan"})
    assert "spy on gray" in {str(line) for line in SWORDS.legal_orders(plan, "pink")}
    assert "spy on pink" not in {str(line) for line in SWORDS.legal_orders(plan, "gray")}
    language = SWORDS.language(plan, "")
    assert read_orders("spy on gray", language).findings == ()
