"""Regents of Gekokujō: whom they suggest orders to is not ruined, and they see no more than he."""

from itertools import product

import pytest
from games.whole_games import TABLES, WAYS
from msgspec.structs import replace

from adjudicator.chance import Stream
from adjudicator.games.gekokujo.regents.odds import weigh_attack
from adjudicator.games.gekokujo.table.events import CostPaid, LastDaimyoFell, WentBankrupt

TABLE = TABLES["gekokujo"]
GAME = TABLE.game
MODULES = ("rice", "warfare", "politics")


def played(number, regents, options, rounds=8):
    """Play a game; yield for each phase the position, the orders and what came of them."""
    chance = Stream(b"regents %d" % number)
    seats = GAME.meta.seats[: len(regents)]
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


def variants():
    """Yield options of games that last: all ways to play, and modules that cost koku."""
    for way, chosen in product(WAYS["gekokujo"], product((False, True), repeat=len(MODULES))):
        options = {name.replace("_", " "): value for name, value in way.items()}
        yield {**options, **dict(zip(MODULES, chosen, strict=True)), "provinces to win": 34}


def free_daimyo(play, seat):
    """Whether a daimyo of a seat stands where no enemy does."""
    return any(
        play.units(seat, place).get("daimyo") and not play.enemies_in(seat, place)
        for place in play.places_of(seat)
    )


@pytest.mark.system
def test_who_follows_the_suggestions_is_not_ruined_by_them():
    """It loses no unit to winter, and not its last daimyo in its own turn, if one is free then.

    Random neighbours rob the seats that follow them, so that they have lean years, too.
    """
    paid, turns, lost = 0, 0, []
    for number, options in enumerate(variants()):
        follow = number % 2
        regents = ["steady" if place % 2 == follow else "random" for place in range(3 + number % 4)]
        steady = {s for s, name in zip(GAME.meta.seats, regents, strict=False) if name == "steady"}
        for before, _, done in played(number, regents, options):
            for event in done.events:
                if isinstance(event, CostPaid) and event.seat in steady:
                    paid += event.paid
                if isinstance(event, WentBankrupt) and event.seat in steady:
                    lost.append((number, GAME.phase(before).key, event.seat, event.lost))
            if before.active in steady and free_daimyo(GAME.play(before), before.active):
                turns += 1
                fell = {event.seat for event in done.events if isinstance(event, LastDaimyoFell)}
                if before.active in fell:
                    lost.append((number, GAME.phase(before).key, before.active, "last daimyo"))
    assert lost == []
    assert paid > 1500
    assert turns > 100


def with_other_secrets(position, seat):
    """Return a position that differs from this one in all that is hidden from a seat."""
    seats = {
        name: house
        if name == seat
        else replace(house, koku=house.koku + 7, stored=3, fund=1, policies=("hit daimyo",))
        for name, house in position.seats.items()
    }
    ninja = position.ninja
    if ninja.mission == "assassination" and ninja.master != seat and not ninja.struck:
        ninja = replace(ninja, place="Kai")
    return replace(position, seats=seats, ninja=ninja)


@pytest.mark.parametrize("name", ["strong", "steady", "random"])
def test_no_hidden_fact_changes_an_order(name):
    """Its seat's view is all that a regent knows; the strong one is asked by one seat a phase."""
    options, differ = {"koku": "hidden", "rice": True, "provinces to win": 34}, 0
    rounds, asked = (1 if name == "strong" else 3), set()
    for before, orders, _ in played(3, ["steady", "random", "steady", "random"], options, rounds):
        for seat in orders:
            other = with_other_secrets(before, seat)
            views = [GAME.view(each, seat) for each in (before, other)]
            assert views[0] == views[1], (before.phase, seat)
            differ += other != before
            if name == "strong" and before.phase in asked:
                continue
            asked.add(before.phase)
            sent = [str(GAME.regent(name).orders(each, seat, Stream(b"lots"))) for each in views]
            assert sent[0] == sent[1], (before.phase, seat)
    assert differ > 3


@pytest.mark.parametrize(
    ("unit", "misses", "killed", "lords_killed"),
    [("bushi", 5 / 6, 1 / 3, 0), ("daimyo", 1 / 8, 0, 1 / 3)],
)
def test_the_ends_of_a_small_battle_are_those_of_its_dice(unit, misses, killed, lords_killed):
    """A bushi needs 5 to hit as an attacker, 6 as a defender; a daimyo needs 4 with three dice."""
    ise = {"owner": "Takeda", "units": {"Takeda": {unit: 1}}}
    table = {"phase": "campaign", "active": "Oda", "seats": {"Oda": {}, "Takeda": {}}}
    play = GAME.play(GAME.from_table({**table, "provinces": {"Ise": ise}}, {}))
    odds = weigh_attack(play, "Oda", "Ise", {"bushi": 1})
    assert odds.won == pytest.approx(1 / 3 * misses)
    assert odds.fallen == pytest.approx(1 - misses)
    assert (odds.killed, odds.lords_killed) == pytest.approx((killed, lords_killed))
    assert odds.all_lords_killed == pytest.approx(lords_killed)
    assert odds.lords_fallen == 0
