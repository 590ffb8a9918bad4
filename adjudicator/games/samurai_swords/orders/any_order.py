"""Lines that may stand in any order: what one takes up, another may free."""

from collections.abc import Mapping

from adjudicator.games.engine import Outcome, Problem
from adjudicator.games.engine.lines import Rules, first_possible
from adjudicator.games.samurai_swords.orders.orders import Spend
from adjudicator.games.samurai_swords.orders.war_orders import March, MoveArmy
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Line


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
    lines = enumerate(play.orders[seat])
    waiting = {index: line for index, line in lines if type(line.order) in rules}
    going_on = True
    while going_on:
        going_on = False
        for index, line in waiting.items():
            if not play.is_alive(seat):
                break
            outcome = first_possible(play, seat, line, rules, barred.get(index, {}))
            if outcome.word == "failed":
                failed.setdefault(index, outcome)
                continue
            failed.pop(index, None)
            play.keep(seat, outcome)
            done[index] = outcome
            if subject := _subject(line):
                last[subject] = index
            going_on = True
        waiting = {
            index: outcome.line
            for index, outcome in failed.items()
            if last.get(_subject(outcome.line), -1) < index
        }
    for outcome in failed.values():
        play.keep(seat, outcome)
    return done


def _subject(line: Line) -> str:
    """Return what a line is about, if a line below it can say that anew, else ``""``."""
    match line.order:
        case March(army=subject) | MoveArmy(army=subject) | Spend(bin=subject):
            return subject
    return ""
