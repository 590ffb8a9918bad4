"""What the check of Gekokujō promises, held against what becomes of random orders."""

import pytest
from gekokujo_lines import invent
from legality import (
    all_orders,
    done_although_rejected,
    failed_unwarned,
    findings,
    idle_warnings,
    moments,
    regents_orders,
)

from adjudicator.chance import Stream
from adjudicator.games.gekokujo import game

pytestmark = pytest.mark.system

MODULES = ("politics", "warfare", "rice", "glory")
SETS = [(), *((name,) for name in MODULES), MODULES]
SILENT = frozenset({"sabotage", "no-battle", "too-dear", "full"})
"""The codes of causes that every line of their kind has, so that none is warned of them: the ninja
may sabotage any province before one recruits there; and by the time of a battle the enemy may be
gone, or the koku spent on ronin. How full a province is lies in a seat's own lines, of which more
are carried out if one before them was not."""


def trials(modules, numbers):
    """Moments of games, each with random orders, and their dice."""
    for number in numbers:
        options = {
            "timing": ("turns", "moves first")[number % 2],
            "campaign": ("turns", "together")[number // 2 % 2],
            "battle mail": ("after moves", "with moves")[number // 4 % 2],
            **dict.fromkeys(modules, True),
        }
        for moment in moments(game, 3 + number % 3, options, b"legality %d" % number, phases=22):
            chance = Stream(moment.key + b" trial")
            yield moment, all_orders(moment, chance, invent), chance


@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_no_line_that_has_an_error_could_have_been_carried_out(modules):
    for moment, orders, chance in trials(modules, (len(modules), 3)):
        assert not list(done_although_rejected(moment, orders, chance))


@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_no_line_fails_unwarned_for_a_cause_outside_its_orders(modules):
    for moment, orders, chance in trials(modules, (2, 1 + len(modules))):
        assert not list(failed_unwarned(moment, orders, chance, SILENT))


def test_in_ones_own_turn_everything_warned_of_happens():
    """Moves come before all dice: whoever is alone on turn is told exactly what will fail.

    Of what is no error, conditions are left; that errors fail is tested above.
    """
    told = warned = idle = 0
    for number in range(6):
        options = {"timing": ("turns", "moves first")[number % 2], "glory": True}
        for moment in moments(game, 4, options, b"idle %d" % number, phases=26):
            if moment.position.phase not in ("campaign", "move"):
                continue
            seat = moment.position.active
            chance = Stream(moment.key)
            orders = all_orders(moment, chance, invent)[seat]
            others = {
                other: regents_orders(game, moment.position, other, "random", chance)
                for other in game.phase(moment.position).may
                if other != seat
            }
            runs = (
                game.adjudicate(moment.position, {**others, seat: orders}, Stream(b"%d" % n)).events
                for n in range(3)
            )
            told += len(findings(moment, seat, orders))
            lines, done = idle_warnings(moment, seat, orders, runs)
            warned += len(lines)
            idle += len(done)
    assert told > 80 > warned > 15
    assert idle <= warned / 50
