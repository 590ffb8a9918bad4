"""Movement (phases A and D): the lines in the order written, and again as others make room."""

from collections.abc import Mapping

from adjudicator.games.engine import Outcome, Problem, warning
from adjudicator.games.engine.lines import Rules, fail, first_possible
from adjudicator.games.samurai_swords.marches import place_of_two_armies
from adjudicator.games.samurai_swords.ninja import end_ambush, is_ambush
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.war_orders import March, MoveArmy
from adjudicator.orders import Line

MOST_UNDONE = 24
TOO_MANY_UNDONE = warning(
    "army-there", f"{MOST_UNDONE} of these marches run into each other: none is made."
)


def move_armies(play: SwordsPlay, seat: str, rules: Rules) -> None:
    """Move the armies as ordered, so that no two end in one province.

    An army may enter where another stands if that one moves on (Movement Rules); if it does not,
    the last march that ends there is undone, and its next alternative tried.
    """
    barred: dict[int, dict[int, Problem]] = {}
    if is_ambush(play, seat):
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
    while True:
        before = play.save()
        if sum(map(len, barred.values())) >= MOST_UNDONE:
            for line in play.lines(seat, *rules):
                play.keep(seat, fail(line, 0, TOO_MANY_UNDONE))
            return
        last = move_in_any_order(play, seat, rules, barred)
        place = place_of_two_armies(play, seat)
        armies = play.colour(seat).armies
        here = [last[number] for number in last if number in armies and armies[number].at == place]
        if not place or not here:
            return
        index, branch = max(here)
        problem = warning("army-there", f"Another army of yours stays in {place}.")
        barred.setdefault(index, {})[branch] = problem
        play.go_back(before)


def move_in_any_order(
    play: SwordsPlay, seat: str, rules: Rules, barred: Mapping[int, Mapping[int, Problem]] = {}
) -> dict[str, tuple[int, int]]:
    """Carry out the lines; return for each army that moved its last line and alternative.

    What cannot be done is tried again when all others have been, as long as one more of them can:
    one line may make room for another, or hold the province that it leaves (M132). ``barred`` gives
    alternatives that are known to fail, by the index of their line.
    """
    last: dict[str, tuple[int, int]] = {}
    failed: dict[int, Outcome] = {}
    lines = enumerate(play.orders[seat])
    waiting = [(index, line) for index, line in lines if type(line.order) in rules]
    going_on = True
    while going_on:
        going_on = False
        for index, line in waiting:
            if not play.is_alive(seat):
                break
            outcome = first_possible(play, seat, line, rules, barred.get(index, {}))
            if outcome.word == "failed":
                failed[index] = outcome
                continue
            failed.pop(index, None)
            play.keep(seat, outcome)
            going_on = True
            order = line.branches[outcome.branch].order
            if outcome.is_done and isinstance(order, March | MoveArmy):
                last[order.army] = index, outcome.branch
        waiting = [
            (index, outcome.line)
            for index, outcome in failed.items()
            if not _has_gone_on(outcome.line, index, last)
        ]
    for outcome in failed.values():
        play.keep(seat, outcome)
    return last


def _has_gone_on(line: Line, index: int, last: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a line moves an army which a line below it has moved."""
    order = line.order
    return isinstance(order, March | MoveArmy) and last.get(order.army, (-1,))[0] > index
