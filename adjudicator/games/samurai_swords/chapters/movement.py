"""Moving armies (phases A and D) so that no two end in one province."""

from collections.abc import Mapping

from adjudicator.games.engine import Outcome, Problem, warning
from adjudicator.games.engine.lines import Rules, fail
from adjudicator.games.samurai_swords.chapters.marches import place_of_two_armies
from adjudicator.games.samurai_swords.chapters.ninja import end_ambush, is_ambush
from adjudicator.games.samurai_swords.orders.any_order import carry_out_in_any_order
from adjudicator.games.samurai_swords.orders.war_orders import March, MoveArmy
from adjudicator.games.samurai_swords.table.play import SwordsPlay

MOST_UNDONE = 24
TOO_MANY_UNDONE = warning(
    "army-there", f"{MOST_UNDONE} of these marches run into each other: none is made."
)


def move_armies(play: SwordsPlay, seat: str, rules: Rules) -> None:
    """Move the armies as ordered.

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
        done = carry_out_in_any_order(play, seat, rules, barred)
        last = _last_moves(done)
        place = place_of_two_armies(play, seat)
        armies = play.colour(seat).armies
        here = [last[number] for number in last if number in armies and armies[number].at == place]
        if not place or not here:
            return
        index, branch = max(here)
        problem = warning("army-there", f"Another army of yours stays in {place}.")
        barred.setdefault(index, {})[branch] = problem
        play.go_back(before)


def _last_moves(done: Mapping[int, Outcome]) -> dict[str, tuple[int, int]]:
    """Return for each army that moved the index of the last line that moved it, and its branch."""
    last: dict[str, tuple[int, int]] = {}
    for index, outcome in done.items():
        order = outcome.line.branches[outcome.branch].order
        if outcome.is_done and isinstance(order, March | MoveArmy):
            last[order.army] = index, outcome.branch
    return last
