"""What the map of a game shows: who rules and stands where, the land, castles; and orders on it."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.games import picture
from adjudicator.games.contract import Event
from adjudicator.games.engine.phases import phase
from adjudicator.games.gekokujo.meta import META
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
from adjudicator.games.gekokujo.printed import BUSHI, DAIMYO
from adjudicator.games.gekokujo.table.events import Fought, Moved
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import Land
from adjudicator.games.picture import Arrow, Badge, give_colours
from adjudicator.games.sketch import Sketched, branches_of
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.nouns import number_of
from adjudicator.orders.language.units import ALL, Units

Line = tuple[str, tuple[tuple[int, int], ...]]
SIGNS = (("mandate", "mandate"), ("mountain", "mountain"), ("coastal", "coast"))
"""The board's lists of provinces, and the sign of each."""
SHAPES = {DAIMYO: "leader", BUSHI: "force"}
"""The glyphs of units that have none called as their kind."""
CALLED = {
    **{shape: kind for kind, shape in SHAPES.items()},
    "mandate": "mandate province",
    "coast": "coastal province",
    "rice": "koku sown",
}
"""What the legend says of glyphs whose name says something else."""


def draw_map(play: GekokujoPlay, events: Sequence[Event]) -> picture.Picture:
    """Return the view with what moved and fought in the events."""
    position = play.position
    colours = seat_colours(play)
    return picture.Picture(
        board=play.board.name,
        title="Gekokujō",
        subtitle=_subtitle(play),
        spots={place: _spot(play, place) for place in position.provinces},
        parties=tuple(
            picture.Party(seat, colours[seat], _note(play, seat)) for seat in position.seats
        ),
        arrows=tuple(dict.fromkeys(_arrows(events))),
        clashes=tuple(
            picture.Clash(event.province, event.winner)
            for event in events
            if isinstance(event, Fought)
        ),
        panels=tuple(_panels(play, colours)),
        board_options=play.board.options,
        called=CALLED,
    )


def seat_colours(play: GekokujoPlay) -> dict[str, int]:
    """Return each seat's colour in the palette."""
    named = {name: number for number, name in enumerate(META.seats)}
    return give_colours(tuple(play.position.seats), named, range(len(META.seats)))


def _subtitle(play: GekokujoPlay) -> str:
    waiting = phase(play)
    text = waiting.title
    return text if waiting.over else f"Before {text[0].lower()}{text[1:]}"


def _note(play: GekokujoPlay, seat: str) -> str:
    """What the legend says of a seat: its clan, if its name does not say it, and its provinces."""
    house = play.house(seat)
    clan = house.clan if house.clan and house.clan.casefold() != seat.casefold() else ""
    what = "out" if house.out else number_of(len(play.provinces_of(seat)), "province")
    return ", ".join(filter(None, (clan, what)))


# Provinces


def _spot(play: GekokujoPlay, place: str) -> picture.Spot:
    land = play.land(place)
    several = tuple(land.units) if len(land.units) > 1 else ()
    return picture.Spot(
        owner=land.owner,
        counters=tuple(_counters(play, land)),
        marks=tuple(_marks(play, place, land)),
        contested=several,
        signs=tuple(sign for name, sign in SIGNS if place in play.board.sets[name]),
    )


def _counters(play: GekokujoPlay, land: Land) -> Iterator[picture.Counter]:
    for seat, units in land.units.items():
        for kind, number in units.items():
            yield picture.Counter(SHAPES.get(kind, kind), str(number), seat)


def _marks(play: GekokujoPlay, place: str, land: Land) -> Iterator[picture.Mark]:
    if land.castle:
        is_fortress = play.clan(land.castle) == "Hojo"
        kind = "fortified castle" if land.fortified else "castle"
        whose = "" if land.castle == land.owner else land.castle
        yield picture.Mark("fortress" if is_fortress else kind, seat=whose)
    if land.sown:
        yield picture.Mark("rice", land.sown, "" if land.sower == land.owner else land.sower)
    ninja = play.position.ninja
    if ninja.place == place and ninja.mission in ("sabotage", "diversion"):
        yield picture.Mark(ninja.mission, seat=ninja.master)


def _arrows(events: Sequence[Event]) -> Iterator[picture.Arrow]:
    fought = {(event.province, event.seat) for event in events if isinstance(event, Fought)}
    for event in events:
        if isinstance(event, Moved):
            source = event.source
            for target in event.path:
                last = target == event.path[-1] and (target, event.seat) in fought
                yield picture.Arrow("attack" if last else "move", source, target, event.seat)
                source = target


# Boxes beside the map


def _panels(play: GekokujoPlay, colours: dict[str, int]) -> Iterator[picture.Panel]:
    def seats(*names: str) -> tuple[tuple[int, int], ...]:
        return tuple((colours[name], 1) for name in names)

    position = play.position
    if position.turn_order:
        lines = enumerate(play.in_order(), 1)
        yield picture.Panel("Player order", tuple((f"{n}. {s}", seats(s)) for n, s in lines))
    bonds: list[Line] = []
    for seat, house in position.seats.items():
        if house.master and not house.out:
            bonds.append((f"{seat}, vassal of {house.master}", seats(seat, house.master)))
        bonds += [(f"{seat} and {ally}", seats(seat, ally)) for ally in house.allies if seat < ally]
    if bonds:
        yield picture.Panel("Vassals and pacts", tuple(bonds))
    seeking = [(seat, house) for seat, house in position.seats.items() if house.seeking]
    if seeking:
        lines_of_glory = tuple((f"{seat} {house.glory}", seats(seat)) for seat, house in seeking)
        yield picture.Panel("Glory", lines_of_glory)
    if position.ninja.master:
        yield picture.Panel("Ninja", (_ninja(play, seats(position.ninja.master)),))


def _ninja(play: GekokujoPlay, cubes: tuple[tuple[int, int], ...]) -> Line:
    """The ninja's master, and the field operation that he is on; else it is an assassination."""
    ninja = play.position.ninja
    if ninja.mission == "sabotage":
        what = f"sabotages {ninja.place}"
    elif ninja.mission == "diversion":
        what = f"diverts {ninja.place}"
    else:
        what = "an assassination"
    return f"{ninja.master}: {what}", cubes


Marks = Iterator[Arrow | Badge]
MISSIONS = {"sabotage": "sabotage", "divert": "diversion"}
"""The glyphs of field operations."""
MOST = 99
"""More units than this are not numbered."""


def sketch(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Sketched]:
    """Draw a seat's orders; the battles that it puts in order are numbered."""
    fights = 0
    for line, branch in branches_of(orders):
        for mark in _order_marks(play, seat, branch.order):
            if isinstance(branch.order, Fight) and isinstance(mark, Badge):
                fights += 1
                mark = Badge(mark.place, "battle", str(fights), seat)
            yield Sketched(mark, line, branch)


def _order_marks(play: GekokujoPlay, seat: str, order: Order) -> Marks:
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
