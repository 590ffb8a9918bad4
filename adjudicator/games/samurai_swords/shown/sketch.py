"""How orders are drawn on the map: marches and attacks as arrows, what is placed as badges."""

from collections.abc import Iterator

from adjudicator.games.picture import Arrow, Badge
from adjudicator.games.samurai_swords.edition import REINFORCED
from adjudicator.games.samurai_swords.modes.quick_setup import CLAIMS
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.orders.ninja_orders import Strike
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.sketch import Sketched, branches_of
from adjudicator.orders import Order, Orders

Marks = Iterator[Arrow | Badge]
_LAST = (war_orders.MoveArmy, war_orders.Split, war_orders.JoinArmy, war_orders.MoveForce)
"""What is done after the battles, wherever it stands in the file."""


def sketch(play: SwordsPlay, seat: str, orders: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders as they follow one another: an army goes on from where it then is."""
    at = _places(play, seat)
    fought: dict[str, str] = {}
    each = sorted(branches_of(orders), key=lambda pair: _moment(pair[1].order))
    for line, branch in each:
        for mark in _marks(play, seat, at, fought, branch.order):
            yield Sketched(mark, line, branch)


def _places(play: SwordsPlay, seat: str) -> dict[str, str]:
    """Where the armies of a seat stand; those that are not on the board yet stand nowhere."""
    return {number: army.at for number, army in play.colour(seat).armies.items() if army.at}


def _moment(order: Order) -> int:
    return 0 if isinstance(order, war_orders.March) else 2 if isinstance(order, _LAST) else 1


def _marks(
    play: SwordsPlay, seat: str, province: dict[str, str], fought: dict[str, str], order: Order
) -> Marks:
    """Draw an order; ``fought`` has by province the army that may go in before it attacks on."""
    match order:
        case war_orders.ArmyMove():
            yield from _go(seat, province, order.army, order.path)
        case war_orders.Advance():
            yield from _go(seat, province, order.army, (order.target,))
        case war_orders.Attack():
            if order.source in fought and order.source not in province.values():
                yield from _go(seat, province, fought[order.source], (order.source,))
            for army in (each for each in province if province[each] == order.source):
                fought[order.target] = army
            yield Arrow("attack", order.source, order.target, seat)
        case war_orders.ArmyAttack() if order.army in province:
            fought[order.target] = order.army
            yield Arrow("attack", province[order.army], order.target, seat)
        case war_orders.Split() if order.army in province:
            yield Arrow("move", province[order.army], order.target, seat)
        case war_orders.JoinArmy() if order.army in province:
            yield Arrow("move", order.source, province[order.army], seat)
        case war_orders.MoveForce():
            yield Arrow("move", order.source, order.target, seat)
        case _:
            yield from _badges(play, seat, province, order)


def _go(seat: str, province: dict[str, str], number: str, path: tuple[str, ...]) -> Marks:
    if number in province:
        for target in path:
            yield Arrow("move", province[number], target, seat)
            province[number] = target


def _badges(play: SwordsPlay, seat: str, province: dict[str, str], order: Order) -> Marks:
    match order:
        case orders.Reinforce():
            own = [place for place in order.places if play.owner(place) == seat]
            yield from (Badge(place, "force", "+2", seat) for place in own[:REINFORCED])
        case orders.Claim():
            free = [place for place in order.places if not play.owner(place)]
            yield from (Badge(place, "force", "+1", seat) for place in free[:CLAIMS])
        case orders.PlaceArmy() | orders.StartArmy():
            own = [place for place in order.places if play.owner(place) == seat]
            yield from (Badge(place, "army", order.army, seat) for place in own[:1])
        case orders.Build():
            yield Badge(order.place, order.building, seat=seat)
        case orders.Levy() | orders.ReinforceSingly():
            yield from (Badge(place, "force", "+1", seat) for place in order.places)
        case orders.LevyToArmy() if order.army in province:
            yield Badge(province[order.army], "army", "+1", seat)
        case orders.HideRonin():
            yield Badge(order.place, "ronin", f"+{order.number}", seat)
        case Strike():
            there = _places(play, order.victim)
            if order.army in there:
                yield Badge(there[order.army], "ninja", "", seat)
