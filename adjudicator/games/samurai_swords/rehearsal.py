"""A seat's orders carried out on a view, before anybody rolls a die."""

from adjudicator.games.engine import error
from adjudicator.games.engine.lines import fail
from adjudicator.games.samurai_swords.muster import begin_muster
from adjudicator.games.samurai_swords.phases import DEPLOY, MUSTER, PLAN, WAR
from adjudicator.games.samurai_swords.plan import make_plan_anew
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.war import begin_turn, change_policies
from adjudicator.orders import Orders

STEPS = {
    "deploy": DEPLOY,
    "plan": PLAN,
    "spy": (make_plan_anew,),
    "muster": (begin_muster, *MUSTER),
    "war": (change_policies, begin_turn, *WAR),
}


def rehearse(play: SwordsPlay, seat: str, orders: Orders) -> SwordsPlay:
    """Carry a seat's orders out in a play of its own, in which it wins battles without losses.

    It tells what became of the lines, and what filled gaps in them.
    """
    trial = SwordsPlay(play.position, play.rules, play.board, None, {seat: orders})
    position = play.position
    if not play.is_alive(seat):
        refuse(trial, seat, orders, "You are out of the game.")
    elif position.phase == "spy" and seat != position.ninja.holder:
        refuse(trial, seat, orders, "Only the ninja’s holder orders in this phase.")
    elif position.phase == "war" and position.active not in ("", seat):
        change_policies(trial, seat)
        rest = Orders(tuple(line for line in orders if type(line.order) not in play.rules.any_time))
        refuse(trial, seat, rest, f"{position.active} wages war now; you can change policies only.")
    else:
        for step in STEPS[position.phase]:
            step(trial, seat)
    return trial


def refuse(trial: SwordsPlay, seat: str, orders: Orders, why: str) -> None:
    """Let all lines fail."""
    for line in orders:
        trial.keep(seat, fail(line, 0, error("not-your-turn", why)))
