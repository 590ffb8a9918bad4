"""Games of random legal orders: every combination of expansions, and the invariants throughout."""

from itertools import pairwise

import pytest
from shogun_games import COMBINATIONS, game, new_game, play_out, regents_orders

from adjudicator.chance import Stream
from adjudicator.orders import Line, Orders

pytestmark = pytest.mark.system

STARTS = ("predetermined", "draft", "dealt")


def sound(before, orders, resolution):
    assert game.faults(resolution.position) == []
    assert not any(event_is_refusal(event) for event in resolution.events)


def event_is_refusal(event):
    """A regent's order that was refused: an order that can never be carried out."""
    return (
        type(event).__name__ == "Ordered" and event.outcome == "failed" and "not yours" in event.why
    )


def options_of(number):
    start = STARTS[number % 3]
    return {
        "start": start,
        "side": "sun" if start == "predetermined" or number % 2 else "moon",
        "season": ("one mail", "two mails")[number // 2 % 2],
        "empty_spaces": ("as the cards allow", "free")[number // 4 % 2],
    }


def soak(games, modules, regent="random"):
    for number in range(games):
        soak_one(number, modules, regent, "soak")


def soak_one(number, modules, regent, seed):
    seed = f"{seed} {number}"
    position = new_game(3 + number % 3, seed, **options_of(number), **modules).position
    assert game.faults(position) == []
    last, _ = play_out(position, regent, seed, sound)
    assert last.round == 8


@pytest.mark.parametrize(
    "modules", COMBINATIONS, ids=lambda each: "+".join(k for k in each if each[k]) or "basic"
)
def test_every_combination_of_expansions_plays(modules):
    soak(3, modules)


@pytest.mark.parametrize("modules", [COMBINATIONS[0], COMBINATIONS[-1]], ids=["basic", "all"])
def test_steady_regents_play(modules):
    soak(3, modules, "steady")


def mixed(orders, chance):
    """Everybody gets lines of others, and alternatives that belong to other lines."""
    lines = [line for given in orders.values() for line in given]
    found = {}
    for seat in orders:
        drawn = chance.shuffle(lines, "lines")[:14]
        found[seat] = Orders(
            tuple(
                Line((*first.branches, *second.branches)) if number % 3 == 0 else first
                for number, (first, second) in enumerate(pairwise(drawn))
            )
        )
    return found


@pytest.mark.parametrize("number", range(8))
def test_orders_that_make_no_sense_do_no_harm(number):
    """What the check refuses is not carried out, and all invariants hold whatever is ordered."""
    position = new_game(4, f"odd {number}", **options_of(number), **COMBINATIONS[-1]).position
    refused = 0
    while not game.phase(position).over:
        key = game.phase(position).key
        chance = Stream(f"odd {number} {key}".encode())
        orders = mixed(regents_orders(position, "random", f"odd {number}"), chance)
        for seat, given in orders.items():
            findings = game.check(game.view(position, seat), seat, given)
            refused += sum(finding.severity == "error" for finding in findings)
        position = game.adjudicate(position, orders, chance).position
        assert game.faults(position) == []
    assert refused > 20
