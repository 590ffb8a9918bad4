"""Diplomacy as tests play it: how it begins, orders as they are written, and what came of them."""

from adjudicator.chance import Stream
from adjudicator.orders import read_orders

NONE = Stream(b"none")


def begin(game, seats=(), **options):
    """Return how a game begins, with all seven powers unless others are named."""
    return game.new(seats or game.meta.seats, options, NONE).position


def read(game, position, text, seat=""):
    """Read what a seat writes."""
    return read_orders(text, game.language(position, "", seat))


def orders_of(game, position, **texts):
    """Return the orders of seats, as they write them."""
    return {seat: read(game, position, text, seat).orders for seat, text in texts.items()}


def carry_out(game, position, **texts):
    """Carry out a phase with orders as they are written."""
    return game.adjudicate(position, orders_of(game, position, **texts), NONE)


def units_of(game, position):
    """Return all units by their powers."""
    return {power: theirs for power, theirs in game.as_table(position)["units"].items() if theirs}


def phases_of(game, position, regent="random", seed=""):
    """Let regents play on to the end; yield each position, the orders, and what came of them."""
    while not game.phase(position).over:
        phase, given = game.phase(position), {}
        for seat in phase.may:
            chance = Stream(f"{seed} {seat} {phase.key}".encode())
            given[seat] = game.regent(regent).orders(game.view(position, seat), seat, chance)
        done = game.adjudicate(position, given, NONE)
        yield position, given, done
        position = done.position
