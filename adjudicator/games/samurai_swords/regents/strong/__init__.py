"""The strong regent: it weighs battles by exact odds, and looks where danger threatens."""

from collections.abc import Iterator

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.chapters.setup import heartland
from adjudicator.games.samurai_swords.edition import ARMIES, REINFORCED
from adjudicator.games.samurai_swords.orders import orders
from adjudicator.games.samurai_swords.regents.strong.campaign import wage_war
from adjudicator.games.samurai_swords.regents.strong.economy import muster, plan
from adjudicator.games.samurai_swords.table.play import WAR_PHASES, SwordsPlay
from adjudicator.orders import Branch, Line, Order

ENOUGH_PREY = 3
"""The enemy provinces beside an army that starts; more are no better."""


def choose(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    """Yield strong orders; in a phase for which there are none, those of the steady regent."""
    if not play.is_alive(seat):
        return
    make = {"deploy": deploy, "plan": plan, "spy": plan, "muster": muster}
    phase = play.position.phase
    known = phase != "deploy" or orders.Reinforce in play.rules.orders[phase]
    if phase in WAR_PHASES:
        yield from wage_war(play, seat)
    elif phase in make and known:
        yield from (Line((Branch(order),)) for order in make[phase](play, seat))
    else:
        yield from (line for suggest in play.rules.steady for line in suggest(play, seat))


def deploy(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Let armies start where friends and prey are near, and pairs where armies find them."""
    places = heartland(play, seat)

    def prey(place: str) -> int:
        return sum(play.owner(near) not in ("", seat) for near in play.neighbours(place))

    rank = {place: number for number, place in enumerate(places)}
    stands = sorted(places, key=lambda place: (-min(prey(place), ENOUGH_PREY), rank[place]))
    stands = stands[: len(ARMIES)]
    near = [n for at in stands for n in play.neighbours(at) if play.owner(n) == seat]
    front = sorted(places, key=lambda place: (-prey(place), place))
    at_once = stands if play.edition.pick_up_at_start else []
    pairs = tuple(dict.fromkeys([*at_once, *near, *front]))
    yield orders.Reinforce(pairs[:REINFORCED])
    for number, at in zip(play.colour(seat).armies, stands, strict=False):
        yield orders.PlaceArmy(number, (at,))
