"""The working copy of a position while a phase is carried out, and the questions rules ask of it.

Provinces, armies and seats stay immutable; the copy holds the current ones and replaces them.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from adjudicator.boards import Board, load_board
from adjudicator.games.contract import Event, Ordered
from adjudicator.games.samurai_swords.edition import BOARD, EDITIONS, REGULAR, TRAY, Edition
from adjudicator.games.samurai_swords.position import (
    Army,
    FeudalPosition,
    Hidden,
    regulars,
    size,
)
from adjudicator.orders import Line

replace = msgspec.structs.replace


class Problem(msgspec.Struct, frozen=True):
    """Why an order is not carried out.

    ``hard`` problems hold whatever happens; others hold as things stand. ``fix`` is an order that
    would be right, or ``""``. One met while an order was being carried out leaves a part of it
    undone, or, with ``undone``, all of it.
    """

    code: str
    message: str
    hard: bool = False
    fix: str = ""
    undone: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What became of a line: the alternative tried last, and the problem that stopped it."""

    line: Line
    branch: int
    problem: Problem | None = None
    done: bool = True

    @property
    def word(self) -> Literal["done", "partly", "failed", "skipped"]:
        """What the seat is told; ``skipped`` is a line of which no condition held."""
        if self.done:
            return "done" if self.problem is None else "partly"
        return "skipped" if self.problem is None else "failed"


class State:
    """A position in the making; ``events`` and ``outcomes`` grow in the order of what happens."""

    def __init__(self, position: FeudalPosition):
        self.position = position
        self.edition: Edition = EDITIONS[position.game]
        self.board: Board = load_board(BOARD, border_options(position.options))
        self.provinces = dict(position.provinces)
        self.seats = dict(position.seats)
        self.bereaved: set[str] = set()  # seats that have lost a daimyo in this phase
        self.ninja = position.ninja
        self.winners = position.winners
        self.events: list[Event] = []
        self.outcomes: dict[str, list[Outcome]] = {}

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    def frozen(self, **changes: object) -> FeudalPosition:
        """Return the position that has come about, with the changes."""
        made: FeudalPosition = replace(
            self.position,
            provinces=self.provinces,
            seats=self.seats,
            ninja=self.ninja,
            winners=self.winners,
            **changes,
        )
        return made

    def snapshot(self) -> tuple[Any, ...]:
        """Return all that changes, to go back to with ``restore``."""
        told = {seat: list(outcomes) for seat, outcomes in self.outcomes.items()}
        return (
            *(dict(self.provinces), dict(self.seats), self.ninja, self.winners),
            *(list(self.events), told),
        )

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Go back to a snapshot, which is used up by it."""
        self.provinces, self.seats, self.ninja, self.winners, self.events, self.outcomes = snapshot

    # Questions

    def living(self) -> list[str]:
        """Return the seats that are in the game, in seating order."""
        return [name for name, seat in self.seats.items() if not seat.out]

    def owned(self, seat: str) -> list[str]:
        """Return the provinces of a seat, in the board's order."""
        return [name for name, province in self.provinces.items() if province.owner == seat]

    def army_in(self, place: str, seat: str = "") -> tuple[str, Army] | None:
        """Return the number and the army that stands in a province, of its owner or that seat."""
        owner = seat or self.provinces[place].owner
        if owner:
            for number, army in self.seats[owner].armies.items():
                if army.at == place:
                    return number, army
        return None

    def hidden(self, place: str) -> Hidden:
        """Return the hidden ronin in a province (those that are known here)."""
        owner = self.provinces[place].owner
        return self.seats[owner].hidden.get(place, _NO_RONIN) if owner else _NO_RONIN

    def holds_regulars(self, place: str, without_army: bool = False) -> bool:
        """Whether a regular unit or an army keeps the province friendly."""
        if regulars(self.provinces[place]):
            return True
        return not without_army and self.army_in(place) is not None

    def strength(self, place: str) -> int:
        """Count the units that can be seen in a province: force, army, daimyo."""
        there = self.army_in(place)
        return size(self.provinces[place]) + (size(there[1]) + 1 if there else 0)

    def tray(self, seat: str, unit: str) -> int:
        """Return how many of a unit a seat can still levy (M13)."""
        record = self.seats[seat]
        used: int = sum(getattr(army, unit) for army in record.armies.values())
        used += sum(getattr(p, unit) for p in self.provinces.values() if p.owner == seat)
        return TRAY[unit] * record.sets - used

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return what lies next to a province."""
        return self.board.neighbours[place]

    # Changes

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def note(self, seat: str, outcome: Outcome) -> None:
        """Keep what became of a line, for the checker and for the report."""
        self.outcomes.setdefault(seat, []).append(outcome)

    def set_province(self, place: str, **changes: object) -> None:
        """Replace fields of a province."""
        self.provinces[place] = replace(self.provinces[place], **changes)

    def set_seat(self, seat: str, **changes: object) -> None:
        """Replace fields of a seat's record."""
        self.seats[seat] = replace(self.seats[seat], **changes)

    def set_army(self, seat: str, number: str, army: Army | None) -> None:
        """Put an army on a seat's card in place of the one of that number; None takes it off."""
        armies = dict(self.seats[seat].armies)
        if army is None:
            armies.pop(number, None)
        else:
            armies[number] = army
        self.set_seat(seat, armies=armies)

    def change_force(self, place: str, changes: dict[str, int]) -> None:
        """Add units to a force, or take them away (negative numbers)."""
        province = self.provinces[place]
        self.provinces[place] = replace(
            province, **{unit: getattr(province, unit) + n for unit, n in changes.items()}
        )

    def change_army(self, seat: str, number: str, changes: dict[str, int]) -> None:
        """Add units to an army, or take them away (negative numbers)."""
        army = self.seats[seat].armies[number]
        changed = replace(army, **{unit: getattr(army, unit) + n for unit, n in changes.items()})
        self.set_army(seat, number, changed)

    def ordered(self, seat: str) -> Iterator[Ordered]:
        """Yield the events that tell a seat what became of its lines, in the file's order."""
        for outcome in sorted(self.outcomes.get(seat, ()), key=lambda each: each.line.number):
            problem = outcome.problem
            yield Ordered(
                to=(seat,),
                seat=seat,
                line=outcome.line.number,
                text=str(outcome.line.branches[outcome.branch].order),
                outcome=outcome.word,
                why=problem.message if problem else "",
            )


def border_options(options: dict[str, object] | dict[str, str | int | bool]) -> dict[str, bool]:
    """Return the board's part of a game's options."""
    return {name: bool(value) for name, value in options.items() if name in BORDERS}


BORDERS = tuple(load_board(BOARD).border_options)
"""The options of the board itself: its doubtful borders."""
_NO_RONIN = Hidden()


def cheapest(counts: dict[str, int]) -> str:
    """Return the cheapest regular unit among the counted: spearman before gunner … (M16)."""
    return next((unit for unit in reversed(REGULAR) if counts.get(unit, 0) > 0), "")
