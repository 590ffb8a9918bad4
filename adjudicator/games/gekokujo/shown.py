"""What is shown of a game: its map with the boxes beside it, orders on it, the order sheet."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from adjudicator.games import picture
from adjudicator.games.contract import Event, Remainder
from adjudicator.games.engine import phases
from adjudicator.games.gekokujo.chapters.reinforcement import MISSIONS
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.orders.orders import NinjaWaits
from adjudicator.games.gekokujo.orders.policies import why_no_policy
from adjudicator.games.gekokujo.printed import BUSHI, CLANS, DAIMYO
from adjudicator.games.gekokujo.reasons import reason
from adjudicator.games.gekokujo.table.events import Fought, Moved
from adjudicator.games.gekokujo.table.names import count_of
from adjudicator.games.gekokujo.table.play import GekokujoPlay, Land, Ninja
from adjudicator.games.picture import Arrow, Badge, give_colours
from adjudicator.games.records import Same
from adjudicator.orders import Order
from adjudicator.orders.language.units import ALL, Units
from adjudicator.wording.english import number_of

SIGNS = {"mandate": "mandate", "mountain": "mountain", "coastal": "coast"}
"""The sign of each of the board's lists of provinces."""
SHAPES = {DAIMYO: "leader", BUSHI: "force"}
"""The glyphs of units that have none called as their kind."""
CALLED = {
    **{shape: kind for kind, shape in SHAPES.items()},
    "mandate": "mandate province",
    "coast": "coastal province",
    "rice": "koku sown",
}
"""What the legend says of glyphs whose name says something else."""
MOST_COUNTERS = 256
MOST_SPOTS = 4


def draw_map(play: GekokujoPlay, events: Sequence[Event]) -> picture.Picture:
    """Return the view with what moved and fought in the events."""
    seats, colours = play.position.seats, _colours(play)
    fights = [event for event in events if isinstance(event, Fought)]
    return picture.Picture(
        board=play.board.name,
        title="Gekokujō",
        subtitle=phases.subtitle(play),
        spots=_spots(
            Same(play.begun.provinces),
            tuple(filter(play.builds_fortresses, seats)),
            play.position.ninja,
            tuple(play.board.sets[name] for name in SIGNS),
        ),
        parties=tuple(picture.Party(seat, colours[seat], _note(play, seat)) for seat in seats),
        arrows=tuple(dict.fromkeys(_arrows(events, fights))),
        clashes=tuple(picture.Clash(event.province, event.winner) for event in fights),
        panels=tuple(
            picture.Panel(
                title, tuple((text, tuple((colours[s], 1) for s in about)) for text, about in lines)
            )
            for title, lines in _panels(play)
            if lines
        ),
        board_options=play.board.options,
        called=CALLED,
    )


def _colours(play: GekokujoPlay) -> dict[str, int]:
    named = {name: number for number, name in enumerate(META.seats)}
    return give_colours(tuple(play.position.seats), named, range(len(META.seats)))


def _note(play: GekokujoPlay, seat: str) -> str:
    """What the legend says of a seat: its clan, if its name does not say it, and its provinces."""
    house = play.house(seat)
    clan = house.clan if house.clan and house.clan.casefold() != seat.casefold() else ""
    what = "out" if house.out else number_of(len(play.provinces_of(seat)), "province")
    return ", ".join(filter(None, (clan, what)))


@lru_cache(maxsize=MOST_SPOTS)
def _spots(
    same: Same[Mapping[str, Land]],
    fortresses: Collection[str],
    ninja: Ninja,
    sets: tuple[Collection[str], ...],
) -> dict[str, picture.Spot]:
    """Return the spots of a map; most readers of a phase see the same ones.

    The castles of some seats are ``fortresses``; ``sets`` are the provinces of each sign.
    """
    lands = same.value
    signs: dict[str, tuple[str, ...]] = dict.fromkeys(lands, ())
    for sign, places in zip(SIGNS.values(), sets, strict=True):
        signs |= {place: (*signs[place], sign) for place in places if place in lands}
    return {
        place: _spot(land, tuple(_marks(place, land, fortresses, ninja)), signs[place])
        for place, land in lands.items()
    }


def _spot(land: Land, marks: tuple[picture.Mark, ...], signs: tuple[str, ...]) -> picture.Spot:
    return picture.Spot(
        owner=land.owner,
        counters=tuple(
            _counter(kind, number, seat)
            for seat, units in land.units.items()
            for kind, number in units.items()
        ),
        marks=marks,
        contested=tuple(land.units) if len(land.units) > 1 else (),
        signs=signs,
    )


@lru_cache(maxsize=MOST_COUNTERS)
def _counter(kind: str, number: int, seat: str) -> picture.Counter:
    """Return the counter of a seat's units of a kind, of which there are few on many maps."""
    return picture.Counter(SHAPES.get(kind, kind), str(number), seat, words=count_of(number, kind))


def _marks(
    place: str, land: Land, fortresses: Collection[str], ninja: Ninja
) -> Iterator[picture.Mark]:
    if land.castle:
        kind = "fortified castle" if land.fortified else "castle"
        kind = "fortress" if land.castle in fortresses else kind
        yield picture.Mark(kind, seat="" if land.castle == land.owner else land.castle)
    if land.sown:
        yield picture.Mark("rice", land.sown, "" if land.sower == land.owner else land.sower)
    if ninja.place == place and ninja.mission in MISSIONS.values():
        yield picture.Mark(ninja.mission, seat=ninja.master)


def _arrows(events: Sequence[Event], fights: Sequence[Fought]) -> Iterator[Arrow]:
    fought = {(event.province, event.seat) for event in fights}
    for event in events:
        if isinstance(event, Moved):
            for source, target in pairwise((event.source, *event.path)):
                attacks = target == event.target and (target, event.seat) in fought
                yield Arrow("attack" if attacks else "move", source, target, event.seat)


def _panels(play: GekokujoPlay) -> Iterator[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Yield the boxes beside the map: lines, each with the seats that it is about."""
    position = play.position
    seats, ninja = position.seats.items(), position.ninja
    places = enumerate(play.in_order(), 1)
    yield "Player order", [(f"{number}. {seat}", (seat,)) for number, seat in places]
    bonds: list[tuple[str, tuple[str, ...]]] = []
    for seat, house in seats:
        if house.master and not house.out:
            bonds.append((f"{seat}, vassal of {house.master}", (seat, house.master)))
        bonds += [(f"{seat} and {ally}", (seat, ally)) for ally in house.allies if seat < ally]
    yield "Vassals and pacts", bonds
    yield "Glory", [(f"{seat} {house.glory}", (seat,)) for seat, house in seats if house.seeking]
    doing = {"sabotage": f"sabotages {ninja.place}", "diversion": f"diverts {ninja.place}"}
    what = f"{ninja.master}: {doing.get(ninja.mission, 'an assassination')}"
    yield "Ninja", [(what, (ninja.master,))] if ninja.master else []


# Orders

MOST = 99
"""More units than this are not numbered."""


def order_marks(play: GekokujoPlay, seat: str, order: Order) -> Iterator[Arrow | Badge]:
    """Draw an order."""
    match order:
        case kinds.Move():
            yield from _way(play, seat, order)
        case kinds.Recruit(units, places):
            for kind, number in units.counts:
                shape, text = SHAPES.get(kind or BUSHI, kind), "" if number == ALL else f"+{number}"
                yield Badge(places[0], shape, text, seat)
        case kinds.Build(building, place):
            yield Badge(place, building, seat=seat)
        case kinds.Fortify() if place := play.castle_of(seat):
            yield Badge(place, "fortified castle", seat=seat)
        case kinds.HireForOperation(mission, place):
            yield Badge(place, MISSIONS[mission], seat=seat)
        case kinds.HireAssassin(place=place) | kinds.NinjaStrikes(place=place) if place:
            yield Badge(place, "ninja", seat=seat)
        case kinds.Sow(koku, place):
            yield Badge(place, "rice", f"+{koku}", seat)
        case kinds.Fight(places):
            yield from (Badge(place, "battle", seat=seat) for place in places)
        case kinds.Nanban(places):
            yield from (Badge(place, "tax", seat=seat) for place in places)


def _way(play: GekokujoPlay, seat: str, order: kinds.Move) -> Iterator[Arrow]:
    """An arrow a step, the last one an attack if somebody else rules or stands where it ends."""
    units = play.units(seat, order.source)
    named = _sum(order.units, units)
    number = sum(units.values()) - named if order.units.every else named
    text = str(number) if 0 < number <= MOST else ""
    for source, target in pairwise((order.source, *order.path)):
        owner = play.owner(target)
        is_theirs = bool(owner) and not play.are_allies(seat, owner)
        hostile = target == order.target and (is_theirs or bool(play.enemies_in(seat, target)))
        yield Arrow("attack" if hostile else "move", source, target, seat, text=text)


def _sum(named: Units, units: Mapping[str, int]) -> int:
    return sum(units.get(kind or BUSHI, 0) if n == ALL else n for kind, n in named.counts)


# The order sheet


CLOSED: Mapping[type[Order], Callable[[GekokujoPlay, str], Any]] = {
    kinds.Rank: lambda play, seat: not ranks_clans(play, seat),
    **dict.fromkeys((kinds.Assault, kinds.Rebuild), lambda play, seat: not play.house(seat).master),
    kinds.Build: lambda play, seat: play.castle_of(seat),
    kinds.Fortify: lambda play, seat: play.builds_fortresses(seat) or not play.castle_of(seat),
    kinds.GiveUp: lambda play, seat: play.position.options["glory"],
    kinds.BreakPact: lambda play, seat: not play.house(seat).allies,
    kinds.Forget: lambda play, seat: not play.house(seat).policies,
    kinds.Nanban: lambda play, seat: play.clan(seat) != "Otomo" or not play.is_active(seat),
    **dict.fromkeys((kinds.Move, kinds.Fight), lambda play, seat: not play.is_active(seat)),
    **dict.fromkeys(kinds.STRIKES, lambda play, seat: why_no_policy(play, seat, NinjaWaits())),
}
"""Whether a seat cannot use an order of a kind now."""


def state_facts(play: GekokujoPlay, seat: str) -> Iterator[str]:
    """Yield what a seat should have before its eyes as it orders."""
    position = play.position
    if position.phase == "draft":
        if position.lots:
            picks = ", ".join(reversed(position.lots))
            yield str(reason("sheet.picks", picks=picks))
            yield from (f"{clan} ({each.region}, {each.home})" for clan, each in CLANS.items())
            yield ""
        return
    house = play.house(seat)
    own = {"clan": house.clan, "provinces": len(play.provinces_of(seat)), "koku": house.koku}
    yield str(reason("sheet.house", **own))
    if house.master:
        yield str(reason("sheet.vassal", master=house.master, fund=house.fund))
    if position.turn_order:
        yield str(reason("sheet.player-order", seats=list(play.in_order())))
    if position.ninja.master:
        what = f"{position.ninja.mission} {position.ninja.place}".rstrip()
        yield str(reason("sheet.ninja", master=position.ninja.master, what=what))
    yield ""
    for place in sorted({*play.places_of(seat), *play.provinces_of(seat)}):
        yield _province(play, seat, place)
    yield ""
    if house.policies:
        yield str(reason("sheet.policies"))
        yield from (f"  {text}" for lines in house.policies for text in lines.splitlines())
        yield ""


def find_remainders(
    play: GekokujoPlay, seat: str, kinds_taken: Collection[type[Order]]
) -> Iterator[Remainder]:
    """Yield the koku that the lines of a reinforcement leave."""
    if kinds.Recruit in kinds_taken and play.begun.phase == "reinforce":
        yield Remainder("koku", play.house(seat).koku, play.begun.seats[seat].koku)


def _province(play: GekokujoPlay, seat: str, place: str) -> str:
    land = play.land(place)
    own = play.units(seat, place)
    counts = [count_of(number, kind) for kind, number in own.items()]
    facts = [" and ".join(counts) or "no units"]
    if land.owner != seat:
        facts.append(f"controlled by {land.owner}" if land.owner else "neutral")
    facts += [f"{other} here too" for other in land.units if other != seat]
    if land.castle:
        facts.append(f"castle of {land.castle}" if land.castle != seat else "your castle")
    if land.sown:
        facts.append(f"{land.sown} koku sown")
    return f"{place}: {', '.join(facts)}; next to {', '.join(play.board.neighbours[place])}"
