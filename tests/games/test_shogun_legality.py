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
from msgspec.structs import replace
from shogun_lines import invent

from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered
from adjudicator.games.shogun import game
from adjudicator.games.shogun.cards import ACTIONS, SPECIALS
from adjudicator.games.shogun.chapters import plans
from adjudicator.games.shogun.chapters.plans import LAYING
from adjudicator.games.shogun.orders.orders import Battle, Bid, Laid, March, Offer, Prefer
from adjudicator.orders import Branch, Line, Orders
from adjudicator.orders.language.slots import Amount

pytestmark = pytest.mark.system

SPACES = ("deploy 5", "deploy 3", "castle", "temple", "theatre")
EXPANSIONS = ("tenno", "samurai", "leaders", "chambers")
SETS = [(), *((name,) for name in EXPANSIONS), EXPANSIONS]
OWN = frozenset({"condition", "no-target", "never-read"})
"""The codes of causes that lie in a seat's own orders: what they do not say, or condition."""


def unsifted(_, position, orders, chance):
    """The events of a phase that tries to carry out the wishes that the check rejects too."""
    refused = plans.why_refused

    def why_no_other(play, seat, line, laid):
        return refused(play, seat, line, laid) if isinstance(line.order, Laid) else None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "why_refused", why_no_other)
        return game.adjudicate(position, orders, chance).events


def of_this_mail(_, position, orders, chance):
    """The events, without the answers to lines of a season's first mail that go on standing."""
    events = game.adjudicate(position, orders, chance).events
    return [each for each in events if not (isinstance(each, Ordered) and not each.line)]


def trials(expansions, number):
    """The moments of a game, whose options and seats depend on its number, random orders, dice."""
    options = {
        "start": ("predetermined", "draft", "dealt")[number % 3],
        "season": ("one mail", "two mails")[number % 2],
        "empty spaces": ("as the cards allow", "free")[number // 2 % 2],
        **dict.fromkeys(expansions, True),
    }
    key = b"legality %d" % number
    for moment in moments(game, 3 + number % 3, options, key, phases=40):
        chance = Stream(moment.key + b" trial")
        yield moment, all_orders(moment, chance, invent), chance


@pytest.mark.parametrize("expansions", SETS, ids="+".join)
def test_no_line_that_has_an_error_could_have_been_carried_out(expansions):
    for moment, orders, chance in trials(expansions, 0):
        assert not list(done_although_rejected(moment, orders, chance, unsifted))


@pytest.mark.parametrize("expansions", SETS, ids="+".join)
def test_no_line_fails_unwarned_for_a_cause_outside_its_orders(expansions):
    for moment, orders, chance in trials(expansions, 1):
        assert not list(failed_unwarned(moment, orders, chance, OWN, of_this_mail))


def continuations(moment, seat, orders, number):
    """Yield the events of a phase, or of the whole season for a plan, as others order at random.

    When a season is carried out, the plans of the others are new each time, for a seat knows none.
    """
    chance, phase = Stream(moment.key + seat.encode()), moment.position.phase
    position = replace(moment.position, options=moment.position.options | {"season": "one mail"})
    wishes = {other: wishes_by_kind(position, other) for other in orders if phase == "plan"}
    others = [other for other in moment.position.seats if other != seat]
    for _ in range(number):
        now, given = position if phase == "plan" else moment.position, {}
        if phase == "plan":
            given = {o: plan_randomly(position, o, seat, chance) for o in others}
            asked = {o: [one(w, chance) for w in wishes[o] if below(2, chance)] for o in others}
            given = {o: Orders((*asked[o], *given[o])) for o in others}
        elif phase == "carry out":
            laid = {o: plan_randomly(position, o, seat, chance) for o in others}
            hidden = {o: with_plan(now.seats[o], laid[o]) for o in others}
            now = replace(now, seats={**now.seats, **hidden})
        else:
            given = {o: regents_orders(game, now, o, "random", chance) for o in orders}
        yield of_this_mail(game, now, {**given, seat: orders[seat]}, chance)


def wishes_by_kind(position, seat):
    """A seat's legal orders for a season besides those on actions, the bid and special cards."""
    found = {}
    for line in game.legal_orders(game.view(position, seat), seat):
        space = line.order.space if isinstance(line.order, Laid) else ""
        if space not in (*ACTIONS, "bid") and not isinstance(line.order, Prefer):
            found.setdefault(space or type(line.order), []).append(line)
    return list(found.values())


def with_plan(record, given):
    """A seat's record with a plan that lies face down."""
    laid = [line.order for line in given if isinstance(line.order, Laid)]
    moves = Orders(tuple(line for line in given if isinstance(line.order, Battle | March)))
    plan = {order.space: order.card for order in laid if order.space in ACTIONS}
    return replace(record, plan=plan, moves=str(moves))


def plan_randomly(position, seat, at, chance):
    """Return a random plan of a seat.

    Most battles are aimed at one seat, some of them from a province into which armies come first.
    """
    lands, board = position.provinces, game.play(position).board
    own = [name for name in lands if lands[name].owner == seat]
    moves = [(p, q) for p in own for q in board.neighbours[p] if q in lands]
    raids = [(p, q) for p, q in moves if lands[q].owner == at]
    joins = [(p, q) for p, q in moves if lands[q].owner == seat]
    found = [Bid(Offer(below(5, chance))), Prefer(tuple(chance.shuffle(SPECIALS, "specials")))]
    used = set()
    for space in chance.shuffle(("a", "b", "1"), "moves"):
        sources = {order.source for order in found if isinstance(order, Battle)}
        helps = [pair for pair in joins if pair[1] in sources and pair[0] not in used]
        wanted = raids if raids and below(5, chance) else moves
        wanted = joins if space == "1" else wanted
        if helps and (space == "1" or below(2, chance)):
            wanted = helps
        able = [pair for pair in wanted if pair[0] not in used]
        if able:
            card, target = one(able, chance)
            used.add(card)
            amount = Amount(0 if below(4, chance) else 2, but=True)
            battle = Battle(space, card, target, amount)
            found.append(March(card, amount, target) if space == "1" else battle)
    cards = iter(chance.shuffle([name for name in own if name not in used], "cards"))
    found += [
        LAYING[space](card)
        for space, card in zip(chance.shuffle(SPACES, "spaces"), cards, strict=False)
    ]
    return Orders(tuple(Line((Branch(order),)) for order in found))


def idle_in_games(expansions, number, most, phases=99, season="one mail"):
    """Yield for each phase and seat of a steady game how many lines are warned of, and the idle."""
    options = {"start": ("predetermined", "draft", "dealt")[number % 3], "season": season}
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
            told = []
            for line in idle:
                code, why = (
                    said[line.number][0].code,
                    " ".join(x.message for x in said[line.number]),
                )
                told.append(f"{code}: {key}, {seat}: {line.order}: {why}")
            yield len(warned), told
        position = game.adjudicate(position, orders, chance).position


def test_what_is_warned_of_happens():
    """In first springs, at most 1 line in 50 for nothing; whole games: ``benchmarks/idle.py``."""
    found = [
        counted
        for number in (3, 5)
        for season in ("one mail", "two mails")
        for counted in idle_in_games(SETS[number % 5], number, 300, phases=1, season=season)
    ]
    warned = sum(lines for lines, _ in found)
    assert warned > 60
    assert sum(len(idle) for _, idle in found) <= warned / 50
