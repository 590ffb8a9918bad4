"""Games that the tests of Samurai Swords and Ikusa share, played by regents."""

from functools import cache
from typing import NamedTuple

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.samurai_swords.orders.orders import POLICIES
from adjudicator.orders import read_orders

SWORDS = registry.find("samurai-swords")
IKUSA_GAME = registry.find("ikusa")
SEATS = ("Oda", "Takeda", "Uesugi", "Mori", "Shimazu")


class Phase(NamedTuple):
    """A phase of a game as it was played: before, the orders, the events, after."""

    before: object
    orders: dict
    events: tuple
    after: object


@cache
def played(
    name="samurai-swords", seats=4, regent="random", phases=24, war="turns", key=b"1", **options
):
    """Play a game with regents for so many phases, or until it is over."""
    game = registry.find(name)
    stream = Stream(key)
    position = game.new(SEATS[:seats], {"war": war, **options}, stream).position
    record = []
    for _ in range(phases):
        phase = game.phase(position)
        if phase.over:
            break
        player = game.regent(regent)
        orders = {
            seat: player.orders(game.view(position, seat), seat, stream) for seat in phase.must
        }
        resolution = game.adjudicate(position, orders, stream)
        record.append(Phase(position, orders, resolution.events, resolution.position))
        position = resolution.position
    return tuple(record)


def read(game, position, text):
    """Read an order text in the language of the phase; it must be understood."""
    understood = read_orders(text, game.language(position, ""))
    assert not understood.findings, understood.findings
    return understood.orders


def made(table, game=SWORDS, **options):
    """Make a position from a table."""
    return game.from_table(table, options)


def legal_besides_policies(game, view, seat):
    """What a seat can order but policies, which can be changed in whosever turn."""
    return [x for x in game.legal_orders(view, seat) if not isinstance(x.order, POLICIES)]
