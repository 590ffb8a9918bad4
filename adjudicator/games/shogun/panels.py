"""What is drawn: the provinces, what moved and fought, and the boxes beside the map."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.games.contract import Event
from adjudicator.games.picture import (
    Arrow,
    Clash,
    Counter,
    Mark,
    Panel,
    Party,
    Picture,
    Spot,
)
from adjudicator.games.shogun.cards import ACTION_TITLES, EFFECTS, EVENTS, FARMER
from adjudicator.games.shogun.events import Fought, Moved
from adjudicator.games.shogun.position import when
from adjudicator.games.shogun.scene import Scene

Line = tuple[str, tuple[tuple[int, int], ...]]
FARMER_COLOUR = -1
COLOURS = {"red": 0, "blue": 1, "yellow": 2, "purple": 4, "black": 8}
"""The palette's colours nearest to those of the cubes in the box."""
FREE_COLOURS = (0, 1, 2, 4, 5, 6, 7, 3)
"""Colours for seats of other names; the palette's green last, for farmers are green."""
_MARKS = {"castle": Mark("castle"), "temple": Mark("temple"), "theatre": Mark("theatre")}


def pictured(scene: Scene, events: Sequence[Event]) -> Picture:
    """Return what the map shows; regions colour the ground, owners the counters."""
    position = scene.position
    date = when(position.round)
    colours = seat_colours(tuple(position.seats))
    return Picture(
        board=scene.board.name,
        title="Shogun",
        subtitle=f"{date.season.capitalize()} of year {date.year}",
        spots={name: _spot(scene, name) for name in scene.board.provinces},
        parties=tuple(
            Party(
                seat,
                colours[seat],
                f"{len(scene.own(seat))} provinces, {record.points} points",
            )
            for seat, record in position.seats.items()
        ),
        arrows=tuple(_arrows(events)),
        clashes=tuple(
            Clash(event.province, event.winner if event.winner in position.seats else "")
            for event in events
            if isinstance(event, Fought)
        ),
        panels=tuple(panel for panels in scene.rules.panels for panel in panels(scene)),
        tint="region",
    )


def cubes(scene: Scene, counts: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    """Return numbers of cubes by colour as a panel shows them."""
    colours = {**seat_colours(tuple(scene.position.seats)), FARMER: FARMER_COLOUR}
    return tuple((colours[seat], number) for seat, number in counts.items())


@lru_cache(maxsize=64)
def seat_colours(seats: tuple[str, ...]) -> dict[str, int]:
    """Return each seat's colour in the palette: the one it is named after, else the next free."""
    found = {seat: COLOURS[seat.casefold()] for seat in seats if seat.casefold() in COLOURS}
    free = (colour for colour in FREE_COLOURS if colour not in found.values())
    return {seat: found[seat] if seat in found else next(free) for seat in seats}


def basic_panels(scene: Scene) -> Iterator[Panel]:
    """Yield the boxes of the basic game: tower and tray, the season's cards, provisions."""
    position = scene.position
    yield Panel(
        "Tower",
        (
            (f"inside {sum(position.tower.values())}", cubes(scene, position.tower)),
            (f"tray {sum(position.tray.values())}", cubes(scene, position.tray)),
        ),
    )
    if position.phase in ("plan", "carry out"):
        yield Panel("Actions", tuple(_numbered(ACTION_TITLES[each] for each in position.actions)))
        yield Panel("Special cards", tuple(_numbered(position.specials)))
    if position.events:
        yield Panel("Events", tuple(_event_lines(scene)))
    if position.turn_order:
        places = enumerate(position.turn_order, 1)
        yield Panel(
            "Turn order",
            tuple((f"{place}. {seat}", cubes(scene, {seat: 1})) for place, seat in places),
        )


def _event_lines(scene: Scene) -> Iterator[Line]:
    if scene.position.event:
        yield f"now: {EFFECTS[scene.effect]}", ()
    for card in scene.position.events:
        event = EVENTS[card]
        yield f"{event.effect}, rice −{event.rice}", ()


def _numbered(names: Iterator[str] | Sequence[str]) -> Iterator[Line]:
    return ((f"{number}. {name}", ()) for number, name in enumerate(names, 1))


def _spot(scene: Scene, name: str) -> Spot:
    if scene.closed(name):
        return Spot(closed=True)
    land = scene.land(name)
    counters: tuple[Counter, ...] = ()
    if land.armies:
        counters = (Counter("cube", str(land.armies), land.owner),)
    marks = tuple(_MARKS[what] for what in land.buildings)
    if land.revolts:
        marks += (Mark("revolt", land.revolts),)
    for drawn in scene.rules.drawn:
        more_counters, more_marks = drawn(scene, name)
        counters, marks = counters + more_counters, marks + more_marks
    return Spot(land.owner, counters, marks)


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if isinstance(event, Moved):
            yield Arrow("move", event.source, event.target, event.seat)
        elif isinstance(event, Fought) and event.source:
            yield Arrow("attack", event.source, event.province, event.attacker)
