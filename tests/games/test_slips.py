"""One slip of a finger in a legal line: nearly always put right, never into something illegal."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.games import registry

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import slips

LINES = 60


@pytest.mark.parametrize("name", registry.SHIPPED)
def test_slips_are_put_right(name):
    results = list(slips.measure(registry.find(name), LINES, seed=8, rounds=4))
    bad = [each for each in results if each.outcome in ("illegal", "misread", "lost")]
    assert bad == []
    counts = Counter(each.outcome for each in results)
    assert counts["wrong"] <= 1
    assert counts["right"] >= 0.95 * (LINES - counts["other word"]) - 5, counts
