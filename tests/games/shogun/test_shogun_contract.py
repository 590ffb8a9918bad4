"""The rest of the contract: checks, options, defaults, sheets, pictures, standings."""

from msgspec.structs import replace
from shogun_games import ALL, game, new_game, phases_of

from adjudicator.chance import Stream
from adjudicator.games.shogun.table.events import Fought
from adjudicator.orders import Orders, read_orders


def test_every_move_offered_happens_if_nothing_comes_between():
    position = new_game(3, "moves").position
    view = game.view(position, "blue")
    battles = [line for line in game.legal_orders(view, "blue") if " to " in str(line)]
    assert len(battles) > 50
    for line in battles[::7]:
        found = game.check(view, "blue", Orders((line,)))
        assert {each.code for each in found} <= {"province-lost", "barred"}, line


def test_an_alternative_battle_leaves_from_the_same_province():
    position = new_game(3, "else").position
    text = "battle a from Mino to Hida with 9\nelse battle a to Owari with 2"
    orders = read_orders(text, game.language(position, "")).orders
    findings = game.check(game.view(position, "blue"), "blue", orders)
    assert "armies" in [each.code for each in findings]
    assert {each.severity for each in findings} == {"warning"}
    events = game.adjudicate(position, {"blue": orders}, Stream(b"else")).events
    [moved] = [each for each in events if type(each).__name__ == "Moved" and each.seat == "blue"]
    assert (moved.source, moved.target, moved.armies) == ("Mino", "Owari", 2)


def test_why_the_last_alternative_of_a_battle_is_impossible_is_one_sentence():
    position = new_game(3, "else").position
    text = "battle a from Mino to Hida with 9\nelse battle a to Aki with 2"
    orders = read_orders(text, game.language(position, "")).orders
    events = game.adjudicate(position, {"blue": orders}, Stream(b"else")).events
    [told] = [each for each in events if type(each).__name__ == "Ordered" and each.to == ("blue",)]
    assert told.why == "Aki is not adjacent to Mino."


def test_a_plan_waits_for_the_seats_that_hold_a_province():
    position = new_game(3).position
    assert game.phase(position).must == ("blue", "red", "yellow")
    provinces = {
        name: type(land)() if land.owner == "red" else land
        for name, land in position.provinces.items()
    }
    position = replace(position, provinces=provinces)
    assert game.phase(position).must == ("blue", "yellow")
    assert game.phase(position).may == ("blue", "red", "yellow")


def test_winter_waits_only_for_those_who_can_choose():
    table = {
        "round": 4,
        "phase": "winter",
        "events": ["taxes capped"],
        "seats": {"red": {"rice": 9}},
    }
    names = ("Kai", "Aki", "Omi")
    table["provinces"] = {name: {"owner": "blue", "armies": 1} for name in names}
    table["provinces"]["Izu"] = {"owner": "red", "armies": 1}
    assert game.phase(game.from_table(table, {})).must == ("blue",)
    table["seats"]["blue"] = {"rice": 1}
    assert game.phase(game.from_table(table, {})).must == ()


def test_a_picture_shows_what_lies_there():
    position = new_game(4, **ALL).position
    for before, _, resolution in phases_of(position):
        picture = game.picture(resolution.position, resolution.events)
        assert picture.board == "shogun-sun"
        assert picture.tint == "region"
        after = resolution.position
        for name, spot in picture.spots.items():
            land = after.provinces[name]
            assert spot.owner == land.owner
            cubes = [each for each in spot.counters if each.shape == "cube"]
            assert [each.text for each in cubes] == ([str(land.armies)] if land.armies else [])
            marks = {mark.shape for mark in spot.marks}
            assert marks - {"revolt", "statue"} == set(land.buildings)
        leaders = [
            c.seat for spot in picture.spots.values() for c in spot.counters if c.shape == "leader"
        ]
        assert sorted(leaders) == sorted(seat for seat, at in after.leaders.at.items() if at)
        fought = [event for event in resolution.events if isinstance(event, Fought)]
        assert len(picture.clashes) == len(fought)
        assert before.round <= after.round
        assert (picture.subtitle == "The game is over") == game.phase(after).over
        inside = dict(picture.panels[0].lines[0][1])
        assert sum(inside.values()) == sum(after.tower.values())


def test_seats_named_after_a_colour_have_it_and_no_two_share_one():
    picture = game.picture(new_game(5).position, ())
    assert {each.seat: each.colour for each in picture.parties} == {
        "blue": 1, "red": 0, "yellow": 2, "purple": 4, "black": 8,
    }  # fmt: skip
    named = game.new(("Oda", "Blue", "Mori", "Takeda"), {}, Stream(b"")).position
    assert [each.colour for each in game.picture(named, ()).parties] == [0, 1, 2, 4]


def test_three_players_see_the_provinces_that_are_closed():
    picture = game.picture(new_game(3).position, ())
    closed = [name for name, spot in picture.spots.items() if spot.closed]
    assert len(closed) == 8
    assert "Echigo" in closed


def test_standings_rank_by_points_then_by_chests():
    position = new_game(4).position
    assert game.standings(position).places == (1, 1, 1, 1)
    one, two, three, four = game.meta.seats[:4]
    points = {one: (3, 1), two: (5, 0), three: (5, 2), four: (3, 1)}
    seats = {
        seat: replace(position.seats[seat], points=got, chests=chests)
        for seat, (got, chests) in points.items()
    }
    table = game.standings(replace(position, seats=seats))
    assert [row[0] for row in table.rows] == [three, two, one, four]
    assert table.places == (1, 2, 3, 3)


def test_every_battle_adds_up():
    """Cubes thrown are the parts; what fell either counts, is lost, or stays in the tray."""
    fought = 0
    for _, _, resolution in phases_of(new_game(5, "sums").position, "random", "sums"):
        for event in resolution.events:
            if not isinstance(event, Fought):
                continue
            fought += 1
            parts: dict[str, int] = {}
            for part in event.parts:
                parts[part.colour] = parts.get(part.colour, 0) + part.cubes
            assert parts == event.thrown
            rest = dict(event.fallen)
            for colour, number in event.lost.items():
                rest[colour] -= number
            if event.left:
                rest[event.winner] -= event.left
            assert {colour: n for colour, n in rest.items() if n} == event.tray
    assert fought > 20
