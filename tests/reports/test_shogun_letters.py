"""Letters of whole games of Shogun: well formed, narrow, and silent about what others keep."""

import json
import re

import pytest
from letters_html import Page
from letters_played import WAYS, Way

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import events_for
from adjudicator.games.registry import find
from adjudicator.reports import Setting
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

GAME = find("shogun")
SEATS = WAYS["Shogun"].seats


def letter(seat, before, after, orders, events):
    dice = PhaseDice(number=1, phase="1", before="", key="cd" * 32, draws=())
    setting = Setting("sekigahara", seat, address="judge@example.org", token="abc", dice=dice)
    views = GAME.view(before, seat), GAME.view(after, seat)
    return reports.result(GAME, *views, orders.get(seat), events_for(events, seat), setting)


def test_points_and_standings_have_their_totals_first():
    *_, (before, after, orders, events) = WAYS["Shogun, every expansion"].played("steady")
    text = letter("Oda", before, after, orders, events).text
    points = text[text.index("POINTS") :]
    assert re.search(r"^  Seat +Scored +Total +Provinces", points, re.MULTILINE)
    final = text[text.index("FINAL STANDINGS") :].splitlines()[2:]
    assert re.match(r"  Seat +Place +Points +Provinces", final[0])
    places = [int(line.split()[1].rstrip("=")) for line in final[2:7]]
    points = [int(line.split()[2]) for line in final[2:7]]
    assert places[0] == 1
    assert places == sorted(places)
    assert points == sorted(points, reverse=True)
    assert re.search(r"has won. The most victory points: \d+\.", text[text.index("FINAL") :])


@pytest.mark.parametrize("way", ["Shogun", "Shogun, every expansion", "Shogun, two mails"])
def test_an_opening_tells_the_setup(way):
    made = WAYS[way].begin()
    view = GAME.view(made.position, "Oda")
    report, bare = (
        reports.opening(GAME, view, Setting("c", "Oda"), events=events)
        for events in (made.events, ())
    )
    # The boxes beside the map are told with it, unless the story of the set-up tells of them.
    boxes = [f"\n{each.title}\n" for each in GAME.picture(view, ()).panels]
    assert [[box in each.text for box in boxes] for each in (report, bare)] == [
        [not made.events] * len(boxes),
        [True] * len(boxes),
    ]
    assert Page(report.html).faults == []
    assert max(map(columns, report.text.splitlines())) <= 72
    claimed = "THE PROVINCES" in report.text
    assert claimed != (WAYS[way].options.get("start") == "draft")


def test_cards_that_lie_face_down_are_in_no_other_letter():
    before, after, orders, events = next(
        step
        for step in Way("shogun", {"season": "two mails"}).played("steady")
        if step[1].phase == "carry out"
    )
    planned = after.seats["Oda"].plan
    assert len(planned) >= 6
    mine = letter("Oda", before, after, orders, events)
    assert all(str(line.order) in mine.text for line in orders["Oda"])
    assert "\nTower\n" in mine.text
    for seat in ("Takeda", ""):
        report = letter(seat, before, after, orders, events)
        assert not re.search("Oda (ordered|lays|builds|takes [0-9])", report.text)
        positions = [json.loads(f.data) for f in report.files if f.name.startswith("position-")]
        assert [each["seats"]["Oda"].get("plan", {}) for each in positions] == [{}]
        lines = [str(line.order) for line in orders["Oda"] if getattr(line.order, "card", "")]
        assert lines
        assert not [line for line in lines if line in report.text + report.html]


def test_a_card_without_a_target_moves_an_army_only_where_it_must():
    for cards, moves in (("must move", True), ("may stay", False)):
        options = {"season": "two mails", "battle cards": cards}
        phases = module("shogun", "phases", Text({}), {"options": options, "game": GAME.meta})
        assert ("moves an army if it can" in phases.by_default["carry out"]) == moves


def test_what_a_seat_gets_by_default_is_its_own_secret():
    position = GAME.new(SEATS, {"season": "two mails"}, Stream(b"letters")).position
    done = GAME.adjudicate(position, {}, Stream(b"x"))
    card = done.position.seats["Oda"].plan["deploy 1"]
    mine = letter("Oda", position, done.position, {}, done.events)
    other = letter("Takeda", position, done.position, {}, done.events)
    assert f"deploy 1 in {card}" in mine.text
    assert f"deploy 1 in {card}" not in other.text + other.html
    assert "FILLED IN BY DEFAULT" in mine.text
