"""How orders are drawn on the map: moves as arrows along their path, what is bought as badges."""

from collections.abc import Iterator, Mapping

from adjudicator.games.gekokujo.orders.orders import (
    Build,
    Fight,
    Fortify,
    HireAssassin,
    HireForOperation,
    Move,
    Nanban,
    NinjaStrikes,
    Recruit,
    Sow,
)
from adjudicator.games.gekokujo.printed import BUSHI
from adjudicator.games.gekokujo.shown.map import SHAPES
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.picture import Arrow, Badge
from adjudicator.games.sketch import Sketched, branches_of
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.units import ALL, Units

Marks = Iterator[Arrow | Badge]
MISSIONS = {"sabotage": "sabotage", "divert": "diversion"}
"""The glyphs of field operations."""
MOST = 99
"""More units than this are not numbered."""


def sketch(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders; the battles that it puts in order are numbered."""
    fights = 0
    for line, branch in branches_of(orders):
        for mark in _marks(play, seat, branch.order):
            if isinstance(branch.order, Fight) and isinstance(mark, Badge):
                fights += 1
                mark = Badge(mark.place, "battle", str(fights), seat)
            yield Sketched(mark, line, branch)


def _marks(play: GekokujoPlay, seat: str, order: Order) -> Marks:
    match order:
        case Move():
            yield from _way(play, seat, order)
        case Recruit():
            yield from _recruits(seat, order)
        case Build():
            yield Badge(order.place, order.building, seat=seat)
        case Fortify():
            place = play.castle_of(seat)
            if place:
                yield Badge(place, "fortified castle", seat=seat)
        case HireForOperation():
            yield Badge(order.place, MISSIONS[order.mission], seat=seat)
        case HireAssassin() | NinjaStrikes() if order.place:
            yield Badge(order.place, "ninja", seat=seat)
        case Sow():
            yield Badge(order.place, "rice", f"+{order.koku}", seat)
        case Fight() | Nanban():
            shape = "battle" if isinstance(order, Fight) else "tax"
            yield from (Badge(place, shape, seat=seat) for place in order.places)


def _way(play: GekokujoPlay, seat: str, order: Move) -> Marks:
    """An arrow a step, the last one an attack if somebody else rules or stands where it ends."""
    source = order.source
    text = _number(play, seat, order)
    for target in order.path:
        last = target == order.target
        owner = play.owner(target)
        is_theirs = bool(owner) and not play.are_allies(seat, owner)
        hostile = last and (is_theirs or bool(play.enemies_in(seat, target)))
        yield Arrow("attack" if hostile else "move", source, target, seat, text=text)
        source = target


def _number(play: GekokujoPlay, seat: str, order: Move) -> str:
    """How many units go, as far as the line and what stands there say it."""
    there = play.units(seat, order.source)
    named = _sum(order.units, there)
    number = sum(there.values()) - named if order.units.every else named
    return str(number) if 0 < number <= MOST else ""


def _sum(units: Units, there: Mapping[str, int]) -> int:
    return sum(there.get(kind or BUSHI, 0) if n == ALL else n for kind, n in units.counts)


def _recruits(seat: str, order: Recruit) -> Marks:
    """What is to be recruited, in the first place that is named."""
    for kind, number in order.units.counts:
        text = "" if number == ALL else f"+{number}"
        yield Badge(order.places[0], SHAPES.get(kind or BUSHI, kind), text, seat)
