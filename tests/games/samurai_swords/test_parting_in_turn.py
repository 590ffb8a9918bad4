"""Two players who set up in turn part their hands one after the other, by lot (M45)."""

import json

import pytest

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
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


def saved(game, **changes):
    return json.dumps(json.loads(game.encode(begin(game))) | changes).encode()


def test_a_position_of_either_turn_is_read_again():
    game = find("ikusa")
    position = begin(game)
    for _ in SEATS:
        assert game.decode(game.encode(position)) == position
        view = game.view(position, "Oda")
        assert game.decode(game.encode(view)) == view
        position = game.adjudicate(position, {}, Stream(b"1")).position


def test_in_a_case_the_first_seat_parts_first():
    game = find("ikusa")
    places = list(begin(game).provinces)
    table = {
        "phase": "divide",
        "colours": {"Uesugi": {"seat": "Oda"}, "Mori": {"seat": "Takeda"}},
        "provinces": {place: {"owner": SEATS[number % 2]} for number, place in enumerate(places)},
    }
    made = game.from_table(table, {"deploy": "in turn"})
    assert made.active == made.turn_order[0]
    assert set(made.turn_order) == set(SEATS)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"active": ""}, "must say whose turn"),
        ({"active": "Uesugi"}, "not in the turn order"),
        ({"active": "Uesugi", "turn_order": ["Uesugi", "Takeda"]}, "first colour of each seat"),
        ({"turn_order": ["Oda", "Takeda", "Uesugi", "Mori"]}, "first colour of each seat"),
        ({"turn_order": ["Oda", "Oda"], "active": "Oda"}, "names a seat twice"),
        ({"turn_order": [], "active": ""}, "must say whose turn"),
        ({"phase": "plan"}, "Only war is waged turn by turn"),
    ],
)
def test_positions_that_no_parting_has_are_refused(changes, why):
    game = find("samurai-swords")
    with pytest.raises(GameError, match=why):
        game.decode(saved(game, **changes))


def test_lines_of_either_colour_are_for_the_turn_of_the_seat():
    game = find("ikusa")
    position = begin(game)
    active = game.phase(position).turn
    (other,) = set(SEATS) - {active}
    for seat, codes in ((active, []), (other, ["not-your-turn"] * 2)):
        first, second = position.colours_of(seat)
        hand = [place for place, land in position.provinces.items() if land.owner == first]
        text = f"give {hand[0]} to {first}\ncolour {second}\ngive {hand[-1]} to {second}"
        view = game.view(position, seat)
        orders = read_orders(text, game.language(view, "", seat)).orders
        found = [each for each in game.check(view, seat, orders) if each.code != "no-front"]
        assert [each.code for each in found] == codes
        for each in found:
            assert each.message.startswith(f"{active} parts now; ")


def test_who_waits_can_change_his_policies():
    game = find("ikusa")
    position = begin(game)
    (other,) = set(SEATS) - {game.phase(position).turn}
    ally = position.colours_of(other)[1]
    text = f"casualties gunner, ronin\ncolour {ally}\ncasualties bowman"
    orders = read_orders(text, game.language(position, "", other)).orders
    after = game.adjudicate(position, {other: orders}, Stream(b"1")).position
    assert after.colours[other].policy.casualties[0] == "gunner"
    assert after.colours[ally].policy.casualties[0] == "bowman"


def test_the_lot_falls_on_either():
    game = find("ikusa")
    assert {game.phase(begin(game, bytes([n]))).turn for n in range(12)} == set(SEATS)


def test_at_once_nobody_is_first():
    game = find("ikusa")
    position = game.new(SEATS, {}, Stream(b"lot")).position
    assert (game.phase(position).key, game.phase(position).must) == ("1 divide", SEATS)
