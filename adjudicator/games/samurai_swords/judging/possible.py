"""What is impossible for a seat's orders in every course of events.

Bounds, not forecasts: the most that a seat can own, and where its armies can stand, at any time of
its war turn, whatever the dice, the ninja and others do. What lies within may still never come.
"""

from collections.abc import Container, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from adjudicator.games.samurai_swords.edition import ARMIES
from adjudicator.games.samurai_swords.orders import war_orders
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import regulars
from adjudicator.orders import Order, Orders

NEVER = {
    *("not-yours", "levy-unit", "levy-count", "spy-victim", "no-ninja", "ronin-successor"),
    *("strike-moment", "own-daimyo", "first-round", "no-place", "other-moment"),
}
"""Before the war: the codes of what no other order changes."""


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


def reach(play: SwordsPlay, seat: str, orders: Orders) -> Reach:
    """Return what a seat may have in its war turn, given these orders.

    If others come before it, or it may inherit from an enemy, that is anything.
    """
    everything = frozenset(play.position.provinces)
    mine = frozenset(play.provinces_of(seat))
    armies = play.colour(seat).armies
    levels = {number: armies[number].level if number in armies else 1 for number in ARMIES}
    given = [branch.order for line in orders for branch in line.branches]
    aims = [each for each in given if isinstance(each, war_orders.Attack | war_orders.ArmyAttack)]
    targets = {order.target for order in aims}
    foes = (each for each in play.survivors() if play.are_foes(seat, each))
    falling = [foe for foe in foes if _may_fall(play, seat, foe, targets)]
    before = play.seats_before(seat)
    if before or falling:
        heirlooms = {place for place in everything if play.owner(place) in falling}
        first = everything if before else mine | heirlooms
        return Reach(first, everything, everything, dict.fromkeys(ARMIES, everything), levels)
    standing = {
        number: frozenset(_stands(given, number, army.at, targets - mine))
        for number, army in armies.items()
    }
    sources = {order.source for order in given if isinstance(order, war_orders.Attack)}
    left = mine - sources - {place for places in standing.values() for place in places}
    open_ = {place for place in everything if not play.owner(place) or _is_lonely(play, place)}
    return Reach(mine, mine | targets | open_, everything - left, standing, levels)


def _is_lonely(play: SwordsPlay, place: str) -> bool:
    """Whether a daimyo without units alone holds a province: the ninja may empty it."""
    there = play.army_in(place)
    alone = there is not None and not regulars(there[1]) and not play.has_force(place)
    return alone and play.is_ninja_about


def _may_fall(play: SwordsPlay, seat: str, victim: str, targets: set[str]) -> bool:
    """Whether a seat may be eliminated in another's turn: by battles, by the ninja, by revenge."""
    armies = play.colour(victim).armies.values()
    attacked = sum(army.at in targets for army in armies)
    struck = play.is_ninja_about and play.position.ninja.holder in (seat, victim)
    return len(armies) <= attacked + struck


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


def is_impossible(play: SwordsPlay, order: Order, most: Reach) -> bool:
    """Whether no course of events could let an order of the war be carried out."""
    given: Any = order
    number, source = getattr(given, "army", ""), getattr(given, "source", "")
    places = most.armies.get(number, frozenset())
    starts = places if not source else {source} & most.own
    match order:
        case war_orders.ArmyMove():
            return _cannot_walk(play, order, most, places)
        case war_orders.PickUp() | war_orders.PickUpLate():
            return number not in most.armies
        case war_orders.Attack() | war_orders.ArmyAttack():
            goals = {given.target} & most.attack
        case war_orders.Split() | war_orders.MoveForce():
            goals = {given.target} & most.own
        case war_orders.Advance():
            goals = {given.target} if most.levels[number] > 1 else set()
        case war_orders.JoinArmy():
            goals = {*places}
        case _:
            return False
    return not any(play.board.adjacent(start, goal) for start in starts for goal in goals)


def _cannot_walk(
    play: SwordsPlay, order: war_orders.ArmyMove, most: Reach, starts: frozenset[str]
) -> bool:
    """Whether an army cannot go there, or so far; a victory may raise its level by one (M1)."""
    near, path, early = play.board.adjacent, order.path, isinstance(order, war_orders.March)
    return (
        not set(path) <= (most.first if early else most.own)
        or len(path) > most.levels[order.army] + (not early)
        or not any(near(place, path[0]) for place in starts)
        or not all(near(*step) for step in pairwise(path))
    )
