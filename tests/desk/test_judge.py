"""What the order desk is told is what the command line says, and what is offered is legal."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from adjudicator.chance import Stream
from adjudicator.cli.main import cli
from adjudicator.desk.judge import MOST_FOUND, Desk, open_position
from adjudicator.games.contract import GameError
from adjudicator.games.registry import find

GAMES = ("samurai-swords", "ikusa", "shogun", "gekokujo")


@pytest.fixture(params=GAMES)
def view(request):
    return start(request.param)


def start(name):
    """Return Oda's view of the start of a game."""
    game = find(name)
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    return game.encode(game.view(position, "Oda"))


def ask(desk, call, *given):
    return json.loads(desk.answer(call, *given))["result"]


def open_desk(position, seat="", sheet=""):
    desk = Desk()
    return desk, ask(desk, "open", position.decode(), seat, sheet)


def test_what_is_offered_is_legal_and_each_province_can_be_pointed_at(view):
    desk, opened = open_desk(view)
    assert opened["seat"] == "Oda"
    assert opened["asked"]
    drawn = ask(desk, "draw", "")
    for province in opened["provinces"]:
        assert f'data-province="{province}"' in drawn
    offered = [
        each for place in ("", *opened["provinces"]) for each in ask(desk, "options", place, "")
    ]
    assert offered
    for each in offered[:: max(1, len(offered) // 12)]:
        seen = ask(desk, "judge", each["text"])
        assert not [x for x in seen["check"]["findings"] if x["severity"] == "error"], each
        assert seen["check"]["unread"] == []
        (row,) = seen["rows"]
        assert (row["text"], row["kind"]) == (each["text"], each["kind"])
        for blank in row["blanks"]:
            word = each["text"][blank["start"] : blank["end"]]
            assert word == word.strip() != ""
            if "choices" in blank and not blank.get("several"):
                assert word in blank["choices"]
    assert ask(desk, "draw", offered[-1]["text"]).startswith("<svg")


def test_options_follow_the_orders_and_a_row_says_what_it_can_be_put_under():
    game = find("samurai-swords")
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Shinano": {"owner": "pink", "spearman": 1},
            "Kai": {"owner": "gray", "spearman": 1},
            "Aki": {"owner": "pink", "spearman": 1},
            "Bingo": {"owner": "gray", "spearman": 1},
        },
        "colours": {"pink": {"armies": {"1": {"at": "Shinano", "bowman": 4}}}, "gray": {}},
    }
    desk, _ = open_desk(game.encode(game.view(game.from_table(table, {}), "pink")))
    text = "seat pink\n\nattack Kai from Shinano with army\n"
    before, behind = (
        {each["text"] for each in ask(desk, "options", "Kai", given)} for given in ("", text)
    )
    assert "move army 1 to Kai" in behind - before
    assert "fight to the end in Kai" in behind - before  # it is drawn nowhere
    row = ask(desk, "row", text, 3)
    assert "army 1 units >= 6" in {each["text"] for each in row["conditions"]}
    assert "attack Suruga from Shinano with army" in {each["text"] for each in row["alternatives"]}
    assert "attack Suruga from Shinano with army" in {each["text"] for each in row["instead"]}
    starts = [each["places"][0] for each in row["alternatives"]]
    assert sorted(set(starts), key=starts.index) == ["Shinano", "Aki"]  # what it starts from first
    assert starts == sorted(starts, reverse=True)
    table["provinces"]["Kai"] = {"owner": "pink", "spearman": 1}
    table["colours"]["pink"]["armies"]["2"] = {"at": "Kai", "bowman": 4}
    other, _ = open_desk(game.encode(game.view(game.from_table(table, {}), "pink")))
    offered = ask(other, "options", "Kai", "")
    starts = [each["places"][0] for each in offered if not each["usual"]]
    assert {*starts} == {"Kai", "Shinano"}
    assert starts == sorted(starts)
    assert ask(desk, "row", text, 2) == {"conditions": [], "alternatives": [], "instead": []}
    longer = "seat pink\n\nif army 1 units >= 3: attack Kai from Shinano with army\n"
    (shown,) = ask(desk, "judge", longer)["rows"]
    words = [shown["text"][each["start"] : each["end"]] for each in shown["blanks"]]
    assert words == ["1", ">=", "3", "Kai", "Shinano", "army"]
    steps = [(each["fewer"], each["more"]) for each in shown["blanks"]]
    assert steps == [(False, True), (False, False), (True, True), *[(False, False)] * 3]


def test_what_many_phases_take_comes_last():
    game = find("gekokujo")
    position = game.new(game.meta.seats[:3], {}, Stream(b"desk")).position
    assert game.phase(position).name == "draft"
    position = game.adjudicate(position, {}, Stream(b"desk")).position
    seat = game.phase(position).must[0]
    desk, _ = open_desk(game.encode(game.view(position, seat)))
    offered = ask(desk, "options", "", "")
    usual = [each["text"].split()[0] for each in offered if each["usual"]]
    assert {*usual} == {"give", "hit", "hits", "lose", "ronin"}
    assert [each["text"].split()[0] for each in offered[-len(usual) :]] == usual
    own = next(each["places"][0] for each in offered if each["text"].startswith("give up"))
    assert f"give up {own}" in {each["text"] for each in ask(desk, "options", own, "")}


def test_a_number_is_stepped_only_to_what_its_blank_takes():
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Uesugi"), {}, Stream(b"desk")).position
    desk, _ = open_desk(game.encode(game.view(position, "Oda")))
    steps = [
        [(each["fewer"], each["more"]) for each in row["blanks"]]
        for bid in (0, 3, 4)
        for row in ask(desk, "judge", f"seat Oda\nbid {bid}\n")["rows"]
    ]
    assert steps == [[(False, True)], [(True, True)], [(True, False)]]


def two_colours(phase, **oda):
    """Return Oda's desk in a game of two, whose colours have as much as each other."""
    game = find("samurai-swords")
    owners = {"Omi": "Oda", "Mino": "Oda", "Ise": "Uesugi", "Iga": "Uesugi", "Aki": "Mori"}
    table = {
        "round": 2,
        "phase": phase,
        "colours": {
            "Oda": oda,
            "Uesugi": {"seat": "Oda", **oda},
            "Takeda": {},
            "Mori": {"seat": "Takeda"},
        },
        "provinces": {name: {"owner": owner, "spearman": 1} for name, owner in owners.items()},
    }
    desk, _ = open_desk(game.encode(game.view(game.from_table(table, {}), "Oda")))
    return desk


def test_a_line_of_a_colour_is_offered_alternatives_of_that_colour():
    desk = two_colours("muster", plan={"build": 2})
    text = "seat Oda\n\nbuild castle in Omi\ncolour Uesugi\nbuild castle in Ise\n"
    own, others = ({x["text"] for x in ask(desk, "row", text, at)["alternatives"]} for at in (3, 5))
    assert own == {"build castle in Mino"}
    assert others == {"build castle in Iga"}


def test_an_order_takes_the_place_of_one_about_the_same_of_its_colour():
    desk = two_colours("plan", koku=4)
    text = "seat Oda\n\nspend 2 on ninja\ncolour Uesugi\nspend 2 on ninja\n"
    lines = {each["text"]: each["line"] for each in ask(desk, "options", "", text)}
    assert lines["for Oda: spend 1 on ninja"] == 3
    assert lines["for Uesugi: spend 1 on ninja"] == 5
    found = {each["text"] for each in ask(desk, "search", text, "spend ninja")}
    assert "for Oda: spend 1 on ninja" in found
    assert "for Oda: spend 2 on ninja" not in {*lines, *found}  # it stands there
    twice = text + "spend 1 on ninja\n"
    lines = {each["text"]: each["line"] for each in ask(desk, "options", "", twice)}
    assert lines["for Uesugi: spend 3 on ninja"] == 6  # of two the later one counts
    left = ask(desk, "follow", text + "spend 1 on levy\n", "")["left"]
    assert [(each["colour"], each["left"]) for each in left] == [("Oda", 2), ("Uesugi", 1)]


def test_a_ranking_says_which_line_it_takes_the_place_of():
    desk, opened = open_desk(start("ikusa"))
    first = ask(desk, "follow", "", "")["todo"][0]
    text = f"seat Oda\n\nreinforce {first}\n"
    offered = [x for p in opened["provinces"] for x in ask(desk, "options", p, text)]
    rankings = [each for each in offered if each["text"].startswith("reinforce")]
    assert rankings
    assert {each["line"] for each in rankings} == {3}
    assert all(each["text"].startswith(f"reinforce {first}, ") for each in rankings)
    assert all(first not in each["places"] for each in rankings)
    text += "else: reinforce Kai\n"
    place = rankings[0]["places"][0]
    longer = {each["text"] for each in ask(desk, "options", place, text)}
    assert f"reinforce {first}, {place}\nelse: reinforce Kai" in longer


def test_a_planned_card_is_offered_no_alternative():
    game = find("shogun")
    seats = ("Oda", "Takeda", "Uesugi")
    position = game.new(seats, {"start": "predetermined"}, Stream(b"desk")).position
    desk, _ = open_desk(game.encode(game.view(position, "Oda")))
    own = next(name for name, land in position.provinces.items() if land.owner == "Oda")
    row = ask(desk, "row", f"tax {own}\n", 1)
    assert (row["conditions"], row["alternatives"]) == ([], [])


def test_a_check_finds_what_the_command_finds(view, tmp_path):
    text = "seat Oda\n\nfly to Kyoto\ninvade everything\n"
    (tmp_path / "position.json").write_bytes(view)
    (tmp_path / "orders.txt").write_text(text)
    desk, _ = open_desk(view)
    command = ["check", str(tmp_path / "orders.txt"), str(tmp_path / "position.json"), "--json"]
    assert ask(desk, "judge", text)["check"] == json.loads(CliRunner().invoke(cli, command).stdout)


def test_it_needs_no_pillow_no_database_and_nothing_that_reads_commands(tmp_path):
    for name in GAMES:
        (tmp_path / name).write_bytes(start(name))
    program = """
import sys
for each in ("PIL", "click", "sqlite3", "email.message", "ssl", "socket"):
    sys.modules[each] = None
from adjudicator.desk.judge import Desk
for each in sys.argv[1:]:
    desk = Desk()
    for call in (("open", open(each).read(), "", ""), ("judge", "fly to Kyoto")):
        assert desk.answer(*call).startswith('{"result":'), call
"""
    subprocess.run([sys.executable, "-c", program, *GAMES], cwd=tmp_path, check=True)


def test_odds_are_those_of_the_command():
    game = find("samurai-swords")
    start = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    judge = open_position(game.encode(start), "Oda")
    assert judge.reckon("attack Kai from Mino")["odds"].contests == ()
    assert judge.describe()["battles"]


@pytest.mark.parametrize(
    ("viewer", "seat", "why"),
    [
        ("Takeda", "Oda", "Takeda's view, not Oda's"),
        (None, "", "Say whose orders"),
    ],
)
def test_a_position_that_is_not_the_readers_is_refused(viewer, seat, why):
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    if viewer is not None:
        position = game.view(position, viewer)
    with pytest.raises(GameError, match=why):
        open_position(game.encode(position), seat)
    assert "No position is open" in json.loads(Desk().answer("judge", ""))["error"]


def test_whose_orders_they_are_is_asked_with_the_seats_to_choose_from():
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    answer = json.loads(Desk().answer("open", game.encode(position).decode(), "", ""))
    assert (answer["code"], answer["facts"]["seats"]) == ("desk.whose", ["Oda", "Takeda", "Mori"])
    assert open_desk(game.encode(position), "Mori")[1]["seat"] == "Mori"


@pytest.mark.parametrize(
    ("sheet", "misfit"),
    [
        ("", None),
        ("game x\nseat Oda\nphase 1 deploy\ntoken abc\n\n# 7 koku\nEND\n", None),
        ("# nothing that says whose\n", None),
        ("seat Takeda\nphase 1 deploy\n", {"seat": "Takeda", "phase": "1 deploy"}),
        ("seat Oda\nphase 2 war\n", {"seat": "Oda", "phase": "2 war"}),
        ("seat Oda\nphase 2 deploy\n", {"seat": "Oda", "phase": "2 deploy"}),
    ],
)
def test_a_sheet_that_does_not_fit_the_position_is_told(sheet, misfit):
    assert open_desk(start("samurai-swords"), sheet=sheet)[1]["misfit"] == misfit


def test_what_is_searched_for_is_found_by_beginnings_of_words():
    desk, _ = open_desk(start("samurai-swords"))
    found = [each["text"] for each in ask(desk, "search", "", "1 ARM")]
    assert found
    assert all("1" in text.split() and "army" in text for text in found)
    assert found[0].startswith("army 1 in")
    assert ask(desk, "search", "", "xyz") == []
    assert len(ask(desk, "search", "", "i")) == MOST_FOUND


def test_what_is_suggested_is_taken(view):
    desk, _ = open_desk(view)
    checked = ask(desk, "judge", ask(desk, "suggest"))["check"]
    assert not [each for each in checked["findings"] if each["severity"] == "error"]


def test_the_board_answers_questions_as_the_judge_does_by_mail(view):
    desk, _ = open_desk(view)
    near = ask(desk, "answer", "near Kai?")["board"]
    assert {"Kai", "Shinano"} <= set(re.findall(r"\w+", str(near)))
    named = [ask(desk, "answer", each) for each in ("Kai", "provinces kai", "province Kai")]
    assert named[0] == named[1] == named[2]
    assert "Kai" in str(named[0])
    assert len(str(named[0])) < len(str(near))
    assert ask(desk, "answer", "of Oda")["board"][0]["title"].startswith("Oda (you): ")
    assert ask(desk, "answer", "provinces of Oda") == ask(desk, "answer", "of Oda")
    assert ask(desk, "answer", "who is late")["awaits"]
    for question in ("near Nowhere", "of", "near", "changes", ""):
        answered = json.loads(desk.answer("answer", question))
        assert ("error" in answered) == (question != ""), question


def test_the_view_of_the_public_is_a_board_without_orders():
    game = find("shogun")
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"desk")).position
    desk, opened = open_desk(game.encode(game.view(position, "")))
    assert (opened["seat"], opened["seats"]) == ("", ["Oda", "Takeda", "Mori"])
    assert ask(desk, "draw").startswith("<svg")
    assert ask(desk, "answer", "near Kai")["board"]
