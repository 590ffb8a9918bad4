"""No legal line is rejected, what may fail is said to, and what is said is worth reading.

``benchmarks/legality.py`` tries many more of the same.
"""

from math import ceil

import pytest
from legality import (
    all_orders,
    done_although_rejected,
    failed_unwarned,
    idle_warnings,
    moments,
    numbered,
    regents_orders,
)
from swords_lines import OWN, go_on, invent

from adjudicator.chance import Stream
from adjudicator.games import registry

pytestmark = pytest.mark.system

GAMES = [
    ("samurai-swords", "turns", 3, 11),
    ("samurai-swords", "together", 5, 6),
    ("ikusa", "turns", 5, 11),
    ("ikusa", "together", 4, 7),
]
READ = [("ikusa", "turns", 16), ("samurai-swords", "together", 10)]


@pytest.mark.parametrize(("name", "war", "seats", "phases"), GAMES)
def test_the_check_keeps_its_word(name, war, seats, phases):
    key = f"legality {name} {war}".encode()
    rejected = warned = 0
    for moment in moments(registry.find(name), seats, {"war": war}, key, phases):
        orders = all_orders(moment, Stream(moment.key), invent)
        assert list(done_although_rejected(moment, orders, Stream(moment.key))) == []
        assert list(failed_unwarned(moment, orders, Stream(moment.key), OWN)) == []
        for seat, given in orders.items():
            view = moment.game.view(moment.position, seat)
            found = [each.severity for each in moment.game.check(view, seat, given)]
            rejected += found.count("error")
            warned += found.count("warning")
    assert rejected > 20
    assert warned > 20


@pytest.mark.parametrize(("name", "war", "phases"), READ)
def test_warnings_are_worth_reading(name, war, phases):
    """Of fifty warned lines at most one is carried out in each of a thousand continuations."""
    warned = idle = 0
    for moment in moments(registry.find(name), 3, {"war": war}, b"idle", phases, ("steady",)):
        game, position, key = moment
        for seat in game.phase(position).must:
            orders = numbered(regents_orders(game, position, seat, "steady", Stream(key)))
            lines, never = idle_warnings(moment, seat, orders, go_on(moment, seat, orders, 1000))
            warned += len(lines)
            idle += len(never)
    assert warned > 20
    assert idle <= ceil(warned / 50)
