"""Regents of Shogun: no more than their seat sees, the same again, and mixed as regret has it."""

import pytest
from games.whole_games import TABLES
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.shogun.regents.strong import match_regrets

GAME = TABLES["shogun"].game
MODULES = ("tenno", "samurai", "leaders", "chambers")


def played(options, regents, rounds):
    """Play a game; yield for each phase the position and the orders."""
    chance, seats = Stream(b"shogun"), GAME.meta.seats[: len(regents)]
    position = GAME.new(seats, options, chance).position
    while not GAME.phase(position).over and position.round <= rounds:
        orders = {
            seat: GAME.regent(regents[seats.index(seat)]).orders(
                GAME.view(position, seat), seat, chance
            )
            for seat in GAME.phase(position).must
        }
        yield position, orders
        position = GAME.adjudicate(position, orders, chance).position


def with_other_secrets(position, seat):
    """Return a position that differs from this one in all that is hidden from a seat."""
    seats = {
        name: record if name == seat else replace(record, plan={}, moves="battle a Kai: move 1\n")
        for name, record in position.seats.items()
    }
    return replace(position, seats=seats)


@pytest.mark.system
@pytest.mark.parametrize("name", ["strong", "steady"])
def test_no_hidden_fact_changes_an_order(name):
    differ = 0
    for before, orders in played({"season": "two mails"}, ["steady", "random", "steady"], 2):
        for seat in orders:
            other = with_other_secrets(before, seat)
            sent = [
                str(GAME.regent(name).orders(GAME.view(each, seat), seat, Stream(b"lots")))
                for each in (before, other)
            ]
            assert sent[0] == sent[1]
            differ += other != before
    assert differ > 6


@pytest.mark.system
@pytest.mark.parametrize(
    "options", [dict.fromkeys(MODULES, True), {"season": "two mails"}], ids=str
)
def test_the_strong_one_plays_with_all_expansions(options):
    kinds = set()
    for _, orders in played(options, ["strong", "steady", "steady"], 4):
        kinds |= {type(line.order).__name__ for line in orders.get(GAME.meta.seats[0], ())}
    assert {"Tax", "Rice", "Build", "Bid", "Prefer"} <= kinds


def test_a_plan_that_is_always_worse_is_hardly_played():
    good, bad = [3.0, 2.0, 4.0], [1.0, 0.0, 2.0]
    shares = match_regrets([good, bad])
    assert shares[0] > 0.99
    assert sum(shares) == pytest.approx(1.0)


def test_plans_that_do_well_against_different_plans_are_mixed():
    shares = match_regrets([[1.0, 0.0], [0.0, 1.0], [0.2, 0.2]])
    assert 0.3 < shares[0] < 0.7
    assert 0.3 < shares[1] < 0.7
    assert shares[2] < 0.1
