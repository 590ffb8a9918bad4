"""Commands with which a game master runs a game: settings, ends, archives; and what others see."""

import json
import sqlite3
from contextlib import closing

import pytest

from adjudicator.cli.campaigns import rulings
from adjudicator.cli.shared.errors import CommandError


def test_settings_are_shown_and_changed(campaign):
    shown = campaign("settings", "sekigahara")
    assert "grace = 0" in shown
    assert "address = none" in shown
    assert "early = yes" in shown
    changed = ("--grace", 6, "--address", "judge@example.org", "--not-early", "--json")
    facts = json.loads(campaign("settings", "sekigahara", *changed))
    assert (facts["grace"], facts["early"], facts["host"]) == (6, False, "example.org")
    assert "address = judge@example.org" in campaign("notes", "sekigahara")
    assert "gm = none" in campaign("settings", "sekigahara", "--gm", "none")


def test_new_warns_of_a_game_that_nobody_can_answer(shell):
    seats = ("--seat", "Oda=oda@example", "--seat", "Mori=regent")
    shown = " ".join(shell("new", "toy", "--name", "mute", *seats).split())
    assert "without --address nobody can answer" in shown
    assert "Is the end of the address missing?" in shown
    options = ("--address", "judge@example.org", "--json")
    facts = json.loads(
        shell("new", "toy", "--name", "loud", "--seat", "A=a@b.org", "--seat", "B=none", *options)
    )
    assert facts["warnings"] == []
    for name, word in (("a", "--early"), ("b", "--not-early")):
        shell("new", "toy", "--name", name, "--seat", "A=none", "--seat", "B=none", word)
        assert ("early = yes" in shell("settings", name)) == (word == "--early")


def test_a_game_is_ended_and_put_away(campaign):
    assert "not over" in campaign("archive", "sekigahara", "--to", "all.zip", code=2)
    assert not (campaign.folder / "all.zip").exists()
    for wrong in ((), ("sekigahara", "--from", "x"), ("sekigahara", "--to", "x", "--back")):
        assert "either a game, or --from" in campaign("archive", *wrong, code=2)
    assert "there is no folder backups" in campaign("backup", "backups/a.db", code=2)
    assert "still waits for: Oda, Takeda" in campaign("status")
    said = campaign("submit", campaign.write("o.txt", "hied 3"), "--seat", "Oda", code=1)
    assert "Oda is still missing" in said
    said = campaign("submit", campaign.write("o.txt", "hide 3\nready\nThanks!"), "--seat", "Oda")
    assert "not read as an order: Thanks!" in said
    assert "still missing" not in said
    assert "still waits for: Takeda" in campaign("status")
    assert "and the reason, which" in campaign("end", "sekigahara", code=2)
    reason = ("--reason", "we all agree.")
    assert "Nothing was done" in campaign("end", "sekigahara", *reason, code=2)
    assert "we all agree" in campaign("end", "sekigahara", *reason, "--yes")
    assert "has been ended: we all agree." in campaign("status")
    assert "has ended" in campaign("submit", "-", "--seat", "Oda", input="hide 3\n", code=2)
    assert "put away" in campaign("archive", "sekigahara")
    assert "sekigahara" not in campaign("status")
    assert "--all lists those" in campaign("status")
    assert "(put away)" in campaign("status", "--all")
    assert "has ended" in campaign("pause", "sekigahara", code=2)
    assert "Oda" in campaign("status", "sekigahara")
    assert campaign("report", "sekigahara", "--seat", "Oda")
    assert json.loads(campaign("archive", "sekigahara", "--back", "--json"))["archived"] is False
    assert "sekigahara" in campaign("status")


def test_status_names_whom_a_game_waits_for_that_is_not_dealt(shell):
    new = ("new", "toy", "--address", "judge@example.org")
    seats = ("--seat", "Oda=oda@example.org", "--seat", "Takeda=takeda@example.org")
    shell(*new, "--name", "free", *seats[:2], "--seat", "Takeda=open")
    assert "still waits for: players for Takeda\n" in shell("status", "free")
    assert json.loads(shell("status", "free", "--json"))[0]["waits_for"] == ["Takeda"]
    shell(*new, "--name", "full", *seats, "--set", "gather=48")
    assert "still waits for: words from Oda, Takeda\n" in shell("status", "full")
    shell(*new, "--name", "late", *seats, "--set", "gather=0")
    assert "still waits for: the game master, who can deal\n" in shell("status", "late")


def test_status_shows_that_orders_stand_of_a_seat_that_a_regent_has_taken(campaign):
    campaign("submit", campaign.write("o.txt", "hide 3\n"), "--seat", "Oda")
    before = campaign("status", "sekigahara")
    campaign("replace", "sekigahara", "Oda", "by", "regent")
    (line,) = [x for x in campaign("status", "sekigahara").splitlines() if x.startswith("Oda")]
    assert "regent" in line
    assert " yes" in line
    assert any(x.startswith("Oda") and " yes" in x for x in before.splitlines())


def test_status_tells_of_a_free_seat_to_which_its_player_may_return(campaign):
    campaign("settings", "sekigahara", "misses=1")
    campaign("adjudicate", "sekigahara", "--now", "--yes")
    shown = campaign("status", "sekigahara")
    assert "Oda     regent; free, if its player does not return  " in shown
    assert "Takeda  free " in shown


def test_what_can_be_no_database_is_told_by_its_name(campaign):
    folder = campaign.folder
    (folder / "games").mkdir()
    (folder / "link.db").symlink_to("nowhere.db")
    with closing(sqlite3.connect(folder / "other.db")) as other:
        other.execute("CREATE TABLE x (y)")
    (folder / "old.db").write_bytes((folder / "campaign.db").read_bytes())
    with closing(sqlite3.connect(folder / "old.db")) as old:
        old.execute("PRAGMA user_version = 1")
    new = ("new", "toy", "--name", "x", "--seat", "A=none", "--seat", "B=none")
    for words in (("status",), new):
        assert "games is a folder" in campaign(*words, "--db", "games", code=2)
        assert "a link to a file that is not there" in campaign(*words, "--db", "link.db", code=2)
        assert "old.db has schema 1" in campaign(*words, "--db", "old.db", code=2)
    assert (folder / "link.db").is_symlink()
    assert "other.db: not a campaign" in campaign("restore", "other.db", "--yes", code=2)
    assert "old.db has schema 1" in campaign("restore", "old.db", "--yes", code=2)
    move = ("move", "sekigahara", "--yes", "--to")
    assert "old.db has schema 1" in campaign(*move, "old.db", code=2)


def test_a_position_is_amended_part_by_part_for_a_reason(campaign):
    why = ("--reason", "It was dealt twice.", "--yes")
    for words, said in (
        (why, "Give --out, or the amended --position, or --set"),
        (("--out", "x.json", "--set", "round=1", *why), "Give --out, or"),
        (("--set", "seats.Oda.gold=5"), "Give the --reason"),
        (("--set", "seats.Oda.gold", *why), "sets nothing"),
        (("--set", "=5", *why), "sets nothing"),
        (("--set", "seats.Oda.0.gold=5", *why), "no “0” in the position"),
        (("--set", "seats.Nobody.gold=5", *why), "There: Oda, Takeda, Mori"),
        (("--set", "seats.Oda.golds=5", *why), "'Oda', 'golds'"),
    ):
        assert said in campaign("correct", "sekigahara", *words, code=2)
    assert "holds the whole position" in campaign("correct", "sekigahara", "--out", "x.json")
    before = json.loads((campaign.folder / "x.json").read_text())
    for number in ("2", "3", "-1", "x", "²"):  # of a list of two
        with pytest.raises(CommandError):
            rulings._set(b'{"them": [1, 2]}', (f"them.{number}=5",))
    assert rulings._set(b'{"them": [1, 2]}', ("them.1=5",)) == b'{"them":[1,5]}'
    said = campaign("correct", "sekigahara", "--set", "seats.Oda.gold=5", *why)
    assert "has been corrected: It was dealt twice." in said
    campaign("correct", "sekigahara", "--out", "x.json", "--force")
    before["seats"]["Oda"]["gold"] = 5
    assert json.loads((campaign.folder / "x.json").read_text()) == before
