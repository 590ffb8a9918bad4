"""Letters of whole games of Shogun: well formed, narrow, and silent about what others keep."""

import json
import re

import pytest
from letters_html import Page

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import events_for
from adjudicator.games.registry import find
from adjudicator.orders import read_orders, scan
from adjudicator.reports import Setting
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

SEATS = ("Oda", "Takeda", "Uesugi", "Mori", "Hojo")
MODULES = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}
GAMES = {
    "basic": {},
    "modules": MODULES,
    "two mails": {"season": "two mails", "start": "draft", "side": "moon", **MODULES},
}
GAME = find("shogun")
TELEPHONE = 390 - 2 * 18  # pixels, without the margins of the page


def played(options, regent, phases=99):
    """The steps of a game that regents play: before, after, orders, events."""
    position = GAME.new(SEATS, options, Stream(b"letters")).position
    for number in range(phases):
        phase = GAME.phase(position)
        if phase.over:
            return
        language = GAME.language(position, "")
        orders = {}
        for seat in phase.must:
            chance = Stream(seat.encode() + bytes([number]))
            made = GAME.regent(regent).orders(GAME.view(position, seat), seat, chance)
            orders[seat] = read_orders(str(made), language).orders
        done = GAME.adjudicate(position, orders, Stream(bytes([number])))
        yield position, done.position, orders, done.events
        position = done.position


def letter(seat, before, after, orders, events):
    dice = PhaseDice(number=1, phase="1", before="", key="cd" * 32, draws=())
    setting = Setting("sekigahara", seat, address="judge@example.org", token="abc", dice=dice)
    views = GAME.view(before, seat), GAME.view(after, seat)
    return reports.result(GAME, *views, orders.get(seat), events_for(events, seat), setting)


@pytest.mark.system
@pytest.mark.parametrize("regent", ["steady", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_to_every_seat(game, regent):
    for before, after, orders, events in played(GAMES[game], regent):
        for seat in (*SEATS[:2], ""):
            report = letter(seat, before, after, orders, events)
            long = [line for line in report.text.splitlines() if columns(line) > 72]
            assert all(line.startswith("  ") for line in long), long
            assert Page(report.html).faults == []
            assert max(Page(report.html).least_widths()) <= TELEPHONE
            assert len(report.html) < 100_000  # the commonest mail programs cut longer ones off
            for file in report.files:
                if file.name.startswith("orders-"):
                    assert all(not section.lines for section in scan(file.data).sections)


def test_points_and_standings_have_their_totals_first():
    *_, (before, after, orders, events) = played(GAMES["modules"], "steady")
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


@pytest.mark.parametrize("game", GAMES)
def test_an_opening_tells_the_setup(game):
    made = GAME.new(SEATS, GAMES[game], Stream(b"letters"))
    report = reports.opening(
        GAME, GAME.view(made.position, "Oda"), Setting("c", "Oda"), events=made.events
    )
    assert Page(report.html).faults == []
    assert max(map(columns, report.text.splitlines())) <= 72
    claimed = "THE PROVINCES" in report.text
    assert claimed != (GAMES[game].get("start") == "draft")


def test_cards_that_lie_face_down_are_in_no_other_letter():
    before, after, orders, events = next(
        step for step in played({"season": "two mails"}, "steady") if step[1].phase == "carry out"
    )
    planned = after.seats["Oda"].plan
    assert len(planned) >= 6
    mine = letter("Oda", before, after, orders, events)
    assert all(str(line.order) in mine.text for line in orders["Oda"])
    for seat in ("Takeda", ""):
        report = letter(seat, before, after, orders, events)
        assert not re.search("Oda (ordered|lays|builds|takes [0-9])", report.text)
        positions = [json.loads(f.data) for f in report.files if f.name.startswith("position-")]
        assert [each["seats"]["Oda"].get("plan", {}) for each in positions] == [{}]
        lines = [str(line.order) for line in orders["Oda"] if getattr(line.order, "card", "")]
        assert lines
        assert not [line for line in lines if line in report.text + report.html]


def test_what_a_seat_gets_by_default_is_its_own_secret():
    position = GAME.new(SEATS, {"season": "two mails"}, Stream(b"letters")).position
    done = GAME.adjudicate(position, {}, Stream(b"x"))
    card = done.position.seats["Oda"].plan["deploy 1"]
    mine = letter("Oda", position, done.position, {}, done.events)
    other = letter("Takeda", position, done.position, {}, done.events)
    assert f"deploy 1 in {card}" in mine.text
    assert f"deploy 1 in {card}" not in other.text + other.html
    assert "FILLED IN BY DEFAULT" in mine.text


@pytest.mark.parametrize("options", [{}, MODULES], ids=["basic", "modules"])
@pytest.mark.parametrize("season", ["one mail", "two mails"])
def test_the_examples_of_each_phase_are_orders_of_it(options, season):
    every = {"start": "draft", "season": season, **options}
    position = GAME.new(SEATS, every, Stream(b"x")).position
    phases = module("shogun", "phases", Text({}), {"options": position.options, "game": GAME.meta})
    of_modules = ("leader",) if options else ()
    for name in ("draft", "plan", "carry out", *of_modules, "winter"):
        language = GAME.language(position, name)
        assert phases.asked[name]
        assert phases.by_default[name]
        if language is not None:
            understood = read_orders("\n".join(phases.examples[name]), language)
            assert understood.findings == ()
            assert sum(len(line.branches) for line in understood.orders) == len(
                phases.examples[name]
            )
