"""The command as a process: what it imports, and how it ends."""

import subprocess
import sys

import pytest

from adjudicator.boards import BoardError
from adjudicator.campaign.errors import CampaignError
from adjudicator.cli.main import COMMANDS, message_for
from adjudicator.maps.outline import OutlineError


def run(*words, **more):
    command = [sys.executable, "-m", "adjudicator", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


@pytest.mark.parametrize("kind", [BoardError, OutlineError, CampaignError])
def test_what_a_person_can_put_right_is_said_without_a_traceback(kind):
    assert message_for(kind("No outline is ready.")) == "No outline is ready."
    assert message_for(RuntimeError("a fault")) is None


def test_help_and_version():
    assert "adjudicator new --help" in run("--help").stdout
    assert run("--version").stdout.startswith("adjudicator, version ")


def test_a_mistake_ends_with_code_2_and_a_sentence(tmp_path):
    done = run("status", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: campaign.db: no such database.")
    assert list(tmp_path.iterdir()) == []


def test_a_real_game_is_set_up_ordered_and_adjudicated(tmp_path):
    seats = ("--seat", "Oda=none", "--seat", "Takeda=none", "--seat", "Mori=regent")
    assert run("new", "ikusa", "--name", "x", "--begin", *seats, cwd=tmp_path).returncode == 0
    (tmp_path / "o.txt").write_text("ready\n")
    for seat in ("Oda", "Takeda"):
        assert run("submit", "o.txt", "--seat", seat, cwd=tmp_path).returncode == 0
    assert "adjudicated: x 1 deploy" in run("tick", cwd=tmp_path).stdout
    assert run("verify", "x", cwd=tmp_path).stdout.count("all is right") == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_what_is_written_is_for_its_user_alone(tmp_path):
    seats = ("--seat", "Oda=none", "--seat", "Takeda=none", "--seat", "Mori=regent")
    assert run("new", "ikusa", "--name", "x", "--begin", *seats, cwd=tmp_path).returncode == 0
    assert run("backup", "copy.db", cwd=tmp_path).returncode == 0
    start = ("position", "new", "ikusa", "--seat", "a", "--seat", "b", "--seat", "c")
    assert run(*start, "--out", "start", cwd=tmp_path).returncode == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"campaign.db", "copy.db", "secret.txt"} <= {path.name for path in files}
    assert {path.stat().st_mode & 0o077 for path in files} == {0}


@pytest.mark.parametrize(
    "words", [["--help"], ["check", "--help"], ["check", "o.txt", "--position", "p.json"]]
)
def test_help_and_check_import_nothing_heavy(tmp_path, words):
    code = f"""
import sys
from adjudicator.cli.main import cli
try:
    cli({words!r})
except SystemExit:
    pass
heavy = {{"sqlite3", "sqlite_utils", "jinja2", "PIL", "rich", "adjudicator.maps", "adjudicator.reports"}}
sys.exit(",".join(heavy & set(sys.modules)) or 0)
"""
    (tmp_path / "o.txt").write_text("ready\n")
    new = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori", "--out", tmp_path / "start")
    if "p.json" in words:
        assert run("position", "new", "ikusa", *new).returncode == 0
        (tmp_path / "p.json").write_bytes((tmp_path / "start/Oda/position.json").read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(name, shell):
    shown = shell(name, "--help")
    assert "Examples:" in shown
    assert f"adjudicator {name}" in shown
