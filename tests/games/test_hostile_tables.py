"""Rule cases of strangers, with anything anywhere: they are refused in a sentence or played."""

import copy
import random
import tomllib
from pathlib import Path

import pytest

from adjudicator.cases.case import CaseError
from adjudicator.cases.run import run_case

pytestmark = pytest.mark.system

CASES = Path(__file__).parents[1] / "cases"
ANYTHING = (
    0, -1, 7, 10**18, -(10**18), 1.5, True, "", "Kai", "blue", "Oda", "draft", "winter", "reinforce",
    "x" * 5000, [], {}, ["Kai"], ["Oda", "Oda"], [""], {"blue": 1}, {"x": {}},
)  # fmt: skip
PARTS = ("position", "options", "orders", "chance", "new")


def places(table, path=()):
    """Yield the path of every value of a table."""
    entries = table.items() if isinstance(table, dict) else enumerate(table)
    for key, value in entries:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def changed(table, other, draw):
    """Return a case with some values changed, and parts of another case."""
    table = copy.deepcopy(table)
    for _ in range(draw.randint(1, 4)):
        able = [path for path in places(table) if path[0] in PARTS]
        if not able or not draw.randrange(4):
            part = draw.choice(PARTS[:2])
            if isinstance(table.get(part, {}), dict):
                table[part] = {**table.get(part, {}), **copy.deepcopy(other.get(part, {}))}
            continue
        *path, last = draw.choice(able)
        there = table
        for key in path:
            there = there[key]
        there[last] = copy.deepcopy(draw.choice(ANYTHING))
    return table


@pytest.mark.parametrize("name", ["gekokujo", "ikusa", "samurai-swords", "shogun"])
def test_no_table_of_a_case_fails_but_with_a_sentence(name):
    draw = random.Random(name)
    files = sorted((CASES / name).glob("*.toml"))
    tables = [tomllib.loads(path.read_text("utf-8")) for path in files]
    refused = 0
    for _ in range(1000):
        table = changed(draw.choice(tables), draw.choice(tables), draw)
        try:
            run_case(table)
        except CaseError:
            refused += 1
    assert refused > 200
