"""Judging orders beforehand: they are carried out on the seat's view, without dice.

An error is what no course of events could carry out; a warning says on what it depends.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.games.contract import NOT_YOUR_TURN
from adjudicator.games.engine import Outcome, Problem, error, warning
from adjudicator.games.engine.lines import fail, judge
from adjudicator.games.gekokujo.chapters.campaign import move_units, same_sea
from adjudicator.games.gekokujo.chapters.war import why_no_trade
from adjudicator.games.gekokujo.orders.orders import (
    AcceptPact,
    Fight,
    HireAssassin,
    HireForOperation,
    Move,
    Nanban,
    OfferPact,
    StartWith,
)
from adjudicator.games.gekokujo.orders.policies import KEPT, note_policies_of
from adjudicator.games.gekokujo.printed import BUSHI_MOVES, DAIMYO, DAIMYO_MOVES, NINJA_PRICE
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Finding, Line, Order, Orders, Severity
from adjudicator.orders.language.nouns import listing

OUT = error("out", "You are out of the game.")


def answer_rest(play: GekokujoPlay, seat: str) -> None:
    """Answer the lines that no step has answered: wishes, and what came out of turn."""
    answered = {id(outcome.line) for outcome in play.outcomes[seat]}
    for line in play.orders[seat]:
        if line.number and id(line) not in answered:
            play.keep(seat, _rest(play, seat, line))


def _rest(play: GekokujoPlay, seat: str, line: Line) -> Outcome:
    """Return what became of a line that no step was for."""
    if play.over and not play.house(seat).out:
        return Outcome(line, "skipped", "The game ended before this line was due.")
    late = why_not_now(play, seat, line.order)
    return fail(line, 0, late) if late else Outcome(line, "noted")


def why_not_now(play: GekokujoPlay, seat: str, order: Order) -> Problem | None:
    """Say why a line is out of place: of another phase, or not a policy in another's turn."""
    active = play.position.active
    if play.house(seat).out:
        return OUT
    if not play.asks_for(type(order)):
        return error("wrong-phase", "This order belongs to another phase.")
    if play.is_active(seat) or isinstance(order, KEPT):
        return None
    message = f"It is the turn of {active}; you can change policies only."
    return error(NOT_YOUR_TURN, message)


def check(play: GekokujoPlay, seat: str, orders: Orders) -> list[Finding]:
    """Return what is to be said of the orders, in the order of the lines."""
    trial = rehearse(play, seat, orders)
    found: list[Finding] = []
    for outcome in trial.outcomes[seat]:
        said = list(_findings(play, trial, seat, outcome))
        found += said
        if not any(each.severity == "error" for each in said):
            found += _never(trial, seat, outcome)
    found += _of_wishes(trial, seat, orders)
    return sorted(dict.fromkeys(found), key=lambda finding: finding.line)


def rehearse(play: GekokujoPlay, seat: str, orders: Orders) -> GekokujoPlay:
    """Carry a seat's orders out in a play of its own, before anybody rolls a die."""
    wrong = [line for line in orders if why_not_now(play, seat, line.order)]
    rest = Orders(tuple(line for line in orders if line not in wrong))
    trial = GekokujoPlay(play.position, play.rules, play.board, None, {seat: rest}, play.language)
    for line in wrong:
        trial.keep(seat, fail(line, 0, why_not_now(play, seat, line.order)))
    if play.house(seat).out:
        return trial
    note_policies_of(trial, seat)
    if play.is_active(seat):
        for moment in ("sow", "path", "spend", "negotiate"):
            trial.carry_out(seat, moment)
        if trial.asks_for(Move):
            move_units(trial, seat)
    return trial


def _findings(
    play: GekokujoPlay, trial: GekokujoPlay, seat: str, outcome: Outcome
) -> Iterator[Finding]:
    """Say what speaks against a line, if anything does."""
    line, problem = outcome.line, outcome.problem
    read = str(line.branches[outcome.branch].order)
    if outcome.word == "skipped":
        message = "No condition of this line holds as things stand; it is judged when it is due."
        yield Finding(line.number, "conditional", "warning", read, message)
    elif outcome.word == "noted" or (outcome.is_done and problem is None):
        why = risk(play, seat, line)
        if why:
            yield why.finding(line.number, read)
    elif problem is not None:
        severity: Severity = "error" if _is_hopeless(trial, seat, line, problem) else "warning"
        yield replace(problem, severity=severity).finding(line.number, read)


def _never(trial: GekokujoPlay, seat: str, outcome: Outcome) -> Iterator[Finding]:
    """Find alternatives that can never be carried out, of a line of which another can."""
    line, rules = outcome.line, trial.rules.due_with(type(outcome.line.order))
    for branch in line.branches if len(line.branches) > 1 and rules else ():
        problem = judge(trial, seat, branch.order, rules)
        if problem is not None and problem.severity == "error" and problem != outcome.problem:
            message = f"This alternative can never be carried out: {problem.message}"
            yield Finding(line.number, "never", "warning", str(branch.order), message)


def _is_hopeless(play: GekokujoPlay, seat: str, line: Line, problem: Problem) -> bool:
    """Whether no alternative of a line can ever be carried out."""
    if problem.severity != "error" or len(line.branches) == 1:
        return problem.severity == "error"
    rules = play.rules.due_with(type(line.order))
    judged = [judge(play, seat, branch.order, rules) for branch in line.branches]
    return all(each is not None and each.severity == "error" for each in judged)


def _why_no_fight(trial: GekokujoPlay, seat: str, places: tuple[str, ...]) -> Problem | None:
    """Say which places of a wished order of battles have none, as things stand."""
    contests = trial.contests_of(seat)
    idle = [place for place in places if place not in contests]
    if not idle:
        return None
    return warning("no-battle", f"As things stand you have no battle in {' and '.join(idle)}.")


def _of_wishes(trial: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Find wishes for battles that there are not, and units that cannot be begun with."""
    mine = trial.is_active(seat) and not trial.house(seat).out
    for line in orders if mine else ():
        problem = None
        match line.order:
            case StartWith(unit) if unit not in trial.rules.arms:
                listed = ", ".join(trial.rules.arms)
                problem = error("no-such-unit", f"Your first unit is one of {listed}.")
            case Fight(places):
                problem = _why_no_fight(trial, seat, places)
            case Nanban(places):
                problem = why_no_trade(trial, seat)
                if problem is None and not set(places) & set(trial.contests_of(seat)):
                    message = "As things stand there is no battle of yours there."
                    problem = warning("no-battle", message)
        if problem:
            yield problem.finding(line.number, str(line.order))


def risk(play: GekokujoPlay, seat: str, line: Line) -> Problem | None:
    """Say on whom it depends that a line, fine as things stand, can be carried out."""
    orders = [branch.order for branch in line.branches]
    if any(isinstance(order, HireForOperation | HireAssassin) for order in orders):
        return _of_ninja(play, seat)
    for order in orders:
        problem = None
        if isinstance(order, Move):
            problem = _of_move(play, seat, order)
        elif isinstance(order, OfferPact | AcceptPact):
            problem = _of_pact(play, order)
        if problem:
            return problem
    return None


def seats_before(play: GekokujoPlay, seat: str) -> list[str]:
    """Return the seats whose orders of this phase are carried out before a seat's."""
    if play.position.active:
        return []
    sown_first = (
        play.position.options["rice"] and play.position.options["sowing"] == "with reinforce"
    )
    if play.position.phase == "reinforce" and sown_first:
        return [other for other in play.survivors() if other != seat]
    order = play.in_order()
    return order[: order.index(seat)] if seat in order else order


def _of_ninja(play: GekokujoPlay, seat: str) -> Problem | None:
    able = [
        other
        for other in seats_before(play, seat)
        if play.position.options["koku"] != "open" or play.house(other).koku >= NINJA_PRICE
    ]
    if not able:
        return None
    return warning("may-be-hired", f"{listing(able, 'or')} may hire the ninja before you.")


def _of_pact(play: GekokujoPlay, order: OfferPact | AcceptPact) -> Problem | None:
    other = play.find_seat(order.other)
    if not play.house(other).master:
        return None
    return warning("vassal", f"{other} is a vassal: a pact needs it to be free first.")


def _of_move(play: GekokujoPlay, seat: str, order: Move) -> Problem | None:
    """Find others whose turns come before, and who can reach the way or the units themselves."""
    before = seats_before(play, seat)
    fights = play.position.options["timing"] == "turns"
    for place in (*((order.source,) if fights else ()), *order.path[:-1]):
        able = [other for other in before if can_reach(play, other, place)]
        if able:
            who = listing(able, "or")
            return warning("may-be-met", f"{who} may come to {place} before you move.")
    return None


def can_reach(play: GekokujoPlay, seat: str, place: str) -> bool:
    """Whether units of a seat could be in a province after its next moves; at most."""
    fast = play.position.options["warfare"] or play.clan(seat) == "Takeda"
    for source in play.places_of(seat):
        units = play.units(seat, source)
        steps = DAIMYO_MOVES if fast or units.get(DAIMYO) else BUSHI_MOVES
        if place in _within(play, seat, source, steps):
            return True
    return False


def _within(play: GekokujoPlay, seat: str, source: str, steps: int) -> set[str]:
    reached = {source}
    for _ in range(steps):
        near = {n for each in reached for n in play.board.neighbours[each]}
        if play.clan(seat) == "Mori":
            own = play.provinces_of(seat)
            near |= {n for each in reached for n in own if same_sea(play, each, n)}
        reached |= near
    return reached
