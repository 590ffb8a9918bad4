"""Positions and events as JSON; hostile input; positions from tables."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shogun_games import ALL, game, new_game

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"null", b"[1]", b"\xff\xfe", b'{"game":"shogun"}', b"[" * 100_000],
)
def test_what_is_no_position_says_so(data):
    with pytest.raises(GameError):
        game.decode(data)
    with pytest.raises(GameError):
        game.decode_events(data or b"x")


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


leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 99), st.sampled_from(["", "blue", "Kai", "tax"])
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_damaged_position_is_refused_or_can_be_played(data):
    table = json.loads(game.encode(new_game(4, season="two mails", **ALL).position))
    holder = table
    while True:
        key = data.draw(
            st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder)))
        )
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        holder = inner
    holder[key] = data.draw(leaves)
    try:
        position = game.decode(json.dumps(table).encode())
    except GameError:
        return
    for seat in game.phase(position).may:
        view = game.view(position, seat)
        game.check(view, seat, game.regent("random").orders(view, seat, Stream(b"")))
        game.sheet(view, seat)
    game.adjudicate(position, {}, Stream(b""))
    game.picture(position, ())
    game.standings(position)
    game.faults(position)


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
