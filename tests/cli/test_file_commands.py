import codecs
import json
import shutil
import sys

import pytest
import toy
from msgspec.structs import replace

from adjudicator.boards.board import board_file
from adjudicator.chance import Draw, Stream
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.record import DiceRecord, PhaseDice, seal_of
from adjudicator.cli.shared.asking import read_bytes
from adjudicator.cli.shared.errors import CommandError

ROUND = ("adjudicate", "start/position.json", "--orders", "orders", "--out", "round")


@pytest.fixture
def start(start):
    """A shell with a start position and one order file."""
    start.write("orders/oda.txt", "hide 4")
    return start


def chance(shell):
    return json.loads((shell.folder / "round/game-master/chance.json").read_text())


def test_phases_from_files(start):
    assert "campaign='toy'" in (start.folder / "start/Oda/report.txt").read_text()
    shown = start(*ROUND, "--seed", "ab" * 32)
    assert "Takeda sent no orders." in shown
    assert {path.name for path in (start.folder / "round").iterdir()} == {
        *("Oda", "Takeda", "Mori", "public", "game-master", "position.json")
    }
    view = json.loads((start.folder / "round/Takeda/position.json").read_text())
    assert view["seats"]["Oda"]["hidden"] == 0
    whole = json.loads((start.folder / "round/position.json").read_text())
    assert whole["seats"]["Oda"]["hidden"] == 4
    for seat in ("Oda", "Takeda", "Mori", "public"):
        for name in ("report.txt", "report.html", "map.png"):
            assert (start.folder / "round" / seat / name).is_file()
    secret = chance(start)["secret"].encode()
    for path in (start.folder / "round").rglob("*"):
        folder = path.relative_to(start.folder / "round").parts[0]
        if path.is_file() and folder in ("Takeda", "Mori", "public"):
            assert not [x for x in (b"hidden=4", b"hide 4", secret) if x in path.read_bytes()]
    before = chance(start)
    assert "--force" in start(*ROUND, code=2)
    assert "orders/oda.txt is a file" in start(*ROUND[:-1], "orders/oda.txt", code=2)
    assert chance(start) == before
    start(*ROUND, "--force", "--seed", "cd" * 16)
    assert chance(start) != before
    start(*ROUND, "--force", "--seed-file", start.write("secret", "ab" * 32 + "\n"))
    assert chance(start) == before
    assert "holds no secret" in start(*ROUND, "--seed-file", start.write("empty", ""), code=2)
    start.write("orders/oda.txt", "strike Takeda")
    start.write("dice.toml", "dice = [6]")
    again = ("adjudicate", "round/position.json", "--orders", "orders", "--out", "round2")
    start(*again, "--script", "dice.toml")
    record = json.loads((start.folder / "round2/game-master/chance.json").read_text())
    assert record["draws"] == [["Oda strikes Takeda", 6, [6]]]
    assert record["key"] == ""
    assert "the whole truth" in start("position", "show", "start/position.json")
    assert "hidden" not in start("position", "show", "start/position.json", "--json")
    assert "Oda's view" in start("position", "show", "start/Oda/position.json")


def test_one_bad_file_stops_nobody(start):
    start.write("orders/takeda.txt", bytes(range(256)) * 20)
    start.write("orders/mori.txt", "hide 99\nboast 2")
    shown = start(*ROUND, code=1)
    assert "takeda.txt was set aside" in shown
    assert shown.count("not a text file") == 1
    assert "mori.txt: line 1: error too-much" in shown
    assert (start.folder / "round/game-master/orders/Mori.txt").read_text() == "boast 2\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
def test_names_of_files_command_no_terminal(start):
    name = "a\x1b[2J\nThe game has ended.\u202e.txt"
    start.write(f"orders/{name}", bytes(range(256)))
    shown = start(*ROUND, code=1)
    assert "a�[2J�The game has ended.�.txt was set aside" in shown
    for words in (
        ("check", f"orders/{name}", "start/position.json"),
        ("status", name),
        ("adjudicate", f"{name}.json", "--orders", "orders", "--out", "other"),
        ("games", "toy", name),
        (name,),
        ("position", "show", name),
    ):
        said = start(*words, code=2)
        assert "\x1b" not in said, words
        assert "\u202e" not in said, words
    out = ("--orders", "orders", "--out", "x\x1b[2J\udcff")
    assert "x�[2J� holds what came out" in start(*ROUND[:2], *out, code=1)


def test_name_and_secret_go_from_phase_to_phase(start):
    start(*ROUND, "--name", "friday")
    assert chance(start)["secret"] == "ab" * 32
    kept = start.folder / "round/game-master/secret.txt"
    assert kept.read_text().strip() == "ab" * 32
    start("adjudicate", "round/position.json", *ROUND[2:5], "third", code=1)
    assert "campaign='friday'" in (start.folder / "third/Oda/report.txt").read_text()
    (start.folder / "start/game-master/secret.txt").unlink()
    assert "a new secret is drawn" in start(*ROUND, "--force")
    assert chance(start)["secret"] != "ab" * 32
    assert "commitment=''" not in (start.folder / "round/Oda/report.txt").read_text()
    # Where the dice are thrown by hand, and no secret was promised, there is none.
    by_hand = (*ROUND[:-1], "by-hand", "--script", start.write("dice.toml", ""))
    assert "new secret" not in start(*by_hand)
    assert not (start.folder / "by-hand/game-master/secret.txt").exists()
    assert "commitment=''" in (start.folder / "by-hand/Oda/report.txt").read_text()


def test_a_secret_that_is_committed_to_before_is_that_of_the_game(shell):
    promise = shell("position", "commit", "--out", "start").splitlines()[-1]
    kept = (shell.folder / "start/game-master/secret.txt").read_text()
    seats = ("--seat", "Oda", "--seat", "Mori")
    new = ("position", "new", "toy", *seats, "--out", "start")
    for word in ("Takeda=heron", "Oda=", "heron"):
        assert f"“{word}” is no word of a seat" in shell(*new, "--word", word, code=2)
    made = shell(*new, "--word", " Oda = a   heron", "--name", "friday")
    assert promise in made
    assert (shell.folder / "start/game-master/secret.txt").read_text() == kept
    assert (shell.folder / "start/game-master/name.txt").read_text() == "friday\n"
    words = json.loads((shell.folder / "start/game-master/words.json").read_text())
    assert words == {"Oda": "a heron"}


def test_a_phase_of_which_no_map_can_be_drawn_is_carried_out_and_fails(start, monkeypatch):
    monkeypatch.setattr("adjudicator.maps.draw_png", lambda picture: 1 / 0)
    assert "The map for Takeda could not be made" in start(*ROUND, code=1)


def test_a_misspelt_draw_of_a_script_is_told_which_there_are(shell):
    """In a phase, and in the deal, where what nobody asks for is refused too."""
    seats = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori")
    new = ("position", "new", "ikusa", *seats, "--out", "start", "--script", "dice.toml")
    shell.write("dice.toml", "setup_order = ['Mori']")
    said = "dice.toml: setup_order: Ikusa makes no such draw. Did you mean “setup order”?"
    assert said in shell(*new, code=2)
    shell.write("dice.toml", "turn_order = ['Mori']")
    said = "'turn_order' was not asked for; draws asked for: deal, setup order"
    assert said in shell(*new, code=2)
    shell.write("dice.toml", "'setup order' = ['Mori']")
    shell(*new)
    (shell.folder / "orders").mkdir()
    for script, message in (
        ("ninja = 3", "write their faces under “dice”"),
        ("dice = [", "not a script"),
        ("dice = ['a']", "whole numbers"),
        ("chance = 3", "must be a table"),
    ):
        shell.write("dice.toml", script)
        assert message in shell(*ROUND, "--script", "dice.toml", code=2)
    assert not (shell.folder / "round").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("adjudicate", "start/position.json", "--orders", "orders"), "both --orders and --out"),
        (("adjudicate", "friday", "--out", "round"), "both --orders and --out"),
        (("adjudicate", "start/Oda/position.json", *ROUND[2:]), "lacks what others hide"),
        (("adjudicate", "orders/oda.txt", *ROUND[2:]), "not a position file"),
        (("adjudicate", "start/position.json", "--orders", "no", "--out", "r"), "not a folder"),
        ((*ROUND, "--seed", "xyz"), "not hexadecimal"),
        ((*ROUND, "--seed", "abcd"), "too short"),
        ((*ROUND, "--regent", "Shimazu"), "cannot order"),
        (("position", "show", "orders/oda.txt"), "orders/oda.txt: This is not a position file"),
        (("verify", "orders/oda.txt"), "orders/oda.txt: This is not a dice file"),
    ],
)
def test_mistakes_are_told_in_a_sentence(start, words, message):
    assert message in start(*words, code=2)
    assert not (start.folder / "round").exists()


def test_check_finds_what_the_run_finds(start):
    position = ("start/Oda/position.json",)
    assert "hide 4" in start("check", "orders/oda.txt", *position)
    start.write("bad.txt", "hide 99\nfly 2\n# comment\nboast 1")
    found = json.loads(start("check", "bad.txt", *position, "--json", code=1))
    assert found["orders"] == "boast 1\n"
    assert [each["code"] for each in found["findings"]] == ["too-much", "not-an-order"]
    start.write("thanks.txt", "hide 1\nThanks, Ann")
    thanks = json.loads(start("check", "thanks.txt", *position, "--json"))
    assert thanks["unread"] == ["Thanks, Ann"]
    assert "not read as an order: Thanks, Ann" in start("check", "thanks.txt", *position)
    start.write("orders/oda.txt", "hide 99\nfly 2\n# comment\nboast 1")
    run = json.loads(start(*ROUND, "--json", code=1))
    assert run["files"][0]["findings"] == found["findings"]
    assert set(run["files"][0]) == {"name", "seat", "text", "findings", "problem"}


def test_check_takes_a_folder_with_one_position_file(start):
    check = ("check", "orders/oda.txt")
    shown = start(*check, "start/Oda/position.json")
    assert start(*check, "start/Oda") == shown
    one, two = (start.folder / f"start/Oda/position-x-{number}.json" for number in "12")
    (start.folder / "start/Oda/position.json").rename(one)
    assert start(*check, "start/Oda") == shown
    shutil.copy(one, two)
    for folder in ("start/Oda", "orders"):
        assert "Name the position file" in start(*check, folder, code=2)


def test_the_mark_that_an_editor_puts_before_a_text_is_no_fault(start):
    position = start.folder / "start/Oda/position.json"
    check = ("check", "orders/oda.txt", position)
    shown = start(*check)
    position.write_bytes(codecs.BOM_UTF8 + position.read_bytes())
    assert start(*check) == shown
    case = "title = 'x'\ngame = 'toy'\n"
    start.write("case.toml", codecs.BOM_UTF8 + case.encode())
    assert "not a TOML file" not in start("case", "case.toml", code=2)
    board = board_file("ikusa").read_bytes()
    start("board", "check", start.write("board.toml", codecs.BOM_UTF8 + board))


def test_of_a_file_that_is_too_large_nothing_is_read(tmp_path):
    file = tmp_path / "orders"
    file.write_bytes(b"hide 1")
    assert read_bytes(file, 6) == b"hide 1"
    with pytest.raises(CommandError, match="holds more than 5 bytes"):
        read_bytes(file, 5)


def test_check_draws_the_orders(start):
    words = ("check", "orders/oda.txt", "start/Oda/position.json")
    assert "orders.png shows them on the map" in start(*words, "--map", "orders.png")
    assert (start.folder / "orders.png").read_bytes() == b"Awa False False"
    assert "--force overwrites it" in start(*words, "--map", "orders.png", code=2)
    start(*words, "--map", "orders.svg", "--force")
    assert (start.folder / "orders.svg").read_text().startswith("<svg>")
    for other in ("orders.gif", "orders.txt"):
        assert "orders are drawn as .png or .svg" in start(*words, "--map", other, code=2)
    whole = ("check", "orders/oda.txt", "start/position.json", "--seat", "Oda")
    start(*whole, "--map", "whole.png")
    assert (start.folder / "whole.png").read_bytes() == b"Awa False False"
    start.write("none.txt", "seat Oda\nready")
    words = ("check", "none.txt", "start/Oda/position.json")
    assert "nothing in these orders to draw" in start(*words, "--map", "none.png")
    assert not (start.folder / "none.png").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\x00\x01" * 500, "not a text file"),
        (b"x" * 300_000, "at most"),
        (b"seat Takeda\nhide 1", "Use Takeda's position file"),
        (b"seat Nobody\nhide 1", "The seats"),
        (b"phase 3 strike\nstrike Oda", "no orders for the phase that waits, 1 plan, only for 3"),
        (b"", "no orders for the phase"),
    ],
)
def test_check_says_why_a_file_is_of_no_use(start, text, message):
    start.write("o.txt", text)
    words = ("check", "o.txt", "start/Oda/position.json")
    assert message in start(*words, code=2)
    assert not json.loads(start(*words, "--json", code=2))["usable"]


def test_a_phase_is_verified_from_files(start):
    start(*ROUND)
    record = chance(start)
    words = ("verify", "start/position.json", "--orders", "round/game-master/orders")
    words += ("--expect", "round/position.json", "--key")
    assert "all is right" in start(*words, record["key"], "--secret", record["secret"])
    assert "does not follow" in start(*words, record["key"], "--secret", "cd" * 32, code=1)
    assert "not hexadecimal" in start(*words, "xyz", code=2)
    given = Ingredients(bytes.fromhex(record["secret"]), words={"Oda": "heron"}, beacon="4711")
    key, *_ = given.source("1 plan")({"Oda": "hide 4\n", "Takeda": "", "Mori": ""})
    told = {"words": given.words, "beacon": given.beacon}
    other = PhaseDice(number=1, phase="1 plan", before="", key=key.hex(), draws=(), **told)
    start.write("dice.json", DiceRecord("toy", "", (other,)).encode())
    dice = (*words[:-1], "--dice", "dice.json", "--secret", record["secret"])
    assert "all is right" in start(*dice)
    assert "is not the one" in start(*dice, "--commitment", "cd" * 32, code=1)
    start.write("round/game-master/orders/Oda.txt", "hide 5\n")
    assert "is another" in start(*words, record["key"], code=1)


def dice_of(number, before, key, draws, **more):
    dice = PhaseDice(
        number=number, phase="1 war", before=before, key=key.hex(), draws=draws, **more
    )
    return replace(dice, seal=seal_of("friday", dice))


def test_dice_files_are_verified_alone_and_held_against_each_other(shell):
    stream = Stream(bytes(32))
    stream.dice(3, 6, "dice")
    one = dice_of(1, "ab" * 32, bytes(32), tuple(stream.drawn), words={"Oda": "heron"})
    two = dice_of(2, one.seal, b"", (Draw("a die", 6, (3,)),))
    files = {"one": (one,), "two": (two,), "cut": (replace(one, draws=()),), "none": ()}
    for name, phases in files.items():
        shell.write(f"{name}.json", DiceRecord("friday", "ab" * 32, phases).encode())
    told = "1 war (1 draw, words of Oda): all is right\n"
    assert shell("verify", "one.json", "--commitment", "AB" * 32, "--seal", one.seal) == told
    assert "is another" in shell("verify", "one.json", "--commitment", "cd" * 32, code=1)
    assert "no phase has the seal" in shell("verify", "one.json", "--seal", "cd" * 32, code=1)
    assert "something was changed" in shell("verify", "cut.json", code=1)
    assert "nothing to check" in shell("verify", "none.json", code=2)
    said = shell("verify", "one.json", "two.json")
    assert (said.count("all is right"), said.count("real dice")) == (2, 1)
    assert [line.split(" (")[0] for line in said.splitlines()] == [
        "one.json, 1 war",
        "two.json, 1 war",
    ]
    shell.write("x.json", DiceRecord("monday", "ab" * 32, (one,)).encode())
    assert "of another game" in shell("verify", "one.json", "x.json", code=2)


def test_cases_boards_games_and_the_reference(shell, monkeypatch):
    shell.write("cases/a.toml", "title = 'x'\ngame = 'toy'")
    shell.write("cases/b.toml", b"\xff\xfe")
    shown = shell("case", "cases", "--quiet", code=2)
    assert "2 cases, 2 failed." in shown
    assert "not a TOML file" in shown
    assert "hide <amount>" in shell("reference", "toy")
    assert "strike" not in shell("reference", "toy", "--phase", "plan")
    # What means nothing may be said if it is said as it is anyway.
    shell("reference", "ikusa", "--option", "play=quick", "--option", "win=at once")
    with_own_seats = replace(toy.Game.meta, own_seats=lambda options: ("Oda", "Mori"))
    monkeypatch.setattr(toy.Game, "meta", with_own_seats)
    assert "toy" in [each["name"] for each in json.loads(shell("games", "--json"))]
    assert "rounds = 3   (" in shell("games", "toy")
    assert "error" in shell("board", "check", shell.write("b.toml", "name = 3"), code=1)
    shell("board", "draw", "ikusa", "-o", "b.svg")
