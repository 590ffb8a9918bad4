"""The rest of the contract: checks, secrets, whom a phase waits for, pictures, standings."""

import pytest
from games.whole_games import TABLES
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.contract import events_for
from adjudicator.games.shogun.cards import ACTIONS, EVENTS
from adjudicator.games.shogun.table.events import Fought
from adjudicator.orders import Orders

TABLE = TABLES["shogun"]
ALL, game, new_game = TABLE.all, TABLE.game, TABLE.new_game


def test_a_plan_waits_for_the_seats_that_hold_a_province():
    position = new_game(3).position
    assert game.phase(position).must == ("blue", "red", "yellow")
    lands = position.provinces.items()
    left = {name: type(land)() if land.owner == "red" else land for name, land in lands}
    phase = game.phase(replace(position, provinces=left))
    assert (phase.must, phase.may) == (("blue", "yellow"), ("blue", "red", "yellow"))


@pytest.mark.parametrize(
    ("cubes", "officials", "asked"),
    [(0, 1, False), (0, 2, True), (1, 0, True), (1, 7, True)],
)
def test_a_plan_waits_for_who_can_act_at_court_without_a_province(cubes, officials, asked):
    """He has officials for a favour, which may bring him back, or cubes to make some of."""
    hall = {"red": {"entrance": officials, "supply": 7 - officials}}
    table = {"seats": {"blue": {}, "red": {}}, "provinces": {"Kai": {"owner": "blue", "armies": 1}}}
    table |= {"phase": "plan", "tray": {"red": cubes}, "court": {"officials": hall}}
    must = game.phase(game.from_table(table, {"tenno": True})).must
    assert must == (("blue", "red") if asked else ("blue",))


@pytest.mark.parametrize(
    ("number", "rice", "module", "must"),
    [
        (4, 0, {}, ("blue",)),
        (4, 1, {}, ()),
        (4, 1, {"leaders": {"at": {"blue": "Kai"}}}, ("blue",)),
        (8, 0, {"leaders": {"at": {"blue": "Kai"}}}, ("blue",)),
        (8, 1, {"leaders": {"at": {"blue": "Kai"}}}, ()),
    ],
)
def test_winter_waits_only_for_those_who_can_choose(number, rice, module, must):
    """Who is short of rice orders revolts, and a leader goes on after the first winter."""
    lands = {name: {"owner": "blue", "armies": 1} for name in ("Kai", "Aki", "Omi")}
    lands["Izu"] = {"owner": "red", "armies": 1}
    seats = {"red": {"rice": 9}, "blue": {"rice": rice}}
    winter = {"round": number, "phase": "winter", "events": ["taxes capped"], **module}
    table = {**winter, "seats": seats, "provinces": lands}
    position = game.from_table(table, dict.fromkeys(module, True))
    assert game.phase(position).must == must


@pytest.mark.parametrize(("tokens", "must"), [(1, ("blue",)), (0, ())])
def test_leaders_wait_only_for_those_who_can_choose(tokens, must):
    """Who has one way to go, and no statue left to leave there, chooses nothing."""
    lands = {name: {"owner": "blue", "armies": 1} for name in ("Kai", "Sagami")}
    leaders = {"at": {"blue": "Kai"}, "tokens": {"blue": tokens}, "trophies": {"blue": 6 - tokens}}
    table = {"round": 1, "phase": "leader", "events": ["taxes capped"], "leaders": leaders}
    seats = {"blue": {}}
    position = game.from_table({**table, "seats": seats, "provinces": lands}, {"leaders": True})
    assert game.phase(position).must == must


@pytest.mark.parametrize(
    ("rice", "told"),
    [
        (0, "3 provinces of yours there is no rice: 2 revolt"),
        (2, "1 province"),
        (9, "rice for all"),
    ],
)
def test_winter_says_how_much_rice_is_short_before_orders_are_sent(rice, told):
    lands = {name: {"owner": "blue", "armies": 1} for name in ("Kai", "Aki", "Omi")}
    seats = {"red": {"rice": 9}, "blue": {"rice": rice}}
    winter = {"round": 4, "phase": "winter", "events": []}
    position = game.from_table({**winter, "seats": seats, "provinces": lands}, {})
    [default] = game.defaults(position, "blue", Orders())
    assert told in default.why


def test_a_picture_shows_what_lies_there():
    for _, _, resolution in TABLE.phases_of(new_game(4, **ALL).position):
        after, picture = resolution.position, game.picture(resolution.position, resolution.events)
        for name, spot in picture.spots.items():
            land = after.provinces[name]
            cubes = [each.text for each in spot.counters if each.shape == "cube"]
            assert (spot.owner, cubes) == (land.owner, [str(land.armies)] if land.armies else [])
            assert {mark.shape for mark in spot.marks} - {"revolt", "statue"} == set(land.buildings)
        counters = [each for spot in picture.spots.values() for each in spot.counters]
        leaders = sorted(each.seat for each in counters if each.shape == "leader")
        assert leaders == sorted(seat for seat, place in after.leaders.at.items() if place)
        assert len(picture.clashes) == sum(isinstance(e, Fought) for e in resolution.events)
        assert (picture.subtitle == "The game is over") == game.phase(after).over
        assert sum(dict(picture.panels[0].lines[0][1]).values()) == sum(after.tower.values())
    closed = [spot.closed for spot in game.picture(new_game(3).position, ()).spots.values()]
    assert (len(closed), sum(closed)) == (45, 8)


def test_seats_named_after_a_colour_have_it_and_no_two_share_one():
    parties = game.picture(new_game(5).position, ()).parties
    assert [each.seat for each in parties] == ["blue", "red", "yellow", "purple", "black"]
    assert [each.colour for each in parties] == [1, 0, 2, 4, 8]
    named = game.new(("Oda", "Blue", "Mori", "Takeda"), {}, Stream(b"")).position
    assert [each.colour for each in game.picture(named, ()).parties] == [0, 1, 2, 4]


def test_standings_rank_by_points_then_by_chests():
    position = new_game(4).position
    assert game.standings(position).places == (1, 1, 1, 1)
    figures = dict(zip(position.seats, [(3, 1), (5, 0), (5, 2), (3, 1)], strict=True))
    seats = {
        seat: replace(position.seats[seat], points=points, chests=chests)
        for seat, (points, chests) in figures.items()
    }
    table = game.standings(replace(position, seats=seats))
    assert [row[0] for row in table.rows] == ["yellow", "red", "blue", "purple"]
    assert table.places == (1, 2, 3, 3)


# Secrets: what a seat has laid face down, and what nobody may know yet


def test_nobody_sees_what_another_seat_has_laid():
    start = new_game(5, "secret", season="two mails").position
    orders = TABLE.regents_orders(start, "random", "secret")
    done = game.adjudicate(start, orders, Stream(b"x"))
    bids = [line for line in orders["red"] if type(line.order).__name__ in ("Bid", "Prefer")]
    other = game.adjudicate(start, {**orders, "red": Orders(tuple(bids))}, Stream(b"x")).position
    assert other.phase == "carry out"
    assert other.seats["red"].plan != done.position.seats["red"].plan
    assert game.view(other, "red").seats["red"].plan == other.seats["red"].plan
    for seat in ("", "blue"):
        assert game.encode(game.view(other, seat)) == game.encode(game.view(done.position, seat))
    public = game.encode_events(events_for(done.events, "")).decode()
    assert '"Ordered"' not in public
    assert '"Defaulted"' not in public


def test_hidden_actions_and_coming_events_are_nowhere_in_a_position():
    position = new_game(4).position
    hidden = [each for each in ACTIONS if " " in each and each not in position.actions]
    assert hidden
    text = game.encode(position).decode()
    assert not any(f'"{action}"' in text for action in hidden)
    order = [card for card in EVENTS if card in position.pile]
    assert list(position.pile) == order, "the pile is a set, not an order that was drawn"
    turned = set()
    for number in range(4):
        events = game.adjudicate(position, {}, Stream(b"%d" % number)).events
        drawn = (e.action for e in events if type(e).__name__ == "ActionTurned" and e.hidden)
        turned.add(tuple(drawn))
    assert len(turned) > 1
