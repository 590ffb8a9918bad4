"""What the map of a game shows."""

from collections.abc import Iterator, Sequence

from adjudicator.games.contract import Event
from adjudicator.games.picture import Arrow, Clash, Counter, Mark, Party, Picture, Spot
from adjudicator.games.samurai_swords.edition import BOARD, EDITIONS
from adjudicator.games.samurai_swords.events import Declared, Fought, Marched, Moved
from adjudicator.games.samurai_swords.position import FeudalPosition, size
from adjudicator.games.samurai_swords.state import border_options


def picture(position: FeudalPosition, events: Sequence[Event], subtitle: str) -> Picture:
    """Return the view with what moved and fought in the events."""
    armies = {
        army.at: (seat, number)
        for seat, record in position.seats.items()
        for number, army in record.armies.items()
    }
    owned = [province.owner for province in position.provinces.values()]
    return Picture(
        board=BOARD,
        title=EDITIONS[position.game].title,
        subtitle=subtitle,
        spots={place: _spot(position, place, armies.get(place)) for place in position.provinces},
        parties=tuple(
            Party(name, colour, "out" if seat.out else f"{owned.count(name)} provinces")
            for colour, (name, seat) in enumerate(position.seats.items())
        ),
        arrows=tuple(dict.fromkeys(_arrows(events))),
        clashes=tuple(_clashes(events)),
        board_options=border_options(position.options),
    )


def _spot(position: FeudalPosition, place: str, army: tuple[str, str] | None) -> Spot:
    province = position.provinces[place]
    counters = []
    if army:
        seat, number = army
        record = position.seats[seat].armies[number]
        counters.append(
            Counter("army", str(size(record) + 1), seat, level=record.level, down=record.down)
        )
    if size(province):
        counters.append(Counter("force", str(size(province)), province.owner))
    marks = (Mark(province.building),) if province.building else ()
    return Spot(owner=province.owner, counters=tuple(counters), marks=marks)


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if isinstance(event, Declared | Fought):
            yield Arrow("attack", event.source, event.target, event.seat)
        elif isinstance(event, Marched | Moved):
            yield Arrow("move", event.source, event.target, event.seat)


def _clashes(events: Sequence[Event]) -> Iterator[Clash]:
    won = {}
    for event in events:
        if isinstance(event, Fought):
            won[event.target] = event.seat if event.success else event.defenders.seat
    for place, seat in won.items():
        yield Clash(place, seat)
