"""Commands that are written down somewhere: that what they call is there."""

import re
import shlex
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
MAKEFILE = (TOP / "Makefile").read_text("utf-8")
TARGETS = {
    name for line in re.findall(r"^([\w -]+):", MAKEFILE, re.MULTILINE) for name in line.split()
}
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
TOOLS = {re.split(r"[^\w-]", need)[0] for need in PROJECT["optional-dependencies"]["dev"]}
TOOLS |= {*PROJECT["scripts"], "python"}


def check_command(line):
    """Assert that a line for the shell calls something that is there, on files that are there."""
    program, *words = shlex.split(line, comments=True)
    if program == "make":
        wanted = [word for word in words if "=" not in word]
        assert wanted, line
        assert set(wanted) <= TARGETS, line
        settings = [word.partition("=")[0] for word in words if "=" in word]
        assert all(f"$({name})" in MAKEFILE for name in settings), line
        return
    if program == "python" and words[:1] != ["-m"]:
        program = words[0]
    if program.startswith("release/"):
        assert (TOP / program).is_file(), line
        return
    if program == "python":
        program, *words = words[1:]
        assert program in TOOLS | {"pip"}, line
    else:
        assert program.removeprefix(".venv/bin/") in TOOLS, line
    for word in words:
        if word.startswith(("tests", "docs")) or word.endswith(".txt"):
            assert (TOP / word).exists(), line
