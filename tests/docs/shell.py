"""A person at a terminal who types what the documentation shows.

Understood are ``adjudicator …``, ``sqlite-utils …``, ``pip install -e FOLDER`` of a game,
``mkdir -p``, ``cat FILE``,
``cp``, ``ls`` and, as arguments, ``$(cat FILE)``. Files are those of the page's own folder.
"""

import os
import re
import shlex
import shutil
import sys
import tomllib
from itertools import count
from pathlib import Path

from click.testing import CliRunner
from packages import installed
from sqlite_utils.cli import cli as sqlite_utils
from terminal import Terminal

from adjudicator.cli.main import cli

_INSERTED = re.compile(r"\$\(cat ([^)]+)\)")


class Shell(Terminal):
    """Runs commands with secrets that are always the same."""

    def __init__(self, folder, monkeypatch, stack=None):
        super().__init__(folder, monkeypatch)
        self.stack = stack
        """What ends with the page."""
        drawn, names = iter(range(1, 256)), count(1)
        for source in ("secrets.token_bytes", "os.urandom"):
            monkeypatch.setattr(source, lambda size: bytes([next(drawn)]) * size)
        # Names of files and savepoints, of libraries too, are no secrets.
        monkeypatch.setattr("secrets.token_hex", lambda size: f"{next(names):0{2 * size}x}")
        monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)

    def run(self, command):
        """Return the lines that a command prints."""
        text = _INSERTED.sub(lambda found: Path(found[1]).read_text("utf-8").strip(), command)
        name, *words = shlex.split(text)
        printed = {
            "adjudicator": self._adjudicator,
            "sqlite-utils": self._sqlite_utils,
            "cat": lambda words: Path(words[0]).read_text("utf-8"),
            "cp": lambda words: shutil.copy(*words) and "",
            "ls": lambda words: "".join(f"{each}\n" for each in sorted(self._names(words[0]))),
            "pip": self._install,
            "mkdir": lambda words: [Path(w).mkdir(parents=True) for w in words[1:]] and "",
        }[name](words)
        return [line.rstrip() for line in printed.splitlines()]

    def _sqlite_utils(self, words):
        result = CliRunner().invoke(sqlite_utils, words)
        assert result.exit_code == 0, result.output
        return result.output

    def _install(self, words):
        project = tomllib.loads(Path(words[-1], "pyproject.toml").read_text("utf-8"))["project"]
        [(name, place)] = project["entry-points"]["adjudicator.games"].items()
        source = self.folder / words[-1]
        game = installed(name, place.partition(":")[0], self.folder, source)
        self.stack.enter_context(game)
        return ""

    def _names(self, folder):
        return [path.name for path in Path(folder).iterdir()]

    def _adjudicator(self, words):
        done = CliRunner().invoke(cli, words)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.output


def same(shown, printed):
    """Whether lines came as shown; ``…`` is any text in a line, or any lines if it is alone."""
    if not shown:
        return not printed
    if shown[0].strip() == "…":
        return any(same(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and _alike(shown[0], printed[0]) and same(shown[1:], printed[1:])


def _alike(shown, printed):
    pattern = ".*".join(map(re.escape, shown.rstrip().split("…")))
    return re.fullmatch(pattern, printed) is not None
