"""Commands about a database of a PostgreSQL server, as a person types them."""

import json
import os
import subprocess
import sys

import pytest

from adjudicator.store.place import Server

pytestmark = pytest.mark.postgresql_alone
NEW = (
    *("new", "toy", "--name", "sekigahara", "--gm", "gm@example.org", "--begin"),
    *("--seat", "Oda=oda@example.org", "--seat", "Takeda=t@example.org"),
)


@pytest.fixture
def address(postgresql, monkeypatch):
    made = postgresql.new()
    monkeypatch.setenv("ADJUDICATOR_DB", made)
    yield made
    if postgresql.is_running:
        postgresql.drop(made)


def test_a_game_is_set_up_played_and_backed_up(shell, address, database_kind):
    assert "holds no campaigns" in shell("status", code=2)
    shell(*NEW)
    assert "sekigahara" in shell("status")
    shell("submit", shell.write("o.txt", "hide 1\n"), "--game", "sekigahara", "--seat", "Oda")
    shell("adjudicate", "sekigahara", "--yes")
    assert "1 plan: all is right" in shell("verify", "sekigahara")
    assert "copy" in shell("backup", "copy.db")
    assert "never overwrites" in shell("backup", "copy.db", code=2)
    assert "sekigahara" in shell("status", "--db", "copy.db")
    assert "move --all" in shell("restore", "copy.db", "--yes", code=2)


def test_a_game_moves_to_a_server_and_back(shell, address, database_kind):
    shell(*NEW, "--db", "home.db")
    refused = shell("move", "sekigahara", "--db", "home.db", "--to", address, code=2)
    assert "--yes goes ahead" in refused
    moved = shell("move", "sekigahara", "--db", "home.db", "--to", address, "--yes")
    assert f"sekigahara is in {address} now." in moved
    assert f"has moved to {address}" in shell("status", "sekigahara", "--db", "home.db")
    there = json.loads(shell("status", "sekigahara", "--db", "home.db", "--json"))
    assert there[0]["moved"] == address
    assert "has moved" in shell("adjudicate", "sekigahara", "--db", "home.db", "--yes", code=2)
    shell("adjudicate", "sekigahara", "--yes")
    back = json.loads(shell("move", "--all", "--to", "new.db", "--yes", "--json"))
    assert back["games"] == ["sekigahara"]
    assert not back["faults"]
    shell("verify", "sekigahara", "--db", "new.db")
    assert "not on its way" in shell("move", "sekigahara", "--db", "new.db", "--to", address,
                                     "--stay", "--yes", code=2)  # fmt: skip


@pytest.mark.parametrize(
    "words", [("--all", "sekigahara"), (), ("--stay", "--all"), ("sekigahara", "--to", "mysql://x")]
)
def test_what_cannot_be_meant_is_refused(shell, address, database_kind, words):
    to = () if "--to" in words else ("--to", "new.db")
    shell("move", *words, *to, "--yes", code=2)
    assert not (shell.folder / "new.db").exists()


def test_a_configuration_can_name_a_server(shell, address, database_kind, monkeypatch):
    monkeypatch.delenv("ADJUDICATOR_DB")
    shell.write("adjudicator.toml", f'database = "{address}"\n')
    shell(*NEW)
    assert "sekigahara" in shell("status")
    shown = shell("doctor", code=None)
    assert f"{address} can be read and written" in shown


def test_a_server_that_does_not_answer_is_told_in_a_sentence(
    shell, address, database_kind, postgresql
):
    shell(*NEW)
    postgresql.kill()
    said = shell("status", code=2)
    assert "Does the server run" in said
    assert "Traceback" not in said


@pytest.mark.system
def test_without_the_driver_it_is_said_what_to_install(database_kind):
    program = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from adjudicator.store.database import open_store\n"
        "from adjudicator.store.place import Server\n"
        "try:\n    open_store(Server('postgresql://127.0.0.1:1/x'))\n"
        "except ValueError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "sengoku-adjudicator[cluster]" in done.stdout


def test_the_password_is_shown_nowhere(shell, address, database_kind):
    secret = address.replace("judge@", "judge:pa55word@")
    for words in (("status",), (*NEW,), ("backup", "a.db"), ("doctor",), ("health",)):
        assert "pa55word" not in shell(*words, "--db", secret, code=None)
    assert str(Server(secret)) in shell("backup", "b.db", "--db", secret)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="there is no folder like it")
def test_a_database_that_cannot_be_made_is_told_by_its_own_name(shell):
    game = ("new", "toy", "--name", "x", "--seat", "A=none", "--seat", "B=none")
    shown = shell(*game, "--db", "/proc/games.db", code=2)
    assert shown == "Error: /proc/games.db: No such file or directory.\n"


def test_a_misspelt_game_that_is_to_move_makes_no_database(shell):
    shell("new", "toy", "--name", "x", "--seat", "Oda=none", "--seat", "Takeda=none")
    assert "no game called “y”" in shell("move", "y", "--to", "other.db", "--yes", code=2)
    assert not (shell.folder / "other.db").exists()
