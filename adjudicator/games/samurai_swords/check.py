"""Judging orders beforehand, by what became of them in a rehearsal with the rules that count."""

from collections.abc import Iterator
from typing import Any

from adjudicator.games.engine import Outcome
from adjudicator.games.samurai_swords.castles import pieces_in_tray
from adjudicator.games.samurai_swords.edition import RONIN_A_KOKU
from adjudicator.games.samurai_swords.orders import MISSIONS, Build, HideRonin, PreferTurn
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.rehearsal import rehearse
from adjudicator.games.samurai_swords.ronin import ronin_in_tray
from adjudicator.games.samurai_swords.war_orders import STOPS, Advance, JoinArmy, MoveForce
from adjudicator.orders import Finding, Line, Orders, Severity


def check(play: SwordsPlay, seat: str, orders: Orders) -> list[Finding]:
    """Return what is to be said of the orders, in the order of the lines."""
    trial = rehearse(play, seat, orders)
    outcomes = trial.outcomes[seat]
    found = [f for outcome in outcomes if (f := _finding(play, trial, seat, outcome))]
    found += _short(play, seat, outcomes)
    found += _never(play, orders, {f.line for f in found if f.severity == "error"})
    return sorted(found, key=lambda finding: finding.line)


def _finding(play: SwordsPlay, trial: SwordsPlay, seat: str, outcome: Outcome) -> Finding | None:
    line, problem = outcome.line, outcome.problem
    if outcome.word == "done":
        return _risk(trial, seat, line)
    read = str(line.branches[outcome.branch].order)
    if problem is None:
        message = "No condition of this line holds as things stand; it is judged when it is due."
        return Finding(line.number, "conditional", "warning", read, message)
    message, severity = problem.message, problem.severity
    if outcome.is_done:
        message, severity = f"Carried out in part: {message}", "warning"
    # Another alternative may be possible when it is due.
    elif len(line.branches) > 1 or (
        severity == "warning" and _is_contingent(play, trial, seat, outcome)
    ):
        message = f"{message} (As things stand; that may change before it is due.)"
        severity = "warning"
    else:
        severity = "error"
    return Finding(line.number, problem.code, severity, read, message, problem.fix)


def _risk(trial: SwordsPlay, seat: str, line: Line) -> Finding | None:
    """Warn of what is fine only if a battle is won, and of a wish that nothing was bid for."""
    if isinstance(line.order, PreferTurn) and not trial.plan(seat).turn:
        message = "Nothing is bid for the turn order: your place is drawn."
        return Finding(line.number, "no-bid", "warning", str(line.order), message)
    if isinstance(line.order, MoveForce | JoinArmy | Advance):
        source, target = _places(line.order)
        risky = [place for place in (target, source) if place in trial.turn.at_stake]
        if risky:
            message = f"Depends on the battle for {risky[0]}."
            return Finding(line.number, "depends-on-battle", "warning", str(line.order), message)
    return None


def _is_contingent(play: SwordsPlay, trial: SwordsPlay, seat: str, outcome: Outcome) -> bool:
    """Whether a battle, or the turns before, could still make the order possible."""
    position = play.position
    turn = trial.position.turn
    if not turn or isinstance(outcome.line.order, MISSIONS):
        return True
    if not position.active and position.turn_order and position.turn_order[0] != seat:
        return True
    order: Any = outcome.line.branches[outcome.branch].order
    if getattr(order, "army", "") in turn.attacks:
        return True
    return any(place in turn.at_stake for place in _places(order) if place)


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


def _places(order: Any) -> tuple[str, str]:
    return getattr(order, "source", ""), getattr(order, "target", "")


def _never(play: SwordsPlay, orders: Orders, already: set[int]) -> Iterator[Finding]:
    """Find alternatives that were not tried and can never be carried out.

    One bad alternative does not take the rest of its line with it.
    """
    for line in orders:
        for branch in line.branches:
            source, target = _places(branch.order)
            apart = source and target and not play.board.adjacent(source, target)
            if apart and line.number not in already and type(branch.order) not in STOPS:
                message = f"{target} does not lie next to {source}."
                severity: Severity = "error" if len(line.branches) == 1 else "warning"
                yield Finding(line.number, "not-adjacent", severity, str(branch.order), message)
