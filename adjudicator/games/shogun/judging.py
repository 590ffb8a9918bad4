"""What is wrong with orders, found before a run by the same questions that the run asks."""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.games.shogun.cards import LEAST_PROVINCE_CARDS, PRICES
from adjudicator.games.shogun.orders import (
    Battle,
    Bid,
    Build,
    Claim,
    Continued,
    Deploy,
    DrawBelow,
    Group,
    Groups,
    Laid,
    March,
    Prefer,
    RevoltOrder,
    Rice,
    Tax,
)
from adjudicator.games.shogun.possible import (
    deployable,
    why_never_moves,
    why_no_building,
    why_no_deployment,
    why_no_move,
)
from adjudicator.games.shogun.rules import Judge, Problem
from adjudicator.games.shogun.scene import Scene
from adjudicator.games.shogun.terms import terms
from adjudicator.orders import Finding, Line, Order, Orders


def judged(scene: Scene, seat: str, orders: Orders) -> tuple[Orders, list[Finding]]:
    """Return the orders that can be carried out, and all findings.

    A line with an error in any of its alternatives is not carried out.
    """
    findings: list[Finding] = []
    kept: list[Line] = []
    spaces: dict[str, str] = {}
    cards: dict[str, str] = {}
    settled: set[type[Order]] = set()
    for line in map(_completed, orders):
        problems = list(_problems(scene, seat, line))
        if isinstance(line.order, Laid) and not _wrong(problems):
            problems += _twice(line.order, spaces, cards)
        if not _wrong(problems):
            problems += _never_reached(line, settled)
            kept.append(line)
            if isinstance(line.order, Laid):
                spaces[line.order.space] = str(line.order)
                cards[line.order.card] = str(line.order)
        findings += (
            Finding(line.number, each.code, each.severity, str(line.order), each.message, each.fix)
            for each in dict.fromkeys(problems)
        )
    if scene.position.phase == "plan":
        findings += _too_dear(scene, seat, kept)
    return Orders(tuple(kept)), findings


def _too_dear(scene: Scene, seat: str, kept: list[Line]) -> Iterator[Finding]:
    """Note that all that is planned costs more than there is, though each by itself is paid."""
    laid = [line.order for line in kept if isinstance(line.order, Laid)]
    chests = scene.seat(seat).chests
    cost = sum(
        min(order.offer.chests, chests)
        if isinstance(order, Bid)
        else terms(scene, seat, order.space, order.card)[-1].price
        for order in laid
        if isinstance(order, Bid) or order.space in PRICES
    )
    if cost > chests:
        message = (
            f"Bid and actions cost {cost} chests together, and you have {chests}. Taxes may come in"
            " first; what cannot be paid when its turn comes is skipped."
        )
        yield Finding(0, "too-dear", "note", "", message)


def _wrong(problems: list[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _problems(scene: Scene, seat: str, line: Line) -> Iterator[Problem]:
    first = line.order
    for branch in line.branches:
        judge = scene.rules.judges.get(type(branch.order))
        if judge is None or type(branch.order) not in scene.rules.kinds[scene.position.phase]:
            yield Problem("error", "wrong-phase", "This order belongs to another phase.")
            return
        yield from judge(scene, seat, branch.order)
    yield from _conditions(line)
    if any(_place(branch.order) != _place(first) for branch in line.branches):
        yield Problem(
            "error",
            "alternatives-differ",
            "Alternatives of one line share the action and the province whose card lies on it."
            if isinstance(first, Laid)
            else "Alternatives of one line are orders of one kind.",
        )


def _conditions(line: Line) -> Iterator[Problem]:
    """Find conditions and alternatives where none can be, or where they do not say everything."""
    order = line.order
    if len(line.branches) == 1 and line.branches[0].when is None:
        return
    if isinstance(order, Claim | Group):
        message = "A ranking is made before anything happens: it has no conditions."
        yield Problem("error", "no-condition", message, str(order))
    elif isinstance(order, Laid) and not order.open_targets:
        message = "A card is laid before anything happens: it has no conditions, no alternatives."
        yield Problem("error", "no-condition", message, str(order))
    elif isinstance(order, March):
        message = "The army is deployed in any case; conditions and alternatives decide the move."
        yield Problem("note", "deployed-anyway", message)


def _completed(line: Line) -> Line:
    """Give alternatives of a battle that do not name their source the first one's."""
    first = line.order
    if not isinstance(first, Battle) or not first.source:
        return line
    return replace(
        line,
        branches=tuple(
            replace(branch, order=replace(branch.order, source=first.source))
            if isinstance(branch.order, Battle) and not branch.order.source
            else branch
            for branch in line.branches
        ),
    )


def _place(order: Order) -> tuple[str, str]:
    return (order.space, order.card) if isinstance(order, Laid) else (type(order).__name__, "")


def _twice(order: Laid, spaces: dict[str, str], cards: dict[str, str]) -> Iterator[Problem]:
    if order.space in spaces:
        message = f"A card lies there already: {spaces[order.space]}."
        hint = (
            "Put another target on an “else:” line below the first." if order.open_targets else ""
        )
        yield Problem("error", "space-taken", f"{message} {hint}".strip())
    if order.card and order.card in cards:
        yield Problem(
            "error",
            "card-used",
            f"The card of {order.card} lies elsewhere already: {cards[order.card]}.",
        )


def _never_reached(line: Line, settled: set[type[Order]]) -> Iterator[Problem]:
    """Find a wish that an earlier line of its kind without conditions has settled already."""
    kind = type(line.order)
    if issubclass(kind, Laid | Continued):
        return
    if kind in settled:
        message = "An earlier line of this kind holds in any case, so this one is never read."
        yield Problem("warning", "never-read", message, "Put all into one line.")
    elif any(branch.when is None for branch in line.branches):
        settled.add(kind)


def not_own(scene: Scene, seat: str, province: str) -> Iterator[Problem]:
    """Find an error if a province is not the seat's own, which it must be to lay its card."""
    if scene.closed(province):
        yield Problem("error", "closed", f"{province} is out of the game with three players.")
    elif scene.land(province).owner != seat:
        owner = scene.land(province).owner
        held = f"It is {owner}'s" if owner else "It is neutral"
        yield Problem("error", "not-yours", f"{province} is not yours. {held}.")


def may_fail(code: str, why: str) -> Iterator[Problem]:
    """Make a reason why not into a warning, if there is one."""
    if why:
        yield Problem("warning", code, f"As things stand it will be skipped: {why}.")


def _build(scene: Scene, seat: str, order: Build) -> Iterator[Problem]:
    yield from (problems := list(not_own(scene, seat, order.province)))
    if not problems:
        yield from may_fail(
            "not-buildable", why_no_building(scene, seat, order.what, order.province)
        )


def _collect(scene: Scene, seat: str, order: Tax | Rice) -> Iterator[Problem]:
    yield from (problems := list(not_own(scene, seat, order.province)))
    markers = 0 if problems else scene.land(order.province).revolts
    if markers:
        farmers = f"{markers} farmer{'s' * (markers > 1)}"
        yield Problem("warning", "revolt", f"{farmers} of {order.province} will rise first.")


def _deploy(scene: Scene, seat: str, order: Deploy | March) -> Iterator[Problem]:
    yield from (problems := list(not_own(scene, seat, order.province)))
    if not problems:
        yield from may_fail(
            "not-deployable", why_no_deployment(scene, seat, order.space, order.province)
        )


def _march(scene: Scene, seat: str, order: March) -> Iterator[Problem]:
    problems = [] if scene.position.phase == "plan" else list(_as_planned(scene, seat, order))
    problems += () if problems else _deploy(scene, seat, order)
    yield from problems
    if order.target and not _wrong(problems):
        yield from _moves(scene, seat, order, order.province, battle="")


def _battle(scene: Scene, seat: str, order: Battle) -> Iterator[Problem]:
    source = order.source
    if scene.position.phase != "plan":
        yield from (problems := list(_as_planned(scene, seat, order)))
        source = scene.seat(seat).plan.get(order.space, "")
    elif not source:
        fix = f"battle {order.which} from PROVINCE to {order.target} with {order.armies}"
        yield Problem("error", "no-source", "Say which province's card lies there.", fix)
        return
    else:
        yield from (problems := list(not_own(scene, seat, source)))
    if problems:
        return
    if order.target:
        yield from _moves(scene, seat, order, source, battle=order.space)
    elif scene.position.options["season"] == "one mail":
        yield Problem("warning", "no-target", "Without target and number nothing will move.")


def _as_planned(scene: Scene, seat: str, order: Battle | March) -> Iterator[Problem]:
    card = scene.seat(seat).plan.get(order.space)
    if card is None:
        yield Problem("error", "not-planned", f"No card of yours lies on {order.space}.")
    elif order.card and order.card != card:
        yield Problem("error", "not-planned", f"The card on {order.space} is {card}.")


def _moves(
    scene: Scene, seat: str, order: Battle | March, source: str, battle: str
) -> Iterator[Problem]:
    never = why_never_moves(scene, source, order.target)
    come = 0 if battle else deployable(scene, seat, order.space, source)[-1].amount
    if never:
        yield Problem("error", "not-adjacent", f"{never}.")
    elif order.armies.number == 0 and not order.armies.but:
        yield Problem("error", "no-armies", "Say how many armies move: a number above 0.")
    elif why := why_no_move(scene, seat, source, order.target, order.armies, battle, come):
        yield Problem("warning", "may-fail", f"As things stand it cannot be done: {why}.")


def _bid(scene: Scene, seat: str, order: Bid) -> Iterator[Problem]:
    offer, chests = order.offer, scene.seat(seat).chests
    if offer.card:
        yield from not_own(scene, seat, offer.card)
    elif offer.nothing:
        free = scene.position.options["empty spaces"] == "free"
        if not free and len(scene.own(seat)) >= LEAST_PROVINCE_CARDS:
            yield Problem(
                "error", "must-bid", "With cards enough for all spaces you must bid one.", "bid 0"
            )
    elif offer.chests > chests:
        yield Problem(
            "warning", "short-of-chests", f"You have {chests}; the bid counts as {chests}."
        )


def _nothing(scene: Scene, seat: str, order: Order) -> Iterator[Problem]:
    return iter(())


def _revolts(scene: Scene, seat: str, order: RevoltOrder) -> Iterator[Problem]:
    for province in order.provinces:
        for problem in not_own(scene, seat, province):
            yield Problem("warning", problem.code, problem.message)


def _claim(scene: Scene, seat: str, order: Claim) -> Iterator[Problem]:
    for province in order.provinces:
        if scene.closed(province):
            message = f"{province} is out of the game with three players."
            yield Problem("warning", "closed", message)


def _groups(scene: Scene, seat: str, order: Groups) -> Iterator[Problem]:
    groups = scene.groups
    if any(order.sizes.count(size) > groups.count(size) for size in order.sizes):
        listed = ", ".join(map(str, groups))
        yield Problem("error", "no-such-group", f"The groups are {listed}.", f"groups {listed}")


def _group(scene: Scene, seat: str, order: Group) -> Iterator[Problem]:
    if order.size not in scene.groups:
        listed = ", ".join(map(str, scene.groups))
        yield Problem("error", "no-such-group", f"The groups are {listed}.")


JUDGES: dict[type[Order], Judge] = {
    Build: _build,
    Tax: _collect,
    Rice: _collect,
    Deploy: _deploy,
    March: _march,
    Battle: _battle,
    Bid: _bid,
    Prefer: _nothing,
    RevoltOrder: _revolts,
    Claim: _claim,
    Groups: _groups,
    Group: _group,
    DrawBelow: _nothing,
}
