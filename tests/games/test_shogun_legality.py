"""What the check of Shogun promises, held against what becomes of random orders."""

import pytest
from legality import (
    Moment,
    all_orders,
    below,
    done_although_rejected,
    failed_unwarned,
    findings,
    idle_warnings,
    moments,
    one,
    regents_orders,
)
from shogun_lines import invent

from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered
from adjudicator.games.engine import ModularGame
from adjudicator.games.shogun import game
from adjudicator.games.shogun.cards import SPECIALS
from adjudicator.games.shogun.check import with_moves
from adjudicator.games.shogun.orders import Battle, Bid, March, Offer, Prefer
from adjudicator.games.shogun.plans import order_on
from adjudicator.orders import Branch, Line, Orders
from adjudicator.orders.slots import Amount

SPACES = ("deploy 5", "deploy 3", "castle", "temple", "theatre")
EXPANSIONS = ("tenno", "samurai", "leaders", "chambers")
SETS = [(), *((name,) for name in EXPANSIONS), EXPANSIONS]
OWN = frozenset({"condition", "no-target", "never-read"})
"""The codes of causes that lie in a seat's own orders: what they do not say, or condition."""

UNSIFTED = ModularGame(
    game.meta,
    game.modules,
    game._own._replace(accept=lambda play, seat, given: (with_moves(play, seat, given), ())),
)
"""The game that tries to carry out the lines that the check rejects too."""


def unsifted(_, position, orders, chance):
    return UNSIFTED.adjudicate(position, orders, chance).events


def of_this_mail(_, position, orders, chance):
    """The events, without the answers to lines of a season's first mail that go on standing."""
    events = game.adjudicate(position, orders, chance).events
    return [each for each in events if not (isinstance(each, Ordered) and not each.line)]


def games(expansions, number):
    """The phases of a game, with options and seats that depend on its number."""
    options = {
        "start": ("predetermined", "draft", "dealt")[number % 3],
        "season": ("one mail", "two mails")[number % 2],
        "empty spaces": ("as the cards allow", "free")[number // 2 % 2],
        **dict.fromkeys(expansions, True),
    }
    return moments(game, 3 + number % 3, options, b"legality %d" % number, phases=40)


def trials(expansions, numbers, each=1):
    """Moments of games, each with several sets of random orders, and their dice."""
    for number in numbers:
        for moment in games(expansions, number):
            for trial in range(each):
                chance = Stream(moment.key + b" trial %d" % trial)
                yield moment, all_orders(moment, chance, invent), chance


@pytest.mark.parametrize("expansions", SETS, ids="+".join)
def test_no_line_that_has_an_error_could_have_been_carried_out(expansions):
    for moment, orders, chance in trials(expansions, (0,)):
        assert not list(done_although_rejected(moment, orders, chance, unsifted))


@pytest.mark.parametrize("expansions", SETS, ids="+".join)
def test_no_line_fails_unwarned_for_a_cause_outside_its_orders(expansions):
    for moment, orders, chance in trials(expansions, (1,)):
        assert not list(failed_unwarned(moment, orders, chance, OWN, of_this_mail))


def continuations(moment, seat, orders, number):
    """Yield the events of a phase as others order at random."""
    chance = Stream(moment.key + seat.encode())
    board = game.play(moment.position).board
    for _ in range(number):
        others = {other: random_orders(moment, board, other, seat, chance) for other in orders}
        yield of_this_mail(game, moment.position, {**others, seat: orders[seat]}, chance)


def random_orders(moment, board, seat, at, chance):
    """Return random orders for what a plan is about; a regent's for any other phase.

    Most battles are aimed at one seat, some of them from a province into which armies come first.
    """
    if moment.position.phase != "plan":
        return regents_orders(game, moment.position, seat, "random", chance)
    lands = moment.position.provinces
    near = {name: [each for each in board.neighbours[name] if each in lands] for name in lands}
    own = [name for name in lands if lands[name].owner == seat]
    raids = [(p, q) for p in own for q in near[p] if lands[q].owner == at]
    moves = [(p, q) for p in own for q in near[p]]
    joins = [(p, q) for p, q in moves if lands[q].owner == seat]
    found = [Bid(Offer(below(5, chance))), Prefer(tuple(chance.shuffle(SPECIALS, "specials")))]
    used = set()
    for space in chance.shuffle(("a", "b", "1"), "moves"):
        sources = {order.source for order in found if isinstance(order, Battle)}
        helps = [pair for pair in joins if pair[1] in sources and pair[0] not in used]
        wanted = (
            helps if helps and below(2, chance) else raids if raids and below(5, chance) else moves
        )
        able = [pair for pair in (joins if space == "1" else wanted) if pair[0] not in used]
        if space == "1" and helps:
            able = helps
        if able:
            card, target = one(able, chance)
            used.add(card)
            amount = Amount(0 if below(4, chance) else 2, but=True)
            battle = Battle(space, card, target, amount)
            found.append(March(card, amount, target) if space == "1" else battle)
    cards = iter(chance.shuffle([name for name in own if name not in used], "cards"))
    found += [
        order_on(*laid) for laid in zip(chance.shuffle(SPACES, "spaces"), cards, strict=False)
    ]
    return Orders(tuple(Line((Branch(order),)) for order in found))


def idle_in_games(expansions, number, most, phases=99):
    """Yield for each phase and seat of a steady game how many lines are warned of, and the idle."""
    options = {"start": ("predetermined", "draft", "dealt")[number % 3]}
    options |= dict.fromkeys(expansions, True)
    names = game.meta.seats[: 3 + number % 3]
    position = game.new(names, options, Stream(b"idle %d" % number)).position
    for _ in range(phases):
        if game.phase(position).over:
            return
        key = game.phase(position).key
        moment = Moment(game, position, f"idle {number} {key}".encode())
        chance = Stream(moment.key)
        orders = {
            seat: regents_orders(game, position, seat, "steady", chance)
            for seat in game.phase(position).may
        }
        for seat, given in orders.items():
            runs = continuations(moment, seat, orders, most)
            warned, idle = idle_warnings(moment, seat, given, runs)
            said = findings(moment, seat, given)
            yield (
                len(warned),
                [
                    f"{said[line.number][0].code}: {key}, {seat}: {line.order}: {said[line.number]}"
                    for line in idle
                ],
            )
        position = game.adjudicate(position, orders, chance).position


def test_what_is_warned_of_happens():
    """In the first spring, most of it soon; ``benchmarks/idle.py`` measures whole games."""
    found = list(idle_in_games((), 0, most=60, phases=1))
    warned = sum(lines for lines, _ in found)
    assert warned > 3
    assert sum(len(idle) for _, idle in found) <= warned / 2
