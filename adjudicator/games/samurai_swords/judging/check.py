"""Judging orders beforehand, by what becomes of them in rehearsals with the rules that count.

An error is what no course of events could carry out; a warning says on what it depends.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.games.engine import Outcome
from adjudicator.games.samurai_swords.chapters.attacks import STAYS
from adjudicator.games.samurai_swords.chapters.castles import pieces_in_tray
from adjudicator.games.samurai_swords.chapters.marches import FALLEN
from adjudicator.games.samurai_swords.chapters.ronin import ronin_in_tray
from adjudicator.games.samurai_swords.edition import RONIN_A_KOKU
from adjudicator.games.samurai_swords.judging.fewer import TOO_MANY, with_fewer
from adjudicator.games.samurai_swords.judging.outlook import fates
from adjudicator.games.samurai_swords.judging.possible import Reach, is_impossible, is_never, reach
from adjudicator.games.samurai_swords.judging.rehearsal import rehearse, seats_before
from adjudicator.games.samurai_swords.judging.scenarios import Fate
from adjudicator.games.samurai_swords.modes.wrong_heading import under_ally
from adjudicator.games.samurai_swords.orders.orders import Build, HideRonin, PreferTurn
from adjudicator.games.samurai_swords.table.play import TURN_OVER, SwordsPlay
from adjudicator.orders import Finding, Line, Orders

UNTOLD = (FALLEN, STAYS, TURN_OVER.code)
"""The codes of causes of which nobody needs to be warned: who has fallen does nothing more."""


Trials = Sequence[tuple[Fate, dict[int, Outcome]]]
"""What becomes of lines under each fate, by their ``id``: of those to which it may matter."""


def check(play: SwordsPlay, seat: str, orders: Orders) -> list[Finding]:
    """Return what is to be said of the orders, in the order of the lines."""
    best = rehearse(play, seat, orders)
    outcomes = best.outcomes[seat]
    trials = [
        (fate, {id(each.line): each for each in rehearse(play, seat, lines, fate).outcomes[seat]})
        for fate, lines in fates(play, seat, orders, best)
    ]
    most = reach(play, seat, orders) if play.at_war else None
    found = [_short(play, seat, outcomes), _unbid(best, seat, orders)]
    for outcome in outcomes:
        found.append(_findings(play, seat, outcome, trials, id(outcome.line) in best.sure, most))
    found += [remark(play, seat, outcomes) for remark in play.rules.remarks]
    found.append(_never(play, seat, orders, outcomes, most))
    listed = [finding for each in found for finding in each]
    fixed = _fix(play, seat, orders, sorted(listed, key=lambda finding: finding.line))
    return list(fixed)


def _fix(
    play: SwordsPlay, seat: str, orders: Orders, found: Sequence[Finding]
) -> Iterator[Finding]:
    """Yield the findings; to those of too many units the same line with fewer is added."""
    lines = {line.number: line for line in orders}
    for each in found:
        finding = under_ally(play, seat, lines.get(each.line), each)
        fix = finding.fix
        if finding.code in TOO_MANY and not fix and finding.line in lines:
            fix = with_fewer(play, seat, orders, lines[finding.line])
        yield replace(finding, fix=fix)


def _findings(
    play: SwordsPlay,
    seat: str,
    outcome: Outcome,
    trials: Trials,
    sure: bool,
    most: Reach | None,
) -> Iterator[Finding]:
    """Say what speaks against a line, if anything does."""
    line, problem = outcome.line, outcome.problem
    read = str(line.branches[outcome.branch].order)
    if outcome.word == "partly" and problem:
        message = f"Carried out in part: {problem.message}"
        yield Finding(line.number, problem.code, "warning", read, message, problem.fix)
    elif outcome.is_done:
        yield from _risk(play, seat, outcome, trials, read)
    elif outcome.word == "noted":
        message = "A reserve: it counts if your lines before it cannot all be carried out."
        yield Finding(line.number, "reserve", "note", read, message)
    elif problem is None:
        message = "No condition of this line holds as things stand; it is judged when it is due."
        yield Finding(line.number, "conditional", "warning", read, message)
    elif sure or _is_hopeless(play, seat, line, problem.code, most):
        yield Finding(line.number, problem.code, "error", read, problem.message, problem.fix)
    else:
        message = f"{problem.message} {_hope(play, seat, line, trials)}"
        yield Finding(line.number, problem.code, "warning", read, message, problem.fix)


def _is_hopeless(play: SwordsPlay, seat: str, line: Line, code: str, most: Reach | None) -> bool:
    orders = [branch.order for branch in line.branches]
    if len(orders) == 1 and is_never(play, code, orders[0]):
        return True
    return most is not None and all(is_impossible(play, seat, each, most) for each in orders)


def _hope(play: SwordsPlay, seat: str, line: Line, trials: Trials) -> str:
    """Say on what it depends that a line can be carried out, which fails as things stand."""
    for fate, outcomes in trials:
        other = outcomes.get(id(line))
        if other is not None and other.is_done:
            return f"(It can be done, depending on {fate.on}.)"
    before = seats_before(play, seat)
    if before:
        return f"(As things stand; {' and '.join(before)} may change that before your turn.)"
    return "(As things stand; that may change before it is due.)"


def _risk(
    play: SwordsPlay, seat: str, outcome: Outcome, trials: Trials, read: str
) -> Iterator[Finding]:
    """Warn of what is fine as things stand, and may fail."""
    line = outcome.line
    for fate, outcomes in trials:
        other = outcomes.get(id(line))
        if other is None or other.problem is None or outcome.word == "partly":
            continue
        if other.problem.code in UNTOLD:
            continue
        message = f"Depends on {fate.on}: {other.problem.message}"
        yield Finding(line.number, fate.code, "warning", read, message)
        return


def _unbid(best: SwordsPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Warn of wishes for a place in the turn order if nothing is bid for it."""
    for line in orders:
        if isinstance(line.order, PreferTurn) and not best.plan(seat).turn:
            message = "Nothing is bid for the turn order: your place is drawn."
            yield Finding(line.number, "no-bid", "warning", str(line.order), message)


def _short(play: SwordsPlay, seat: str, outcomes: list[Outcome]) -> Iterator[Finding]:
    """Warn of pieces that the seats earlier in the turn order may take before (Actions 3 and 5)."""
    order = play.position.turn_order
    if play.position.phase != "muster" or seat not in order:
        return
    plans = [plan for other in order[: order.index(seat)] if (plan := play.colour(other).plan)]
    ronin = ronin_in_tray(play) - sum(plan.ronin for plan in plans) * RONIN_A_KOKU
    for outcome in outcomes:
        if not outcome.is_done:
            continue
        done = outcome.line.branches[outcome.branch].order
        if isinstance(done, Build):
            piece: str = done.building
            left = pieces_in_tray(play, piece) - sum(plan.build > 0 for plan in plans) - 1
        elif isinstance(done, HideRonin):
            piece = "ronin"
            left = ronin = ronin - done.number
        else:
            continue
        if left < 0:
            message = f"The tray may have no {piece} left: others come before you."
            yield Finding(outcome.line.number, "may-run-out", "warning", str(done), message)


def _never(
    play: SwordsPlay, seat: str, orders: Orders, outcomes: list[Outcome], most: Reach | None
) -> Iterator[Finding]:
    """Find alternatives that can never be carried out, of lines of which another can."""
    failed = {id(outcome.line) for outcome in outcomes if not outcome.is_done}
    for line in orders if most is not None else ():
        if id(line) in failed or len(line.branches) == 1:
            continue
        for branch in line.branches:
            if most is not None and is_impossible(play, seat, branch.order, most):
                message = "This alternative can never be carried out."
                yield Finding(line.number, "never", "warning", str(branch.order), message)
