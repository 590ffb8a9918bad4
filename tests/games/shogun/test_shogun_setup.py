"""Preparation of Shogun: the box, the starts, the table; and positions from rule cases."""

from collections import Counter

import pytest
from games.whole_games import TABLES

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.games.shogun import cards

TABLE = TABLES["shogun"]
game, new_game, phases_of = TABLE.game, TABLE.new_game, TABLE.phases_of


def test_the_box_holds_what_components_list():
    assert (len(cards.EVENTS), len(cards.ACTIONS), len(cards.SPECIALS)) == (12, 10, 5)
    rice = sorted(each.rice for each in cards.EVENTS.values())
    assert rice == [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]
    assert [each.price for each in cards.ACTIONS.values()] == [3, 2, 1, 0, 0, 3, 2, 1, 0, 0]


@pytest.mark.parametrize(
    ("side", "seats", "start"),
    [("sun", 3, "draft"), ("moon", 4, "draft"), ("moon", 3, "dealt"), ("sun", 5, "dealt")],
)
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
    assert sorted(position.specials) == sorted(cards.SPECIALS)
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
