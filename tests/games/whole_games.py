"""Playing whole games with regents, for the tests of several games."""

from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.orders import Line, Orders


class Table:
    """A game, and how whole games of it are played for tests."""

    def __init__(self, name, modules, rounds):
        self.game = registry.find(name)
        self.all = dict.fromkeys(modules, True)
        choices = product((False, True), repeat=len(modules))
        self.combinations = [dict(zip(modules, chosen, strict=True)) for chosen in choices]
        self.rounds = rounds

    def new_game(self, seats=5, seed="game", **options):
        """A new game's resolution."""
        names = {name.replace("_", " "): value for name, value in options.items()}
        return self.game.new(self.game.meta.seats[:seats], names, Stream(f"{seed} new".encode()))

    def regents_orders(self, position, regent, seed):
        """The orders of every seat that the phase waits for."""
        phase, player = self.game.phase(position), self.game.regent(regent)
        return {
            seat: player.orders(
                self.game.view(position, seat), seat, Stream(f"{seed} {phase.key} {seat}".encode())
            )
            for seat in phase.must
        }

    def phases_of(self, position, regent="random", seed="game", rounds=0, choose=None):
        """Play on; yield for each phase the position, the orders and the resolution.

        ``choose`` gives the orders, if regents do not: from the position, what regents order, and
        chance.
        """
        while not self.game.phase(position).over and position.round <= (rounds or self.rounds):
            orders = self.regents_orders(position, regent, seed)
            chance = Stream(f"{seed} {self.game.phase(position).key}".encode())
            if choose:
                orders = choose(position, orders, Stream(f"{seed} {position.round}".encode()))
            resolution = self.game.adjudicate(position, orders, chance)
            yield position, orders, resolution
            position = resolution.position


class Phase(NamedTuple):
    """A phase that was played."""

    before: Any
    orders: Any
    done: Any
    """The resolution."""


@cache
def course(name, number, regent="random", rounds=0):
    """Return the phases of a game; modules, options and seats follow from its number."""
    table = TABLES[name]
    modules, way = table.combinations[number % len(table.combinations)], WAYS[name]
    options = {**modules, **way[(number + number // 4) % 4]}
    if modules.get("warfare"):
        options["technology"] = True
    least, most = table.game.meta.players
    seats, seed = least + number % min(4, most - least + 1), f"course {number}"
    seats = max(seats, 3 if {"play", "win"} & options.keys() else 2)  # not for two
    begun = table.new_game(seats, seed, **options).position
    return [Phase(*each) for each in table.phases_of(begun, regent, seed, rounds)]


def mix(position, orders, chance):
    """Give everybody lines of others, and alternatives that belong to other lines."""
    lines = [line for given in orders.values() for line in given]
    return {
        seat: Orders(
            tuple(
                Line((*first.branches, *second.branches)) if number % 3 == 0 else first
                for number, (first, second) in enumerate(
                    pairwise(chance.shuffle(lines, "lines")[:14])
                )
            )
        )
        for seat in position.seats
    }


TABLES = {
    "samurai-swords": Table("samurai-swords", (), 2),
    "ikusa": Table("ikusa", (), 2),
    "shogun": Table("shogun", ("tenno", "samurai", "leaders", "chambers"), 8),
    "gekokujo": Table("gekokujo", ("politics", "warfare", "rice", "glory"), 6),
}
SWORDS = (
    {},
    {"war": "together", "win": "end of round"},
    {"war": "steps", "deploy": "in turn"},
    {"play": "quick"},
)
WAYS = {
    "samurai-swords": SWORDS,
    "ikusa": SWORDS,
    "shogun": (
        {"start": "predetermined"},
        {"start": "draft", "side": "moon", "season": "two mails"},
        {"start": "dealt", "season": "two mails", "empty_spaces": "free"},
        {"start": "dealt", "side": "moon", "empty_spaces": "free"},
    ),
    "gekokujo": (
        {},
        {"campaign": "together"},
        {"timing": "moves first", "campaign": "together", "battle_mail": "with moves"},
        {"timing": "moves first", "sowing": "own phase", "pacts": "own phase", "koku": "hidden"},
    ),
}
"""Four ways to play each."""
