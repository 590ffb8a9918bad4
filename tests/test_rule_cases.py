"""Every rule case comes out as it says. What each is about: ``tests/rulebooks``."""

import tomllib
from pathlib import Path

import pytest

from adjudicator.cases.run import run_case

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/**/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path):
    result = run_case(tomllib.loads(path.read_text("utf-8")))
    assert result.ok, "\n".join(result.differences)
