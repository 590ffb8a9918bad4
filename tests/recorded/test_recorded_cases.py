"""What comes of all rule cases is as it was recorded: findings, events, what the map draws."""

import pytest
from record import difference
from recorded_cases import FOLDERS, write_down


@pytest.mark.parametrize("game", FOLDERS)
def test_what_comes_of_rule_cases_is_as_it_was_recorded(game):
    lines = difference(f"cases/{game}", write_down(game))
    assert not lines, "\n".join([*lines[:60], "See tests/recorded/record.py."])
