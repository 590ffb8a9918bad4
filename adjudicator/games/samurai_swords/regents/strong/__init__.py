"""The strong regent: it weighs battles by exact odds, and looks where danger threatens."""

from collections.abc import Iterator

from adjudicator.chance import Chance
from adjudicator.games.engine import plain
from adjudicator.games.samurai_swords.regents.strong.campaign import muster, plan, wage_war
from adjudicator.games.samurai_swords.table.play import WAR_PHASES, SwordsPlay
from adjudicator.orders import Branch, Line


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield strong orders; in a phase for which there are none, those of the steady regent."""
    make = {"plan": plan, "spy": plan, "muster": muster}
    phase = play.position.phase
    if not play.is_alive(seat):
        return
    if phase in WAR_PHASES:
        yield from wage_war(play, seat)
    elif phase in make:
        yield from (Line((Branch(order),)) for order in make[phase](play, seat))
    else:
        yield from plain.steady(play, seat)
