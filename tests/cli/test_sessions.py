"""Sessions at a terminal: commands, and all that they print and write.

After a change that is meant, write them anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/cli/test_sessions.py && git diff tests/cli/sessions

A session is a text. Below a line ``$ command`` stands what the command prints, and its exit code if
that is not 0; below ``show NAME`` what the file holds beside comments, below ``files`` all that there are; below ``write NAME: text``, where `` / `` ends
a line, ``sql NAME: STATEMENT``, which damages a database behind the program's back, and ``wait 20 hours``
nothing. Below ``rows NAME`` stands what is other in a database than at the last such line.
With ``$ command > NAME`` what is printed goes into a file; ``$$`` shows nothing of it.
"""

import itertools
import json
import os
import re
import shlex
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from rows import Rows

from adjudicator.cli.main import cli
from adjudicator.store.database import open_store
from adjudicator.store.databases.base import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows writes paths otherwise")
SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))


def run(shell, words):
    """Carry out a command; return what it printed, and its exit code if that is not 0."""
    done = CliRunner().invoke(cli, shlex.split(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    printed = done.output.replace(str(shell.folder), "FOLDER")
    printed = re.sub(r"\b[0-9a-f]{40,}\b", "…", printed)
    lines = (
        in_short(printed)
        if words.endswith("--json") and printed[:1] in "[{"
        else printed.splitlines()
    )
    return [*lines, *([f"exit code {int(done.exit_code)}"] if done.exit_code else [])]


def in_short(printed):
    """Return JSON with a line for each thing in a list."""
    value = json.loads(printed)
    return [
        json.dumps(each, ensure_ascii=False)
        for each in (value if isinstance(value, list) else [value])
    ]


def told(shell, text):
    """Carry out a session; return it as it is told now."""
    lines, rows = [], {}
    for line in text.splitlines():
        if command := re.fullmatch(r"\$(\$?) (.*?)(?: > (\S+))?", line):
            quiet, words, name = command.groups()
            printed = run(shell, words)
            if name:
                shell.write(name, "\n".join(printed) + "\n")
            lines += ["", line, *([] if quiet or name else printed)]
        elif file := re.fullmatch(r"write (\S+): (.*)", line):
            shell.write(file[1], file[2].replace(" / ", "\n") + "\n")
            lines += ["", line]
        elif shows := re.fullmatch(r"show (\S+)", line):
            there = shell.folder / shows[1]
            held = there.read_text(encoding="utf-8") if there.exists() else "there is no such file"
            held = held.replace(str(shell.folder), "FOLDER")
            lines += ["", line, *(x for x in held.splitlines() if x and not x.startswith("#"))]
        elif damage := re.fullmatch(r"sql (\S+): (.*)", line):
            with open_store(shell.folder / damage[1]) as store, store.without_guards():
                store.write(damage[2])
            lines += ["", line]
        elif of := re.fullmatch(r"rows (\S+)", line):
            with open_store(shell.folder / of[1]) as store:
                is_first = of[1] not in rows
                known = rows.setdefault(of[1], Rows(store))
                known.store = store
                news = [each.replace(str(shell.folder), "FOLDER") for each in known.news()]
            lines += ["", line, *([] if is_first else news)]
        elif line == "files":
            there = (each.relative_to(shell.folder) for each in shell.folder.rglob("*"))
            lines += ["", line, *sorted(map(str, there))]
        elif later := re.fullmatch(r"wait (\d+) (\w+)", line):
            shell.now += timedelta(**{later[2]: int(later[1])})
            lines += ["", line]
    return "\n".join(lines).strip() + "\n"


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_what_commands_print_is_golden(shell, monkeypatch, path):
    monkeypatch.setattr(os, "fsync", lambda _: None)  # nothing here shall outlive the machine
    numbers = itertools.count(1)
    drawn = lambda _, count: next(numbers).to_bytes(count)  # noqa: E731
    monkeypatch.setattr(Store, "random_bytes", drawn)
    now = told(shell, path.read_text(encoding="utf-8"))
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
