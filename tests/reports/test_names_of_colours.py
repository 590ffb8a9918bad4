"""What a letter says to a reader who commands two colours."""

import re

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.games.contract import Column, Default
from adjudicator.games.registry import find
from adjudicator.reports import Setting
from adjudicator.reports.facts import default_rows
from adjudicator.reports.headline import Told
from adjudicator.reports.text import Text


def test_a_colour_is_named_once_for_all_that_is_said_of_it_in_a_row():
    said = (("", "It ends."), ("Oda: ", "a."), ("Mori: ", "b."), ("Mori: ", "c."), ("Oda: ", "d."))
    told = Told(said, core=2, standing="You are 1st.")
    assert told.shorten(5) == "It ends. Oda: a. Mori: b. c. Oda: d. You are 1st."
    assert told.shorten(3) == "It ends. Oda: a. Mori: b. You are 1st."


def test_a_muster_of_two_colours_names_each_once():
    game = find("ikusa")
    position = game.new(("Oda", "Takeda"), {"war": "together"}, Stream(b"two")).position
    for number in range(4):
        before, orders = position, {}
        for seat in game.phase(position).must:
            regent, view = game.regent("steady"), game.view(position, seat)
            orders[seat] = regent.orders(view, seat, Stream(b"r"))
        done = game.adjudicate(before, orders, Stream(bytes([number])))
        position = done.position
    assert game.phase(before).name == "muster"
    views = game.view(before, "Oda"), game.view(position, "Oda")
    report = reports.result(game, *views, orders["Oda"], done.events, Setting("c", "Oda"))
    first = " ".join(report.text[: report.text.index("\n\n")].split())
    for colour in position.colours_of("Oda"):
        assert len(re.findall(rf"(?<![\w’]){colour}: ", first)) <= 1
    assert "Oda: You" in first


def test_figures_of_two_colours_are_folded_where_they_are_added_up():
    words = Column("Armies (level)", False)
    heads = (Column("Seat", False), *(Column(name) for name in ("Provinces", "Units")), words)
    armies = "1 (1), 2 (1), 3 (1) + 1 (1), 2 (1), 3 (1)"
    numbers = (Column("Castles"), Column("Koku"))
    row = ("Oda", "34", "88 (+24)", armies, "0", "5 + 5")
    lines = Text({}).table((*heads, *numbers), [row]).splitlines()
    assert "  1 (1), 2 (1), 3 (1) +  " in lines[2]
    assert lines[3].strip() == "1 (1), 2 (1), 3 (1)"
    assert len(lines) == 4


def test_a_default_of_two_colours_is_said_once_if_it_is_no_order():
    said = [
        Default("", "nothing moves"),
        Default("", "your standing order"),
        Default("casualties ronin", "your standing order", colour="Oda"),
        Default("", "nothing moves"),
        Default("casualties ronin", "your standing order", colour="Mori"),
    ]
    rows = default_rows(said)
    assert [(row.lines, row.why) for row in rows] == [
        ((), "nothing moves"),
        ((), "your standing order"),
        (("for Oda: casualties ronin",), ""),
        (("for Mori: casualties ronin",), "your standing order"),
    ]
