"""How lucky the seats were: what chance gave them, beside what was to be expected of it.

A game says for each of its throws how many things each seat had in it, how likely each was to
count, and how many did. What comes of all of them is reckoned here, for all games.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.games.facts import Column, Event, Table
from adjudicator.games.meta import reason


class Throw(Struct, frozen=True):
    """Dice or cubes of one seat that were thrown together."""

    seat: str
    number: int
    chance: float
    """How likely each of them is to count."""
    came: int
    """How many did."""


class LuckRules(Struct, frozen=True):
    """What a game counts."""

    what: str
    """What comes by luck, in words: ``hits in battle``."""
    throws: Callable[[Any, Sequence[Event]], Iterable[Throw]]
    """Yield the throws that events tell of, given a position of the game: of seats, or colours."""

    def of_seats(self, position: Any, events: Sequence[Event]) -> Iterator[Throw]:
        """Yield the throws that events tell of, each of the seat that commands its colour."""
        seat_of = {each: seat for seat in position.seats for each in position.colours_of(seat)}
        for throw in self.throws(position, events):
            yield replace(throw, seat=seat_of[throw.seat])


def luck_table(what: str, seats: Iterable[str], throws: Iterable[Throw]) -> Table | None:
    """Return what came to each seat beside what was to be expected; None if nothing was thrown.

    The last column is the difference in standard errors, as if each die or cube fell by itself.
    """
    by_seat: dict[str, list[Throw]] = {seat: [] for seat in seats}
    for throw in throws:
        by_seat[throw.seat].append(throw)
    rows = tuple(_row(seat, all_) for seat, all_ in by_seat.items())
    columns = (Column("Seat", number=False), *map(Column, ("possible", "came", "expected", "luck")))
    if not any(by_seat.values()):
        return None
    return Table(str(reason("luck", what=what)), columns, rows, str(reason("luck.note")))


def _row(seat: str, throws: Sequence[Throw]) -> tuple[str, ...]:
    expected = sum(each.number * each.chance for each in throws)
    error = sqrt(sum(each.number * each.chance * (1 - each.chance) for each in throws))
    came = sum(each.came for each in throws)
    luck = f"{(came - expected) / error:+.1f}" if error else "0.0"
    possible = sum(each.number for each in throws)
    return seat, str(possible), str(came), f"{expected:.1f}", luck
