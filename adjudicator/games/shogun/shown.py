"""What is shown of a game: its map with the boxes beside it, orders on it, the order sheet."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from adjudicator.games import picture
from adjudicator.games.contract import Event, Remainder
from adjudicator.games.picture import Arrow, Badge, give_colours
from adjudicator.games.shogun.cards import ACTIONS, BUILDINGS, EFFECTS, EVENTS, FARMER, MAJORITIES
from adjudicator.games.shogun.chapters.possible import price
from adjudicator.games.shogun.orders import orders as kinds
from adjudicator.games.shogun.reasons import reason
from adjudicator.games.shogun.table.events import Fought, Moved
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import Land
from adjudicator.games.sketch import plain_marks
from adjudicator.orders import Order
from adjudicator.orders.language.slots import Amount
from adjudicator.wording.english import number_of

Line = tuple[str, tuple[tuple[int, int], ...]]
FARMER_COLOUR = -1
COLOURS = {"red": 0, "blue": 1, "yellow": 2, "purple": 4, "black": 8}
"""The palette's colours nearest to those of the cubes in the box."""
FREE_COLOURS = (0, 1, 2, 4, 5, 6, 7, 3)
"""Colours for seats of other names; the palette's green last, for farmers are green."""
MOST_SPOTS = 512
"""Provinces of which it is kept what stands there: those of a few maps."""


def draw_map(play: ShogunPlay, events: Sequence[Event]) -> picture.Picture:
    """Return what the map shows; regions colour the ground, owners the counters."""
    position = play.position
    colours = seat_colours(play)
    return picture.Picture(
        board=play.board.name,
        title="Shogun",
        subtitle=str(reason("over")) if play.over else play.date.title,
        spots={name: _spot(play, name) for name in play.board.provinces},
        parties=tuple(
            picture.Party(
                seat,
                colours[seat],
                f"{number_of(len(play.provinces_of(seat)), 'province')}, "
                f"{number_of(record.points, 'point')}",
            )
            for seat, record in position.seats.items()
        ),
        arrows=tuple(_arrows(events)),
        clashes=tuple(
            picture.Clash(event.province, event.winner if event.winner in position.seats else "")
            for event in events
            if isinstance(event, Fought)
        ),
        panels=tuple(panel for panels in play.rules.panels for panel in panels(play)),
        tint="region",
    )


def seat_colours(play: ShogunPlay) -> dict[str, int]:
    """Return each seat's colour in the palette."""
    return give_colours(tuple(play.position.seats), COLOURS, FREE_COLOURS)


def cubes(play: ShogunPlay, counts: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Return numbers of cubes by colour as a panel shows them."""
    colours = {**seat_colours(play), FARMER: FARMER_COLOUR}
    return tuple((colours[seat], number) for seat, number in counts.items())


def panels(play: ShogunPlay) -> Iterator[picture.Panel]:
    """Yield the boxes of the basic game: tower and tray, the season's cards, provisions."""
    position = play.position
    yield picture.Panel(
        "Tower",
        (
            (f"inside {sum(position.tower.values())}", cubes(play, position.tower)),
            (f"tray {sum(position.tray.values())}", cubes(play, position.tray)),
        ),
    )
    if position.phase in ("plan", "carry out"):
        yield picture.Panel("Actions", tuple(_number(map(_action, position.actions))))
        yield picture.Panel("Special cards", tuple(_number(position.specials)))
    if position.events:
        yield picture.Panel("Events", tuple(_event_lines(play)))
    yield picture.Panel("Points each winter", tuple((line, ()) for line in _worth()))
    if position.turn_order:
        places = enumerate(position.turn_order, 1)
        yield picture.Panel(
            "Turn order",
            tuple((f"{place}. {seat}", cubes(play, {seat: 1})) for place, seat in places),
        )


def _worth() -> Iterator[str]:
    """Say what brings points."""
    yield "a province or a building: 1"
    for what, points in MAJORITIES.items():
        yield f"most {what}s in a region: {points}"


def _action(action: str) -> str:
    """Say what an action is called, and what it costs as printed."""
    title, price, _ = ACTIONS[action]
    return f"{title}, {number_of(price, 'chest')}" if price else title


def _event_lines(play: ShogunPlay) -> Iterator[Line]:
    if play.position.event:
        yield f"now: {EFFECTS[play.effect]}", ()
    for card in play.position.events:
        event = EVENTS[card]
        yield f"{event.effect}, rice −{event.rice}", ()


def _number(names: Iterable[str]) -> Iterator[Line]:
    return ((f"{number}. {name}", ()) for number, name in enumerate(names, 1))


def _spot(play: ShogunPlay, name: str) -> picture.Spot:
    if play.is_closed(name):
        return picture.Spot(closed=True)
    spot = _basic_spot(play.land(name))
    for marks_of in play.rules.marks:
        counters, marks = marks_of(play, name)
        spot = replace(spot, counters=spot.counters + counters, marks=spot.marks + marks)
    return spot


@lru_cache(maxsize=MOST_SPOTS)
def _basic_spot(land: Land) -> picture.Spot:
    """Return what stands there by the basic game; most are the same for all readers."""
    counters: tuple[picture.Counter, ...] = ()
    if land.armies:
        armies = number_of(land.armies, "army")
        counters = (picture.Counter("cube", str(land.armies), land.owner, words=armies),)
    marks = tuple(picture.Mark(what) for what in land.buildings)
    if land.revolts:
        marks += (picture.Mark("revolt", land.revolts),)
    return picture.Spot(land.owner, counters, marks)


def _arrows(events: Sequence[Event]) -> Iterator[picture.Arrow]:
    for event in events:
        if isinstance(event, Moved):
            yield picture.Arrow("move", event.source, event.target, event.seat)
        elif isinstance(event, Fought) and event.source:
            yield picture.Arrow("attack", event.source, event.province, event.attacker)


# Orders


def order_marks(play: ShogunPlay, seat: str, order: Order) -> Iterator[Arrow | Badge]:
    """Draw an order."""
    match order:
        case kinds.Build():
            yield Badge(order.province, order.what, seat=seat)
        case kinds.Deploy():
            yield Badge(order.province, "cube", f"+{order.number}", seat)
        case kinds.March():
            yield Badge(order.province, "cube", "+1", seat)
            if order.target:
                yield _arrow(play, seat, order.province, order.target, order.armies)
        case kinds.Battle() if order.source and order.target:
            yield _arrow(play, seat, order.source, order.target, order.armies)
        case kinds.Battle() if order.source:
            yield Badge(order.source, "battle card", order.which.upper(), seat)
        case kinds.Bid() if order.card:
            yield Badge(order.card, "bid", seat=seat)
        case kinds.RevoltOrder():
            return
        case _:
            yield from plain_marks(play, seat, order)


def _arrow(play: ShogunPlay, seat: str, source: str, target: str, armies: Amount) -> Arrow:
    """The armies' way: a move into a province of their own, else an attack."""
    land = play.position.provinces.get(target)
    kind: Literal["move", "attack"] = "move" if land and land.owner == seat else "attack"
    standing = play.land(source).armies if not play.is_closed(source) else 0
    text = str(armies) if not armies.but else str(armies.of(standing)) if standing else ""
    return Arrow(kind, source, target, seat, text=text)


# The order sheet


def state_facts(play: ShogunPlay, seat: str) -> Iterator[str]:
    """Yield what a seat should have before its eyes as it orders."""
    position = play.position
    if position.phase == "draft":
        yield f"Open province cards: {', '.join(position.cards)}"
        yield f"Army groups: {', '.join(map(str, play.groups))}"
        return
    record = play.seat(seat)
    yield f"Chests {record.chests}, rice {record.rice}, armies in supply {record.supply}"
    if position.event:
        yield f"Event: {EFFECTS[play.effect]}"
    if position.phase == "plan":
        yield f"Open actions: {', '.join(position.actions)}"
        places = (f"{place} {card}" for place, card in enumerate(position.specials, 1))
        yield f"Special cards: {', '.join(places)}"
    events = (f"{EVENTS[card].effect} (rice -{EVENTS[card].rice})" for card in position.events)
    yield f"Events to come: {', '.join(events) or 'none'}"
    for action, card in record.plan.items():
        yield f"Your card on {action}: {card}"
    yield ""
    for name in play.provinces_of(seat):
        yield _province(play, name)
    yield ""


def find_remainders(
    play: ShogunPlay, seat: str, kinds_taken: Collection[type[Order]]
) -> Iterator[Remainder]:
    """Yield what the lines of a plan leave: chests by today's prices, cards, actions."""
    if kinds.Bid not in kinds_taken:
        return
    record, own = play.seat(seat), play.provinces_of(seat)
    laid = {order.space: order for _, order in play.card_lines(seat)}
    cards = {order.space: order.card for order in laid.values() if order.card}
    costs = sum(price(play, seat, each, card) for each, card in cards.items() if each in ACTIONS)
    bid = getattr(getattr(laid.get("bid"), "offer", None), "chests", 0)
    yield Remainder("chests", record.chests - costs - bid, record.chests)
    yield Remainder("province cards", len(own) - len(cards), len(own))
    spaces = tuple(each for each in (*ACTIONS, "bid") if each not in laid)
    yield Remainder("spaces", len(spaces), len(ACTIONS) + 1, spaces)


def _province(play: ShogunPlay, name: str) -> str:
    land = play.land(name)
    built = ", ".join(what for what in BUILDINGS if what in land.buildings)
    facts = [
        f"armies {land.armies}",
        f"tax {play.card_value(name, 'tax')}",
        f"rice {play.card_value(name, 'rice')}",
        f"free spaces {play.free_spaces(name)}",
    ]
    if built:
        facts.append(built)
    if land.revolts:
        facts.append(f"revolt markers {land.revolts}")
    return f"{name}: {', '.join(facts)}; next to {', '.join(play.neighbours(name))}"
