"""Judging orders beforehand, by what becomes of them in rehearsals with the rules that count.

An error is what no course of events could carry out; a warning says on what it depends.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.games.engine import Outcome, Problem, error
from adjudicator.games.engine.check import Rehearsals, check_orders
from adjudicator.games.engine.lines import Rules, judge
from adjudicator.games.engine.phases import remaining_parts
from adjudicator.games.samurai_swords.chapters import muster, war
from adjudicator.games.samurai_swords.chapters.attacks import STAYS
from adjudicator.games.samurai_swords.chapters.laps import NOT_CLAIMED
from adjudicator.games.samurai_swords.chapters.marches import FALLEN
from adjudicator.games.samurai_swords.edition import RONIN_A_KOKU, SETTING_UP
from adjudicator.games.samurai_swords.judging.outlook import WATCHED, Change, Misfortune, scenarios
from adjudicator.games.samurai_swords.judging.possible import NEVER, is_impossible, reach
from adjudicator.games.samurai_swords.orders.orders import Build, HideRonin, PreferTurn
from adjudicator.games.samurai_swords.orders.war_orders import ArmyAttack, Attack, Stop
from adjudicator.games.samurai_swords.table.play import BEST, TURN_OVER, Fate, SwordsPlay
from adjudicator.games.samurai_swords.table.turns import ColourStep
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.language.units import Units
from adjudicator.orders.orders import for_colour, heading
from adjudicator.wording.english import listing

UNTOLD = frozenset({FALLEN, STAYS, TURN_OVER.code})
"""The codes of causes of which nobody needs to be warned: who has fallen does nothing more."""
TOO_MANY = ("no-units", "no-garrison", "force-full", "army-full", "too-many-ronin")
"""The codes of what fewer units may put right."""
MOST_UNITS = 16
"""So many units of a kind stand in no troop, and no fewer are too many."""


def check(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Yield what is to be said of the orders, in the order of the lines."""
    lines = {line.number: line for line in orders}
    rules = Rehearsals(carry_out, come_worse, _never_in(play, seat, orders), hope)
    for found in check_orders(rules, play, seat, orders):
        yield under_ally(play, seat, lines.get(found.line), found)


def carry_out(play: SwordsPlay, seat: str, orders: Orders) -> SwordsPlay:
    """Rehearse a seat's orders as it hopes."""
    return rehearse(play, seat, orders, WATCHED, mender=with_fewer)


def come_worse(
    play: SwordsPlay, seat: str, orders: Orders, best: SwordsPlay
) -> Iterator[Misfortune]:
    """Rehearse them under each misfortune, and under a milder one that may be told of instead."""
    hoped = {id(each.line) for each in best.outcomes[seat] if each.is_done}
    worse: Misfortune | None
    for worse in scenarios(play, seat, orders, best):
        while worse:
            if worse.best:
                trial = rehearse_battles(worse.best, seat, worse.fate)
            else:
                trial = rehearse(play, seat, orders, worse.fate, worse.before)
            told = [each for each in trial.outcomes[seat] if _is_told(each)]
            yield replace(worse, outcomes=told)
            untold = (each for each in trial.outcomes[seat] if not _is_told(each))
            worse = worse.milder if any(id(each.line) in hoped for each in untold) else None


def _is_told(outcome: Outcome) -> bool:
    """Whether an outcome is worth a warning: who has fallen does nothing more."""
    return outcome.is_done or (outcome.problem is not None and outcome.problem.code not in UNTOLD)


def _never_in(play: SwordsPlay, seat: str, orders: Orders) -> Callable[..., bool]:
    """Return whether an alternative of a line can be carried out in no course of events."""
    most = cache(lambda: reach(play, seat, orders))  # asked for by few orders

    def is_never_done(best: SwordsPlay, seat: str, outcome: Outcome, order: Order) -> bool:
        problem = outcome.problem
        if not outcome.is_done and problem is not None and problem.code != NOT_CLAIMED:
            settled = not play.at_war and len(outcome.line.branches) == 1
            if id(outcome.line) in best.sure or (settled and problem.code in NEVER):
                return True
        return play.at_war and is_impossible(play, order, most())

    return is_never_done


def hope(play: SwordsPlay, seat: str) -> str:
    """Say who may change what stands against a line."""
    before = play.seats_before(seat)
    if before:
        return f"(As things stand; {listing(before)} may change that before your turn.)"
    return "(As things stand; that may change before it is due.)"


# Too many units


def with_fewer(play: SwordsPlay, seat: str, outcome: Outcome, rules: Rules) -> Outcome:
    """Return an outcome with the line's order for as many units as can go at this moment.

    It stays as it is unless the line was refused for too many units, and fewer of one kind can go.
    """
    problem = outcome.problem
    if problem is None or problem.code not in TOO_MANY or len(outcome.line.branches) > 1:
        return outcome
    for fewer, too_many in _fewer(outcome.line.order):
        most = 0
        while too_many - most > 1:
            number = (most + too_many) // 2
            if judge(play, seat, fewer(number), rules) is None:
                most = number
            else:
                too_many = number
        if most:
            return replace(outcome, problem=replace(problem, fix=str(fewer(most))))
    return outcome


def _fewer(order: Order) -> Iterator[tuple[Callable[[int], Order], int]]:
    """Yield of each kind of units how to write another number, and one that is too large."""

    def write(field: str, units: Units, index: int, number: int) -> Order:
        counts = list(units.counts)
        counts[index] = counts[index][0], number
        return replace(order, **{field: Units(tuple(counts))})

    for field, units in asdict(order).items():
        if isinstance(units, Units) and not units.every:
            for index, (_, number) in enumerate(units.counts):
                yield partial(write, field, units, index), min(number, MOST_UNITS)


# Remarks


def find_reserves(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Note the lines of a list that count if those before them cannot all be carried out."""
    for outcome in best.outcomes[seat]:
        if outcome.word == "noted":
            read = str(outcome.line.branches[outcome.branch].order)
            message = "A reserve: it counts if your lines before it cannot all be carried out."
            yield Finding(outcome.line.number, "reserve", "note", read, message)


def find_unbid(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of wishes for a place in the turn order if nothing is bid for it."""
    for line in best.orders[seat]:
        if isinstance(line.order, PreferTurn) and not best.plan(seat).turn:
            message = "Nothing is bid for the turn order: your place is drawn."
            yield Finding(line.number, "no-bid", "warning", str(line.order), message)


def find_short(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of pieces that the seats earlier in the turn order may take before (Actions 3 and 5)."""
    order = play.position.turn_order
    if play.position.phase != "muster" or seat not in order:
        return
    plans = [plan for other in order[: order.index(seat)] if (plan := play.colour(other).plan)]
    ronin = muster.ronin_in_tray(play) - sum(plan.ronin for plan in plans) * RONIN_A_KOKU
    for outcome in best.outcomes[seat]:
        if not outcome.is_done:
            continue
        done = outcome.line.branches[outcome.branch].order
        if isinstance(done, Build):
            piece: str = done.building
            left = muster.pieces_in_tray(play, piece) - sum(plan.build > 0 for plan in plans) - 1
        elif isinstance(done, HideRonin):
            piece = "ronin"
            left = ronin = ronin - done.number
        else:
            continue
        if left < 0:
            message = f"The tray may have no {piece} left: others come before you."
            yield Finding(outcome.line.number, "may-run-out", "warning", str(done), message)


def find_idle_stops(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of a line on calling off a battle that no line of the same orders could lead to."""
    if play.position.active not in ("", seat):
        return
    given = [branch.order for line in best.orders[seat] for branch in line.branches]
    targets = {order.target for order in given if isinstance(order, Attack | ArmyAttack)}
    for line in best.orders[seat]:
        order = line.order
        if isinstance(order, Stop) and order.target not in ("", *targets) and not line.always:
            message = f"No line attacks {order.target}, so there is nothing to call off."
            yield Finding(line.number, "no-battle", "warning", str(order), message)


_PERHAPS = ("allied", "not-friendly", "not-adjacent", "no-army", "own-province")
"""The codes of what a line of the ally may be told under another's heading."""


def under_ally(play: SwordsPlay, colour: str, line: Line | None, finding: Finding) -> Finding:
    """Return a finding that says under which heading its line belongs, if it is the ally's.

    A line of which another alternative, or a part, may be carried out is no error for that.
    """
    ally = play.ally(colour)
    if not ally or line is None or finding.code not in ("not-yours", *_PERHAPS):
        return finding
    theirs = set(play.provinces_of(ally))
    words = _words(line.order)
    place = next((each for each in words if each in theirs), "")
    if not place or (finding.code in _PERHAPS and not _is_done(play, ally, line)):
        return finding
    alone = len(line.branches) == 1
    mixed = any(each in words for each in play.provinces_of(colour))
    if alone and mixed and _is_done(play, colour, line):
        message = f"Carried out in part: {place} is {ally}’s and belongs under “{heading(ally)}”."
        return replace(finding, code="ally-province", message=message, fix="")
    message = f"{place} is {ally}’s: write the line under “{heading(ally)}”."
    fix = for_colour(ally, str(line.order)) if alone and not mixed else ""
    severity = "error" if alone else finding.severity
    return replace(finding, code="ally-province", severity=severity, message=message, fix=fix)


def _is_done(play: SwordsPlay, colour: str, line: Line) -> bool:
    """Whether a colour could carry the line out as things stand, or a part of it."""
    trial = rehearse(play, colour, Orders((replace(line, colour=colour),)))
    return any(outcome.is_done for outcome in trial.outcomes[colour])


def _words(order: Order) -> list[str]:
    """Return the words of an order, provinces among them."""
    values: list[Any] = list(asdict(order).values())
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return [word for word in words if isinstance(word, str)]


def rehearse(
    play: SwordsPlay,
    seat: str,
    orders: Orders,
    fate: Fate = BEST,
    before: Change | None = None,
    mender: Callable[[SwordsPlay, str, Outcome, Rules], Outcome] | None = None,
) -> SwordsPlay:
    """Carry a seat's orders out in a play of its own, under a fate, after a change of its position.

    It tells what became of the lines, and what filled gaps in them. A ``mender`` finds what would
    be right in place of those refused.
    """
    trial = play.begin_anew(position=play.position)
    trial.orders |= {**play.orders, seat: orders}
    trial.fate, trial.mender = fate, mender
    position = play.position
    if not play.is_alive(seat):
        trial.fail(seat, orders, error("out", "You are out of the game."))
    elif position.phase == "spy" and seat != position.ninja.holder:
        why = "Only the ninja’s holder orders in this phase."
        trial.fail(seat, orders, error("not-your-phase", why))
    elif not play.is_turn_of(seat):
        war.change_policies(trial, seat)
        trial.fail(seat, trial.open_lines(seat), _not_now(play, seat))
    else:
        if trial.at_war:
            war.refuse_past_lines(trial, seat)
            war.change_policies(trial, seat)
            war.begin_turn(trial, seat)
            trial.unsure = bool(play.seats_before(seat)) or play.is_ninja_about
        if before:
            before(trial, seat)
        _go_through(trial, seat)
    return trial


def _go_through(trial: SwordsPlay, seat: str, since: ColourStep | None = None) -> None:
    """Let a seat go through its steps of the phase that has come, or through those since one."""
    for phase in remaining_parts(trial):
        trial.change(phase=phase.name)
        for step in phase.steps:
            for own in getattr(step, "steps", ()):
                if own is war.fight_battles:
                    trial.before_battles = trial.save()
                if since in (None, own):
                    since = None
                    own(trial, seat)


def rehearse_battles(best: SwordsPlay, seat: str, fate: Fate) -> SwordsPlay:
    """Rehearse the rest of a turn from its first battle on under another fate."""
    before = best.before_battles
    assert before
    trial = best.begin_anew(position=before.position)
    trial.orders, trial.fate, trial.unsure = best.orders, fate, True
    trial.outcomes[seat] = best.outcomes[seat][: before.outcomes.get(seat, 0)]
    _go_through(trial, seat, war.fight_battles)
    return trial


def _not_now(play: SwordsPlay, seat: str) -> Problem:
    """Say why a seat cannot wage war in another's turn: its own is to come, or is over."""
    position = play.position
    active, order = position.active, position.turn_order
    if position.phase in SETTING_UP:
        ahead = f"send them under “phase {position.round} {position.phase} {seat}”"
        whose = f"{seat}’s turn: {ahead}" if play.ally(seat) == active else "your own turn"
        does = "parts" if position.phase == "divide" else "places"
        return error("not-your-turn", f"{active} {does} now; these lines are for {whose}.")
    if seat in order[: order.index(active)] if active in order else ():
        return error("turn-past", f"{active} wages war now, and you have waged war this round.")
    message = f"{active} wages war now; you can change policies only."
    return error("not-your-turn", message)


REMARKS = (find_reserves, find_unbid, find_short, find_idle_stops)
"""What is said of orders besides their failures."""
