"""What regents order in Diplomacy and Harbours can be pointed at; none that is offered is refused."""

import pytest
from pointing import WHOLE, assert_pointed, point

pytestmark = pytest.mark.system
POWERS = {
    "standard": ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"),
    "modern": (
        *("Britain", "Egypt", "France", "Germany", "Italy"),
        *("Poland", "Russia", "Spain", "Turkey", "Ukraine"),
    ),
}


@pytest.mark.parametrize("variant", POWERS)
def test_what_regents_order_can_be_pointed_at_and_what_is_offered_is_taken(diplomacy, variant):
    for regent in diplomacy.regents if WHOLE else ("steady",):
        phases = 30 if WHOLE else 6
        count = point(diplomacy, POWERS[variant], {"variant": variant}, regent, phases, 211)
        assert_pointed(count, f"{variant} {regent}")


@pytest.mark.parametrize("regent", ["steady", "random"])
def test_a_small_game_follows_its_orders_too(install, regent):
    with install("harbours", "harbours") as game:
        assert_pointed(point(game, game.meta.seats[:2], {}, regent, 12, 3), f"harbours {regent}")
