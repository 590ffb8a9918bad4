"""What is wrong with orders, found before a run by the same questions that the run asks."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.games.engine import Problem, error, note, warning
from adjudicator.games.engine.modules import Judge
from adjudicator.games.engine.problems import ImpossibleError, forbid
from adjudicator.games.shogun import orders, possible
from adjudicator.games.shogun.cards import LEAST_PROVINCE_CARDS, PRICES
from adjudicator.games.shogun.play import ShogunPlay
from adjudicator.games.shogun.terms import terms
from adjudicator.orders import Finding, Line, Order, Orders, read_orders
from adjudicator.orders.slots import number_of


def check(play: ShogunPlay, seat: str, given: Orders) -> list[Finding]:
    """Return all that is to be said of a seat's orders."""
    kept, findings = _judge_lines(play, seat, given)
    if play.position.phase == "plan":
        findings += _too_dear(play, seat, kept)
    return findings


def accept(play: ShogunPlay, seat: str, given: Orders) -> tuple[Orders, list[Finding]]:
    """Return the orders that will be carried out, and why the other lines will not.

    The moves that came with the plan are among them unless they are replaced.
    """
    kept, findings = _judge_lines(play, seat, given)
    standing = _with_moves(play, seat, kept)
    if len(standing) > len(kept):
        kept, again = _judge_lines(play, seat, standing)
        findings += again
    return Orders(tuple(kept)), [each for each in findings if each.severity == "error"]


def _with_moves(play: ShogunPlay, seat: str, given: Sequence[Line]) -> Orders:
    """Return accepted lines with the moves that came with the plan and are not replaced."""
    moves = play.seat(seat).moves if play.position.phase == "carry out" else ""
    language = play.language("carry out")
    planned = read_orders(moves, language).orders if moves and language else Orders()
    laid = {line.order.space for line in given if isinstance(line.order, orders.Laid)}
    kept = (
        replace(line, number=0)
        for line in planned
        if not (isinstance(line.order, orders.Laid) and line.order.space in laid)
    )
    return Orders((*given, *kept))


def _judge_lines(play: ShogunPlay, seat: str, given: Orders) -> tuple[list[Line], list[Finding]]:
    """Return the lines that can be carried out, and all findings.

    A line with an error in any of its alternatives is not carried out.
    """
    findings: list[Finding] = []
    kept: list[Line] = []
    spaces: dict[str, str] = {}
    cards: dict[str, str] = {}
    settled: set[type[Order]] = set()
    for line in map(_complete, given):
        problems = list(_problems(play, seat, line))
        if isinstance(line.order, orders.Laid) and not _wrong(problems):
            problems += _twice(line.order, spaces, cards)
        if not _wrong(problems):
            problems += _late_wish(line, settled)
            kept.append(line)
            if isinstance(line.order, orders.Laid):
                spaces[line.order.space] = str(line.order)
                cards[line.order.card] = str(line.order)
        findings += (each.finding(line.number, str(line.order)) for each in dict.fromkeys(problems))
    return kept, findings


def _too_dear(play: ShogunPlay, seat: str, kept: Sequence[Line]) -> Iterator[Finding]:
    """Note that all that is planned costs more than there is, though each by itself is paid."""
    laid = [line.order for line in kept if isinstance(line.order, orders.Laid)]
    chests = play.seat(seat).chests
    cost = sum(
        min(order.offer.chests, chests)
        if isinstance(order, orders.Bid)
        else terms(play, seat, order.space, order.card)[-1].price
        for order in laid
        if isinstance(order, orders.Bid) or order.space in PRICES
    )
    if cost > chests:
        message = (
            f"Bid and actions cost {number_of(cost, 'chest')} together, and you have {chests}. "
            "Taxes may come in first; what cannot be paid when its turn comes is skipped."
        )
        yield Finding(0, "too-dear", "note", "", message)


def _wrong(problems: list[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _problems(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    first = line.order
    for branch in line.branches:
        judge = play.rules.judges.get(type(branch.order))
        if type(branch.order) not in play.rules.orders[play.position.phase]:
            yield error("wrong-phase", "This order belongs to another phase.")
            return
        try:
            yield from judge(play, seat, branch.order) if judge else ()
        except ImpossibleError as impossible:
            yield impossible.problem
    yield from _conditions(line)
    if any(_place(branch.order) != _place(first) for branch in line.branches):
        yield error(
            "alternatives-differ",
            "Alternatives of one line share the action and the province whose card lies on it."
            if isinstance(first, orders.Laid)
            else "Alternatives of one line are orders of one kind.",
        )


def _conditions(line: Line) -> Iterator[Problem]:
    """Find conditions and alternatives where none can be, or where they do not say everything."""
    order = line.order
    if len(line.branches) == 1 and line.branches[0].when is None:
        return
    if isinstance(order, orders.Claim | orders.Group):
        message = "A ranking is made before anything happens: it has no conditions."
        yield error("no-condition", message, str(order))
    elif isinstance(order, orders.Laid) and not order.open_targets:
        message = "A card is laid before anything happens: it has no conditions, no alternatives."
        yield error("no-condition", message, str(order))
    elif isinstance(order, orders.March):
        message = "The army is deployed in any case; conditions and alternatives decide the move."
        yield note("deployed-anyway", message)


def _complete(line: Line) -> Line:
    """Give alternatives of a battle that do not name their source the first one's."""
    first = line.order
    if not isinstance(first, orders.Battle):
        return line
    branches = [
        replace(branch, order=replace(branch.order, source=branch.order.source or first.source))
        if isinstance(branch.order, orders.Battle)
        else branch
        for branch in line.branches
    ]
    return replace(line, branches=tuple(branches))


def _place(order: Order) -> tuple[str, str]:
    return (
        (order.space, order.card) if isinstance(order, orders.Laid) else (type(order).__name__, "")
    )


def _twice(order: orders.Laid, spaces: dict[str, str], cards: dict[str, str]) -> Iterator[Problem]:
    if order.space in spaces:
        message = f"A card lies there already: {spaces[order.space]}."
        hint = (
            "Put another target on an “else:” line below the first." if order.open_targets else ""
        )
        yield error("space-taken", f"{message} {hint}".strip())
    if order.card and order.card in cards:
        yield error(
            "card-used",
            f"The card of {order.card} lies elsewhere already: {cards[order.card]}.",
        )


def _late_wish(line: Line, settled: set[type[Order]]) -> Iterator[Problem]:
    """Find a wish that an earlier line of its kind without conditions has settled already."""
    kind = type(line.order)
    if issubclass(kind, orders.Laid | orders.Continued):
        return
    if kind in settled:
        message = "An earlier line of this kind holds in any case, so this one is never read."
        yield warning("never-read", message, "Put all into one line.")
    elif any(branch.when is None for branch in line.branches):
        settled.add(kind)


def not_own(play: ShogunPlay, seat: str, province: str) -> Problem | None:
    """Return an error if a province is not the seat's own, which it must be to lay its card."""
    if play.is_closed(province):
        return error("closed", f"{province} is out of the game with three players.")
    owner = play.land(province).owner
    held = f"It is {owner}'s" if owner else "It is neutral"
    return error("not-yours", f"{province} is not yours. {held}.") if owner != seat else None


def may_fail(code: str, why: str) -> Iterator[Problem]:
    """Make a reason why not into a warning, if there is one."""
    if why:
        yield warning(code, f"As things stand it will be skipped: {why}.")


def _build(play: ShogunPlay, seat: str, order: orders.Build) -> Iterator[Problem]:
    forbid(not_own(play, seat, order.province))
    yield from may_fail(
        "not-buildable", possible.why_no_building(play, seat, order.what, order.province)
    )


def _collect(play: ShogunPlay, seat: str, order: orders.Tax | orders.Rice) -> Iterator[Problem]:
    forbid(not_own(play, seat, order.province))
    markers = play.land(order.province).revolts
    if markers:
        farmers = f"{markers} farmer{'s' * (markers > 1)}"
        yield warning("revolt", f"{farmers} of {order.province} will rise first.")


def _deploy(play: ShogunPlay, seat: str, order: orders.Deploy | orders.March) -> Iterator[Problem]:
    forbid(not_own(play, seat, order.province))
    why = possible.why_no_deployment(play, seat, order.space, order.province)
    yield from may_fail("not-deployable", why)


def _march(play: ShogunPlay, seat: str, order: orders.March) -> Iterator[Problem]:
    if play.position.phase != "plan":
        forbid(_plan_problem(play, seat, order))
    yield from _deploy(play, seat, order)
    if order.target:
        yield from _moves(play, seat, order, order.province, battle="")


def _battle(play: ShogunPlay, seat: str, order: orders.Battle) -> Iterator[Problem]:
    source = order.source
    if play.position.phase != "plan":
        forbid(_plan_problem(play, seat, order))
        source = play.seat(seat).plan.get(order.space, "")
    elif not source:
        fix = f"battle {order.which} from PROVINCE to {order.target} with {order.armies}"
        forbid(error("no-source", "Say which province's card lies there.", fix))
    else:
        forbid(not_own(play, seat, source))
    if order.target:
        yield from _moves(play, seat, order, source, battle=order.space)
    elif play.position.options["season"] == "one mail":
        yield warning("no-target", "Without target and number nothing will move.")


def _plan_problem(
    play: ShogunPlay, seat: str, order: orders.Battle | orders.March
) -> Problem | None:
    card = play.seat(seat).plan.get(order.space)
    if card is None:
        return error("not-planned", f"No card of yours lies on {order.space}.")
    if order.card and order.card != card:
        return error("not-planned", f"The card on {order.space} is {card}.")
    return None


def _moves(
    play: ShogunPlay, seat: str, order: orders.Battle | orders.March, source: str, battle: str
) -> Iterator[Problem]:
    never = possible.why_never_moves(play, source, order.target)
    come = 0 if battle else possible.deployable(play, seat, order.space, source)[-1].amount
    if never:
        yield error("not-adjacent", f"{never}.")
    elif order.armies.number == 0 and not order.armies.but:
        yield error("no-armies", "Say how many armies move: a number above 0.")
    elif why := possible.why_no_move(play, seat, source, order.target, order.armies, battle, come):
        yield warning("may-fail", f"As things stand it cannot be done: {why}.")


def _bid(play: ShogunPlay, seat: str, order: orders.Bid) -> Iterator[Problem]:
    offer, chests = order.offer, play.seat(seat).chests
    if offer.card:
        forbid(not_own(play, seat, offer.card))
    elif offer.nothing:
        free = play.position.options["empty spaces"] == "free"
        if not free and len(play.provinces_of(seat)) >= LEAST_PROVINCE_CARDS:
            yield error("must-bid", "With cards enough for all spaces you must bid one.", "bid 0")
    elif offer.chests > chests:
        yield warning("short-of-chests", f"You have {chests}; the bid counts as {chests}.")


def _revolts(play: ShogunPlay, seat: str, order: orders.RevoltOrder) -> Iterator[Problem]:
    for province in order.provinces:
        problem = not_own(play, seat, province)
        if problem:
            yield warning(problem.code, problem.message)


def _claim(play: ShogunPlay, seat: str, order: orders.Claim) -> Iterator[Problem]:
    for province in order.provinces:
        if play.is_closed(province):
            message = f"{province} is out of the game with three players."
            yield warning("closed", message)


def _groups(play: ShogunPlay, seat: str, order: orders.Groups) -> Iterator[Problem]:
    groups = play.groups
    if any(order.sizes.count(size) > groups.count(size) for size in order.sizes):
        listed = ", ".join(map(str, groups))
        yield error("no-such-group", f"The groups are {listed}.", f"groups {listed}")


def _group(play: ShogunPlay, seat: str, order: orders.Group) -> Iterator[Problem]:
    if order.size not in play.groups:
        listed = ", ".join(map(str, play.groups))
        yield error("no-such-group", f"The groups are {listed}.")


JUDGES: Mapping[type[Order], Judge] = {
    orders.Build: _build,
    orders.Tax: _collect,
    orders.Rice: _collect,
    orders.Deploy: _deploy,
    orders.March: _march,
    orders.Battle: _battle,
    orders.Bid: _bid,
    orders.RevoltOrder: _revolts,
    orders.Claim: _claim,
    orders.Groups: _groups,
    orders.Group: _group,
}
