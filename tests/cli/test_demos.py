"""The demos: every mail is taken, and what it meant to show is in the letters."""

import json
import shutil
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from adjudicator.campaign.letters.outbox import reopen
from adjudicator.cli.service.demo import seats_for
from adjudicator.games.registry import find
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter

REAL = True
TOP = Path(__file__).parents[2]


@pytest.fixture
def demo(shell):
    """Plays the mails of a folder that match, and as many rounds; returns what is said."""

    def play(name, rounds, *more, out="out", some="*", code=0):
        mails = shell.folder / "mails"
        shutil.rmtree(mails, ignore_errors=True)
        mails.mkdir()
        for path in (TOP / "orders_examples" / name).glob(f"{some}.eml"):
            shutil.copy(path, mails)
        plan = (TOP / "orders_examples" / name / "demo.toml").read_text("utf-8")
        head, _, tail = plan.partition("\nrounds = ")
        shell.write("mails/demo.toml", f"{head}\nrounds = {rounds}{tail[1:]}")
        return shell("demo", "--mails", mails, "--out", out, *more, code=code)

    return play


def rejected(shell):
    """Return the lines of order files that were errors."""
    with closing(sqlite3.connect(shell.folder / "out/campaign.db")) as store:
        found = [json.loads(text) for (text,) in store.execute("SELECT findings FROM submission")]
    assert found
    return [each["read"] for all_of in found for each in all_of if each["severity"] == "error"]


def texts(shell, letters):
    return [path.read_text("utf-8") for path in sorted(shell.folder.glob(f"out/reports/{letters}"))]


@pytest.mark.parametrize("game", ["samurai-swords", "ikusa", "shogun", "gekokujo", "toy"])
def test_every_shipped_game_brings_a_demo(game, shell):
    said = shell("demo", game, "--regent", "nobody", "--out", "demo", code=2)
    assert ("no regent" if game != "toy" else "These bring one: samurai-swords, ") in said
    assert not (shell.folder / "demo").exists()


@pytest.mark.parametrize(
    ("game", "options", "named", "seats"),
    [
        ("samurai-swords", {"war": "steps"}, ("Mori", "Oda", "Takeda"), ("Mori", "Oda", "Takeda")),
        ("samurai-swords", {"colours": "Uesugi, Mori"}, ("A", "B", "C"), ("Oda", "Takeda")),
        ("ikusa", {"play": "quick"}, ("Oda", "Takeda"), ("Oda", "Takeda", "Uesugi")),
        ("ikusa", {"play": "quick", "win": "end of round"}, ("A", "B"), ("A", "B")),  # refused
    ],
)
def test_a_demo_with_options_has_as_many_seats_as_they_are_for(game, options, named, seats):
    assert seats_for(find(game), options, named) == seats


def test_the_mails_of_the_demos_go_into_a_wheel():
    wheel = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
    assert wheel["wheel"]["force-include"] == {
        each: f"adjudicator/{each}" for each in ("orders_examples", "templates")
    }


@pytest.mark.system
def test_war_turns_in_three_mails(demo, shell):
    said = demo("samurai-swords-steps", 1)
    for came in (
        "Oda marches, phase A: 1 mail in",
        "Oda declares battles and fights, phases B and C: 1 mail in",
        "Oda makes the final moves, phase D: 1 mail in",
        "Takeda marches, phase A: 1 mail in",
        "Mori declares battles and fights, phases B and C: 1 mail in",
        "The game stands at: Round 2: plans for the koku",
    ):
        assert came in said
    assert "Takeda declares battles" not in said
    assert "Mori makes the final moves" not in said
    assert rejected(shell) == ["reinforce Omi, Echizen, Yamashiro, Ise, Bungoo, Suo"]
    with open_store(shell.folder / "out/campaign.db") as kept:
        for letter in kept.rows(Letter, seat="Oda")[::4]:
            opened = reopen(kept, letter)
            assert set(map(str, opened.pictures.values())) <= {"as sent"}, opened.lost


@pytest.mark.system
def test_two_players(demo, shell):
    said = demo("ikusa-two", 1)
    for came in (
        "parting the provinces: 3 mails in",
        "the first reinforcements: 4 mails in",
        "plans for the koku: 3 mails in",
        "castles, levies and ronin: 3 mails in",
        *(f"{colour} wages war: 1 mail in" for colour in ("Takeda", "Oda", "Mori", "Uesugi")),
    ):
        assert came in said
    receipts = texts(shell, "*-receipt-*/*.txt")
    refusals = [" ".join(text.split()) for text in receipts if "REJECTED" in text]
    for text, why in zip(
        refusals, ("Did you mean “Settsu”", "are too", "colour Uesugi"), strict=True
    ):
        assert why in text
    [ahead] = [text for text in receipts if "attack Izumi" in text and "kept until then" in text]
    assert "for Uesugi: attack Wakasa from Tamba" in ahead
    letters = texts(shell, "*-result-Oda/*.txt")
    assert any("won         for Uesugi: attack Wakasa" in text for text in letters)
    assert any("won         for Oda: attack Izumi" in text for text in letters)
