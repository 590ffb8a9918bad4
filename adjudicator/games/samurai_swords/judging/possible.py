"""What is impossible for a seat's orders in every course of events.

Bounds, not forecasts: the most that a seat can own, and where its armies can stand, at any time of
its war turn, whatever the dice, the ninja and others do. What lies within may still never come.
"""

import itertools
from collections.abc import Container, Iterator
from typing import Any

from msgspec import Struct

from adjudicator.games.samurai_swords.chapters.marches import force_units
from adjudicator.games.samurai_swords.edition import ARMIES, TRACK
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.units import ALL, Units


class Reach(Struct, frozen=True):
    """What a seat may have in its war turn, at the most."""

    first: frozenset[str]
    """Provinces that it may own in phase A."""
    own: frozenset[str]
    """Provinces that may be its own, or empty for it to enter, at any time."""
    attack: frozenset[str]
    """Provinces that may be another's or empty at any time."""
    armies: dict[str, frozenset[str]]
    """The armies that it may have, and where each may stand."""
    levels: dict[str, int]
    """The highest level that each may have before phase D."""
    units: bool = False
    """Whether a force may gain units before phase D by more than garrisons."""


def reach(play: SwordsPlay, seat: str, orders: Orders) -> Reach:
    """Return what a seat may have in its war turn, given these orders.

    If others come before it, or it may inherit from an enemy, that is anything.
    """
    everything = frozenset(play.position.provinces)
    mine = frozenset(play.provinces_of(seat))
    armies = play.colour(seat).armies
    given = [branch.order for line in orders for branch in line.branches]
    aims = [each for each in given if isinstance(each, war_orders.Attack | war_orders.ArmyAttack)]
    lonely = set(_lonely(play)) if play.is_ninja_about else set()
    ally = play.ally(seat)
    keeps_out = ally and not _may_be_struck_out(play, seat, ally)
    barred = set(play.provinces_of(ally)) - lonely if keeps_out else set()
    targets = {order.target for order in aims} - barred
    foes = (each for each in play.survivors() if play.are_foes(seat, each))
    falling = [foe for foe in foes if _may_fall(play, seat, foe, targets)]
    before = play.seats_before(seat)
    if before or falling:
        levels = {number: armies[number].level if number in armies else 1 for number in ARMIES}
        anywhere = dict.fromkeys(ARMIES, everything)
        heirlooms = {place for place in everything if play.owner(place) in falling}
        first = everything if before else mine | heirlooms
        return Reach(first, everything, everything, anywhere, levels, units=True)
    standing = {
        number: frozenset(_stands(given, number, army.at, targets - mine))
        for number, army in armies.items()
    }
    sources = {order.source for order in given if isinstance(order, war_orders.Attack)}
    left = mine - sources - {place for places in standing.values() for place in places}
    return Reach(
        mine,
        mine | targets | lonely | {place for place in everything if not play.owner(place)},
        everything - left - barred,
        standing,
        {number: army.level for number, army in armies.items()},
    )


def _lonely(play: SwordsPlay) -> Iterator[str]:
    """Yield the provinces that only a daimyo without units holds: the ninja may empty them."""
    for colour in play.survivors():
        for army in play.colour(colour).armies.values():
            if not regulars(army) and not play.has_force(army.at):
                yield army.at


def _may_fall(play: SwordsPlay, seat: str, victim: str, targets: set[str]) -> bool:
    """Whether a seat may be eliminated in another's turn: by battles, by the ninja, by revenge."""
    armies = play.colour(victim).armies.values()
    attacked = sum(army.at in targets for army in armies)
    struck = play.is_ninja_about and play.position.ninja.holder in (seat, victim)
    return len(armies) <= attacked + struck


def _may_be_struck_out(play: SwordsPlay, seat: str, ally: str) -> bool:
    """Whether the ninja may make an enemy the heir of a seat's ally, in the seat's turn (M52)."""
    about = play.is_ninja_about and play.position.ninja.holder != seat
    return about and len(play.colour(ally).armies) == 1


def _stands(given: list[Order], number: str, start: str, attacked: Container[str]) -> Iterator[str]:
    """Yield where an army may stand or pass through: only its seat's orders move it.

    One that attacks from a province that is ``attacked`` itself advances to it (M133).
    """
    yield start
    for order in given:
        match order:
            case war_orders.ArmyMove(army, path) if army == number:
                yield from path
            case war_orders.Advance(army, target) if army == number:
                yield target
            case war_orders.Attack(source=source) if source in attacked:
                yield source


def is_impossible(play: SwordsPlay, seat: str, order: Order, most: Reach) -> bool:
    """Whether no course of events could let an order of the war be carried out."""
    given: Any = order
    number, source = getattr(given, "army", ""), getattr(given, "source", "")
    places = most.armies.get(number, frozenset())
    starts = places if not source else {source} & most.own
    match order:
        case war_orders.ArmyMove():
            return _cannot_walk(play, seat, order, most)
        case war_orders.PickUp() | war_orders.PickUpLate():
            return number not in most.armies
        case war_orders.Attack() | war_orders.ArmyAttack():
            goals = {given.target} & most.attack
        case war_orders.Split() | war_orders.MoveForce():
            goals = {given.target} & most.own
        case war_orders.Advance():
            goals = {given.target} if most.levels.get(number, 0) > 1 else set()
        case war_orders.JoinArmy():
            goals = {*places}
        case _:
            return False
    near = any(play.board.adjacent(start, goal) for start in starts for goal in goals)
    many = isinstance(order, war_orders.MoveForce | war_orders.JoinArmy)
    return not near or (many and _too_many(play, seat, given.units, source, most))


def _cannot_walk(play: SwordsPlay, seat: str, order: war_orders.ArmyMove, most: Reach) -> bool:
    near, path, number = play.board.adjacent, order.path, order.army
    early = isinstance(order, war_orders.March)
    levels = most.levels if early else _levels_later(play, seat, most)
    return (
        not set(path) <= (most.first if early else most.own)
        or len(path) > levels.get(number, 0)
        or not any(near(place, path[0]) for place in most.armies[number])
        or not all(near(*step) for step in itertools.pairwise(path))
    )


def _levels_later(play: SwordsPlay, seat: str, most: Reach) -> dict[str, int]:
    """Return the highest level of each army in phase D: a victory may raise it by one (M1)."""
    armies = play.colour(seat).armies
    return {
        number: min(
            max(TRACK), level + (number in armies and armies[number].wins + 1 >= TRACK[level])
        )
        for number, level in most.levels.items()
    }


def _too_many(play: SwordsPlay, seat: str, units: Units, source: str, most: Reach) -> bool:
    """Whether a force can never have so many units: it gains none but what armies leave there."""
    passing = any(source in places for places in most.armies.values())
    if most.units or passing or play.owner(source) != seat or units.every:
        return False
    there = force_units(play, source)
    return any(
        number != ALL and number > (there.get(unit, 0) if unit else sum(there.values()))
        for unit, number in units.counts
    )
