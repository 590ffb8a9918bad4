"""The events tell everything: kept as a ledger, they lead from each position to the next.

What a letter tells is made of events, so whatever changed without one would be kept from players.
"""

import tomllib
from pathlib import Path

import gekokujo_ledger
import pytest
import shogun_ledger
import swords_ledger
from games.whole_games import TABLES

from adjudicator.cases.case import read_case
from adjudicator.cases.run import play
from adjudicator.chance import Stream
from adjudicator.games import registry

pytestmark = pytest.mark.system

CASES = Path(__file__).parents[1] / "cases"
SEATS = ("Oda", "Takeda", "Uesugi", "Mori", "Shimazu")
GAMES = (
    (5, "steady", {}),
    (3, "random", {"war": "steps"}),
    (2, "random", {}),
    (2, "steady", {"war": "together", "deploy": "in turn"}),
    (4, "random", {"play": "quick"}),
    (4, "steady", {"win": "end of round", "war": "steps"}),
)
"""Seats, regent and options."""
PHASES = 50


@pytest.mark.parametrize("name", ["samurai-swords", "ikusa"])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_events_lead_from_each_position_to_the_next(number, name):
    seats, regent, options = GAMES[number]
    game, stream = registry.find(name), Stream(f"ledger {number}".encode())
    position = game.new(SEATS[:seats], options, stream).position
    player = game.regent(regent)
    for _ in range(PHASES):
        phase = game.phase(position)
        if phase.over:
            break
        views = {seat: game.view(position, seat) for seat in phase.must}
        orders = {seat: player.orders(view, seat, stream) for seat, view in views.items()}
        done = game.adjudicate(position, orders, stream)
        swords_ledger.compare(position, done.events, done.position)
        position = done.position


@pytest.mark.parametrize("number", range(6))
def test_they_do_in_shogun(number):
    table = TABLES["shogun"]
    options = {"season": ("one mail", "two mails")[number // 2 % 2]}
    options |= table.all if number % 2 else table.combinations[3 * number]
    regent, seed = ("random", "steady")[number // 3], f"ledger {number}"
    position = table.new_game(3 + number % 3, seed, **options).position
    for before, _, done in table.phases_of(position, regent, seed):
        shogun_ledger.compare(before, done.events, done.position)


WAYS = (
    {"campaign": "together"},
    {"timing": "moves first", "campaign": "together", "last_stand": True},
    {"assassination": "out of this battle only", "liberated_daimyo": "one", "pacts": "own phase"},
)


@pytest.mark.parametrize("number", [4, 6, 8, 10, 14, 22])
def test_they_do_in_gekokujo(number):
    table = TABLES["gekokujo"]
    modules, seed = table.combinations[number % 15], f"ledger {number}"
    options = {**modules, **WAYS[number % 3], "technology": modules["warfare"]}
    position = table.new_game(3 + number % 6, seed, **options).position
    for before, _, done in table.phases_of(position, "random", seed, rounds=9):
        gekokujo_ledger.compare(before, done.events, done.position)


LEDGERS = {
    **dict.fromkeys(("samurai-swords", "ikusa"), swords_ledger),
    "shogun": shogun_ledger,
    "gekokujo": gekokujo_ledger,
}


@pytest.mark.parametrize("name", LEDGERS)
def test_so_they_do_in_every_rule_case(name):
    for path in sorted(CASES.glob(f"{name}/*.toml")):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        for done in play(case):
            if done.before is not None and not (name == "shogun" and done.before.phase == "draft"):
                LEDGERS[name].compare(done.before, done.events, done.after)
