"""Gekokujō: setting up, how many provinces win, what a seat is told of winter and its battles."""

import pytest
from games.whole_games import TABLES

from adjudicator.chance import Script, Stream
from adjudicator.orders import read_orders

PLAYED = TABLES["gekokujo"]
game, new_game = PLAYED.game, PLAYED.new_game


@pytest.mark.parametrize(("seats", "need"), [(3, 22), (4, 20), (5, 18), (6, 16), (9, 10)])
def test_how_many_provinces_win(seats, need):
    from adjudicator.games.gekokujo.chapters.victory import provinces_to_win

    assert provinces_to_win(game.play(new_game(seats).position)) == need


TABLE = {
    "round": 2,
    "phase": "campaign",
    "active": "Oda",
    "turn_order": ["Oda", "Takeda"],
    "seats": {"Oda": {"koku": 1}, "Takeda": {"koku": 3}},
    "ninja": {"master": "Oda", "mission": "sabotage", "place": "Mino"},
    "provinces": {
        "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3, "bushi": 4}}},
        "Hida": {"owner": "Oda", "units": {"Oda": {"bushi": 5}}},
        "Mino": {
            "owner": "Takeda",
            "castle": "Takeda",
            "units": {"Takeda": {"daimyo": 3, "bushi": 1}},
        },
    },
}


def test_what_a_seat_has_follows_each_change_of_a_province():
    play = game.play(game.from_table(TABLE, {}))

    def have():
        return play.provinces_of("Oda"), tuple(play.places_of("Oda")), play.bushi("Oda")

    before, saved = have(), play.save()
    play.put_units("Mino", "Oda", {"bushi": 2})
    assert have() == (("Hida", "Owari"), ("Hida", "Mino", "Owari"), 11)
    play.change_province("Mino", owner="Oda")
    assert play.provinces_of("Oda") == ("Hida", "Mino", "Owari")
    play.go_back(saved)
    assert have() == before == (("Hida", "Owari"), ("Hida", "Owari"), 9)


def test_pacts_wait_for_no_vassal_and_there_are_none_for_one_free_seat_alone():
    lands = {place: {"owner": seat} for place, seat in (("Kai", "Takeda"), ("Aki", "Mori"))}
    lands |= {"Owari": {"owner": "Oda"}}
    table = {"phase": "pacts", "turn_order": ["Oda", "Takeda", "Mori"], "provinces": lands}
    seats = {"Mori": {}, "Oda": {"master": "Takeda"}, "Takeda": {}}
    options = {"politics": True, "pacts": "own phase"}
    position = game.from_table({**table, "seats": seats}, options)
    assert game.phase(position).must == game.phase(position).may == ("Mori", "Takeda")
    seats = {**seats, "Mori": {"master": "Takeda"}}
    position = game.from_table({**table, "seats": seats, "phase": "reinforce"}, options)
    done = game.adjudicate(position, {}, Stream(b"pacts"))
    assert game.phase(done.position).name == "campaign"


def told(position, seat, text=""):
    orders = read_orders(text, game.language(position, "")).orders
    defaults = game.defaults(game.view(position, seat), seat, orders)
    return [each.why for each in defaults if "winter" in each.why or "need" in each.why]


@pytest.mark.parametrize(("units", "koku"), [(5, 1), (2, 0), (1, 7), (7, 2)])
def test_winter_costs_what_it_was_said_to_cost(units, koku):
    land = {"owner": "Takeda", "units": {"Takeda": {"bushi": units}}}
    table = {
        **TABLE,
        "active": "Takeda",
        "turn_order": ["Oda", "Takeda"],
        "seats": {"Oda": {}, "Takeda": {"koku": koku}},
        "provinces": {
            "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3}}},
            "Echigo": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
            "Hida": land,
        },
    }
    position = game.from_table(table, {})
    events = game.adjudicate(position, {}, Stream(b"winter")).events
    [paid] = [each for each in events if getattr(each, "what", "") == "supply"]
    short = [each for each in events if type(each).__name__ == "WentBankrupt"]
    lost = sum(sum(each.values()) for event in short for each in event.lost.values())
    gone = f": {lost} bushi would go" if lost else ""
    [said] = told(position, "Takeda")
    assert said == f"As things stand winter costs you {paid.cost} koku, and you have {koku}{gone}."


def test_orders_are_counted_in():
    position = game.from_table(TABLE, {})
    [winter] = told(position, "Oda", "move 2 bushi from Hida to Echizen")
    assert winter == "As things stand winter costs you 2 koku, and you have 1: 2 bushi would go."
    rice = game.from_table(TABLE, {"rice": True})
    assert "costs you 8 koku, and you have 1 before the harvest: 9 bushi" in told(rice, "Oda")[0]


def test_what_dice_need_is_said_before_a_battle_as_after_it():
    position = game.from_table(TABLE, {})
    text = "move 1 daimyo and 4 bushi from Owari to Mino"
    _, battle = told(position, "Oda", text)
    assert battle == (
        "Mino: Oda’s daimyos need 3 and bushi need 4; Takeda’s daimyos need 4 and bushi need 6 "
        "(the shogun's vanguard +1, castle +1 and sabotage -1)."
    )
    orders = read_orders(text, game.language(position, "")).orders
    script = Script(dice=(1,) * 17)
    events = game.adjudicate(position, {"Oda": orders}, script).events
    fought = next(each for each in events if type(each).__name__ == "Fought")
    needed = {s: [r.needed for r in rolls] for s, rolls in fought.volleys[0].rolls.items()}
    assert needed == {"Oda": [3, 4], "Takeda": [4, 6]}


def test_a_seat_without_mountains_and_battles_is_told_nothing():
    assert told(game.from_table(TABLE, {}), "Takeda") == [
        "As things stand winter costs you 3 koku, and you have 3."
    ]
    calm = {**TABLE, "provinces": {"Owari": TABLE["provinces"]["Owari"]}, "seats": {"Takeda": {}}}
    assert told(game.from_table(calm, {}), "Oda") == []
