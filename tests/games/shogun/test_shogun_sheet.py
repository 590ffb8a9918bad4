"""The blank order sheet: which kinds of orders it lists."""

import pytest
from shogun_games import game, new_game, phases_of


@pytest.mark.parametrize("season", ["one mail", "two mails"])
def test_a_sheet_lists_orders_to_a_leader_where_some_are_taken(season):
    position = new_game(4, season=season, leaders=True).position
    for before, _, _ in phases_of(position):
        phase = game.phase(before)
        for seat in phase.may:
            view = game.view(before, seat)
            listed = any("leader to <" in line for line in game.sheet(view, seat))
            legal = any(str(line).startswith("leader to") for line in game.legal_orders(view, seat))
            assert listed == legal, (phase.key, seat)
