"""Regents of Shogun: they see no more than their seat, order the same again, and plan sensibly."""

from collections import Counter

import pytest
from games.whole_games import TABLES
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.shogun.regents.strong import match_regrets
from adjudicator.games.shogun.table.events import Fought, RiceLost

GAME = TABLES["shogun"].game
MOST_LOST = 0.35
"""So many provinces a seat may lose to farmers in a winter, on the average; 0.49 if an attack
leaves a single army behind."""
MODULES = ("tenno", "samurai", "leaders", "chambers")


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
        for _, _, done in played({}, regents, 8, b"winter %d" % number):
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
@pytest.mark.parametrize(
    "options", [dict.fromkeys(MODULES, True), {"season": "two mails"}], ids=str
)
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


# Positions, and what must or must not be planned in them

HOME = {"Kii": 4, "Yamato": 3, "Settsu": 3, "Ise": 3, "Omi": 3}
"""What blue holds in each case, red around it."""
AROUND = ("Awa-Shikoku", "Harima", "Tamba", "Wakasa", "Echizen", "Mino", "Owari", "Shima")


def planned(name, red=(4, ()), blue=(), around=(), round=2, chests=6):
    """Return what a regent plans for blue, by four lots.

    ``red`` is what each province around holds, armies and buildings; ``blue`` and ``around`` are
    what is otherwise.
    """
    fields = {"castle": True, "temple": True, "theatre": True}
    lands = {place: {"owner": "blue", "armies": armies} for place, armies in HOME.items()}
    for place in AROUND:
        armies, built = dict(around).get(place, red)
        lands[place] = {"owner": "red", "armies": armies, **{each: fields[each] for each in built}}
    for place, more in blue:
        lands[place] |= more
    table = {
        "phase": "plan",
        "round": round,
        "events": ["taxes capped", "rice capped", "levy cut"],
        "tower": {"blue": 7, "red": 7, "farmer": 12},
        "seats": {seat: {"chests": chests} for seat in ("blue", "red", "yellow")},
        "provinces": {**lands, "Hitachi": {"owner": "yellow", "armies": 2}},
    }
    view = GAME.view(GAME.from_table(table, {}), "blue")
    lots = (Stream(b"lots %d" % lot) for lot in range(4))
    return [str(GAME.regent(name).orders(view, "blue", lot)) for lot in lots]


BOTH = pytest.mark.parametrize("name", ["steady", "strong"])


@BOTH
def test_a_strong_army_attacks_what_is_weak(name):
    for plan in planned(name, around={"Mino": (1, ())}.items(), blue=[("Ise", {"armies": 7})]):
        assert "from Ise to Mino" in plan


@BOTH
def test_nobody_is_attacked_who_is_stronger(name):
    for plan in planned(name, red=(6, ())):
        assert not [
            line for line in plan.splitlines() if line.startswith("battle") and "to" in line
        ]


@BOTH
def test_taxes_and_rice_are_taken_where_no_farmer_rises(name):
    """Settsu would bring most taxes, and Yamato as much rice as any."""
    angry = [(place, {"revolts": 2}) for place in ("Settsu", "Yamato")]
    for plan in planned(name, red=(6, ()), blue=angry):
        assert "rice " in plan
        assert not {"tax Settsu", "rice Settsu", "tax Yamato", "rice Yamato"} & {*plan.splitlines()}


@BOTH
def test_no_more_is_spent_than_there_is(name):
    prices = {"castle": 3, "temple": 2, "theatre": 1, "deploy 5": 3, "deploy 3": 2}
    for plan in planned(name, red=(6, ()), chests=4):
        lines = plan.replace("build ", "").splitlines()
        spent = [price for what, price in prices.items() for each in lines if each.startswith(what)]
        assert 0 < sum(spent) <= 4


def test_of_weak_provinces_the_strong_one_attacks_that_with_buildings():
    rich = {"Mino": (2, ()), "Owari": (2, ("castle",)), "Shima": (2, ())}
    alone = [(place, {"armies": 1}) for place in HOME if place != "Ise"]
    for plan in planned("strong", around=rich.items(), blue=[*alone, ("Ise", {"armies": 8})]):
        assert "from Ise to Owari" in plan


def test_the_strong_one_builds_where_it_has_most_of_a_kind_then():
    """In the region of Omi red has two theatres, in that of the others there is none."""
    red = {"Mino": (6, ("theatre",)), "Owari": (6, ("theatre",))}
    for plan in planned("strong", red=(6, ()), around=red.items(), chests=1, round=7):
        assert "theatre in " in plan
        assert "theatre in Omi" not in plan
