"""Preparation of Shogun: the box, the starts, the table; and positions from rule cases."""

from collections import Counter

import pytest
from shogun_games import game, new_game, phases_of

from adjudicator.boards import load_board
from adjudicator.chance import Script, Stream
from adjudicator.games.contract import GameError
from adjudicator.games.shogun import cards
from adjudicator.games.shogun.cards import START_GROUPS, START_TABLES


def test_the_box_holds_what_components_list():
    assert cards.TILES == {"castle": 28, "temple": 26, "theatre": 26}
    assert (len(cards.EVENTS), len(cards.ACTIONS), len(cards.SPECIALS)) == (12, 10, 5)
    assert sorted(each.rice for each in cards.EVENTS.values()) == [
        0,
        1,
        2,
        2,
        3,
        3,
        3,
        4,
        4,
        5,
        6,
        7,
    ]
    assert cards.MAJORITIES == {"castle": 3, "temple": 2, "theatre": 1}
    assert [each.price for each in cards.ACTIONS.values()] == [3, 2, 1, 0, 0, 3, 2, 1, 0, 0]
    rows = [tuple(cards.provision(short)) for short in range(1, 9)]
    assert rows == [(1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (2, 3), (3, 3), (3, 3)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_tables_of_the_predetermined_start(seats):
    board = load_board("shogun-sun")
    named = [name for table in START_TABLES[seats] for name in table.split()]
    assert len(named) == len(set(named)) == seats * len(START_GROUPS[seats])
    assert set(named) <= set(board.provinces)
    if seats == 3:
        assert not set(named) & set(board.sets["unused_with_3_players"])


@pytest.mark.parametrize(("seats", "chests", "armies"), [(3, 18, 27), (4, 15, 25), (5, 12, 23)])
def test_each_seat_starts_with_its_chests_and_armies(seats, chests, armies):
    position = new_game(seats).position
    for seat, record in position.seats.items():
        groups = [land.armies for land in position.provinces.values() if land.owner == seat]
        assert sorted(groups) == sorted(START_GROUPS[seats])
        assert sum(groups) == armies
        assert (record.chests, record.rice, record.points, record.plan) == (chests, 0, 0, {})
    assert len(position.provinces) == (37 if seats == 3 else 45)
    assert (len(position.events), len(position.pile)) == (4, 8)
    assert sorted(position.specials) == sorted(cards.SPECIALS)
    assert game.phase(position).key == "1 plan"


def test_the_start_of_the_rulebook_for_five():
    lands = new_game(5).position.provinces
    found = {name: (lands[name].owner, lands[name].armies) for name in ("Sagami", "Shinano", "Kai")}
    assert found == {"Sagami": ("blue", 5), "Shinano": ("purple", 4), "Kai": ("", 0)}
    assert lands["Noto"].owner == "black"


def test_the_first_load_goes_in_together_and_what_falls_out_goes_back():
    draws = {"tower": ["blue"] * 2 + ["farmer"] * 3}
    resolution = game.new(game.meta.seats[:3], {}, Script(draws=draws))
    position = resolution.position
    assert position.tower == {"blue": 5, "red": 7, "yellow": 7, "farmer": 7}
    assert (position.tray, position.farmers) == ({}, 13)
    assert [record.supply for record in position.seats.values()] == [30, 28, 28]
    [loaded] = [each for each in resolution.events if type(each).__name__ == "TowerLoaded"]
    assert sum(loaded.thrown.values()) == 31
    assert game.faults(position) == []


@pytest.mark.parametrize("start", ["dealt", "draft"])
@pytest.mark.parametrize("side", ["sun", "moon"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_starts_by_lot_give_everybody_his_groups(side, seats, start):
    position = new_game(seats, side=side, start=start).position
    if start == "draft":
        assert game.phase(position).key == "1 draft"
        assert len(position.cards) == 2
        position = game.adjudicate(position, {}, Stream(b"draft")).position
    groups = Counter((land.owner, land.armies) for land in position.provinces.values())
    for seat in position.seats:
        assert [groups[seat, size] for size in (5, 4, 3)] == [1, 2, 2]
    assert game.phase(position).key == "1 plan"
    assert game.faults(position) == []


def test_the_parameters_of_the_tower_are_stored_with_the_game():
    small, large = (new_game(3, tower_hold=number).position for number in (30, 120))
    assert small.options["tower hold"] == 30
    assert sum(small.tower.values()) < sum(large.tower.values())


def test_a_game_has_eight_rounds_of_two_years():
    played = list(phases_of(new_game(3).position))
    keys, last = [game.phase(before).key for before, *_ in played], played[-1][2].position
    seasons = [key for key in keys if key.endswith("plan")]
    assert seasons == [f"{number} plan" for number in (1, 2, 3, 5, 6, 7)]
    assert len(set(keys)) == len(keys)
    assert game.phase(last).over
    assert game.phase(last).must == game.phase(last).may == ()
    with pytest.raises(GameError, match="The game is over"):
        game.adjudicate(last, {}, Stream(b""))


def test_two_mails_a_season_are_two_phases_and_leaders_a_third():
    position = new_game(3, season="two mails", leaders=True).position
    keys = [game.phase(before).key for before, *_ in phases_of(position)]
    assert keys[:4] == ["1 plan", "1 carry out", "1 leader", "2 plan"]


def test_a_table_is_filled_up():
    table = {
        "provinces": {"Kai": {"owner": "Oda", "armies": 4, "castle": True, "revolts": 2}},
        "tray": {"Oda": 2, "farmer": 3},
        "event": "temple truce",
        "seats": {"Oda": {"chests": 2}},
    }
    position = game.from_table(table, {"tenno": True})
    assert (position.seats["Oda"].supply, position.farmers) == (56, 17)
    assert (position.stock.castle, position.stock.revolts) == (27, 40)
    assert position.event == "temple truce 3"
    assert position.court.officials["Oda"].supply == 7
    assert game.faults(position) == []
    emptied = game.from_table({**table, "court": {"deck": []}}, {"tenno": True})
    assert emptied.court.deck == (), "what is given stands"
