"""What fills the gaps that a seat's orders leave: orders where there are any, words otherwise."""

from collections.abc import Iterator

from adjudicator.games.contract import Default, Defaulted
from adjudicator.games.samurai_swords.chapters.combat import IN_PLACE_OF_DEFAULT
from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.judging.rehearsal import rehearse
from adjudicator.games.samurai_swords.orders.orders import (
    Build,
    Casualties,
    PreferTurn,
    Spy,
    Successor,
)
from adjudicator.games.samurai_swords.table.events import SuccessorNamed
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Order, Orders


def find_defaults(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens unless it is ordered otherwise."""
    trial = rehearse(play, seat, orders, lap=True)
    for event in trial.events:
        if isinstance(event, Defaulted) and (event.colour or event.seat) == seat:
            yield Default(event.text, event.why)
    kinds = {type(line.order) for line in orders}
    match "war" if play.at_war else play.position.phase:
        case "plan":
            yield from _in_plan(play, trial, seat, kinds)
        case "muster":
            yield from _policies(play, trial, seat)
            yield from _in_muster(play, trial, seat, kinds)
            yield from _casualties(trial, seat, orders)
        case "war":
            yield from _policies(play, trial, seat)
            if play.position.active in ("", seat):
                stops = [it.order for it in orders if isinstance(it.order, IN_PLACE_OF_DEFAULT)]
                if not any(not stop.target and not stop.source for stop in stops):
                    why = "a battle goes on until the attacker has fewer units than the defender"
                    yield Default("", why)
                yield Default("", "what is not ordered to move or to attack stays where it is")
            yield from _casualties(trial, seat, orders)


def _in_plan(
    play: SwordsPlay, trial: SwordsPlay, seat: str, kinds: set[type[Order]]
) -> Iterator[Default]:
    plan = trial.colour(seat).plan
    if Successor not in kinds:
        for event in trial.events:
            if isinstance(event, SuccessorNamed):
                yield Default("", f"a {event.unit} of army {event.army} becomes its daimyo")
    if plan and plan.turn and PreferTurn not in kinds:
        yield Default("", "your bid takes the earliest place in the turn order that is left")
    if play.position.ninja.holder == seat and Spy not in kinds:
        yield Default("", "the ninja spies on nobody and goes back to the tray")


def _in_muster(
    play: SwordsPlay, trial: SwordsPlay, seat: str, kinds: set[type[Order]]
) -> Iterator[Default]:
    plan = play.colour(seat).plan
    if plan and plan.build and Build not in kinds:
        yield Default("", "nothing is built, and the koku of the build bin are lost")
    idle = trial.colour(seat).mission is None
    if play.position.ninja.holder == seat and idle and play.position.round > 1:
        yield Default("ninja waits", "the ninja does not strike and can spy next round")


def _policies(play: SwordsPlay, trial: SwordsPlay, seat: str) -> Iterator[Default]:
    policy = trial.colour(seat).policy
    feared = play.are_foes(seat, play.position.ninja.holder) and play.position.round > 1
    holder = play.position.ninja.holder
    if feared and not policy.revenge and not policy.revenge_on.get(holder):
        why = "revenge strikes the ninja’s hirer at his highest level, then at his largest army"
        yield Default("", why)
    if len(play.colour(seat).armies) < len(ARMIES) and not policy.recover:
        yield Default("", "daimyos that you recover return where you have most units and no army")


def _casualties(trial: SwordsPlay, seat: str, orders: Orders) -> Iterator[Default]:
    given = {it.order.place for it in orders if isinstance(it.order, Casualties)}
    policy = trial.colour(seat).policy
    if "" not in given:
        order = Casualties(policy.casualties, policy.pool)
        yield Default(str(order), "your standing order of casualties")
    for place, wanted in policy.casualties_in.items():
        if place not in given:
            order = Casualties(wanted.casualties, wanted.pool, place)
            yield Default(str(order), "your order of casualties there until the round ends")
