"""What is shown of a game of Gekokujō, and the first lines of its letters."""

from itertools import islice

from letters_played import WAYS

from adjudicator import reports
from adjudicator.chance import Script, Stream
from adjudicator.games.contract import events_for
from adjudicator.games.registry import find
from adjudicator.maps import draw_svg
from adjudicator.orders import read_orders
from adjudicator.reports import Setting

GAME = find("gekokujo")


def test_the_map_of_every_phase_can_be_drawn_with_what_happened():
    drawn = 0
    way = WAYS["Gekokujō, every module"]
    for _, after, _, events in islice(way.played("steady"), 4):
        picture = GAME.picture(GAME.view(after, ""), events_for(events, ""))
        assert {party.seat for party in picture.parties} == set(way.seats)
        assert all(spot.signs or name not in ("Kai", "Aki") for name, spot in picture.spots.items())
        drawn += bool(picture.arrows)
    assert draw_svg(picture)
    assert drawn


def test_orders_are_drawn_as_they_stand():
    position = GAME.new(("Oda", "Takeda", "Mori"), {"clans": "given"}, Stream(b"x")).position
    view = GAME.view(position, "Oda")
    text = "recruit 3 bushi in Owari\nhire ninja to sabotage Kai\nbuild castle in Owari"
    orders = read_orders(text, GAME.language(view, "")).orders
    marks = [each.mark for each in GAME.sketch(view, "Oda", orders)]
    assert [(mark.place, mark.shape, mark.text) for mark in marks] == [
        ("Owari", "force", "+3"),
        ("Kai", "sabotage", ""),
        ("Owari", "castle", ""),
    ]


def test_a_way_is_an_arrow_a_step_and_an_attack_where_others_are():
    done = GAME.new(
        ("Oda", "Takeda", "Mori"), {"clans": "given", "campaign": "together"}, Stream(b"x")
    )
    position = GAME.adjudicate(done.position, {}, Stream(b"y")).position
    view = GAME.view(position, "Takeda")
    text = (
        "move all but 1 daimyo from Kai to Suruga\nmove 1 daimyo from Kai to Shinano, Mino, Owari"
    )
    orders = read_orders(text + "\nfight Owari, Kai", GAME.language(view, "")).orders
    marks = [each.mark for each in GAME.sketch(view, "Takeda", orders)]
    ways = [(m.kind, m.source, m.target, m.text) for m in marks if hasattr(m, "source")]
    assert ways == [
        ("move", "Kai", "Suruga", "3"),
        ("move", "Kai", "Shinano", "1"),
        ("move", "Shinano", "Mino", "1"),
        ("attack", "Mino", "Owari", "1"),
    ]
    assert [(m.place, m.text) for m in marks if hasattr(m, "shape")] == [
        ("Owari", "1"),
        ("Kai", "2"),
    ]


def told_to(seat, table, options, text, dice):
    """Return what a seat reads of a phase in which it alone orders."""
    before = GAME.from_table(table, options)
    orders = read_orders(text, GAME.language(before, "")).orders
    done = GAME.adjudicate(before, {seat: orders}, Script(dice=dice))
    views = GAME.view(before, seat), GAME.view(done.position, seat)
    setting = Setting("nagashino", seat, address="judge@example.org", token="abc")
    return reports.result(GAME, *views, orders, events_for(done.events, seat), setting).text


def test_who_wins_beside_an_ally_has_won():
    """The controller keeps the province (G66); the ally who fought for it is told that he won."""
    table = {
        "phase": "campaign", "active": "Oda", "turn_order": ["Oda", "Mori", "Takeda"],
        "seats": {"Oda": {"allies": ["Mori"]}, "Mori": {"allies": ["Oda"]}, "Takeda": {}},
        "provinces": {
            "Omi": {"owner": "Oda", "units": {"Oda": {"bushi": 3}}},
            "Yamashiro": {"owner": "Mori", "units": {"Takeda": {"bushi": 1}}},
            "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3}}},
            "Aki": {"owner": "Mori", "units": {"Mori": {"daimyo": 3}}},
            "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        },
    }  # fmt: skip
    text = "move 3 bushi from Omi to Yamashiro"
    told = told_to("Oda", table, {"politics": True}, text, (5, 5, 5, 1))
    assert "You won the battle of Yamashiro." in told


def test_a_battle_after_which_nobody_is_left_is_lost_by_nobody():
    table = {
        "phase": "campaign", "active": "Oda", "turn_order": ["Oda", "Takeda"],
        "provinces": {
            "Owari": {"owner": "Oda", "units": {"Oda": {"daimyo": 3, "bushi": 1}}},
            "Mino": {"owner": "Takeda", "units": {"Takeda": {"bushi": 1}}},
            "Kai": {"owner": "Takeda", "units": {"Takeda": {"daimyo": 3}}},
        },
    }  # fmt: skip
    told = told_to("Oda", table, {}, "move 1 bushi from Owari to Mino", (5, 6))
    assert "Undecided: the battle of Mino." in told
    assert "nobody is left, and nobody controls it" in told
    assert "You lost the battle" not in told
