"""Action 7: a seat's war turn, phases A to D."""

from collections.abc import Mapping

from msgspec import UNSET

from adjudicator.games.engine import Outcome, Problem, warning
from adjudicator.games.engine.lines import Rules, carry_out, carry_out_all, fail
from adjudicator.games.samurai_swords.attacks import conduct, declare_all
from adjudicator.games.samurai_swords.marches import (
    MARCH_RULES,
    MOVE_ARMY_RULES,
    place_of_two_armies,
)
from adjudicator.games.samurai_swords.moves import MOVE_RULES
from adjudicator.games.samurai_swords.ninja import strike_if
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.position import WarPhase, WarTurn
from adjudicator.games.samurai_swords.war_orders import STOPS, March, MoveArmy

MOST_UNDONE = 24
TOO_MANY_UNDONE = warning(
    "army-there", f"{MOST_UNDONE} of these marches run into each other: none is made."
)


def begin_war(play: SwordsPlay) -> None:
    """Let the first seat wage war, if each war turn is a phase of its own (option ``war``)."""
    if play.position.options["war"] == "turns":
        play.change(active=play.position.turn_order[0])


def change_policies(play: SwordsPlay, seat: str) -> None:
    """Change a seat's policies and its ninja's mission; anyone can, in whosever turn."""
    carry_out_all(play, seat, play.orders[seat], play.rules.any_time)


def begin_turn(play: SwordsPlay, seat: str) -> None:
    """Begin a war turn in which nothing has happened yet."""
    began = {number: army.at for number, army in play.colour(seat).armies.items()}
    play.change(turn=WarTurn(seat=seat, began=began))


def march_armies(play: SwordsPlay, seat: str) -> None:
    """Phase A: move armies through friendly provinces."""
    if begin_phase(play, seat, "A"):
        move_armies(play, seat, MARCH_RULES)


def declare_battles(play: SwordsPlay, seat: str) -> None:
    """Phase B: declare the first battle of every troop."""
    if begin_phase(play, seat, "B"):
        declare_all(play, seat)


def fight_battles(play: SwordsPlay, seat: str) -> None:
    """Phase C: fight the battles, one after another."""
    if begin_phase(play, seat, "C"):
        conduct(play, seat)


def final_movement(play: SwordsPlay, seat: str) -> None:
    """Phase D: move armies, then forces; empty provinces are conquered."""
    play.change_turn(moved={})
    if begin_phase(play, seat, "D"):
        move_armies(play, seat, MOVE_ARMY_RULES)
        for line in play.orders[seat]:
            if type(line.order) in MOVE_RULES and play.is_alive(seat):
                carry_out(play, seat, line, MOVE_RULES)


def begin_phase(play: SwordsPlay, seat: str, letter: WarPhase) -> bool:
    """Begin a phase, as which the ninja may strike (E1); return whether it is played."""
    if not play.is_alive(seat):
        return False
    play.change_turn(letter=letter)
    strike_if(play, lambda mission: (mission.turn, mission.phase) == (seat, letter))
    return play.is_alive(seat)


def end_turn(play: SwordsPlay, seat: str) -> None:
    """End a war turn; if each is a phase of its own, the next seat that is left wages war."""
    for line in play.lines(seat, *STOPS):
        play.keep(seat, Outcome(line, "done"))
    play.change(turn=UNSET)
    if play.position.active:
        order = play.position.turn_order
        later = order[order.index(seat) + 1 :]
        play.change(active=next((each for each in later if play.is_alive(each)), ""))


def move_armies(play: SwordsPlay, seat: str, rules: Rules) -> None:
    """Move the armies as ordered, so that no two end in one province.

    An army may enter where another stands if that one moves on (Movement Rules); if it does not,
    the last march that ends there is undone, and its next alternative tried.
    """
    barred: dict[int, dict[int, Problem]] = {}
    while True:
        before = play.save()
        if sum(map(len, barred.values())) >= MOST_UNDONE:
            for line in play.lines(seat, *rules):
                play.keep(seat, fail(line, 0, TOO_MANY_UNDONE))
            return
        last = _march_all(play, seat, rules, barred)
        place = place_of_two_armies(play, seat)
        armies = play.colour(seat).armies
        here = [last[number] for number in last if number in armies and armies[number].at == place]
        if not place or not here:
            return
        index, branch = max(here)
        problem = warning("army-there", f"Another army of yours stays in {place}.")
        barred.setdefault(index, {})[branch] = problem
        play.go_back(before)


def _march_all(
    play: SwordsPlay, seat: str, rules: Rules, barred: Mapping[int, Mapping[int, Problem]]
) -> dict[str, tuple[int, int]]:
    """Carry out the lines; return for each army that moved its last line and alternative."""
    last: dict[str, tuple[int, int]] = {}
    for index, line in enumerate(play.orders[seat]):
        if type(line.order) in rules and play.is_alive(seat):
            outcome = carry_out(play, seat, line, rules, barred.get(index, {}))
            order = line.branches[outcome.branch].order
            if outcome.is_done and isinstance(order, March | MoveArmy):
                last[order.army] = index, outcome.branch
    return last
