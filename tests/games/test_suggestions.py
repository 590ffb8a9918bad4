"""Every suggested line is right: over messages that the rule cases produce, as they are written and
with a slip in every line."""

import random
import sys
import tomllib
from pathlib import Path

import pytest

from adjudicator.campaign.orders.standing import viewpoint
from adjudicator.cases.case import read_case
from adjudicator.cases.run import set_up
from adjudicator.orders import Orders, RawLine, scan

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from slips import slip  # noqa: E402

MISREAD = ("malformed", "unknown-name", "unknown-order")
FILES = sorted((ROOT / "tests" / "cases").glob("*/**/*.toml"))


def tables(path):
    """Yield each seat of a case at its first phase, with its lines."""
    case = read_case(tomllib.loads(path.read_text("utf-8")))
    if case.new:  # it is about the set-up: nothing is ordered
        return
    game, position, steps = set_up(case)
    for seat, text in steps[0].orders.items():
        if seat in game.phase(position).may and (table := viewpoint(game, position, seat)):
            yield table, tuple(line for part in scan(text).sections for line in part.lines)


def errors(table, lines):
    findings = table.merge(Orders(), lines).findings
    return {(f.line, f.code, f.message) for f in findings if f.severity == "error"}


def wrong_fixes(table, lines, found):
    """Yield the suggestions that would be rejected in place of their line, or make others wrong.

    A line that was wrong before may be told of in other words: what it meant may be taken now. And
    one that passed for prose among so little that could be read may be seen to be a bad order.
    """
    fixes = {f.line: f.fix for f in found if f.fix}
    if not fixes:
        return
    fixed = tuple(RawLine(x.number, fixes.get(x.number, x.text)) for x in lines)
    before = {f.line for f in found if f.severity == "error"} - fixes.keys()
    for line, code, message in errors(table, fixed):
        if line in fixes or (line not in before and code not in MISREAD):
            yield fixes.get(line), line, code, message


@pytest.mark.parametrize("game", sorted({path.parent.name for path in FILES}))
def test_every_suggestion_is_legal(game):
    dice = random.Random(game)
    suggested = 0
    for number, path in enumerate([each for each in FILES if each.parent.name == game][::3]):
        for table, lines in tables(path):
            slipped = tuple(
                RawLine(line.number, slip(line.text, dice)[0] or line.text) for line in lines
            )
            for text in (slipped,) if number % 2 else (lines,):
                found = table.merge(Orders(), text).findings
                assert list(wrong_fixes(table, text, found)) == [], path
                suggested += sum(bool(f.fix) for f in found)
    assert suggested > 7
