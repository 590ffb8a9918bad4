"""Two players who set up in turn part their hands one after the other, by lot (M45)."""

import pytest

from adjudicator.chance import Stream
from adjudicator.games.registry import find
from adjudicator.orders import read_orders

SEATS = ("Oda", "Takeda")


def begin(game, key=b"lot"):
    return game.new(SEATS, {"deploy": "in turn"}, Stream(key)).position


@pytest.mark.parametrize("name", ["samurai-swords", "ikusa"])
def test_the_second_sees_what_the_first_has_given(name):
    game = find(name)
    position = begin(game)
    phase = game.phase(position)
    first = phase.turn
    (second,) = set(SEATS) - {first}
    assert (phase.key, phase.must) == (f"1 divide {first}", (first,))
    own, other = position.colours_of(first)
    gift = next(place for place, land in position.provinces.items() if land.owner == own)
    language = game.language(position, "divide", first)
    orders = {first: read_orders(f"give {gift} to {other}", language).orders}
    position = game.adjudicate(position, orders, Stream(b"1")).position
    assert game.phase(position).key == f"1 divide {second}"
    assert game.view(position, second).provinces[gift].owner == other
    assert not list(game.legal_orders(position, first))
    position = game.adjudicate(position, {}, Stream(b"2")).position
    assert game.phase(position).name == "deploy"
    lands = position.provinces.values()
    for seat in SEATS:
        for colour in position.colours_of(seat):
            assert sum(land.owner == colour for land in lands) == 17


def test_the_lot_falls_on_either():
    game = find("ikusa")
    assert {game.phase(begin(game, bytes([n]))).turn for n in range(12)} == set(SEATS)


def test_at_once_nobody_is_first():
    game = find("ikusa")
    position = game.new(SEATS, {}, Stream(b"lot")).position
    assert (game.phase(position).key, game.phase(position).must) == ("1 divide", SEATS)
