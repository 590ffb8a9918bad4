"""Every rule case, and that every section of a rulebook and every ruling has one."""

import re
import tomllib
from pathlib import Path

import pytest

from adjudicator.cases.run import run_case

CASES = Path(__file__).parent / "cases"
BOOKS = Path(__file__).parent / "rulebooks"
FILES = sorted(CASES.glob("*/**/*.toml"))
CITED = [tomllib.loads(path.read_text("utf-8")) for path in FILES]
WANTED = [
    (game, cited)
    for path in sorted(BOOKS.glob("*.toml"))
    for game, sections in tomllib.loads(path.read_text("utf-8")).items()
    for cited in sections
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path):
    result = run_case(tomllib.loads(path.read_text("utf-8")))
    assert result.ok, "\n".join(result.differences)


@pytest.mark.parametrize(("game", "cited"), WANTED, ids=lambda value: value)
def test_every_section_and_ruling_is_cited(game, cited):
    """A section is cited by a case of its game; a ruling (``M4``) by a case of any game."""
    ruling = re.fullmatch(r"[A-Z]\d+", cited)
    found = [
        case
        for case in CITED
        if re.search(rf"(?<!\w){re.escape(cited)}(?!\w|\.\d)", case.get("cites", ""))
        and (ruling or case["game"] == game)
    ]
    assert found, f"no case of {game} cites {cited!r}"


def test_every_case_says_what_it_rests_on():
    assert FILES
    silent = [path.name for path, case in zip(FILES, CITED, strict=True) if not case.get("cites")]
    assert silent == []
