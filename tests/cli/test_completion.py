"""What a shell completes, asked as bash asks it; and files that are given for a game."""

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from adjudicator.cli.main import COMMANDS, cli


@pytest.fixture
def complete(campaign, capfd):
    """Return what completes the last of the words; nothing else may be printed."""

    def completions(*words):
        *before, last = words
        asked = ShellComplete(cli, {}, "adjudicator", "_ADJUDICATOR_COMPLETE")
        items = asked.get_completions([str(word) for word in before], last)
        assert capfd.readouterr() == ("", "")
        return [item.value if item.type == "plain" else item.type for item in items]

    completions.shell = campaign
    capfd.readouterr()
    return completions


def test_commands_are_completed(complete):
    found = ["reminder", "remind", "remove", "replace", "report"]
    assert complete("rem") == sorted(found[:3])
    assert complete("help", "rep") == found[3:]
    assert complete("") == sorted(COMMANDS)
    assert "--version" in complete("--")
    assert complete("mail", "") == ["drop", "outcomes", "queue", "retry", "take-again"]


def test_help_says_each_thing_on_one_line_and_is_found_by_its_name(shell):
    _, _, listed = shell("--help").partition("To begin:")
    begins = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    assert begins == [*COMMANDS, "Each"]
    for name in ("board", "mail", "position"):
        _, _, listed = shell(name, "--help").partition("Commands:")
        assert listed
        assert "..." not in listed
    for words in (("new",), ("mail", "queue"), ("absence",), ()):
        assert shell("help", *words) == shell(*words, "--help")


def test_names_of_games_are_completed(complete):
    complete.shell(
        *("new", "toy", "--name", "sekisho", "--seat", "A=none", "--seat", "B=none", "--begin")
    )
    both = ["sekigahara", "sekisho"]
    assert complete("report", "") == both
    assert complete("status", "SEKIG") == both[:1]
    assert complete("adjudicate", "seki") == ["file", *both]
    assert complete("verify", "sekigahara", "x") == ["file"]
    assert complete("submit", "oda.txt", "--game", "sekis") == both[1:]


def test_names_of_seats_are_completed(complete):
    seats = ["Oda", "Takeda", "Mori"]
    assert complete("seat", "sekigahara", "") == seats
    assert complete("replace", "sekigahara", "t") == ["Takeda"]
    assert complete("word", "sekigahara", "o") == ["Oda"]
    assert complete("report", "sekigahara", "--seat", "") == seats
    assert complete("report", "sekigahara", "--html", "--seat", "t") == ["Takeda"]
    assert complete("submit", "oda.txt", "--game", "sekigahara", "--seat", "m") == ["Mori"]
    assert complete("adjudicate", "sekigahara", "--regent", "") == seats


WITHOUT = (
    *(("report", "nosuch", "--seat"), ("report", "--seat"), ("map", "nosuch.json", "--seat")),
    *(("map", ".", "--seat"), ("check", "o.txt", "--seat"), ("seat", "\udcff")),
    ("nosuch", "x", "y"),
)


def test_seats_of_a_position_file_are_completed_and_names_of_rules(complete):
    new = ("position", "new", "toy", "--seat", "Ann", "--seat", "Bob", "--out", "start")
    complete.shell(*new)
    there = "start/position.json"
    assert complete("map", there, "--seat", "") == ["Ann", "Bob"]
    assert complete("legal-orders", there, "--seat", "b") == ["Bob"]
    assert complete("check", "orders.txt", there, "--seat", "A") == ["Ann"]
    for words in WITHOUT:
        assert complete(*words, "\x00") == []
    for words in (("new",), ("games",), ("reference",), ("position", "new"), ("demo",)):
        assert complete(*words, "ik") == ["ikusa"]


@pytest.mark.parametrize("content", [None, b"", b"no database" * 100])
def test_without_a_database_nothing_is_completed_and_none_is_made(complete, content):
    database = complete.shell.folder / "other.db"
    if content is not None:
        database.write_bytes(content)
    for words in (("report",), ("seat", "sekigahara"), ("map", "sekigahara", "--seat")):
        command, *rest = words
        assert complete(command, "--db", database, *rest, "") in ([], ["file"])
    assert database.exists() == (content is not None)


def test_a_settings_file_that_is_none_disturbs_no_completion(complete):
    complete.shell.write("adjudicator.toml", "database = [")
    assert complete("status", "--j") == ["--json"]
    assert complete("status", "x") == []
    assert "not TOML" in complete.shell("status", code=2)


def complete_in_a_shell(folder, code, **variables):
    command = [sys.executable, "-c", code]
    environment = os.environ | variables
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_completing_commands_imports_none(tmp_path):
    code = """
import sys
from adjudicator.cli.main import main
try:
    main()
except SystemExit:
    pass
own = {name for name in sys.modules if name.startswith("adjudicator.cli.")}
light = {"adjudicator.cli.main", "adjudicator.cli.shared", "adjudicator.cli.shared.errors"}
heavy = {"sqlite3", "jinja2", "PIL"} & set(sys.modules)
sys.stderr.write(",".join(sorted(heavy | own - light)))
"""
    asked = {"COMP_WORDS": "adjudicator rep", "COMP_CWORD": "1"}
    asked |= {"_ADJUDICATOR_COMPLETE": "bash_complete"}
    done = complete_in_a_shell(tmp_path, code, **asked)
    assert (done.stdout.split(), done.stderr) == (["plain,replace", "plain,report"], "")
    done = complete_in_a_shell(tmp_path, code, _ADJUDICATOR_COMPLETE="fish_source")
    assert "_ADJUDICATOR_COMPLETE=fish_complete" in done.stdout


def test_a_file_is_no_game_and_one_that_is_missing_is_said_to_be(shell):
    shell.write("there.json", "{}")
    for words in (
        ("verify", "folder/dice"),
        ("map", "no/file", "-o", "map.png"),
        ("adjudicate", "no/file", "--orders", "orders", "--out", "out"),
        ("report", "no/file"),
    ):
        assert shell(*words, code=2) == f"Error: {words[1]}: there is no such file.\n"
    said = "there.json is a file, and this takes the name of a game."
    assert said in shell("report", "there.json", code=2)
    assert "for a position file" in shell("adjudicate", "there.json", code=2)
    assert "no such database" in shell("verify", "nogame", code=2)
