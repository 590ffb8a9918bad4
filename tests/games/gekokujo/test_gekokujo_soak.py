"""Whole games of all combinations of modules: the invariants hold after every phase."""

from itertools import pairwise

import pytest
from gekokujo_games import ALL, COMBINATIONS, game, new_game, phases_of, regents_orders

from adjudicator.chance import Stream
from adjudicator.games.contract import events_for
from adjudicator.games.gekokujo.table.events import Fought, HarvestRolled, PactMade, PathEntered
from adjudicator.games.gekokujo.table.position import number_of_units
from adjudicator.orders import Line, Orders

pytestmark = pytest.mark.system

WAYS = (
    {},
    {"campaign": "together"},
    {"timing": "moves first", "campaign": "together", "battle_mail": "with moves"},
    {"timing": "moves first", "sowing": "own phase", "pacts": "own phase", "koku": "hidden"},
)


def assert_sound(before, resolution):
    after = resolution.position
    assert game.faults(after) == []
    assert game.decode(game.encode(after)) == after
    assert game.decode_events(game.encode_events(resolution.events)) == resolution.events
    for land in after.provinces.values():
        for seat, units in land.units.items():
            assert number_of_units(units) <= 7
            assert not after.seats[seat].out
    assert all(house.koku >= 0 for house in after.seats.values())


def soak(number, options, regent):
    position = new_game(3 + number % 7, f"soak {number}", **options).position
    for before, _, resolution in phases_of(position, regent, f"soak {number}", rounds=3):
        assert_sound(before, resolution)


@pytest.mark.parametrize("number", range(16))
def test_every_combination_of_modules_plays(number):
    options = {**COMBINATIONS[number], **WAYS[number % 4]}
    soak(number, {**options, "technology": options["warfare"]}, "steady")


@pytest.mark.parametrize("number", range(4))
def test_random_orders_keep_the_invariants(number):
    soak(number, {**COMBINATIONS[5 * number], **WAYS[number]}, "random")


def test_all_that_modules_bring_happens():
    kinds = set()
    for number in range(3):
        position = new_game(3, f"kinds {number}", **ALL).position
        for _, _, resolution in phases_of(position, "random", f"kinds {number}", 8):
            kinds |= set(map(type, resolution.events))
    assert {Fought, HarvestRolled, PactMade, PathEntered} <= kinds


@pytest.mark.parametrize("number", range(3))
def test_orders_that_make_no_sense_do_no_harm(number):
    """Everybody gets lines of others, and alternatives that belong to other lines."""
    position = new_game(4, f"odd {number}", **ALL, **WAYS[number]).position
    refused = 0
    for _ in range(9):
        if game.phase(position).over:
            break
        key = f"odd {number} {game.phase(position).key}"
        given = regents_orders(position, "random", key)
        lines = [line for orders in given.values() for line in orders]
        chance, mixed = Stream(key.encode()), {}
        for seat in game.phase(position).may:
            drawn = chance.shuffle(lines, "lines")[:12]
            pairs = pairwise(drawn)
            mixed[seat] = Orders(
                tuple(Line((*a.branches, *b.branches), n) for n, (a, b) in enumerate(pairs, 1))
            )
            found = game.check(game.view(position, seat), seat, mixed[seat])
            refused += sum(each.severity == "error" for each in found)
        resolution = game.adjudicate(position, mixed, chance)
        assert_sound(position, resolution)
        position = resolution.position
    assert refused or number != 1


def test_a_phase_carried_out_again_gives_the_same_bytes_and_leaves_the_position():
    position = new_game(5, "pure", **ALL).position
    for before, orders, resolution in phases_of(position, "random", "pure", 3):
        data = game.encode(before)
        key = f"pure {game.phase(before).key}".encode()
        again = game.adjudicate(before, orders, Stream(key))
        assert game.encode(again.position) == game.encode(resolution.position)
        assert again.events == resolution.events
        assert game.encode(before) == data


def test_every_answer_is_told_to_its_seat_alone():
    position = new_game(4, "answers").position
    for _, orders, resolution in phases_of(position, "random", "answers", 2):
        for seat, given in orders.items():
            told = [e for e in events_for(resolution.events, seat) if type(e).__name__ == "Ordered"]
            assert {each.seat for each in told} <= {seat}
            if not game.phase(resolution.position).over:
                assert {each.line for each in told} == {line.number for line in given}
