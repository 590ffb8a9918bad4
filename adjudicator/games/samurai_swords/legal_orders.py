"""Legal orders, found with the rules that judge them."""

from collections.abc import Iterator

from adjudicator.games.engine import Problem
from adjudicator.games.samurai_swords.attacks import Target, why_not_attack
from adjudicator.games.samurai_swords.blanks import BINS
from adjudicator.games.samurai_swords.castles import why_not_build
from adjudicator.games.samurai_swords.edition import BUILD_COST, REGULAR
from adjudicator.games.samurai_swords.levy import levy_bin, why_not_levy, why_not_levy_to_army
from adjudicator.games.samurai_swords.marches import why_not_march
from adjudicator.games.samurai_swords.moves import pick_movers, why_not_enter
from adjudicator.games.samurai_swords.muster import begin_muster
from adjudicator.games.samurai_swords.ninja import why_no_mission, why_no_spy
from adjudicator.games.samurai_swords.orders import (
    Build,
    HideRonin,
    Levy,
    LevyToArmy,
    PlaceArmy,
    PreferTurn,
    Reinforce,
    Spend,
    Spy,
    StrikeAtPhase,
)
from adjudicator.games.samurai_swords.plan import plan_of, why_not_spend
from adjudicator.games.samurai_swords.play import SwordsPlay, cheapest
from adjudicator.games.samurai_swords.position import Plan, counts
from adjudicator.games.samurai_swords.ronin import ronin_room, why_not_hide
from adjudicator.games.samurai_swords.war import begin_turn
from adjudicator.games.samurai_swords.war_orders import Attack, March, MoveArmy, MoveForce
from adjudicator.orders import Order
from adjudicator.orders.slots import Units


def find_legal_orders(play: SwordsPlay, seat: str) -> Iterator[Order]:
    """Yield legal orders of a seat in the phase the play waits in, each possible by itself."""
    if not play.is_alive(seat):
        return
    match play.position.phase:
        case "deploy":
            yield from _deploy(play, seat)
        case "plan":
            yield from _plan(play, seat)
        case "spy" if seat == play.position.ninja.holder:
            yield from _spend(play, seat)
        case "muster":
            yield from _muster(play, seat)
        case "war" if play.position.active in ("", seat):
            yield from _war(play, seat)


def _deploy(play: SwordsPlay, seat: str) -> Iterator[Order]:
    for place in play.provinces_of(seat):
        yield Reinforce((place,))
        for number in play.seat(seat).armies:
            yield PlaceArmy(number, (place,))


def _plan(play: SwordsPlay, seat: str) -> Iterator[Order]:
    yield from _spend(play, seat)
    for victim in play.survivors():
        spy = Spy(victim)
        if why_no_spy(play, seat, spy) is None:
            yield spy


def _spend(play: SwordsPlay, seat: str) -> Iterator[Order]:
    play.change_seat(seat, plan=Plan())
    for bin_ in BINS:
        for koku in range(1, play.seat(seat).koku + 1):
            order = Spend(koku, bin_)
            if why_not_spend(play, seat, order) is None:
                yield order
    for place in range(1, len(play.survivors()) + 1):
        yield PreferTurn((place,))


def _muster(play: SwordsPlay, seat: str) -> Iterator[Order]:
    begin_muster(play, seat)
    places = play.provinces_of(seat)
    if plan_of(play, seat).build >= BUILD_COST:
        for place in places:
            for order in (Build("castle", place), Build("fortress", place)):
                if why_not_build(play, seat, order) is None:
                    yield order
    if levy_bin(play, seat):
        yield from _levies(play, seat, places)
    ronin = play.muster.ronin
    if ronin:
        for place in places:
            room = ronin_room(play, place)
            for number in range(1, min(ronin, room.army + room.force) + 1):
                hide = HideRonin(number, place)
                if why_not_hide(play, seat, hide) is None:
                    yield hide
    yield from _strikes(play, seat)


def _levies(play: SwordsPlay, seat: str, places: list[str]) -> Iterator[Order]:
    for unit in REGULAR:
        for place in places:
            levy = Levy(Units(((unit, 1),)), (place,))
            if why_not_levy(play, seat, levy) is None:
                yield levy
        for number in play.seat(seat).armies:
            to_army = LevyToArmy(unit, number)
            if why_not_levy_to_army(play, seat, to_army) is None:
                yield to_army


def _strikes(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.ninja.holder != seat:
        return
    for victim in play.survivors():
        for number in play.seat(victim).armies:
            for phase in play.edition.strike_phases:
                strike = StrikeAtPhase(number, victim, victim, phase)
                if why_no_mission(play, seat, strike) is None:
                    yield strike


def _war(play: SwordsPlay, seat: str) -> Iterator[Order]:
    begin_turn(play, seat)
    armies = play.seat(seat).armies.items()
    for number, army in armies:
        for target in play.neighbours(army.at):
            march = March(number, (target,))
            if play.owner(target) == seat and why_not_march(play, seat, march) is None:
                yield march
    places = play.provinces_of(seat)
    play.change_turn(letter="B")
    for source in places:
        yield from _attacks(play, seat, source)
    play.change_turn(letter="D")
    for number, army in armies:
        for target in play.neighbours(army.at):
            move = MoveArmy(number, (target,))
            if why_not_march(play, seat, move) is None:
                yield move
    for source in places:
        yield from _moves(play, seat, source)


def _attacks(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    army = play.army_in(source)
    force = play.has_force(source)
    for target in play.neighbours(source):
        if play.owner(target) == seat:
            continue
        if army and why_not_attack(play, seat, Target(source, target, army[0])) is None:
            yield Attack(target, source, "army")
        if force and why_not_attack(play, seat, Target(source, target, "")) is None:
            yield Attack(target, source, "force")


def _moves(play: SwordsPlay, seat: str, source: str) -> Iterator[Order]:
    unit = cheapest(counts(play.province(source)))
    if not unit:
        return
    some = Units(((unit, 1),))
    picked = pick_movers(play, seat, source, some)
    if isinstance(picked, Problem):
        return
    for target in play.neighbours(source):
        if why_not_enter(play, seat, target, picked) is None:
            yield MoveForce(some, source, target)
