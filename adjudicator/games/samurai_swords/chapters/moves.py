"""Final movement of provincial forces (Phase D, 2)."""

from collections.abc import Mapping

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import Deed, Rules, first_possible, offer
from adjudicator.games.engine.problems import forbid
from adjudicator.games.samurai_swords.chapters import marches
from adjudicator.games.samurai_swords.chapters.ninja import ambush, end_ambush
from adjudicator.games.samurai_swords.orders.orders import Spend
from adjudicator.games.samurai_swords.orders.war_orders import ArmyMove, JoinArmy, MoveForce
from adjudicator.games.samurai_swords.reasons import reason, refuse, warning
from adjudicator.games.samurai_swords.table import troops
from adjudicator.games.samurai_swords.table.events import Moved
from adjudicator.games.samurai_swords.table.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.table.position import counts
from adjudicator.orders import Line
from adjudicator.orders.language.units import Units


def free_units(play: SwordsPlay, source: str, force: dict[str, int]) -> dict[str, int]:
    """Return the units of a force that neither arrived nor were left as a garrison (M12)."""
    turn = play.turn
    fixed = troops.plus(turn.garrisons.get(source, {}), turn.arrived.get(source, {}))
    return {unit: max(0, number) for unit, number in troops.minus(force, fixed).items()}


def pick_movers(play: SwordsPlay, seat: str, source: str, units: Units) -> dict[str, int]:
    """Return the units that an order takes out of a force. Raises ImpossibleError."""
    if play.owner(source) != seat:
        refuse("not-yours", place=source)
    force = marches.force_units(play, source)
    free = free_units(play, source, force)
    picked = troops.pick_units(units, free, reason("the-force", place=source))
    if not troops.regular(picked):
        refuse("no-units.regular", place=source)
    left = troops.minus(force, picked)
    emptied = not troops.regular(left) and play.army_in(source) is None
    if emptied and units.up_to and troops.regular(picked) > 1:
        stays = {cheapest(picked): 1}
        picked, left = troops.minus(picked, stays), troops.plus(left, stays)
    elif emptied:
        refuse("no-garrison", place=source)
    forbid(troops.force_problem(left, source))
    return picked


def check_entry(play: SwordsPlay, seat: str, place: str, units: dict[str, int]) -> None:
    """Judge whether units may join the force of a province, or conquer it."""
    marches.keep_from_ally(play, seat, place)
    target = play.province(place)
    if target.owner not in ("", seat):
        refuse("not-friendly", place=place, owner=target.owner)
    hidden = play.hidden_ronin(place).force
    forbid(troops.force_problem(troops.plus(counts(target), units), place, hidden))


def move(play: SwordsPlay, seat: str, order: MoveForce) -> Deed:
    """Move units into an adjacent friendly or empty province, which is conquered.

    (Move Provincial Forces.)
    """
    source, target = order.source, order.target
    marches.check_next(play, seat, target, "", source)
    units = pick_movers(play, seat, source, order.units)
    check_entry(play, seat, target, units)
    yield
    marches.take_out(play, source, units)
    marches.settle(play, seat, source, target, units)


def join(play: SwordsPlay, seat: str, order: JoinArmy) -> Deed:
    """Put units on the card of an army next door."""
    source, number = order.source, order.army
    army = play.army(seat, number)
    if army is None:
        refuse("no-army", army=number)
    if not play.board.adjacent(source, army.at):
        refuse("not-adjacent.to-army", army=number, at=army.at, place=source)
    units = pick_movers(play, seat, source, order.units)
    hidden = play.hidden_ronin(army.at).army
    forbid(troops.army_problem(troops.plus(counts(army), units), number, hidden))
    yield
    marches.take_out(play, source, units)
    play.add_to_army(seat, number, units)
    play.tell(Moved(seat=seat, source=source, target=army.at, units=units, army=number))


MOVE_RULES: Rules = {JoinArmy: join, MoveForce: move}


MOST_UNDONE = 24
TOO_MANY_UNDONE = warning("army-there.too-often", marches=MOST_UNDONE)


def move_armies(play: SwordsPlay, seat: str, rules: Rules) -> None:
    """Move the armies as ordered.

    An army may enter where another stands if that one moves on (Movement Rules); if it does not,
    the last march that ends there is undone, and its next alternative tried.
    """
    barred: dict[int, dict[int, Problem]] = {}
    if ambush(play, seat):
        before = play.save()
        play.ambush_off = True
        _settle_marches(play, seat, rules, barred)
        play.ambush_off = False
        play.go_back(before)
    _settle_marches(play, seat, rules, barred)
    end_ambush(play, seat)


def _settle_marches(
    play: SwordsPlay, seat: str, rules: Rules, barred: dict[int, dict[int, Problem]]
) -> None:
    """Carry the lines out until no two armies end in one province; add what is undone."""
    before = play.save()
    while True:
        if sum(map(len, barred.values())) >= MOST_UNDONE:
            play.fail(seat, play.lines(seat, *rules), TOO_MANY_UNDONE)
            return
        done = carry_out_in_any_order(play, seat, rules, barred)
        last = _last_moves(done)
        place = marches.place_of_two_armies(play, seat)
        armies = play.colour(seat).armies
        here = [last[number] for number in last if number in armies and armies[number].at == place]
        if not place or not here:
            return
        index, branch = max(here)
        barred.setdefault(index, {})[branch] = warning("army-there.stays", place=place)
        play.go_back(before)


def _last_moves(done: Mapping[int, Outcome]) -> dict[str, tuple[int, int]]:
    """Return for each army that moved the index of the last line that moved it, and its branch."""
    last: dict[str, tuple[int, int]] = {}
    for index, outcome in done.items():
        order = outcome.line.branches[outcome.branch].order
        if outcome.is_done and isinstance(order, ArmyMove):
            last[order.army] = index, outcome.branch
    return last


def carry_out_in_any_order(
    play: SwordsPlay, seat: str, rules: Rules, barred: Mapping[int, Mapping[int, Problem]] = {}
) -> dict[int, Outcome]:
    """Carry out the lines that the rules know, in the order written, and keep what came of them.

    What cannot be done is tried again when all others have been, as long as one more of them can:
    one line may make room for another, hold the province that it leaves, or free its koku (M132).
    A line in whose place one below it stands is not. ``barred`` gives alternatives that are known
    to fail, by the index of their line. Return what was done, by index, as it came.
    """
    done: dict[int, Outcome] = {}
    last: dict[str, int] = {}
    failed: dict[int, Outcome] = {}
    tried: dict[int, int] = {}
    lines = enumerate(play.orders[seat])
    waiting = {index: line for index, line in lines if type(line.order) in rules}
    while play.is_alive(seat) and any(tried.get(each) != len(done) for each in waiting):
        for index, line in waiting.items():
            if tried.get(index) == len(done):  # nothing was done since it failed
                continue
            outcome = first_possible(play, seat, line, rules, barred.get(index, {}))
            if outcome.word == "failed":
                failed.setdefault(index, outcome)
                tried[index] = len(done)
                continue
            failed.pop(index, None)
            play.keep(seat, outcome)
            done[index] = outcome
            if subject := _subject(line):
                last[subject] = index
            if not play.is_alive(seat):
                break
        waiting = {
            index: outcome.line
            for index, outcome in failed.items()
            if last.get(_subject(outcome.line), -1) < index
        }
    for outcome in failed.values():
        play.keep(seat, play.mend(seat, outcome, rules))
    offer(play, seat, rules)
    return done


def _subject(line: Line) -> str:
    """Return what a line is about, if a line below it can say that anew, else ``""``."""
    match line.order:
        case ArmyMove(army=subject) | Spend(bin=subject):
            return subject
    return ""
