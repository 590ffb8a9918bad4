"""The moves of Diplomacy, held against the conditions of the DATC (5.B), tried one by one.

The oracle tries every combination of moves that succeed and keeps those with which all conditions
agree. Where exactly one does, the battle must come to it.
"""

import random
from itertools import product
from types import SimpleNamespace

import pytest
from powers import carry_out

from adjudicator.games.contract import Ordered

CORNERS = {
    "north sea": "Norway,Sweden,Denmark,Skagerrak,North Sea,Helgoland Bight,Kiel,Baltic Sea,Holland",
    "channel": "London,Wales,English Channel,Belgium,Picardy,Brest,North Sea,Irish Sea,Yorkshire",
    "south": "Tunis,Naples,Rome,Apulia,Tyrrhenian Sea,Ionian Sea,Greece,Albania,Adriatic Sea,Venice",
    "inland": "Munich,Berlin,Silesia,Bohemia,Tyrolia,Vienna,Galicia,Prussia,Warsaw",
}


@pytest.fixture(scope="module")
def rules(diplomacy):
    """The modules of the rules."""
    from diplomacy_game import battle, moves, orders, ways

    there = ways.ways_of(ways.board({}))
    return SimpleNamespace(
        battle=battle, moves=moves, orders=orders, joins=ways.is_joined, ways=there
    )


def draw_position(game, rules, places, seed):
    """Draw units in a corner of the board, and an order for each that the rules allow."""
    draw = random.Random(seed)
    units = {}
    for name in draw.sample(places, draw.randint(5, len(places))):
        kinds = "F" if name in rules.ways.water else "AF" if name in rules.ways.coastal else "A"
        kind, coast = draw.choice(kinds), rules.ways.places[name][0].partition("/")[2]
        text = f"{kind} {name}" + (f"/{coast}" if kind == "F" and coast else "")
        units.setdefault(draw.choice(("Austria", "England", "France")), []).append(text)
    position = game.from_table({"units": units}, {})
    play = game.play(position)
    front = play.front
    plans = {}
    for power in units:
        legal = [line.order for line in game.legal_orders(position, power)]
        by_unit = {}
        for order in legal:
            if (
                isinstance(order, rules.orders.Support | rules.orders.Convoy)
                and draw.random() < 0.3
            ):
                continue
            by_unit.setdefault(order.province, []).append(order)
        for name, orders in by_unit.items():
            inside = [
                o for o in orders if front.ways.province.get(getattr(o, "target", "")) in places
            ]
            plans[name] = front.plan(power, draw.choice(inside or orders))
    return rules.moves.orders_of(play, front, plans)


class Oracle:
    """The conditions, under a guess which moves succeed."""

    def __init__(self, rules, orders, moved):
        self.rules, self.orders, self.moved = rules, orders, moved
        self.attackers = {}
        for source, target in orders.moves.items():
            self.attackers.setdefault(target, []).append(source)

    def path(self, move):
        fleets = self.orders.convoys.get(move)
        if fleets is None:
            return True
        staying = [f for f in fleets if not any(self.moved[a] for a in self.attackers.get(f, ()))]
        to = self.orders.moves[move]
        return self.rules.joins(self.rules.ways, staying, move, to)

    def gives(self, helper):
        for attacker in self.attackers.get(helper, ()):
            if self.orders.powers[attacker] == self.orders.powers[helper]:
                continue
            if self.moved[attacker]:
                return False
            if self.orders.aims[helper] != attacker and self.path(attacker):
                return False
        return True

    def helped(self, unit, without=None):
        helpers = self.orders.helpers.get(unit, ())
        return sum(self.gives(h) and self.orders.powers[h] != without for h in helpers)

    def head_on(self, move):
        to = self.orders.moves[move]
        by_sea = move in self.orders.convoys or to in self.orders.convoys
        return self.orders.moves.get(to) == move and not by_sea

    def attack(self, move):
        if not self.path(move):
            return 0
        to = self.orders.moves[move]
        there = self.orders.powers.get(to)
        gone = to in self.orders.moves and self.moved[to] and not self.head_on(move)
        if there is None or gone:
            return 1 + self.helped(move)
        return 0 if there == self.orders.powers[move] else 1 + self.helped(move, there)

    def hold(self, place):
        if place not in self.orders.powers:
            return 0
        if place in self.orders.moves:
            return 0 if self.moved[place] else 1
        return 1 + self.helped(place)

    def prevent(self, move):
        if not self.path(move) or (self.head_on(move) and self.moved[self.orders.moves[move]]):
            return 0
        return 1 + self.helped(move)

    def succeeds(self, move):
        to = self.orders.moves[move]
        against = 1 + self.helped(to) if self.head_on(move) else self.hold(to)
        rivals = [self.prevent(each) for each in self.attackers[to] if each != move]
        return self.attack(move) > max([against, *rivals])

    def agrees(self):
        return all(self.succeeds(move) == self.moved[move] for move in self.orders.moves)


def solutions(rules, orders):
    """Return every combination of successful moves with which all conditions agree."""
    moves = list(orders.moves)
    guesses = (
        dict(zip(moves, row, strict=True)) for row in product((True, False), repeat=len(moves))
    )
    return [guess for guess in guesses if Oracle(rules, orders, guess).agrees()]


@pytest.mark.parametrize("corner", CORNERS)
def test_a_battle_comes_to_the_one_end_with_which_all_conditions_agree(diplomacy, rules, corner):
    places = CORNERS[corner].split(",")
    single = rings = paradoxes = 0
    for seed in range(60):
        orders = draw_position(diplomacy, rules, places, f"{corner} {seed}")
        battle = rules.battle.Battle(rules.ways, orders)
        came = {move: battle.moves(move) for move in orders.moves}
        found = solutions(rules, orders)
        if len(found) == 1:
            assert came == found[0], (corner, seed)
            single += 1
        elif not orders.convoys:
            assert came in found, (corner, seed)
            assert sum(came.values()) == max(sum(each.values()) for each in found)
            rings += 1
        else:
            paradoxes += 1
        gone = {orders.moves[move] for move, went in came.items() if went}
        assert len(gone) == sum(came.values()), "two units in a province"
    assert single > 45, (rings, paradoxes)


REASONS = {
    "A Paris stood it off; nobody dislodges a unit of his own.": (
        {"France": "A Burgundy - Paris"},
        {"France": ["A Burgundy", "A Paris"]},
    ),
    "A Paris stood it off.": (
        {"Germany": "A Burgundy - Paris"},
        {"France": ["A Paris"], "Germany": ["A Burgundy"]},
    ),
    "The fleet was dislodged.": (
        {
            "England": "F North Sea C A London - Norway\nA London - Norway",
            "France": "F English Channel - North Sea\nF Belgium S F English Channel - North Sea",
        },
        {"England": ["F North Sea", "A London"], "France": ["F English Channel", "F Belgium"]},
    ),
    "Whether the fleet stays hangs on the convoy itself: such a convoy fails.": (
        {
            "England": "F London S F Wales - English Channel\nF Wales - English Channel",
            "France": "A Brest - London\nF English Channel C A Brest - London",
            "Germany": "F North Sea S F Belgium - English Channel\nF Belgium - English Channel",
        },
        {
            "England": ["F London", "F Wales"],
            "France": ["A Brest", "F English Channel"],
            "Germany": ["F North Sea", "F Belgium"],
        },
    ),
}
"""What a power is told of an order, with the orders of all and the units of all (DATC 6.F.16)."""


@pytest.mark.parametrize("reason", REASONS)
def test_who_is_refused_by_the_rules_is_told_why(diplomacy, reason):
    texts, units = REASONS[reason]
    position = diplomacy.from_table({"units": units}, {})
    told = carry_out(diplomacy, position, **texts).events
    assert reason in [event.why for event in told if isinstance(event, Ordered)]
