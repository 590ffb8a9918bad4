"""Letters of setups in turn: how to be asked no more, and what of a list still waits (M76)."""

from types import SimpleNamespace

import pytest
from letters_toy import orders
from msgspec.structs import replace

from adjudicator import reports
from adjudicator.by_files.order_files import read_order_file
from adjudicator.chance import Stream
from adjudicator.games.contract import Phase, events_for
from adjudicator.games.registry import find
from adjudicator.orders import read_orders
from adjudicator.reports import Setting
from adjudicator.reports.facts import later_part

SEATS = ("Oda", "Takeda", "Mori")


@pytest.fixture(params=["samurai-swords", "ikusa"])
def game(request):
    return find(request.param)


def begun(game, quick):
    return game.new(
        SEATS, {"deploy": "in turn", "play": "quick" if quick else "standard"}, Stream(b"laps")
    ).position


def plain(report):
    return " ".join(report.text.split())


@pytest.mark.parametrize(("quick", "name"), [(True, "claim"), (False, "deploy")])
def test_a_letter_says_how_to_be_asked_no_more(game, quick, name):
    position = begun(game, quick)
    letters = {
        seat: plain(reports.opening(game, game.view(position, seat), Setting("laps", seat)))
        for seat in SEATS
    }
    active = position.active
    other = next(seat for seat in SEATS if seat != active)
    assert "unless you send a whole list with “ready ahead”" in letters[active]
    assert f"under a heading such as “phase 1 {name}”" in letters[other]


def test_a_letter_says_what_of_a_list_waits(game):
    position = begun(game, quick=False)
    seat = position.active
    a, b, *_ = (at for at, land in position.provinces.items() if land.owner == seat)
    lines = f"reinforce {a}, {b}\narmy 1 in {a}\ncasualties gunner"
    given = read_orders(lines, game.language(position, "", seat)).orders
    result = game.adjudicate(position, {seat: given}, Stream(b"lap"))
    views = game.view(position, seat), game.view(result.position, seat)
    known = events_for(result.events, seat)
    report = reports.result(game, *views, given, known, Setting("laps", seat))
    text = plain(report)
    assert f"done reinforce {a}, {b} the rest waits for a later turn" in text
    assert f"army 1 in {a} waits for a later turn" in text
    assert "casualties gunner waits" not in text
    waits = [later_part(game, views[0], game.phase(position), over=x) for x in (False, True)]
    assert [bool(each(given.lines[1])) for each in waits] == [
        True,
        False,
    ]  # no turn comes any more


@pytest.mark.parametrize(
    ("part", "always", "waits"),
    [("fight", False, "fight"), ("march", False, ""), ("", False, ""), ("fight", True, "")],
)
def test_a_line_waits_for_a_later_part_of_its_turn_unless_it_is_a_standing_policy(
    part, always, waits
):
    phase = Phase("", 4, "march", "", (), (), later=("fight", "move"))
    (line,) = orders("a line")
    game = SimpleNamespace(part=lambda view, line: part)
    why = later_part(game, None, phase, over=False)(replace(line, always=always))
    assert why == (waits and f"waits for “{waits}”")


def test_a_file_for_ones_own_turn_is_told_whose_turn_it_is(game):
    position = begun(game, quick=True)
    seat = next(each for each in SEATS if each != position.active)
    text = f"seat {seat}\nphase 1 claim\nclaim Kai"
    read = read_order_file(game, game.view(position, seat), "a.txt", text.encode())
    assert f"waits, 1 claim 1 {position.active}, only for 1 claim, which can be" in read.problem
