"""Playing whole games of Gekokujō with regents, for several tests."""

from itertools import product

from adjudicator.chance import Stream
from adjudicator.games.gekokujo import game

MODULES = ("politics", "warfare", "rice", "glory")
COMBINATIONS = [
    dict(zip(MODULES, chosen, strict=True)) for chosen in product((False, True), repeat=4)
]
ALL = {**COMBINATIONS[-1], "technology": True}


def new_game(seats=5, seed="game", **options):
    """A new game's resolution."""
    names = {name.replace("_", " "): value for name, value in options.items()}
    return game.new(game.meta.seats[:seats], names, Stream(f"{seed} new".encode()))


def regents_orders(position, regent, seed):
    """The orders of every seat that the phase waits for."""
    phase = game.phase(position)
    player = game.regent(regent)
    return {
        seat: player.orders(
            game.view(position, seat), seat, Stream(f"{seed} {phase.key} {seat}".encode())
        )
        for seat in phase.must
    }


def phases_of(position, regent="random", seed="game", rounds=6):
    """Play on; yield for each phase the position, the orders and the resolution."""
    while not game.phase(position).over and position.round <= rounds:
        orders = regents_orders(position, regent, seed)
        key = game.phase(position).key
        resolution = game.adjudicate(position, orders, Stream(f"{seed} {key}".encode()))
        yield position, orders, resolution
        position = resolution.position
