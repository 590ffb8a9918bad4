"""What is to be said of orders before a run.

An error is what the run refuses, by the same questions (``chapters.plans``). What depends on the
draws or on others is a warning, and says on what.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from adjudicator.games.engine import Outcome, Problem, note, warning
from adjudicator.games.engine.check import Rehearsals, Scenario, check_orders
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.chapters.plans import cards_on_actions, sift, why_not_own
from adjudicator.games.shogun.chapters.year import offer
from adjudicator.games.shogun.judging import risks
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.table.play import Judge, ShogunPlay
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.language.words import number_of

NOT_NOW = "As things stand it will not be done: {}."
NEVER_READ = warning(
    "never-read",
    "An earlier line of this kind holds in any case, so this one is not read."
    " Put all into one line.",
)

DEPLOYED_ANYWAY = note(
    "deployed-anyway",
    "The army is deployed in any case; conditions and alternatives decide the move.",
)


def _rehearse(play: ShogunPlay, seat: str, given: Orders, scenario: Scenario) -> ShogunPlay:
    """Answer what the run would refuse or not read, of the orders that the play has."""
    sift(play, seat, planned=False)
    note_wishes(play, seat)
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
        first_counts = not issubclass(kind, orders.Laid | orders.Continued)
        if first_counts and any(branch.when is None for branch in line.branches):
            settled.add(kind)
        if line.number and line in waiting:
            left = Outcome(line, "skipped", NEVER_READ.message, problem=NEVER_READ)
            play.keep(seat, left if unread else Outcome(line, "noted"))


def _is_refused(best: ShogunPlay, seat: str, outcome: Outcome, order: Order) -> bool:
    return outcome.problem is not None and outcome.problem.severity == "error"


check = partial(check_orders, Rehearsals(carry_out=_rehearse, is_never=_is_refused))
"""Returns all that is to be said of a seat's orders, given the play, the seat and the orders."""


def find_risks(play: ShogunPlay, seat: str, sifted: ShogunPlay) -> Iterator[Finding]:
    """Find what may keep the lines that are not refused from being carried out."""
    cards = cards_on_actions(sifted, seat)
    short = dict(risks.shortages(play, seat, cards, offer(sifted, seat).chests))
    for line in sifted.orders[seat]:
        order = line.order
        if isinstance(order, orders.Moving):
            problems = [*_moves(play, seat, line, order, cards)]
        else:
            problems = [*_alternatives(play, seat, line)]
        if isinstance(order, orders.Laid) and order.space in short:
            problems.append(short[order.space])
        yield from (each.finding(line.number, str(order)) for each in dict.fromkeys(problems))


def _alternatives(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    """Find what is wrong with each alternative by itself; one that can be done is enough."""
    first = line.order
    for branch in line.branches:
        judge = play.rules.judges.get(type(branch.order))
        if type(branch.order) is not type(first):
            yield warning("alternatives-differ", "Alternatives of one line are orders of one kind.")
        elif judge:
            yield from judge(play, seat, branch.order)
    if isinstance(first, orders.Laid) and len(line.branches) > 1:
        message = "A card is laid before anything happens: its alternatives are never read."
        yield warning("no-condition", message, str(first))


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
    come, form = 0, NOT_NOW
    if isinstance(first, orders.March):
        come = possible.deployable(play, seat, action, source)[-1].amount
        form = "The army is deployed, but will not move on: {}."
        yield from risks.threat(play, seat, source, action)
        if len(line.branches) > 1 or line.branches[0].when:
            yield DEPLOYED_ANYWAY
    bars: list[Problem] = []
    certain: list[str] = []
    spared = True
    for branch in line.branches:
        order = branch.order
        why = possible.why_no_move(play, seat, order, action, source, come)
        if why:
            as_things_stand = form if why.severity == "warning" else "{}."
            if not (why == possible.NO_TARGET and play.targets_come_later):
                yield replace(possible.sentence(why, as_things_stand), severity="warning")
        elif isinstance(order, orders.March):
            yield from risks.threat(play, seat, order.target, action) if order.target else ()
            if risks.may_rise_first(play, order.target, action, cards):
                yield warning("revolt", f"The farmers of {order.target} may take it first.")
        elif isinstance(order, orders.Battle):
            yield from risks.threat(play, seat, source, action)
            bar = risks.bar(play, seat, action, order.target, certain)
            bars += [bar] if bar else []
            if branch.when is None:
                certain.append(order.target)
                spared = spared and bar is not None
    yield from bars if spared else ()


def _action(play: ShogunPlay, seat: str, order: orders.Laid) -> Iterator[Problem]:
    """Find what is in the way of an action that moves nothing, and what may be."""
    if isinstance(order, orders.Build):
        why = possible.why_no_room(play, order.what, order.card)
        few = possible.sentence(why, NOT_NOW) if why else risks.tiles(play, seat, order.what)
        yield from [few] if few else []
    elif not isinstance(order, orders.Deploy) and (markers := play.land(order.card).revolts):
        farmers = number_of(markers, "farmer")
        yield warning("revolt", f"{farmers} of {order.card} will rise first.")
    yield from risks.threat(play, seat, order.card, order.space)


def _bid(play: ShogunPlay, seat: str, order: orders.Bid) -> Iterator[Problem]:
    bid, chests = order.offer.chests, play.seat(seat).chests
    if bid > chests:
        yield warning(
            "chests", f"You have {number_of(chests, 'chest')}, so the bid counts as {chests}."
        )


def _revolts(play: ShogunPlay, seat: str, order: orders.RevoltOrder) -> Iterator[Problem]:
    problems = (why_not_own(play, seat, province) for province in order.provinces)
    yield from (warning(each.code, each.message) for each in problems if each)


def _claim(play: ShogunPlay, seat: str, order: orders.Claim) -> Iterator[Problem]:
    for province in order.provinces:
        if play.is_closed(province):
            yield warning("closed", f"{province} is out of the game with three players.")


def _groups(play: ShogunPlay, seat: str, order: orders.Groups) -> Iterator[Problem]:
    groups = play.groups
    if any(order.sizes.count(size) > groups.count(size) for size in order.sizes):
        listed = ", ".join(map(str, groups))
        yield warning("no-such-group", f"The army groups are {listed}.", f"groups {listed}")


JUDGES: Mapping[type[Order], Judge] = {
    **dict.fromkeys((orders.Build, orders.Tax, orders.Rice, orders.Deploy), _action),
    orders.Bid: _bid,
    orders.RevoltOrder: _revolts,
    orders.Claim: _claim,
    orders.Groups: _groups,
}
"""What may be in the way of an order of a kind."""
