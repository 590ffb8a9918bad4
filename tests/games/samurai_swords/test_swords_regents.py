"""Regents play legal games to the end."""

import pytest
from swords_games import IKUSA_GAME, SWORDS, made, played

from adjudicator.chance import Script, Stream
from adjudicator.games.contract import GameError
from adjudicator.games.samurai_swords.orders.war_orders import MoveForce


@pytest.mark.system
@pytest.mark.parametrize("name", ["samurai-swords", "ikusa"])
@pytest.mark.parametrize("regent", ["steady", "random", "strong"])
def test_a_regents_orders_pass_the_check(name, regent):
    game = SWORDS if name == "samurai-swords" else IKUSA_GAME
    for phase in played(name, 4, regent, 40):
        for seat, orders in phase.orders.items():
            found = game.check(game.view(phase.before, seat), seat, orders)
            assert [str(f) for f in found if f.severity == "error"] == []


def test_the_steady_regent_uses_no_chance_and_fights():
    record = played("samurai-swords", 4, "steady", 60)
    position = record[5].before
    regent = SWORDS.regent("steady")
    view = SWORDS.view(position, "Oda")
    script = Script()
    assert regent.orders(view, "Oda", script) == regent.orders(view, "Oda", script)
    assert script.drawn == []
    kinds = [type(event).__name__ for phase in record for event in phase.events]
    assert kinds.count("Fought") > 20
    assert {"Levied", "Marched", "Moved", "Experienced", "RoninHired"} <= set(kinds)


@pytest.mark.parametrize(("regent", "phases"), [("steady", 40), ("strong", 24)])
def test_a_regent_sends_a_force_to_a_province_by_one_line(regent, phases):
    several = 0
    for phase in played("samurai-swords", 4, regent, phases):
        for orders in phase.orders.values():
            moves = [line.order for line in orders if isinstance(line.order, MoveForce)]
            ways = [(move.source, move.target) for move in moves]
            assert len(set(ways)) == len(ways)
            several += sum(move.units.up_to for move in moves)
    assert several > 0 or regent == "strong"


def test_the_steady_regent_builds_only_when_it_is_rich():
    armies = {"1": {"at": "Omi", "spearman": 4}}
    table = {"phase": "plan", "round": 2, "provinces": {"Kai": {"owner": "gray", "spearman": 1}}}
    for koku, built in ((9, True), (8, False)):
        seats = {
            "pink": {"armies": armies, "koku": koku},
            "gray": {"armies": {"1": {"at": "Kai", "spearman": 1}}},
        }
        view = made(table | {"seats": seats})
        assert (
            "2 on build" in str(SWORDS.regent("steady").orders(view, "pink", Script()))
        ) == built


def test_a_seat_that_is_out_orders_nothing():
    position = made({"seats": {"pink": {"out": True}, "gray": {}}, "turn_order": ["gray"]})
    for name in ("steady", "random", "strong"):
        assert len(SWORDS.regent(name).orders(position, "pink", Stream(b""))) == 0


def test_an_unknown_regent_is_refused():
    with pytest.raises(GameError, match="steady"):
        SWORDS.regent("brave")
