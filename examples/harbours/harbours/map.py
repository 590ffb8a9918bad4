"""What is drawn: ships, what each harbour wants, and what sailed and fought."""

from collections.abc import Iterator, Sequence

from adjudicator.games.contract import Event
from adjudicator.games.picture import (
    Arrow,
    Clash,
    Counter,
    Mark,
    Party,
    Picture,
    Spot,
    give_colours,
)
from harbours.events import Fought, Sailed
from harbours.play import HarboursPlay
from harbours.setup import BOARD

COLOURS = {"red": 0, "blue": 1, "yellow": 2, "green": 3}
"""The palette's colours by the usual names of the seats."""
HULL_AND_SAIL = ((0, 0.35), (0.4, 0.35), (0.4, 0), (0.85, 0.35), (1, 0.35), (0.8, 1), (0.2, 1))
"""In a square of side 1, from the upper left corner."""


def draw_map(play: HarboursPlay, events: Sequence[Event]) -> Picture:
    """Return what the map shows."""
    seats = play.position.seats
    colours = give_colours(tuple(seats), COLOURS, range(len(COLOURS)))
    return Picture(
        board=BOARD,
        title="Harbours",
        subtitle=f"Round {play.position.round}",
        spots={name: _spot(play, name) for name in play.position.provinces},
        parties=tuple(
            Party(seat, colours[seat], f"{captain.coins} coins") for seat, captain in seats.items()
        ),
        arrows=tuple(_arrows(events)),
        clashes=tuple(
            Clash(each.target, each.seat if each.loser == each.defender else each.defender)
            for each in events
            if isinstance(each, Fought)
        ),
        glyphs={"ship": (HULL_AND_SAIL,)},
    )


def _spot(play: HarboursPlay, name: str) -> Spot:
    harbour = play.harbour(name)
    ships = (Counter("ship", str(harbour.ships), harbour.owner),) if harbour.ships else ()
    wanted = play.wants(name)
    return Spot(harbour.owner, ships, (Mark(wanted),) if wanted else ())


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for each in events:
        if isinstance(each, Sailed):
            yield Arrow("move", each.source, each.target, each.seat)
        elif isinstance(each, Fought):
            yield Arrow("attack", each.source, each.target, each.seat)
