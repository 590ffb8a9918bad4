"""Positions and events as JSON; hostile input; positions from tables."""

import json

import pytest
from shogun_games import ALL, game, new_game

from adjudicator.games.contract import GameError


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "ikusa"),
        (("format",), 99),
        (("round",), 9),
        (("phase",), "war"),
        (("options", "side"), "star"),
        (("options", "tenno"), None),
        (("provinces", "Kai", "owner"), "Oda"),
        (("provinces", "Kai", "castle"), True),
        (("provinces", "Kai", "armies"), 10**9),
        (("provinces", "Edo"), {}),
        (("tower", "green"), 3),
        (("events",), ["flood 3"]),
        (("actions",), ["nap"]),
        (("specials",), ["attack"]),
        (("turn_order",), ["Oda"]),
        (("seats", "blue", "plan"), {"tax": "Kai"}),
        (("court", "favours"), [99, 2, 1]),
        (("court", "officials", "blue", "supply"), 99),
        (("samurai", "top", "blue"), 9),
        (("leaders", "at", "blue"), "Kai"),
        (("chambers", "shown"), ["z9"]),
        (("chambers",), None),
    ],
)
def test_positions_that_cannot_be_are_refused(path, value):
    table = json.loads(game.encode(new_game(5, **ALL).position))
    holder = table
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(GameError):
        game.decode(json.dumps(table).encode())


def test_a_table_is_filled_up():
    table = {"provinces": {"Kai": {"owner": "Oda", "armies": 4, "castle": True, "revolts": 2}}}
    table |= {
        "tray": {"Oda": 2, "farmer": 3},
        "event": "temple truce",
        "seats": {"Oda": {"chests": 2}},
    }
    position = game.from_table(table, {"tenno": True})
    assert position.seats["Oda"].supply == 56
    assert position.farmers == 17
    assert position.stock.castle == 27
    assert position.stock.revolts == 40
    assert position.event == "temple truce 3"
    assert position.court.officials["Oda"].supply == 7
    assert game.faults(position) == []
