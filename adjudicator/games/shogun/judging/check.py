"""What is to be said of orders before a run.

An error is what the run refuses, by the same questions (``chapters.plans``). What depends on the
draws or on others is a warning, and says on what.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.check import Rehearsals, check_orders
from adjudicator.games.engine.lines import offer_unless
from adjudicator.games.shogun.cards import ACTIONS, BATTLES, DEPLOYMENTS, EVENTS, MOVES
from adjudicator.games.shogun.chapters import possible, year
from adjudicator.games.shogun.chapters.plans import (
    cards_on_actions,
    sift,
    why_closed,
    why_not_bid,
    why_not_own,
    why_twice,
)
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.reasons import note, warning
from adjudicator.games.shogun.table.play import Judge, Prospect, ShogunPlay
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.language.syntax import ranking

NEVER_READ = warning("never-read")

DEPLOYED_ANYWAY = note("deployed-anyway")


def _rehearse(play: ShogunPlay, seat: str, given: Orders) -> ShogunPlay:
    """Answer what the run would refuse or not read, of the orders that the play has."""
    sift(play, seat, planned=False)
    note_wishes(play, seat)
    settled = {type(line.order) for line in given if _is_settled_by(line)}
    every = (line.order for line in play.orders[seat])
    laid = {order.space: order for order in every if isinstance(order, orders.Laid)}

    def why_not(order: Order) -> Problem | None:
        """Say what the lines have against an order that is legal as things stand."""
        if type(order) in settled and not ranking(type(order)):
            return NEVER_READ
        twice = why_twice(order, laid) if isinstance(order, orders.Laid) else None
        return twice or why_closed(play, seat, order)

    offer_unless(play, seat, play.rules.orders.get(play.position.phase, ()), why_not)
    return play


def note_wishes(play: ShogunPlay, seat: str) -> None:
    """Answer the lines that no step answered: wishes, of which the first of a kind counts (H37).

    One that holds in any case leaves those after it unread.
    """
    waiting = play.open_lines(seat)
    settled: set[type[Order]] = set()
    for line in play.orders[seat]:
        kind = type(line.order)
        unread = kind in settled
        if _is_settled_by(line):
            settled.add(kind)
        if line.number and line in waiting:
            left = Outcome(line, "skipped", problem=NEVER_READ)
            play.keep(seat, left if unread else Outcome(line, "noted"))


def _is_settled_by(line: Line) -> bool:
    """Whether no line of a line's kind is read below it: it is a wish and holds in any case."""
    first_counts = not isinstance(line.order, orders.Laid | orders.Continued)
    return first_counts and any(branch.when is None for branch in line.branches)


def _is_refused(best: ShogunPlay, seat: str, outcome: Outcome, order: Order) -> bool:
    return outcome.problem is not None and outcome.problem.severity == "error"


check = partial(check_orders, Rehearsals(carry_out=_rehearse, is_never=_is_refused))
"""Returns all that is to be said of a seat's orders, given the play, the seat and the orders."""


def find_risks(play: ShogunPlay, seat: str, sifted: ShogunPlay) -> Iterator[Finding]:
    """Find what may keep the lines that are not refused from being carried out.

    Of moves, and of what may run short, there are warnings alone.
    """
    cards = cards_on_actions(sifted, seat) if play.warns else {}
    short = dict(shortages(play, seat, cards, year.offer(sifted, seat).chests))
    for line in sifted.orders[seat]:
        order = line.order
        if isinstance(order, orders.Moving):
            problems = [*_moves(play, seat, line, order, cards)] if play.warns else []
        else:
            problems = [*_alternatives(play, seat, line)]
        if isinstance(order, orders.Laid) and order.space in short:
            problems.append(short[order.space])
        yield from (each.finding(line.number, str(order)) for each in dict.fromkeys(problems))


def _join_ranking(line: Line) -> str:
    """Return a ranking and its alternatives as one; ``""`` for what is something else."""
    field, kind = ranking(type(line.order)), type(line.order)
    is_ranking = all(type(each.order) is kind and not each.when for each in line.branches)
    if not (field and is_ranking and len(line.branches) > 1):
        return ""
    names = (name for each in line.branches for name in getattr(each.order, field))
    return str(replace(line.order, **{field: tuple(dict.fromkeys(names))}))


def _alternatives(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    """Find what is wrong with each alternative by itself; one that can be done is enough.

    Of a card that is laid only the first is read.
    """
    first = line.order
    for branch in line.branches:
        judge = play.rules.judges.get(type(branch.order))
        if type(branch.order) is not type(first):
            yield warning("alternatives-differ.kinds")
        elif judge and (branch.order is first or not isinstance(first, orders.Laid)):
            yield from judge(play, seat, branch.order)
    if isinstance(first, orders.Laid) and len(line.branches) > 1:
        yield warning("no-condition.alternatives", str(first))
    if ranked := _join_ranking(line):
        yield warning("no-condition.preference", ranked)


def _moves(
    play: ShogunPlay,
    seat: str,
    line: Line,
    first: orders.Battle | orders.March,
    cards: Mapping[str, str],
) -> Iterator[Problem]:
    """Find what is in the way of each move of a line, and what may be.

    What may spare a target is left out if another will be attacked in any case.
    """
    action, source = first.space, play.seat(seat).plan.get(first.space, first.card)
    come, form = 0, "not-now"
    if isinstance(first, orders.March):
        come = possible.deployable(play, seat, action, source)[-1].amount
        form = "deployed-stays"
        yield from threat(play, seat, source, action)
        if len(line.branches) > 1 or line.branches[0].when:
            yield DEPLOYED_ANYWAY
    bars: list[Problem] = []
    certain: list[str] = []
    spared = True
    for branch in line.branches:
        order = branch.order
        why = possible.why_no_move(play, seat, order, action, source, come)
        if why:
            as_things_stand = form if why.severity == "warning" else "sentence"
            if not (why == possible.NO_TARGET and play.targets_come_later):
                yield replace(possible.sentence(why, as_things_stand), severity="warning")
        elif isinstance(order, orders.March):
            yield from threat(play, seat, order.target, action) if order.target else ()
            if may_rise_first(play, order.target, action, cards):
                yield warning("revolt.target", place=order.target)
        elif isinstance(order, orders.Battle):
            yield from threat(play, seat, source, action)
            bar = find_bar(play, seat, action, order.target, certain)
            bars += [bar] if bar else []
            if branch.when is None:
                certain.append(order.target)
                spared = spared and bar is not None
    yield from bars if spared else ()


def _action(play: ShogunPlay, seat: str, order: orders.Laid) -> Iterator[Problem]:
    """Find what is in the way of an action that moves nothing, and what may be."""
    if isinstance(order, orders.Build):
        why = possible.why_no_room(play, order.what, order.card)
        few = possible.sentence(why, "not-now") if why else tiles(play, seat, order.what)
        yield from [few] if few else []
    elif not isinstance(order, orders.Deploy) and (markers := play.land(order.card).revolts):
        yield warning("revolt", farmers=markers, place=order.card)
    yield from threat(play, seat, order.card, order.space)


def _bid(play: ShogunPlay, seat: str, order: orders.Bid) -> Iterator[Problem]:
    above = why_not_bid(play, seat, order)
    yield from [above] if above else ()


def _revolts(play: ShogunPlay, seat: str, order: orders.RevoltOrder) -> Iterator[Problem]:
    return warn_not_own(play, seat, order.provinces)


def warn_not_own(play: ShogunPlay, seat: str, provinces: Iterable[str]) -> Iterator[Problem]:
    """Warn of those of the provinces that are not the seat's own."""
    problems = (why_not_own(play, seat, province) for province in provinces)
    return (replace(each, severity="warning") for each in problems if each)


def _claim(play: ShogunPlay, seat: str, order: orders.Claim) -> Iterator[Problem]:
    for province in order.provinces:
        if play.is_closed(province):
            yield warning("closed.sentence", place=province)


def _groups(play: ShogunPlay, seat: str, order: orders.Groups) -> Iterator[Problem]:
    groups = play.groups
    if any(order.sizes.count(size) > groups.count(size) for size in order.sizes):
        fix = f"groups {', '.join(map(str, groups))}"
        yield warning("no-such-group", fix, groups=list(groups))


JUDGES: Mapping[type[Order], Judge] = {
    **dict.fromkeys((orders.Build, orders.Tax, orders.Rice, orders.Deploy), _action),
    orders.Bid: _bid,
    orders.RevoltOrder: _revolts,
    orders.Claim: _claim,
    orders.Groups: _groups,
}
"""What may be in the way of an order of a kind."""


# What may come between an order and its action: battles of others, the event, the box, the purse.
# Each reason names the province, the seat or the draw that it depends on.

SAFE = 7
"""By so many armies a province is as good as safe from those that may attack it (H39)."""


def may_come_first(play: ShogunPlay, first: str, second: str) -> bool:
    """Whether an action may be carried out before another, as far as the open cards say."""
    places = {action: place for place, action in enumerate(play.position.actions)}
    hidden = len(places)
    return first != second and places.get(first, hidden) <= places.get(second, hidden)


def event_may_be(play: ShogunPlay, effect: str) -> bool:
    """Whether the event of the season has an effect, or may have it if it is not drawn yet."""
    position = play.position
    coming = position.events if position.phase == "plan" and not position.event else ()
    return play.effect == effect or any(EVENTS[card].effect == effect for card in coming)


@lru_cache(maxsize=16)  # without it a check with all expansions takes twice as long
def prospects(play: ShogunPlay, seat: str) -> list[Prospect]:
    """Return what modules may bring a seat before the actions, in a play that does not go on."""
    return [prospect(play, seat) for prospect in play.rules.prospects]


# Attacks by others


def raids(
    play: ShogunPlay, seat: str, province: str, action: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the attacks on a seat's province that may come before an action of the seat.

    By whom, from where, with which action.
    """
    for battle in BATTLES:
        for place in play.neighbours(province):
            other = play.land(place).owner
            if other in ("", seat) or not can_leave(play, place, battle):
                continue
            first = may_come_first(play, battle, action)
            if battle == action:
                order = play.position.turn_order
                first = play.position.phase == "plan" or order.index(other) < order.index(seat)
            if first:
                yield other, place, battle


def can_leave(play: ShogunPlay, place: str, action: str, spent: tuple[str, ...] = ()) -> bool:
    """Whether armies may leave an owned province with an action: a single one stays.

    Before it, other actions that move armies and are not ``spent`` may bring some from adjacent
    provinces of the same owner, and a favour may.
    """
    owner, spent = play.land(place).owner, (*spent, action)
    if play.land(place).armies > 1 or any(each.muster for each in prospects(play, owner)):
        return True
    own = [name for name in play.neighbours(place) if play.land(name).owner == owner]
    moves = [each for each in MOVES if each not in spent and may_come_first(play, each, action)]
    return any(
        move == "deploy 1" or can_leave(play, name, move, spent) for move in moves for name in own
    )


def threat(play: ShogunPlay, seat: str, province: str, action: str) -> Iterator[Problem]:
    """Say who may take or weaken an own province before an action, if anybody."""
    for other, place, battle in raids(play, seat, province, action):
        outnumbered = play.land(province).armies - (play.land(place).armies - 1) >= SAFE
        known = play.position.phase != "plan"
        if not outnumbered and not (known and possible.why_barred(play, other, battle, province)):
            yield warning("province-lost", seat=other, place=province, source=place)
            return


def may_rise_first(play: ShogunPlay, province: str, action: str, cards: Mapping[str, str]) -> bool:
    """Whether the seat's taxes or rice may cost it an own province before an action."""
    return any(
        cards.get(each) == province
        and play.land(province).revolts > 0
        and may_come_first(play, each, action)
        for each in ("tax", "rice")
    )


# What may spare a target


def find_bar(
    play: ShogunPlay, seat: str, action: str, target: str, others: Collection[str]
) -> Problem | None:
    """Say what may come to forbid an attack that nothing forbids yet.

    To forbid it together with attacks on ``others``, a seat can build only one of the temples.
    """
    land = play.land(target)
    if land.owner == seat and not any(threat(play, seat, target, action)):
        return None
    if (land.temple or _may_be_built(play, action, target, others)) and event_may_be(
        play, "temple truce"
    ):
        return warning("barred.temple-may-be", place=target)
    for other in play.position.seats:
        if other != seat and _can_have_a_shield(play, other, action, target):
            return warning("barred.shield-may-be", place=target, seat=other)
    return None


def _may_be_built(play: ShogunPlay, action: str, target: str, others: Collection[str]) -> bool:
    """Whether its owner may build a temple before an action, besides those that others need."""
    owner = play.land(target).owner
    if not owner or play.free_spaces(target) < 1 or not may_come_first(play, "temple", action):
        return False
    needed = [name for name in others if not play.land(name).temple]
    gift = any("temple" in prospect.tiles for prospect in prospects(play, owner))
    return gift or all(play.land(name).owner != owner for name in needed)


def _can_have_a_shield(play: ShogunPlay, other: str, action: str, target: str) -> bool:
    """Whether a province may be another seat's, and that seat safe from an action, by then."""
    if not any(action in prospect.safe for prospect in prospects(play, other)):
        return False
    return any(play.land(name).owner == other for name in (target, *play.neighbours(target)))


def tiles(play: ShogunPlay, seat: str, what: str) -> Problem | None:
    """Say that the last tiles of a kind may go to others first."""
    left = getattr(play.position.stock, what)
    others = sum(bool(play.provinces_of(other)) for other in play.position.seats if other != seat)
    gift = any(what in prospect.tiles for prospect in prospects(play, seat))
    if left > others + gift:
        return None
    return warning("no-tile.last", what=what, left=left)


# Chests and supply


def shortages(
    play: ShogunPlay, seat: str, cards: Mapping[str, str], bid: int
) -> Iterator[tuple[str, Problem]]:
    """Yield the actions that may find too few chests or armies when their turn comes, and why.

    ``cards`` are the provinces whose cards lie on actions. What may be paid before an action, or
    leave the supply, is reckoned as gone; taxes are there only if they must come before.
    """
    prices = {each: possible.price(play, seat, each, card) for each, card in cards.items()}
    record = play.seat(seat)
    for action, due in prices.items():
        before = [each for each in cards if may_come_first(play, each, action)]
        costs = {each: prices[each] for each in before if prices[each]}
        chests = max(0, record.chests - bid) - sum(costs.values())
        if "tax" in cards and not may_come_first(play, action, "tax"):
            chests += _least_taxes(play, seat, cards["tax"])
        if 0 < due > chests:
            first = [f"{ACTIONS[each].title} ({cost})" for each, cost in costs.items()]
            facts: dict[str, Any] = {"due": due, "have": record.chests, "bid": bid}
            yield action, warning("chests.may-lack", actions=first, **facts)
        elif action in DEPLOYMENTS:
            wanted = possible.least_armies(play, seat, action, cards[action])
            deployed = [each for each in before if each in DEPLOYMENTS]
            gone = sum(
                possible.account(play, seat, each, cards[each])[-1].amount for each in deployed
            )
            gone += ("deploy 5" in deployed) + _drain(play, seat, action, cards)
            if record.supply - gone < wanted:
                first_gone = gone if record.supply >= wanted else 0
                facts = {"wanted": wanted, "have": record.supply, "gone": first_gone}
                yield action, warning("supply.may-lack", **facts)


def _least_taxes(play: ShogunPlay, seat: str, province: str) -> int:
    """Return what taxes bring at least, by each event that may be; nothing if they may fail."""
    if play.land(province).revolts or any(threat(play, seat, province, "tax")):
        return 0
    amount = possible.account(play, seat, "tax", province)[-1].amount
    return min(amount, 5) if event_may_be(play, "taxes capped") else amount


def _drain(play: ShogunPlay, seat: str, action: str, cards: Mapping[str, str]) -> int:
    """Return how many armies may leave the supply before an action, but by deployment."""
    special, planning = play.seat(seat).special, play.position.phase == "plan"
    own = play.provinces_of(seat)
    castles = "castle" in cards or any(play.land(name).castle for name in own)
    gone = sum(prospect.drain for prospect in prospects(play, seat))
    if planning or special == "attack":
        gone += sum(each in cards and may_come_first(play, each, action) for each in BATTLES)
    attacks = len({raid[::2] for name in own for raid in raids(play, seat, name, action)})
    helped = castles and event_may_be(play, "castle guard")
    if helped and play.position.options["castle guard"] == "in revolts too":
        gone += sum(
            each in cards and may_come_first(play, each, action) for each in ("tax", "rice")
        )
    return gone + attacks * (helped + (planning or special == "defence"))
