"""What is to be said of orders before a run.

An error is what the run refuses, by the same questions (``chapters.plans``). What depends on the
draws or on others is a warning, and says on what.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from adjudicator.games.engine import Problem, note, warning
from adjudicator.games.engine.check import Rehearsals, Scenario, check_orders
from adjudicator.games.shogun.cards import ACTIONS
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.chapters.plans import fillers, sift, why_never, why_not_own
from adjudicator.games.shogun.judging import risks
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.table.play import Judge, ShogunPlay
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.language.words import number_of

NOT_NOW = "As things stand it will not be done: {}."
NEVER_READ = warning(
    "never-read",
    "An earlier line of this kind holds in any case, so this one is never read."
    " Put all into one line.",
)


def _refuse(play: ShogunPlay, seat: str, given: Orders, scenario: Scenario) -> ShogunPlay:
    """Refuse what the run would refuse, of the orders that the play has."""
    sift(play, seat, planned=False)
    return play


check = partial(check_orders, Rehearsals(carry_out=_refuse, is_never=lambda *given: True))
"""Returns all that is to be said of a seat's orders, given the play, the seat and the orders."""


def find_risks(play: ShogunPlay, seat: str, sifted: ShogunPlay) -> Iterator[Finding]:
    """Find what may keep the lines that are not refused from being carried out."""
    cards, bid = _laid_cards(sifted, seat)
    short = dict(risks.shortages(play, seat, cards, bid))
    settled: set[type[Order]] = set()
    for line in sifted.orders[seat]:
        order = line.order
        problems = [
            *_alternatives(play, seat, line),
            *_conditions(line),
            *([NEVER_READ] if is_settled(line, settled) else []),
        ]
        if isinstance(order, orders.Laid) and order.space in short:
            problems.append(short[order.space])
        if isinstance(order, orders.March):
            problems += _own_revolts(play, line, cards)
        if isinstance(order, orders.Battle):
            problems += _bars(play, seat, line, order)
        yield from (each.finding(line.number, str(order)) for each in dict.fromkeys(problems))


def is_settled(line: Line, settled: set[type[Order]]) -> bool:
    """Whether an earlier line of its kind holds in any case, so that a wish is never read.

    The kinds of which this is so are kept in ``settled``.
    """
    kind = type(line.order)
    if issubclass(kind, orders.Laid | orders.Continued):
        return False
    was_settled = kind in settled
    if any(branch.when is None for branch in line.branches):
        settled.add(kind)
    return was_settled


def _laid_cards(play: ShogunPlay, seat: str) -> tuple[dict[str, str], int]:
    """Return the provinces whose cards lie on the actions, or will, and the chests bid."""
    laid = [order for _, order in play.card_lines(seat)]
    cards = dict(play.seat(seat).plan)
    if play.position.phase == "plan":
        laid += fillers(play, seat)
        cards = {order.space: order.card for order in laid if order.space in ACTIONS}
    return cards, next((each.offer.chests for each in laid if isinstance(each, orders.Bid)), 0)


def _alternatives(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    """Find what is wrong with each alternative by itself; one that can be done is enough."""
    first = line.order
    for branch in line.branches:
        order = branch.order
        if isinstance(first, orders.Battle | orders.March):
            card = play.seat(seat).plan.get(first.space, first.card)
            never = why_never(play, order, first.space, card)
            if never:
                yield replace(possible.sentence(never), severity="warning")
                continue
        elif type(order) is not type(first):
            yield warning("alternatives-differ", "Alternatives of one line are orders of one kind.")
            continue
        judge = play.rules.judges.get(type(order))
        yield from judge(play, seat, order) if judge else ()


def _conditions(line: Line) -> Iterator[Problem]:
    """Find conditions and alternatives where they are not read, or do not say everything."""
    order = line.order
    if len(line.branches) == 1 and line.branches[0].when is None:
        return
    if isinstance(order, orders.March):
        message = "The army is deployed in any case; conditions and alternatives decide the move."
        yield note("deployed-anyway", message)
    elif isinstance(order, orders.Laid) and not order.open_targets:
        message = "A card is laid before anything happens: its alternatives are never read."
        yield warning("no-condition", message, str(order))


def _own_revolts(play: ShogunPlay, line: Line, cards: Mapping[str, str]) -> Iterator[Problem]:
    """Find targets of a move that a revolt against the seat's own taxes may cost it first."""
    targets = {
        branch.order.target for branch in line.branches if isinstance(branch.order, orders.March)
    }
    for action in ("tax", "rice"):
        province = cards.get(action, "")
        rises = province and province in targets and play.land(province).revolts > 0
        if rises and risks.may_come_first(play, action, "deploy 1"):
            yield warning("revolt", f"The farmers of {province} may take it first.")


def _bars(play: ShogunPlay, seat: str, line: Line, first: orders.Battle) -> Iterator[Problem]:
    """Find what may spare the targets of a battle, unless one will be attacked in any case."""
    bars: list[Problem] = []
    targets: list[str] = []
    action, source = first.space, play.seat(seat).plan.get(first.space, first.source)
    for branch in line.branches:
        order = branch.order
        if not isinstance(order, orders.Battle) or not order.target:
            continue
        target = order.target
        if why_never(play, order, action, source) or possible.why_no_move(
            play, seat, source, target, order.armies, action
        ):
            continue
        bar = risks.bar(play, seat, action, target, targets)
        if not bar and branch.when is None:
            return
        bars += [bar] if bar else []
        targets += [target] if branch.when is None else []
    yield from bars


def _action(play: ShogunPlay, seat: str, order: orders.Laid) -> Iterator[Problem]:
    """Find what is in the way of an action as things stand, and what may be."""
    action = order.space
    card = play.seat(seat).plan.get(action, order.card)
    match order:
        case orders.Build():
            why = possible.why_no_room(play, order.what, card)
            few = possible.sentence(why, NOT_NOW) if why else risks.tiles(play, seat, order.what)
            yield from [few] if few else []
        case orders.Tax() | orders.Rice() if markers := play.land(card).revolts:
            farmers = number_of(markers, "farmer")
            yield warning("revolt", f"{farmers} of {card} will rise first.")
        case orders.Battle() if not order.target:
            if play.position.phase != "plan" or play.position.options["season"] == "one mail":
                yield warning("no-target", "Without target and number nothing will move.")
            return
        case orders.Battle():
            why = possible.why_no_move(play, seat, card, order.target, order.armies, action)
            if why:
                yield possible.sentence(why, NOT_NOW)
                return
    yield from risks.threat(play, seat, card, action)
    if isinstance(order, orders.March) and order.target:
        come = possible.deployable(play, seat, action, card)[-1].amount
        why = possible.why_no_move(play, seat, card, order.target, order.armies, "", come)
        if why:
            no_move = possible.sentence(why, "The army is deployed, but will not move on: {}.")
            yield replace(no_move, severity="warning")
        else:
            yield from risks.threat(play, seat, order.target, action)


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


_ACTIONS = (orders.Build, orders.Tax, orders.Rice, orders.Deploy, orders.March, orders.Battle)
JUDGES: Mapping[type[Order], Judge] = {
    **dict.fromkeys(_ACTIONS, _action),
    orders.Bid: _bid,
    orders.RevoltOrder: _revolts,
    orders.Claim: _claim,
    orders.Groups: _groups,
}
"""What may be in the way of an order of a kind."""
