import re

import pytest
from msgspec.structs import replace
from toy import game

from adjudicator.by_files.order_files import read_order_file, read_order_files, read_position
from adjudicator.by_files.phase import (
    adjudicate_files,
    begin,
    draw_pictures,
    regent_orders,
    verify_files,
)
from adjudicator.campaign.kernel.errors import CampaignError, StuckError
from adjudicator.chance import Script, commitment
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.record import key_faults
from adjudicator.games.contract import GameError

SECRET = b"s" * 32


@pytest.fixture
def position():
    return game.new(["Oda", "Takeda", "Mori"], {}, Script()).position


def solved(position, files, **more):
    return adjudicate_files(game, position, files, Ingredients(SECRET), campaign="friday", **more)


def test_files_are_matched_by_header_and_by_name(position):
    files = {
        "oda_round1.txt": b"hide 1",
        "anything.txt": b"seat Takeda\nhide 2",
        "Mori orders.md": b"phase 1 plan\nhide 3",
    }
    done = solved(position, files)
    assert done.solved.orders == {"Oda": "hide 1\n", "Takeda": "hide 2\n", "Mori": "hide 3\n"}
    assert done.missing == ()
    assert "hidden=1" in done.reports["Oda"].text
    assert all("hidden=1" not in done.reports[seat].text for seat in ("Takeda", "Mori", ""))
    first, second = read_order_files(game, position, {"oda.txt": b"hide 1", "oda2.txt": b"hide 2"})
    assert first.problem == second.problem != ""
    rivals = solved(position, {"oda.txt": b"hide 1", "oda2.txt": b"hide 2", "mori.txt": b"hide 3"})
    assert rivals.solved.orders == {"Oda": "", "Takeda": "", "Mori": "hide 3\n"}
    told = [rivals.reports[seat].text.partition("\n")[2] for seat in ("Oda", "Mori")]
    assert [each.startswith("hide 3") for each in told] == [False, True]
    done = solved(position, {"oda.txt": b"crash", "takeda.txt": b"hide 2"})
    assert list(done.solved.set_aside) == ["Oda"]


def test_lines_for_a_later_phase_are_told_and_wait(position):
    data = b"seat Oda\nhide 1\n\nphase 2 plan\nhide 2\nhide 3"
    read = read_order_file(game, position, "oda.txt", data)
    (told,) = read.remarks
    assert (read.text, told.code, told.line, told.severity) == ("hide 1\n", "for-later", 4, "note")
    assert told.message.startswith("2 lines are for the later phase 2 plan")
    assert [line.number for line in read.later[0].lines] == [5, 6]
    for first in (b"", b"ready", b"word heron"):
        alone = read_order_file(game, position, "oda.txt", data.replace(b"hide 1", first))
        assert (alone.seat, alone.later) == ("", read.later)


def test_a_file_of_another_seat_than_is_asked_for_is_refused(position):
    refused = read_order_file(game, position, "x.txt", b"seat Takeda\nhide 1", "Oda")
    assert refused.problem == "The file says “seat Takeda”, not Oda."
    assert refused.text == ""
    assert read_order_file(game, position, "x.txt", b"hide 1", "Oda").seat == "Oda"
    assert read_order_file(game, position, "x.txt", b"seat oda\nhide 1", "Oda").seat == "Oda"


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("oda.txt", b"\x00\x01\x02\x80\x81" * 99, "not a text file"),
        ("oda.txt", b"hide 1" + b" " * 1_000_000, "at most"),
        ("nobody.txt", b"hide 1", "whose orders"),
        ("oda-takeda.txt", b"hide 1", "whose orders"),
        ("oda.txt", b"seat Shimazu\nhide 1", "Its seats|The seats"),
        ("oda.txt", b"phase 9 plan\nhide 1", "no orders for the phase"),
        ("oda.txt", b"phase 0 plan\nhide 1", "too late"),
        ("oda.txt", b"", "no orders for the phase"),
    ],
)
def test_one_bad_file_is_set_aside_and_the_phase_goes_on(position, name, data, problem):
    done = solved(position, {name: data, "takeda.txt": b"hide 2"})
    bad = next(each for each in done.files if each.name == name)
    assert bad.seat == ""
    assert re.search(problem, bad.problem)
    assert done.solved.orders["Takeda"] == "hide 2\n"
    assert "Oda" in done.missing


def test_a_word_of_now_takes_the_place_of_one_before(position):
    given = Ingredients(SECRET, words={"Oda": "heron", "Takeda": "crane"})
    files = {"oda.txt": b"word plover\nhide 1", "mori.txt": b"word ibis"}
    done = adjudicate_files(game, position, files, given, campaign="friday")
    assert done.words == {"Oda": "plover", "Takeda": "crane", "Mori": "ibis"}
    assert done.missing == ("Takeda",)
    assert done.dice.words == {"Oda": "heron", "Takeda": "crane"}  # for its own dice it is too late


def test_regents_order_for_seats(position):
    regents = regent_orders(game, position, ["Mori"], SECRET)
    assert solved(position, {}, regents=regents).solved.orders["Mori"].startswith("hide ")
    with pytest.raises(CampaignError, match="cannot order"):
        regent_orders(game, position, ["Shimazu"], SECRET)


def test_a_players_view_cannot_be_adjudicated(position):
    with pytest.raises(CampaignError, match="lacks what others hide"):
        solved(game.view(position, "Oda"), {})


def test_an_ended_or_broken_game_says_so(position):
    over = game.new(["Oda", "Mori"], {"rounds": 1}, Script()).position
    for _ in range(2):
        over = game.adjudicate(over, {}, Script()).position
    with pytest.raises(CampaignError, match="has ended"):
        solved(over, {})
    with pytest.raises(CampaignError, match="nobody can order"):
        regent_orders(game, over, ["Mori"], SECRET)
    assert regent_orders(game, over, [], SECRET) == {}
    broken = game.new(["Oda", "Mori"], {"broken": True}, Script()).position
    with pytest.raises(StuckError):
        solved(broken, {})


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"\xff\xfe", b'{"game": "chess"}', b'{"game": "toy"}', b"[" * 9999]
)
def test_what_is_no_position_is_told(data):
    with pytest.raises(GameError):
        read_position(data)


def test_a_misspelt_key_of_a_position_is_told(position):
    data = game.encode(position)
    assert read_position(data) == (game, position)
    with pytest.raises(GameError, match="'Oda', 'golds'"):
        read_position(data.replace(b'"gold"', b'"golds"', 1))


def test_a_view_is_checked_as_the_whole_position_is(position):
    files = {"oda.txt": b"hide 99\nboast 1\nfly"}
    whole = read_order_files(game, position, files)
    view = read_order_files(game, game.view(position, "Oda"), files)
    assert whole[0].findings == view[0].findings
    assert whole[0].text == view[0].text == "boast 1\n"
    (failed,) = read_order_file(game, position, "oda.txt", b"sulk").findings
    assert "by a fault of the program (RuntimeError)" in failed.message
    assert "told" not in failed.message  # there is nobody to tell
    for viewer in ("Mori", ""):
        (read,) = read_order_files(game, game.view(position, viewer), {"x": b"seat Oda\nhide 1"})
        assert "Use Oda's position file" in read.problem


def test_a_file_for_a_game_that_is_over_is_told_that_nobody_can_order(position):
    over = replace(position, round=9, phase="end")
    (read,) = read_order_files(game, over, {"oda.txt": b"phase 10 plan\nhide 1"})
    assert read.problem == "The end: nobody can order."
    assert (read.text, read.standing) == ("", None)


def test_a_phase_from_files_can_be_verified(position):
    done = solved(position, {"oda.txt": b"hide 1"})
    key, orders = done.solved.key, done.solved.orders
    assert verify_files(game, position, orders, key, done.solved.position)[0] == []
    other = {**orders, "Oda": "hide 2\n"}
    assert verify_files(game, position, other, key, done.solved.position)[0] != []
    promised = commitment(SECRET)
    assert key_faults(SECRET, "1 plan", done.solved.fingerprint, key, promised) == []
    assert len(key_faults(b"x", "2 plan", done.solved.fingerprint, key, promised)) == 2


def test_a_seat_has_its_fronts_beside_the_map_and_the_public_has_the_map(position, monkeypatch):
    monkeypatch.setattr("adjudicator.maps.draw_front", lambda picture, seat: seat.encode())
    picture = game.picture(game.view(position, ""), ())
    drawn = [[(x.name, x.title) for x in draw_pictures(picture, seat)] for seat in ("Oda", "")]
    map_, front = ("map.png", "The map."), ("front.png", "Your fronts close up.")
    assert drawn == [[map_, front], [map_]]


def test_failing_reports_and_maps_are_told_and_the_rest_is_there(position, monkeypatch):
    monkeypatch.setattr("adjudicator.reports.result", lambda *a: 1 / 0)
    monkeypatch.setattr("adjudicator.maps.draw_png", lambda *a: 1 / 0)
    done = solved(position, {"oda.txt": b"hide 1"})
    assert done.reports == {}
    assert len(done.faults) == 8
    monkeypatch.setattr("adjudicator.reports.opening", lambda *a: 1 / 0)
    began = begin(game, ["Oda", "Mori"], {}, Ingredients(script=((), {})), campaign="friday")
    assert began.reports == {}
    assert len(began.faults) == 6
