"""No legal line is rejected, what may fail is said to, and what is said is worth reading.

``benchmarks/legality.py`` tries many more of the same.
"""

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
from swords_lines import OWN, hidden_anew, invent

from adjudicator.chance import Stream
from adjudicator.games import registry

GAMES = [
    ("samurai-swords", "turns", 3, 11),
    ("samurai-swords", "together", 5, 7),
    ("ikusa", "turns", 5, 11),
    ("ikusa", "together", 4, 7),
]


@pytest.mark.slow
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


@pytest.mark.slow
def test_warnings_are_worth_reading():
    """Nearly every warned line fails in some of a few continuations; the full count is elsewhere."""
    warned = idle = 0
    for moment in moments(registry.find("ikusa"), 3, {"war": "turns"}, b"idle", 11, ("steady",)):
        game, position, key = moment
        for seat in game.phase(position).must:
            orders = numbered(regents_orders(game, position, seat, "steady", Stream(key)))

            def later(seat=seat, orders=orders, position=position, key=key, game=game):
                for number in range(300):
                    chance = Stream(key + b"%d" % number)
                    hidden = hidden_anew(position, seat, chance)
                    yield game.adjudicate(hidden, {seat: orders}, chance).events

            lines, never = idle_warnings(moment, seat, orders, later())
            warned += len(lines)
            idle += len(never)
    assert warned > 20
    assert idle <= warned / 10
