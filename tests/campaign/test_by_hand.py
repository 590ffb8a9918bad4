"""Dice and cubes thrown by hand, in place of the stream."""

import pytest

from adjudicator.campaign.phases.solve import script_chance, solve
from adjudicator.chance import ScriptError
from adjudicator.games import registry

SECRET = bytes(32)
ORDERS = {"blue": "battle a from Shinano to Kozuke with 4"}


@pytest.fixture
def carry_out():
    game = registry.find("shogun")
    table = {
        "phase": "carry out",
        "actions": ["battle a", "tax", "castle", "temple", "theatre"],
        "seats": {"blue": {"plan": {"battle a": "Shinano"}}, "yellow": {}},
        "provinces": {
            "Shinano": {"owner": "blue", "armies": 5},
            "Kozuke": {"owner": "yellow", "armies": 1},
        },
    }
    return game, game.from_table(table, {"season": "two mails"})


def carried_out(carry_out, draws):
    game, position = carry_out
    return solve(game, position, ORDERS, script_chance([], draws, SECRET, game.phase(position).key))


def test_a_real_tower_is_asked_for_throw_by_throw(carry_out):
    with pytest.raises(ScriptError, match="throw in 4 blue, 1 yellow"):
        carried_out(carry_out, {"tower": []})


def test_what_fell_decides_and_all_else_comes_from_the_secret(carry_out):
    done = carried_out(carry_out, {"tower": ["3 blue, 1 yellow"]})
    assert done.position.provinces["Kozuke"].owner == "blue"
    assert done.position.provinces["Kozuke"].armies == 2
    assert done.key == b""
    drawn = {draw.label: draw.came for draw in done.draws}
    assert drawn["hidden actions"] != tuple(range(5))


def test_a_tray_that_is_no_tray_is_refused(carry_out):
    with pytest.raises(ScriptError, match="should be a number and a colour"):
        carried_out(carry_out, {"tower": ["many blue"]})
