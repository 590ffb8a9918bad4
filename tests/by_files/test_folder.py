"""What lies in the folder of a game that is played from files."""

import json

import pytest
from toy import game

from adjudicator.by_files.folder import (
    CHANCE,
    MOST_FILES,
    WORDS,
    folder_name,
    orders_name,
    read_ingredients,
    read_orders_folder,
    result_files,
)
from adjudicator.by_files.phase import adjudicate_files, begin
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.chance import Script
from adjudicator.chance.ingredients import Ingredients
from adjudicator.orders import scan
from adjudicator.orders.reading.scan import MOST_BYTES

SECRET = b"s" * 32


@pytest.fixture
def position():
    return game.new(["Oda", "Takeda"], {}, Script()).position


def test_a_seat_has_its_position_even_without_a_report(monkeypatch):
    monkeypatch.setattr("adjudicator.reports.opening", lambda *a: 1 / 0)
    start = begin(game, ["Oda", "Takeda"], {}, Ingredients(), campaign="friday")
    files = result_files(game, start, SECRET, "friday")
    assert set(files) == {
        *("Oda/position.json", "Takeda/position.json", "position.json"),
        *("game-master/name.txt", "game-master/secret.txt"),
        *("game-master/chance.json", "game-master/words.json"),
    }
    begun = start.solved.position
    assert files["Oda/position.json"] == game.encode(game.view(begun, "Oda"))
    assert files["position.json"] == game.encode(begun)
    assert json.loads(files["game-master/chance.json"])["number"] == 0


def test_a_phase_leaves_what_the_next_one_and_a_check_need(position):
    phase = adjudicated(position, Ingredients(SECRET))
    files = result_files(game, phase, SECRET, "friday")
    assert files["game-master/orders/Oda.txt"] == b"hide 3\n"
    assert files["game-master/secret.txt"] == SECRET.hex().encode() + b"\n"
    assert files["game-master/name.txt"] == b"friday\n"
    assert json.loads(files["game-master/chance.json"])["phase"] == "1 plan"
    assert {name for name in files if name.startswith("public/")} >= {"public/report.txt"}


def test_a_phase_takes_over_number_seal_and_words_from_the_one_before(position, tmp_path):
    first = adjudicated(position, Ingredients(SECRET, 7, "", {"Oda": "heron"}))
    for name, data in result_files(game, first, SECRET, "friday").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    given = read_ingredients(tmp_path, SECRET, "", None)
    assert given == Ingredients(SECRET, 8, first.dice.seal, {"Oda": "heron"})
    assert read_ingredients(tmp_path / "empty", SECRET, "", None) == Ingredients(SECRET, 1, "", {})
    for name in (WORDS, CHANCE):  # without them the dice of an earlier phase would come again
        for damage in (b"{", b"\xff", b"[]"):
            (tmp_path / name).write_bytes(damage)
            with pytest.raises(CampaignError, match="take the files anew"):
                read_ingredients(tmp_path, SECRET, "", None)


def test_dice_by_hand_leave_no_secret(position):
    phase = adjudicated(position, Ingredients(script=([], {})))
    assert "game-master/secret.txt" not in result_files(game, phase, b"", "friday")


def adjudicated(position, given):
    return adjudicate_files(game, position, {"oda.txt": b"hide 3"}, given, campaign="friday")


@pytest.mark.parametrize(
    ("seat", "name"), [("Oda", "Oda"), ("../x", "___x"), ("", "public"), (" ", "public"), ("Ōda", "Ōda")]
)  # fmt: skip
def test_a_folder_s_name_leads_nowhere_else(seat, name):
    assert folder_name(seat) == name
    assert orders_name(seat) == f"{name}.txt"


def test_an_orders_folder_is_read_within_limits(tmp_path):
    (tmp_path / "long.txt").write_bytes(b"x" * (2 * MOST_BYTES))
    (tmp_path / ".hidden").write_text("hide 1")
    (tmp_path / "inner").mkdir()
    files = read_orders_folder(tmp_path)
    assert list(files) == ["long.txt"]
    assert not scan(files["long.txt"]).usable
    with pytest.raises(CampaignError, match="not a folder"):
        read_orders_folder(tmp_path / "long.txt")
    for number in range(1, MOST_FILES):
        (tmp_path / f"{number}.txt").touch()
    assert len(read_orders_folder(tmp_path)) == MOST_FILES
    (tmp_path / "one-more.txt").touch()
    with pytest.raises(CampaignError, match="at most"):
        read_orders_folder(tmp_path)


@pytest.mark.parametrize("seat", ["game-master", "Game-Master", "public", "PUBLIC"])
def test_no_seat_has_the_folder_of_the_game_master_or_of_all(seat):
    start = begin(game, [seat, "Takeda"], {}, Ingredients(), campaign="friday")
    files = result_files(game, start, SECRET, "friday")
    assert files[f"{seat}_/position.json"] == game.encode(game.view(start.solved.position, seat))
    there = {name for name in files if name.casefold().startswith(f"{seat.casefold()}/")}
    assert not any("position" in name for name in there)
    assert not any("secret" in name for name in files if name.startswith(f"{seat}_"))
    assert orders_name(seat) == f"{seat}_.txt"
