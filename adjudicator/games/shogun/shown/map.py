"""What is drawn: the provinces, what moved and fought, and the boxes beside the map."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.games import picture
from adjudicator.games.contract import Event
from adjudicator.games.picture import give_colours
from adjudicator.games.shogun.cards import ACTION_TITLES, EFFECTS, EVENTS, FARMER
from adjudicator.games.shogun.chapters.turns import season_of_year
from adjudicator.games.shogun.table.events import Fought, Moved
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.orders.language.words import number_of

Line = tuple[str, tuple[tuple[int, int], ...]]
FARMER_COLOUR = -1
COLOURS = {"red": 0, "blue": 1, "yellow": 2, "purple": 4, "black": 8}
"""The palette's colours nearest to those of the cubes in the box."""
FREE_COLOURS = (0, 1, 2, 4, 5, 6, 7, 3)
"""Colours for seats of other names; the palette's green last, for farmers are green."""


def draw_map(play: ShogunPlay, events: Sequence[Event]) -> picture.Picture:
    """Return what the map shows; regions colour the ground, owners the counters."""
    position = play.position
    colours = seat_colours(play)
    return picture.Picture(
        board=play.board.name,
        title="Shogun",
        subtitle=season_of_year(play),
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
        titles = (ACTION_TITLES[each] for each in position.actions)
        yield picture.Panel("Actions", tuple(_number(titles)))
        yield picture.Panel("Special cards", tuple(_number(position.specials)))
    if position.events:
        yield picture.Panel("Events", tuple(_event_lines(play)))
    if position.turn_order:
        places = enumerate(position.turn_order, 1)
        yield picture.Panel(
            "Turn order",
            tuple((f"{place}. {seat}", cubes(play, {seat: 1})) for place, seat in places),
        )


def _event_lines(play: ShogunPlay) -> Iterator[Line]:
    if play.position.event:
        yield f"now: {EFFECTS[play.effect]}", ()
    for card in play.position.events:
        event = EVENTS[card]
        yield f"{event.effect}, rice −{event.rice}", ()


def _number(names: Iterator[str] | Sequence[str]) -> Iterator[Line]:
    return ((f"{number}. {name}", ()) for number, name in enumerate(names, 1))


def _spot(play: ShogunPlay, name: str) -> picture.Spot:
    if play.is_closed(name):
        return picture.Spot(closed=True)
    land = play.land(name)
    counters: tuple[picture.Counter, ...] = ()
    if land.armies:
        counters = (picture.Counter("cube", str(land.armies), land.owner),)
    marks = tuple(picture.Mark(what) for what in land.buildings)
    if land.revolts:
        marks += (picture.Mark("revolt", land.revolts),)
    for marks_of in play.rules.marks:
        more_counters, more_marks = marks_of(play, name)
        counters, marks = counters + more_counters, marks + more_marks
    return picture.Spot(land.owner, counters, marks)


def _arrows(events: Sequence[Event]) -> Iterator[picture.Arrow]:
    for event in events:
        if isinstance(event, Moved):
            yield picture.Arrow("move", event.source, event.target, event.seat)
        elif isinstance(event, Fought) and event.source:
            yield picture.Arrow("attack", event.source, event.province, event.attacker)
