"""What is wrong with orders, found before a run by the same questions that the run asks.

An error is what no course of events could carry out. What depends on the draws or on others is a
warning, and says on what.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.games.engine import Problem, error, note, warning
from adjudicator.games.engine.modules import Judge
from adjudicator.games.shogun.chapters import possible
from adjudicator.games.shogun.chapters.plans import Laying, fillers, why_never, why_not_own
from adjudicator.games.shogun.judging import risks
from adjudicator.games.shogun.judging.purse import laid_cards, shortages
from adjudicator.games.shogun.orders import orders
from adjudicator.games.shogun.rules import Remark
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders import Finding, Line, Order, Orders, read_orders
from adjudicator.orders.language.nouns import number_of


def check(play: ShogunPlay, seat: str, given: Orders) -> list[Finding]:
    """Return all that is to be said of a seat's orders, in the order of the lines."""
    kept, findings = _judge_lines(play, seat, given)
    for review in play.rules.reviews:
        findings += (_finding(line, problem) for line, problem in review(play, seat, kept))
    return sorted(dict.fromkeys(findings), key=lambda each: each.line)


def accept(play: ShogunPlay, seat: str, given: Orders) -> tuple[Orders, list[Finding]]:
    """Return the orders that will be carried out, and why the other lines will not.

    The moves that came with the plan are among them unless they are replaced.
    """
    kept, findings = _judge_lines(play, seat, given)
    standing = with_moves(play, seat, kept)
    if len(standing) > len(kept):
        kept, again = _judge_lines(play, seat, standing)
        findings += again
    return Orders(tuple(kept)), [each for each in findings if each.severity == "error"]


def with_moves(play: ShogunPlay, seat: str, given: Sequence[Line]) -> Orders:
    """Return lines with the moves that came with the plan and are not replaced."""
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
    """Return the lines that can be carried out, and all findings."""
    findings: list[Finding] = []
    kept: list[Line] = []
    laying = Laying(play, seat)
    settled: set[type[Order]] = set()
    for line in map(_complete, given):
        why = _wrong_phase(play, line) or laying.why_not(line)
        problems = [why] if why else list(_problems(play, seat, line))
        if not _wrong(problems):
            problems += _late_wish(line, settled)
            laying.lay(line)
            kept.append(line)
        findings += (_finding(line, each) for each in dict.fromkeys(problems))
    return kept, findings


def _finding(line: Line, problem: Problem) -> Finding:
    return problem.finding(line.number, str(line.order))


def _wrong(problems: list[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _wrong_phase(play: ShogunPlay, line: Line) -> Problem | None:
    if type(line.order) in play.rules.orders[play.position.phase]:
        return None
    return error("wrong-phase", "This order belongs to another phase.")


def _problems(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    """Find what is wrong with a line by itself; it can be done if one of its alternatives can."""
    for branch in line.branches:
        yield from _judge_branch(play, seat, line, branch.order)
    yield from _conditions(line)


def _judge_branch(play: ShogunPlay, seat: str, line: Line, order: Order) -> Iterator[Problem]:
    first = line.order
    if isinstance(first, orders.Battle | orders.March):
        card = play.seat(seat).plan.get(first.space, "") or first.card
        never = why_never(play, order, first.space, card)
        if never:
            yield replace(never, severity="warning")
            return
    elif type(order) is not type(first):
        yield warning("alternatives-differ", "Alternatives of one line are orders of one kind.")
        return
    judge = play.rules.judges.get(type(order))
    yield from judge(play, seat, order) if judge else ()


def _conditions(line: Line) -> Iterator[Problem]:
    """Find conditions and alternatives where none can be, or where they do not say everything."""
    order = line.order
    if len(line.branches) == 1 and line.branches[0].when is None:
        return
    if isinstance(order, orders.Claim | orders.Group):
        message = "A ranking is made before anything happens: it has no conditions."
        yield error("no-condition", message, str(order))
    elif isinstance(order, orders.Laid) and not order.open_targets:
        message = "A card is laid before anything happens: its alternatives are never read."
        yield warning("no-condition", message, str(order))
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


def _late_wish(line: Line, settled: set[type[Order]]) -> Iterator[Problem]:
    """Find a wish that an earlier line of its kind without conditions has settled already."""
    kind = type(line.order)
    if issubclass(kind, orders.Laid | orders.Continued):
        return
    if kind in settled:
        message = (
            "An earlier line of this kind holds in any case, so this one is never read."
            " Put all into one line."
        )
        yield warning("never-read", message)
    elif any(branch.when is None for branch in line.branches):
        settled.add(kind)


def review(play: ShogunPlay, seat: str, lines: list[Line]) -> Iterator[Remark]:
    """Find what chests and supply do not do for, and own revolts where armies are to go."""
    laid = [line.order for line in lines if isinstance(line.order, orders.Laid)]
    if play.position.phase == "plan":
        laid += fillers(play, seat, Orders(tuple(lines)))
        cards = laid_cards(laid)
    else:
        cards = dict(play.seat(seat).plan)
    bid = next((order for order in laid if isinstance(order, orders.Bid)), None)
    short = shortages(play, seat, cards, bid)
    for line in lines:
        order = line.order
        if isinstance(order, orders.Laid) and order.space in short:
            yield line, short[order.space]
        if isinstance(order, orders.March):
            yield from ((line, each) for each in _own_revolts(play, line, cards))
        if isinstance(order, orders.Battle):
            yield from ((line, each) for each in _bars(play, seat, line))


def _own_revolts(play: ShogunPlay, line: Line, cards: Mapping[str, str]) -> Iterator[Problem]:
    """Find targets of a move that a revolt against the seat's own taxes may cost it first."""
    targets = {
        branch.order.target for branch in line.branches if isinstance(branch.order, orders.March)
    }
    for action in ("tax", "rice"):
        province = cards.get(action, "")
        rises = bool(province) and province in targets and play.land(province).revolts > 0
        if rises and risks.may_come_first(play, action, "deploy 1"):
            yield warning("revolt", f"The farmers of {province} may take it first.")


def _threat(play: ShogunPlay, seat: str, action: str, province: str) -> Iterator[Problem]:
    problem = risks.threat(play, seat, province, action)
    if problem:
        yield problem


def _as_things_stand(problem: Problem | None) -> Iterator[Problem]:
    """Make a reason why not into a sentence, if there is one."""
    if problem:
        message = f"As things stand it will not be done: {problem.message}."
        yield replace(problem, message=message)


def _build(play: ShogunPlay, seat: str, order: orders.Build) -> Iterator[Problem]:
    if why_not_own(play, seat, order.province):
        return
    why = possible.why_no_room(play, order.what, order.province)
    few = risks.tiles(play, seat, order.what)
    if why:
        yield from _as_things_stand(why)
    elif few:
        yield few
    yield from _threat(play, seat, order.space, order.province)


def _collect(play: ShogunPlay, seat: str, order: orders.Tax | orders.Rice) -> Iterator[Problem]:
    if why_not_own(play, seat, order.province):
        return
    markers = play.land(order.province).revolts
    if markers:
        farmers = number_of(markers, "farmer")
        yield warning("revolt", f"{farmers} of {order.province} will rise first.")
    yield from _threat(play, seat, order.space, order.province)


def _deploy(play: ShogunPlay, seat: str, order: orders.Deploy) -> Iterator[Problem]:
    if not why_not_own(play, seat, order.province):
        yield from _threat(play, seat, order.space, order.province)


def _march(play: ShogunPlay, seat: str, order: orders.March) -> Iterator[Problem]:
    if why_not_own(play, seat, order.province):
        return
    yield from _threat(play, seat, order.space, order.province)
    if not order.target:
        return
    come = possible.deployable(play, seat, order.space, order.province)[-1].amount
    why = possible.why_no_move(play, seat, order.province, order.target, order.armies, "", come)
    if why:
        yield warning(why.code, f"The army is deployed, but will not move on: {why.message}.")
    else:
        yield from _threat(play, seat, order.space, order.target)


def _battle(play: ShogunPlay, seat: str, order: orders.Battle) -> Iterator[Problem]:
    source = _source(play, seat, order)
    if not source or why_not_own(play, seat, source):
        return
    if not order.target:
        if play.position.phase != "plan" or play.position.options["season"] == "one mail":
            yield warning("no-target", "Without target and number nothing will move.")
        return
    why = possible.why_no_move(play, seat, source, order.target, order.armies, order.space)
    yield from _as_things_stand(why)
    if not why:
        yield from _threat(play, seat, order.space, source)


def _source(play: ShogunPlay, seat: str, order: orders.Battle) -> str:
    """Return where an attack starts from: in the plan as ordered, later where the card lies."""
    if play.position.phase == "plan":
        return order.source
    return play.seat(seat).plan.get(order.space, "")


def _bars(play: ShogunPlay, seat: str, line: Line) -> Iterator[Problem]:
    """Find what may spare the targets of a battle, unless one will be attacked in any case."""
    found: list[Problem] = []
    targets: list[str] = []
    for branch in line.branches:
        order = branch.order
        if not isinstance(order, orders.Battle) or not _can_attack(play, seat, line, order):
            continue
        bar = risks.bar(play, seat, order.space, order.target, targets)
        if bar:
            found.append(bar)
        elif branch.when is None:
            return
        if branch.when is None:
            targets.append(order.target)
    yield from found


def _can_attack(play: ShogunPlay, seat: str, line: Line, order: orders.Battle) -> bool:
    """Whether an alternative of a battle can be carried out as things stand."""
    first = line.order
    if not (isinstance(first, orders.Battle) and order.target):
        return False
    source = _source(play, seat, first)
    return not why_never(play, order, first.space, source) and not possible.why_no_move(
        play, seat, source, order.target, order.armies, order.space
    )


def _bid(play: ShogunPlay, seat: str, order: orders.Bid) -> Iterator[Problem]:
    bid, chests = order.offer.chests, play.seat(seat).chests
    if bid > chests:
        yield warning("chests", f"You have {chests}; the bid counts as {chests}.")


def _revolts(play: ShogunPlay, seat: str, order: orders.RevoltOrder) -> Iterator[Problem]:
    for province in order.provinces:
        problem = why_not_own(play, seat, province)
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
        yield warning("no-such-group", f"The groups are {listed}.", f"groups {listed}")


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
}
