"""Judging orders beforehand, by what becomes of them in rehearsals with the rules that count.

An error is what no course of events could carry out; a warning says on what it depends.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import asdict, replace

from adjudicator.games.engine import Outcome, Problem
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
from adjudicator.games.samurai_swords.orders.orders import (
    Build,
    HideRonin,
    HideWithArmy,
    PreferTurn,
)
from adjudicator.games.samurai_swords.orders.war_orders import ArmyAttack, Attack, Stop
from adjudicator.games.samurai_swords.reasons import error, note, reason, warning
from adjudicator.games.samurai_swords.table.play import BEST, TURN_OVER, Fate, SwordsPlay
from adjudicator.games.samurai_swords.table.turns import ColourStep
from adjudicator.orders import Finding, Line, Order, Orders
from adjudicator.orders.language.units import Units
from adjudicator.orders.orders import for_colour, heading

UNTOLD = frozenset({FALLEN, STAYS, TURN_OVER.code})
"""The codes of causes of which nobody needs to be warned: who has fallen does nothing more."""
TOO_MANY = ("no-units", "no-garrison", "force-full", "army-full", "too-many-ronin")
"""The codes of what fewer units may put right."""
MOST_UNITS = 16
"""So many units of a kind stand in no troop."""


def check(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Finding]:
    """Yield what is to be said of the orders, in the order of the lines."""
    lines = {line.number: line for line in orders}
    rules = Rehearsals(carry_out, come_worse, _never_in(play, seat, orders), hope)
    for found in check_orders(rules, play, seat, orders):
        yield under_ally(play, seat, lines.get(found.line), found)


def carry_out(play: SwordsPlay, seat: str, orders: Orders) -> SwordsPlay:
    """Rehearse a seat's orders as it hopes."""
    return rehearse(play, seat, orders, WATCHED, mender=with_fewer if play.words else None)


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
    return str(reason("may-change", before=list(play.seats_before(seat))))


# Too many units


def with_fewer(play: SwordsPlay, seat: str, outcome: Outcome, rules: Rules) -> Outcome:
    """Return an outcome with the line's order for as many units as can go at this moment.

    It stays as it is unless the line was refused for too many units, and fewer of one kind can go.
    """
    problem = outcome.problem
    if problem is None or problem.code not in TOO_MANY or len(outcome.line.branches) > 1:
        return outcome
    for fewer, most in _fewer(outcome.line.order, problem.why.facts):
        for number in range(most, 0, -1):
            if judge(play, seat, fewer(number), rules) is None:
                return replace(outcome, problem=replace(problem, fix=str(fewer(number))))
    return outcome


def _fewer(order: Order, facts: Mapping[str, Any]) -> Iterator[tuple[Callable[[int], Order], int]]:
    """Yield of each kind of units how to write another number, and the largest that may be right.

    The facts of a refusal may say of which ``unit`` there are too few, and how many they ``have``.
    """

    def write(field: str, units: Units, index: int, number: int) -> Order:
        counts = list(units.counts)
        counts[index] = counts[index][0], number
        return replace(order, **{field: Units(tuple(counts))})

    have = facts.get("have", MOST_UNITS)
    for field, units in asdict(order).items():
        if isinstance(units, Units) and not units.every:
            for index, (unit, number) in enumerate(units.counts):
                if not unit or facts.get("unit", unit) == unit:
                    yield partial(write, field, units, index), min(number - 1, have)


# Remarks


def find_reserves(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Note the lines of a list that count if those before them cannot all be carried out."""
    for outcome in best.outcomes[seat]:
        if outcome.word == "noted":
            read = str(outcome.line.branches[outcome.branch].order)
            yield note("reserve").finding(outcome.line.number, read)


def find_unbid(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of wishes for a place in the turn order if nothing is bid for it."""
    for line in best.orders[seat]:
        if isinstance(line.order, PreferTurn) and not best.plan(seat).turn:
            yield warning("no-bid").finding(line.number, str(line.order))


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
        elif isinstance(done, HideRonin | HideWithArmy):
            piece = "ronin"
            left = ronin = ronin - done.number
        else:
            continue
        if left < 0:
            problem = warning("may-run-out", piece=piece)
            yield problem.finding(outcome.line.number, str(done))


def find_idle_stops(play: SwordsPlay, seat: str, best: SwordsPlay) -> Iterator[Finding]:
    """Warn of a line on calling off a battle that no line of the same orders could lead to."""
    if play.position.active not in ("", seat):
        return
    given = [branch.order for line in best.orders[seat] for branch in line.branches]
    targets = {order.target for order in given if isinstance(order, Attack | ArmyAttack)}
    for line in best.orders[seat]:
        order = line.order
        if isinstance(order, Stop) and order.target not in ("", *targets) and not line.always:
            yield warning("no-battle", place=order.target).finding(line.number, str(order))


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
        why = reason("ally-province.in-part", place=place, ally=ally, heading=heading(ally))
        return Finding.of(finding.line, finding.severity, finding.read, why)
    why = reason("ally-province", place=place, ally=ally, heading=heading(ally))
    fix = for_colour(ally, str(line.order)) if alone and not mixed else ""
    return Finding.of(finding.line, "error" if alone else finding.severity, finding.read, why, fix)


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
        trial.fail(seat, orders, error("out"))
    elif position.phase == "spy" and seat != position.ninja.holder:
        trial.fail(seat, orders, error("not-your-phase"))
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
        facts = {"active": active, "phase": position.phase}
        if play.ally(seat) == active:
            return error("not-your-turn.other-colour", seat=seat, round=position.round, **facts)
        return error("not-your-turn.in-setup", **facts)
    if seat in order[: order.index(active)] if active in order else ():
        return error("turn-past", active=active)
    return error("not-your-turn", active=active)


REMARKS = (find_reserves, find_unbid, find_short, find_idle_stops)
"""What is said of orders besides their failures."""
