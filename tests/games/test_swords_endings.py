"""Late positions, two players and three mails: nothing breaks, and no error is carried out."""

import random
from collections import Counter
from itertools import product

import pytest
from legality import Moment, done_although_rejected, numbered, strange_orders
from swords_endings import REGION, ending, missions
from swords_ledger import compare
from swords_lines import invent

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.orders import read_orders

pytestmark = pytest.mark.system

EACH = 14
WARS = ("turns", "together", "steps")
STEPS = ("march", "fight", "move")


def moment_of(name, war, two, number):
    """Return a late position; None where it could not come about or only one seat would play."""
    game = registry.find(name)
    table = ending(number, two)
    if war == "steps":
        table["phase"] = STEPS[number % len(STEPS)]
    try:
        position = game.from_table(table, {"war": war})
    except GameError:
        return None
    return None if game.faults(position) else Moment(game, position, b"ending %d" % number)


def orders_of(moment, number):
    """Make up orders of every seat, with missions for whoever may have the ninja."""
    game, position, key = moment
    language, chance = game.language(position, ""), Stream(key)
    sent = missions(list(position.colours), list(REGION), random.Random(number))
    made = {}
    for seat in game.phase(position).may:
        lines = strange_orders(game, position, seat, chance, invent)
        holder = position.ninja.holder
        heading = f"colour {holder}\n" if len(position.colours_of(seat)) > 1 and holder else ""
        made[seat] = numbered((*lines, *read_orders(heading + next(sent), language).orders))
    return made


@pytest.mark.parametrize("name", ["samurai-swords", "ikusa"])
def test_late_positions_stay_sound_and_no_error_is_carried_out(name):
    happened = Counter()
    for war, two, number in product(WARS, (False, True), range(EACH)):
        moment = moment_of(name, war, two, number)
        if moment is None:
            continue
        game, position, key = moment
        orders = orders_of(moment, number)
        resolution = game.adjudicate(position, orders, Stream(key))
        assert game.faults(resolution.position) == []
        assert list(done_although_rejected(moment, orders, Stream(key))) == []
        compare(position, resolution.events, resolution.position)
        happened.update(type(event).__name__ for event in resolution.events)
    wanted = {"Fought", "NinjaStruck", "DaimyoLost", "Eliminated", "Recovered", "RoninRevealed"}
    assert wanted <= set(happened)
