"""The events tell everything: kept as a ledger, they lead from each position to the next.

What a letter tells is made of events, so whatever changed without one would be kept from players.
"""

import tomllib
from pathlib import Path

import pytest
from swords_ledger import compare

from adjudicator.cases.read import read_case
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
        compare(position, done.events, done.position)
        position = done.position


def test_so_they_do_in_every_rule_case():
    for path in sorted((*CASES.glob("samurai-swords/*.toml"), *CASES.glob("ikusa/*.toml"))):
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        for done in play(case):
            if done.before is not None:
                compare(done.before, done.events, done.after)
