"""Secrets: policies, orders for battles that wait, whom the ninja is to strike, hidden koku."""

import pytest

from adjudicator.chance import Stream
from adjudicator.games.contract import events_for
from adjudicator.games.gekokujo.table.events import Eliminated, NinjaHired, PathChosen
from adjudicator.games.registry import find
from adjudicator.orders import read_orders

game = find("gekokujo")

TABLE = {
    "phase": "reinforce",
    "turn_order": ["Oda", "Takeda", "Mori"],
    "seats": {"Oda": {"koku": 9}, "Takeda": {"koku": 4}, "Mori": {"koku": 4}},
    "provinces": {
        "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3}}},
        "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        "Aki": {"owner": "Mori", "units": {"Mori": {"daimyo": 3}}},
    },
}


def reinforced(text, **options):
    position = game.from_table(TABLE, options)
    orders = {"Oda": read_orders(text, game.language(position, "")).orders}
    return game.adjudicate(position, orders, Stream(b"secret"))


def test_whom_the_assassin_is_to_strike_only_his_master_knows():
    one = reinforced("hire ninja to assassinate Takeda in Kai")
    other = reinforced("hire ninja to assassinate Mori")
    assert one.position != other.position
    for seat in ("", "Takeda", "Mori"):
        assert game.encode(game.view(one.position, seat)) == game.encode(
            game.view(other.position, seat)
        )
        assert events_for(one.events, seat) == events_for(other.events, seat)
    assert game.view(one.position, "Oda").ninja.victim == "Takeda"
    assert any(isinstance(event, NinjaHired) for event in events_for(one.events, "Mori"))


def test_policies_are_their_seats_own():
    one, other = reinforced("ronin up to 3 when defending"), reinforced("")
    assert one.position.seats["Oda"].policies
    for seat in ("", "Takeda", "Mori"):
        assert game.view(one.position, seat) == game.view(other.position, seat)
        assert events_for(one.events, seat) == events_for(other.events, seat)
    assert game.view(one.position, "Oda").seats["Oda"].policies


def test_with_hidden_koku_only_its_seat_learns_what_a_vassal_puts_aside():
    house = {"master": "Takeda", "koku": 9}
    table = {**TABLE, "seats": {**TABLE["seats"], "Oda": house}}
    table["provinces"] = {**TABLE["provinces"], "Owari": {"owner": "Oda"}}
    position = game.from_table(table, {"koku": "hidden"})
    orders = {"Oda": read_orders("rebuild with 2 koku", game.language(position, "")).orders}
    events = game.adjudicate(position, orders, Stream(b"fund")).events
    (told,) = (event for event in events if isinstance(event, PathChosen))
    assert told.deposit == 2
    assert told in events_for(events, "Oda")
    for seat in ("", "Takeda", "Mori"):
        assert told not in events_for(events, seat)


def test_orders_for_battles_that_wait_are_secret():
    table = {**TABLE, "phase": "move", "active": "Oda"}
    options = {"timing": "moves first", "battle mail": "with moves"}
    position = game.from_table(table, options)
    orders = {"Oda": read_orders("fight Mino", game.language(position, "")).orders}
    after = game.adjudicate(position, orders, Stream(b"plan")).position
    assert after.seats["Oda"].plan
    assert not game.view(after, "Takeda").seats["Oda"].plan
    assert game.view(after, "Oda").seats["Oda"].plan


def test_hidden_koku_are_in_no_others_view_or_events():
    poor = {**TABLE, "seats": {**TABLE["seats"], "Mori": {"master": "Takeda"}}}
    purse = {"master": "Takeda", "koku": 7, "stored": 2, "fund": 6}
    rich = {**TABLE, "seats": {**TABLE["seats"], "Mori": purse}}
    for options in ({"koku": "hidden"}, {"koku": "hidden", "rice": True}):
        first = game.from_table(poor, options)
        second = game.from_table(rich, options)
        for seat in ("", "Oda", "Takeda"):
            assert game.view(first, seat) == game.view(second, seat)
            assert not game.view(second, seat).seats["Mori"].fund
            standings = game.standings(game.view(second, seat))
            assert all("7" not in row[5] for row in standings.rows if row[0] == "Mori")


@pytest.mark.parametrize("rice", [False, True])
def test_of_a_round_with_hidden_koku_nobody_is_told_what_another_has(rice):
    """Provinces are unequal, so that koku break no tie, and nobody lacks any."""
    lands = {**TABLE["provinces"], "Suruga": {"owner": "Takeda"}}
    lands |= {"Mino": {"owner": "Oda"}, "Ise": {"owner": "Oda"}}
    lands["Aki"] = {"owner": "Mori", "units": {"Mori": {"daimyo": 3, "bushi": 2}}}
    told = []
    for koku in (4, 9):
        seats = {**TABLE["seats"], "Mori": {"koku": koku}}
        table = {**TABLE, "seats": seats, "provinces": lands}
        position = game.from_table(table, {"koku": "hidden", "rice": rice})
        text = f"sow 1 koku in Aki\nstore {koku // 2} koku" if rice else ""
        orders = {"Mori": read_orders(text, game.language(position, "")).orders}
        events = []
        while position.round == 1 or position.phase != "reinforce":
            done = game.adjudicate(position, orders, Stream(b"year"))
            position, orders, events = done.position, {}, [*events, *done.events]
        told.append(events)
    one, other = told
    assert events_for(one, "Mori") != events_for(other, "Mori")
    for seat in ("", "Oda", "Takeda"):
        assert events_for(one, seat) == events_for(other, seat)


def test_with_hidden_koku_nobody_learns_what_leaves_with_who_is_out():
    told = []
    for koku in (0, 7):
        table = {**TABLE, "seats": {**TABLE["seats"], "Mori": {"koku": koku}}}
        table["provinces"] = {place: TABLE["provinces"][place] for place in ("Owari", "Kai")}
        events = game.adjudicate(
            game.from_table(table, {"koku": "hidden"}), {}, Stream(b"out")
        ).events
        assert any(isinstance(event, Eliminated) for event in events)
        told.append(events_for(events, "Oda"))
    assert told[0] == told[1]


def test_with_hidden_koku_an_offer_does_not_tell_how_full_a_vassals_fund_is():
    told = []
    for fund in (0, 9):
        house = {"master": "Takeda", "koku": 0, "fund": fund}
        table = {**TABLE, "seats": {**TABLE["seats"], "Mori": house}}
        position = game.from_table(table, {"koku": "hidden", "politics": True})
        text = "offer pact to Mori\naccept pact from Mori"
        orders = {"Oda": read_orders(text, game.language(position, "")).orders}
        assert game.check(game.view(position, "Oda"), "Oda", orders["Oda"])
        events = game.adjudicate(position, orders, Stream(b"offer")).events
        told.append(events_for(events, "Oda"))
    assert told[0] == told[1]
