import sys
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parents[1] / "campaign"))  # the toy game lives there

import toyreports
from terminal import Terminal

from adjudicator.cli.main import cli
from adjudicator.games import registry


@pytest.fixture(autouse=True)
def toy(request, monkeypatch):
    """As in the campaign's tests: a module that sets ``REAL`` gets real letters."""
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    if not getattr(request.module, "REAL", False):
        toyreports.install(monkeypatch.setattr)
        monkeypatch.setattr("adjudicator.maps.draw_front", lambda *_: None)


class Shell(Terminal):
    """Types commands, and sees to files and time."""

    def __call__(self, *words, code=0, **more):
        """Type a command; return what it printed. Any other exit code fails the test.

        With ``code=None`` none does.
        """
        done = CliRunner().invoke(cli, [str(word) for word in words], **more)
        assert code is None or done.exit_code == code, f"{words}: {done.output}\n{done.exception!r}"
        assert "Traceback" not in done.output
        return done.output

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def make_maildir(self, path="in"):
        for place in ("new", "cur", "tmp"):
            (self.folder / path / place).mkdir(parents=True)

    def wait(self, **time):
        self.now += timedelta(**time)

    def begin(self, *words):
        """Type a command in the empty folder; what it leaves is kept for the tests that follow."""
        if words not in MADE:
            self(*words)
            paths = (path for path in self.folder.rglob("*") if path.is_file())
            MADE[words] = {path.relative_to(self.folder): path.read_bytes() for path in paths}
        for name, data in MADE[words].items():
            self.write(name, data)
        return self


MADE = {}


@pytest.fixture
def shell(tmp_path, monkeypatch):
    return Shell(tmp_path, monkeypatch)


@pytest.fixture
def start(shell):
    """A shell with a start position of three seats."""
    seats = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori")
    return shell.begin("position", "new", "toy", *seats, "--out", "start", "--seed", "ab" * 32)


@pytest.fixture
def table(shell):
    """A shell with a game of two persons, who write to a judge."""
    return shell.begin(
        *("new", "toy", "--name", "sekigahara", "--deadline", "every 2 days at 20:00", "--begin"),
        *("--seat", "Oda=oda@example.org", "--seat", "Takeda=takeda@example.org"),
        *("--gm", "gm@example.org", "--address", "judge@example.org", "--zone", "Europe/Rome"),
    )


@pytest.fixture
def mailed(shell):
    """A shell with a game that is played by mail, its Maildir empty."""
    seats = ("--seat", "Oda=oda@example.org", "--seat", "Takeda=none", "--gm", "gm@example.org")
    new = ("new", "toy", "--begin", "--name", "sekigahara", *seats)
    shell.begin(*new, "--address", "judge@example.net").make_maildir()
    return shell


@pytest.fixture
def campaign(shell):
    """A shell with a game of two persons and a regent."""
    return shell.begin(
        *("new", "toy", "--name", "Sekigahara", "--deadline", "every 2 days at 20:00"),
        *("--seat", "Oda=oda@example.org", "--seat", "Takeda=none", "--seat", "Mori=regent"),
        *("--zone", "Europe/Rome", "--gm", "gm@example.org", "--option", "rounds=1", "--begin"),
    )
