"""Playing whole games of Shogun with regents, for several tests."""

from collections.abc import Callable
from itertools import product

from adjudicator.chance import Stream
from adjudicator.games.shogun import game

MODULES = ("tenno", "samurai", "leaders", "chambers")
COMBINATIONS = [
    dict(zip(MODULES, chosen, strict=True)) for chosen in product((False, True), repeat=4)
]


def new_game(seats=5, seed="game", **options):
    """A new game's resolution."""
    names = {name.replace("_", " "): value for name, value in options.items()}
    return game.new(game.meta.seats[:seats], names, Stream(f"{seed} new".encode()))


def regents_orders(position, regent, seed):
    """The orders of every seat that may send any."""
    key = game.phase(position).key
    player = game.regent(regent)
    return {
        seat: player.orders(
            game.view(position, seat), seat, Stream(f"{seed} {key} {seat}".encode())
        )
        for seat in game.phase(position).may
    }


def phases_of(position, regent="random", seed="game"):
    """Play on to the end; yield for each phase the position, the orders and the resolution."""
    while not game.phase(position).over:
        orders = regents_orders(position, regent, seed)
        key = game.phase(position).key
        resolution = game.adjudicate(position, orders, Stream(f"{seed} {key}".encode()))
        yield position, orders, resolution
        position = resolution.position


def play_out(position, regent="random", seed="game", check: Callable = lambda *_: None):
    """Play a game to its end; return the last position and how many phases it took."""
    count = 0
    for before, orders, resolution in phases_of(position, regent, seed):
        check(before, orders, resolution)
        position, count = resolution.position, count + 1
    return position, count
