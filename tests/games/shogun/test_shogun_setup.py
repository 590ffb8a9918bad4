"""Shogun: new games, starts, the first load; positions from tables."""

from collections import Counter

import pytest
from shogun_games import game, new_game, phases_of

from adjudicator.boards import load_board
from adjudicator.chance import Script, Stream
from adjudicator.games.contract import GameError
from adjudicator.games.shogun.cards import (
    ACTIONS,
    EVENTS,
    MAJORITIES,
    SPECIALS,
    START_GROUPS,
    START_TABLES,
    TILES,
    provision,
)


def test_the_box_holds_what_components_list():
    assert TILES == {"castle": 28, "temple": 26, "theatre": 26}
    assert (len(EVENTS), len(ACTIONS), len(SPECIALS)) == (12, 10, 5)
    assert sorted(card.rice for card in EVENTS.values()) == [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]
    assert MAJORITIES == {"castle": 3, "temple": 2, "theatre": 1}
    assert ACTIONS["castle"].price == ACTIONS["deploy 5"].price == 3


def test_winter_the_provisions_table_says_how_many_provinces_revolt():
    rows = [tuple(provision(short)) for short in range(1, 9)]
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
def test_preparation_each_seat_starts_with_its_chests_and_armies(seats, chests, armies):
    position = new_game(seats).position
    for seat, record in position.seats.items():
        lands = [land for land in position.provinces.values() if land.owner == seat]
        assert record.chests == chests
        assert sum(land.armies for land in lands) == armies == sum(START_GROUPS[seats])
        assert sorted(land.armies for land in lands) == sorted(START_GROUPS[seats])
        assert (record.rice, record.points, record.plan) == (0, 0, {})
    assert len(position.provinces) == (37 if seats == 3 else 45)
    assert len(position.events) == 4
    assert len(position.pile) == 8
    assert sorted(position.specials) == sorted(SPECIALS)
    assert game.phase(position).key == "1 plan"


def test_the_start_of_the_rulebook_for_five():
    position = new_game(5).position
    assert position.provinces["Sagami"].owner == "blue"
    assert position.provinces["Sagami"].armies == 5
    assert position.provinces["Shinano"].owner == "purple"
    assert position.provinces["Shinano"].armies == 4
    assert position.provinces["Noto"].owner == "black"
    assert position.provinces["Kai"].owner == ""


def test_the_first_load_goes_in_together_and_what_falls_out_goes_back():
    draws = {"tower": ["blue"] * 2 + ["farmer"] * 3}
    resolution = game.new(game.meta.seats[:3], {}, Script(draws=draws))
    position = resolution.position
    assert position.tower == {"blue": 5, "red": 7, "yellow": 7, "farmer": 7}
    assert position.tray == {}
    assert position.farmers == 13
    assert [record.supply for record in position.seats.values()] == [30, 28, 28]
    [loaded] = [each for each in resolution.events if type(each).__name__ == "TowerLoaded"]
    assert sum(loaded.thrown.values()) == 31
    assert game.faults(position) == []


@pytest.mark.parametrize("side", ["sun", "moon"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_dealt_starts_deal_every_group(side, seats):
    position = new_game(seats, side=side, start="dealt").position
    groups = Counter(
        (land.owner, land.armies) for land in position.provinces.values() if land.owner
    )
    for seat in position.seats:
        assert [groups[seat, size] for size in (5, 4)] == [1, 2]
    assert game.faults(position) == []


@pytest.mark.parametrize("side", ["sun", "moon"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_draft_gives_everybody_his_groups(side, seats):
    position = new_game(seats, side=side, start="draft").position
    assert game.phase(position).key == "1 draft"
    assert len(position.cards) == 2
    after = game.adjudicate(position, {}, Stream(b"draft"))
    for seat in position.seats:
        lands = [land.armies for land in after.position.provinces.values() if land.owner == seat]
        assert sorted(lands) == sorted(START_GROUPS[seats])
    assert game.phase(after.position).key == "1 plan"
    assert game.faults(after.position) == []


def test_what_a_case_gives_of_bag_and_deck_stands():
    options = {"tenno": True}
    table = {"seats": {"blue": {}}, "court": {"deck": []}}
    assert game.from_table(table, options).court.deck == ()


def test_the_parameters_of_the_tower_are_stored_with_the_game():
    position = new_game(3, tower_hold=30).position
    assert position.options["tower hold"] == 30
    full = sum(new_game(3, tower_hold=120).position.tower.values())
    assert sum(position.tower.values()) < full


def test_a_game_has_eight_rounds_of_two_years():
    played = list(phases_of(new_game(3).position))
    keys, last = [game.phase(before).key for before, *_ in played], played[-1][2].position
    seasons = [key for key in keys if key.endswith("plan")]
    assert seasons == [f"{number} plan" for number in (1, 2, 3, 5, 6, 7)]
    assert len(set(keys)) == len(keys)
    phase = game.phase(last)
    assert phase.over
    assert phase.must == phase.may == ()
    with pytest.raises(GameError, match="The game is over"):
        game.adjudicate(last, {}, Stream(b""))


def test_two_mails_a_season_are_two_phases_and_leaders_a_third():
    position = new_game(3, season="two mails", leaders=True).position
    keys = [game.phase(before).key for before, *_ in phases_of(position)]
    assert keys[:4] == ["1 plan", "1 carry out", "1 leader", "2 plan"]


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
