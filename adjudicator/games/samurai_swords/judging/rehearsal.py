"""A seat's orders carried out on a view, before anybody rolls a die."""

from adjudicator.games.engine import Problem, error
from adjudicator.games.engine.lines import fail
from adjudicator.games.samurai_swords.chapters.levy import begin_muster
from adjudicator.games.samurai_swords.chapters.plan import make_plan_anew
from adjudicator.games.samurai_swords.chapters.war import (
    begin_turn,
    change_policies,
    fight_battles,
    refuse_past_lines,
)
from adjudicator.games.samurai_swords.edition import SETTING_UP
from adjudicator.games.samurai_swords.phases import MUSTER, PLAN, WAR
from adjudicator.games.samurai_swords.table.play import BEST, Fate, SwordsPlay
from adjudicator.games.samurai_swords.table.turns import is_turn_of
from adjudicator.orders import Orders

STEPS = {
    "plan": PLAN,
    "spy": (make_plan_anew,),
    "muster": (begin_muster, *MUSTER),
    "war": (change_policies, begin_turn, *WAR),
    "march": (change_policies, *WAR),
    "fight": (change_policies, *WAR[1:]),
    "move": (change_policies, *WAR[3:]),
}


def rehearse(
    play: SwordsPlay, seat: str, orders: Orders, fate: Fate = BEST, lap: bool = False
) -> SwordsPlay:
    """Carry a seat's orders out in a play of its own, under a fate.

    It tells what became of the lines, and what filled gaps in them. ``lap``: of a phase that is
    played in laps only the one that has come.
    """
    trial = SwordsPlay(play.position, play.rules, play.board, None, {})
    trial.orders |= {**play.orders, seat: orders}
    trial.fate, trial.coming = fate, lap
    position = play.position
    if not play.is_alive(seat):
        refuse(trial, seat, orders, error("out", "You are out of the game."))
    elif position.phase == "spy" and seat != position.ninja.holder:
        why = "Only the ninja’s holder orders in this phase."
        refuse(trial, seat, orders, error("not-your-phase", why))
    elif not is_turn_of(play, seat):
        change_policies(trial, seat)
        rest = Orders(tuple(line for line in orders if type(line.order) not in play.rules.any_time))
        refuse(trial, seat, rest, _not_now(play, seat))
    else:
        refuse_past_lines(trial, seat)
        if trial.at_war:
            trial.unsure = bool(seats_before(play, seat)) or is_ninja_about(play)
        if fate.before:
            begin_turn(trial, seat)
            fate.before(trial, seat)
        for step in play.rules.alone.get(position.phase) or STEPS[position.phase]:
            if step is fight_battles:
                trial.midway = trial.save()
            step(trial, seat)
    return trial


def resume(best: SwordsPlay, seat: str, fate: Fate) -> SwordsPlay:
    """Take a rehearsal up from before its first battle, under another fate."""
    midway = best.midway
    trial = SwordsPlay(midway.position, best.rules, best.board)
    trial.orders = best.orders
    trial.outcomes[seat] += best.outcomes[seat][: midway.outcomes.get(seat, 0)]
    trial.fate, trial.unsure = fate, True
    for step in WAR[WAR.index(fight_battles) :]:
        step(trial, seat)
    return trial


def seats_before(play: SwordsPlay, seat: str) -> list[str]:
    """Return the living seats whose turns come before a seat's in the same phase."""
    position = play.position
    if position.active or seat not in position.turn_order:
        return []
    earlier = position.turn_order[: position.turn_order.index(seat)]
    return [each for each in earlier if play.is_alive(each)]


def is_ninja_about(play: SwordsPlay) -> bool:
    """Whether the ninja may strike in this phase (M23)."""
    return bool(play.position.ninja.holder) and play.position.round > 1


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


def refuse(trial: SwordsPlay, seat: str, orders: Orders, why: Problem) -> None:
    """Let all lines fail."""
    for line in orders:
        trial.keep(seat, fail(line, 0, why))
