"""Whole games that were recorded come out the same: orders, draws, positions, letters."""

import pytest
from record import difference
from recorded_games import GAMES, write_down

pytestmark = pytest.mark.system


@pytest.mark.parametrize("recorded", GAMES, ids=lambda each: each.name)
def test_a_recorded_game_comes_out_the_same(recorded):
    lines = difference(recorded.name, write_down(recorded))
    assert not lines, "\n".join([*lines[:60], "See tests/recorded/record.py."])
