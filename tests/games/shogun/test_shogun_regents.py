"""Regents of Shogun: they see no more than their seat, order the same again, and plan sensibly."""

from collections import Counter

import pytest
from games.whole_games import TABLES
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.shogun.regents.strong import match_regrets
from adjudicator.games.shogun.regents.value import facts, seasons_to_come
from adjudicator.games.shogun.table.events import Fought, RiceLost

GAME = TABLES["shogun"].game
MOST_LOST = 0.35
"""So many provinces a seat may lose to farmers in a winter, on the average; 0.49 if an attack
leaves a single army behind."""
MODULES = ("tenno", "samurai", "leaders", "chambers")
OPTIONS = ({}, dict.fromkeys(MODULES, True), {"season": "two mails"})


def played(options, regents, rounds, key=b"shogun"):
    """Play a game; yield for each phase the position, the orders and what came of them."""
    chance, seats = Stream(key), GAME.meta.seats[: len(regents)]
    position = GAME.new(seats, options, chance).position
    while not GAME.phase(position).over and position.round <= rounds:
        orders = {
            seat: GAME.regent(regents[seats.index(seat)]).orders(
                GAME.view(position, seat), seat, chance
            )
            for seat in GAME.phase(position).must
        }
        resolution = GAME.adjudicate(position, orders, chance)
        yield position, orders, resolution
        position = resolution.position


@pytest.mark.system
def test_who_follows_the_suggestions_loses_little_to_winter():
    """Some winters cost seven rice of about thirteen that a year brings: one cannot lose nothing."""
    lost = []
    for number in range(24):
        seats = GAME.meta.seats[: 3 + number % 3]
        rest = "random" if number % 2 else "steady"
        regents = ["steady" if place % 2 else rest for place in range(len(seats))]
        options = OPTIONS[number // 3 % len(OPTIONS)]
        for _, _, done in played(options, regents, 8, b"winter %d" % number):
            fell = Counter(
                event.defender
                for event in done.events
                if isinstance(event, Fought) and event.kind == "revolt"
                if event.winner != event.defender
            )
            fed = (event.seat for event in done.events if isinstance(event, RiceLost))
            lost += [fell[seat] for seat in fed if regents[seats.index(seat)] == "steady"]
    assert len(lost) > 100
    assert max(lost) <= 2
    assert sum(lost) / len(lost) < MOST_LOST


def test_what_a_regent_counts_of_a_position():
    """Blue ties for theatres in the east; in Aki, next to Iyo, it is weak."""
    lands = {
        "Kai": {"owner": "blue", "armies": 4, "theatre": True},
        "Aki": {"owner": "blue", "armies": 1, "temple": True},
        "Izu": {"owner": "red", "armies": 5, "theatre": True},
        "Iyo": {"owner": "red", "armies": 3},
    }
    table = {
        "phase": "plan",
        "events": ["taxes capped"],
        "seats": {"blue": {"chests": 3, "rice": 1}, "red": {}, "yellow": {}},
        "provinces": lands,
        "tower": {"blue": 2, "red": 3},
        "tray": {"blue": 1},
    }
    play = GAME.play(GAME.from_table(table, {}))
    assert seasons_to_come(play) == (6, 2)
    assert dict(facts(play, "blue")) == {
        "chests": 3,
        "armies": 5,
        "tower": 3,
        "provinces": 2,
        "buildings": 2,
        "most": 2,
        "weak": 1,
        "weak buildings": 1,
        "short": 1,
    }


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
    for before, orders, _ in played({"season": "two mails"}, ["steady", "random", "steady"], 2):
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
@pytest.mark.parametrize("options", OPTIONS[1:], ids=str)
def test_the_strong_one_plays_with_all_expansions(options):
    kinds = set()
    for _, orders, _ in played(options, ["strong", "steady", "steady"], 4):
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
