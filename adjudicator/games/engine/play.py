"""A phase being carried out: what its steps ask, change and tell."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec.structs import force_setattr, replace

from adjudicator.boards import Board
from adjudicator.chance import Chance
from adjudicator.games.contract import Defaulted, Event, Ordered, Position, Remainder, Won, Word
from adjudicator.games.engine.modules import Module
from adjudicator.games.engine.problems import Problem
from adjudicator.games.records import FrozenDict, Record, Same, exchange
from adjudicator.orders import Language, Line, Order, Orders, When, read_orders
from adjudicator.wording import Reason

P = TypeVar("P", bound="PlayedPosition")
M = TypeVar("M", bound=Module)
R = TypeVar("R", bound=Record)
K = TypeVar("K", bound=Order)
F = TypeVar("F")

MOST_FOUND = 128
"""So many things found on boards are kept: those of all seats, before and after a phase or two."""
OVER = "over"
"""The phase of a position whose game has ended."""


class PlayedPosition(Position, frozen=True, kw_only=True):
    """What the engine needs of a position: the phase it waits in, and provinces."""

    phase: str = ""
    provinces: Mapping[str, Any]
    """The game's own record for each province in play."""
    RECORDS: ClassVar[tuple[str, ...]] = ("seats", "provinces")
    """The mappings whose records are exchanged while a phase is carried out."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What became of a line."""

    line: Line
    word: Word
    why: str | Reason = ""
    """In which words it is told, where they are not those of the problem."""
    branch: int = 0
    """The index of the alternative that was carried out, or of the last one that was tried."""
    problem: Problem | None = None
    left: str = ""
    """What of the line stands for the next lap."""

    @property
    def is_done(self) -> bool:
        """Whether the line was carried out, wholly or in part."""
        return self.word not in ("failed", "skipped", "noted")


class Offers:
    """What a seat can order behind its lines, as a rehearsal of them finds it at each moment."""

    def __init__(self, seat: str):
        self.seat = seat
        self._found: dict[Any, tuple[Order, ...]] = {}
        self.kinds: set[type[Order]] = set()
        """The kinds of orders of which it is found out."""
        self.remainders: dict[str, Remainder] = {}
        """What the lines leave of what they use up."""

    def keep(self, moment: Any, kinds: Iterable[type[Order]], orders: Iterable[Order]) -> None:
        """Keep what is possible at a moment; what was found there before does not count."""
        self.kinds.update(kinds)
        self._found[moment] = tuple(orders)

    @property
    def orders(self) -> dict[Order, None]:
        """What is possible at any moment."""
        return dict.fromkeys(order for orders in self._found.values() for order in orders)


class Play(Generic[P, M]):
    """A position in the making, with its board, its rules, chance and orders.

    The position is a private working copy: only the functions here change it, and ``freeze``
    makes the one that follows from it. A play without chance answers questions and rehearses.
    """

    def __init__(
        self,
        position: P,
        rules: M,
        board: Board,
        chance: Chance | None = None,
        orders: Mapping[str, Orders] = {},
        language: Callable[[str], Language | None] = lambda phase: None,
    ):
        self.begun = position
        """The position that was given, which stays as it was."""
        self.position: P = _open(position)
        self.rules = rules
        self.board = board
        self.rehearsal = chance is None
        if chance is not None:
            self.chance = chance
        self.language = language
        self.orders = dict.fromkeys(position.every_colour, _NO_ORDERS)
        """By colour; where a seat commands one alone, which has its name, by seat."""
        for seat, given in orders.items():
            if given.lines and seat in position.seats:
                self.orders |= self.part_orders(given, position.colours_of(seat))
        self.events: list[Event] = []
        self.outcomes: defaultdict[str, list[Outcome]] = defaultdict(list)
        """What became of lines so far, by colour."""
        self._has_moved = False
        """Whether a province has changed."""
        self.offering: Offers | None = None
        """What is possible behind the lines of a seat, if that is asked of this play."""
        self.warns = True
        """Whether a check says what may fail, too; else it need only find what is wrong."""
        self.words = True
        """Whether a check puts what it finds into words; else it need only say where it is."""

    def begin_anew(self, orders: Mapping[str, Orders] = {}, position: P | None = None) -> Self:
        """Return a play without chance of the position that was given, or of another.

        If it is asked of this play what is possible, it is asked of that one from now on.
        """
        given = self.begun if position is None else position
        new = type(self)(given, self.rules, self.board, None, orders, self.language)
        new.offering, self.offering = self.offering, None
        return new

    def part_orders(self, orders: Orders, colours: tuple[str, ...]) -> dict[str, Orders]:
        """Return a seat's orders for each of its colours, as their lines say."""
        return orders.part(colours)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.phase == OVER

    def part(self, kind: type[R]) -> R:
        """Return a module's part of the position."""
        part: R = getattr(self.position, part_name(kind))
        return part

    def look_up(self, find: Callable[[Any, str], F], seat: str) -> F:
        """Return what is found of a seat in the provinces as they are now.

        Until one changes all plays of a position share it, and those of its views: it is kept.
        """
        provinces = self.begun.provinces
        if self._has_moved or type(provinces) is not FrozenDict:
            return find(self.position.provinces, seat)
        known: F = _find_once(find, Same(provinces), seat)
        return known

    # Changes

    def change(self, **fields: Any) -> None:
        """Give fields of the position other values."""
        for name, value in fields.items():
            force_setattr(self.position, name, value)

    def change_seat(self, seat: str, **fields: Any) -> None:
        """Give fields of a seat's record other values."""
        put(self.position.seats, seat, replace(self.position.seats[seat], **fields))

    def change_province(self, place: str, **fields: Any) -> None:
        """Give fields of a province's record other values."""
        self.set_province(place, replace(self.position.provinces[place], **fields))

    def set_province(self, place: str, record: Any) -> None:
        """Put another record in the place of a province's; each change of one is made here."""
        put(self.position.provinces, place, record)
        self._has_moved = True

    def add_to_seat(self, seat: str, **numbers: int) -> None:
        """Add numbers to fields of a seat's record; negative ones are taken away."""
        put(self.position.seats, seat, _sum(self.position.seats[seat], numbers))

    def add_to_province(self, place: str, **numbers: int) -> None:
        """Add numbers to fields of a province's record; negative ones are taken away."""
        self.set_province(place, _sum(self.position.provinces[place], numbers))

    def change_part(self, kind: type[Record], **fields: Any) -> None:
        """Give fields of a module's part of the position other values."""
        self.set_part(exchange(self.part(kind), fields))

    def set_part(self, part: Record) -> None:
        """Put another record in the place of a module's part of the position."""
        force_setattr(self.position, part_name(type(part)), part)

    def tell(self, *events: Event) -> None:
        """Record what happened."""
        self.events += events

    def tell_default(self, seat: str, text: str, why: str) -> None:
        """Tell a seat that a default filled a gap in its orders."""
        self.tell(Defaulted(seat, text, why, to=(seat,)))

    def win(self, seats: tuple[str, ...], why: str) -> None:
        """End the game; several seats share the victory, without any it is a draw of all."""
        self.tell(Won(seats=seats, why=why))
        self.change(phase=OVER)

    def save(self) -> "Saved[P]":
        """Return this point of the play, to go back to."""
        lengths = {seat: len(outcomes) for seat, outcomes in self.outcomes.items()}
        return Saved(_open(self.position), len(self.events), lengths)

    def go_back(self, saved: "Saved[P]") -> None:
        """Go back to a saved point, as often as is wanted."""
        self.position = _open(saved.position)
        del self.events[saved.events :]
        for seat, kept in self.outcomes.items():
            del kept[saved.outcomes.get(seat, 0) :]

    def freeze(self) -> P:
        """Return the position that has come about; nothing can change it."""
        return replace(self.position)

    # Orders

    def lines(self, seat: str, *kinds: type[Order]) -> Iterator[Line]:
        """Yield the seat's lines whose first alternative is of one of the kinds."""
        return (line for line in self.orders[seat] if isinstance(line.order, kinds))

    def open_lines(self, seat: str) -> list[Line]:
        """Return the seat's lines of which nothing has come so far."""
        answered = {id(outcome.line) for outcome in self.outcomes[seat]}
        return [line for line in self.orders[seat] if id(line) not in answered]

    def wish(self, seat: str, kind: type[K]) -> K | None:
        """Return the seat's first order of a kind whose condition holds now."""
        return next(self.wishes(seat, kind), None)

    def wishes(self, seat: str, kind: type[K], lines: Iterable[Line] | None = None) -> Iterator[K]:
        """Yield of each line of a kind, or each that is given, the first order that holds now."""
        for line in self.lines(seat, kind) if lines is None else lines:
            for branch in line.branches:
                if isinstance(branch.order, kind) and self.holds(seat, branch.when):
                    yield branch.order
                    break

    def holds(self, seat: str, when: When | None) -> bool:
        """Whether a condition holds for the seat at this moment; none always does."""
        return when is None or when.holds(self, seat)

    def recall(self, text: str, *phases: str) -> Orders:
        """Read orders that the position keeps, in the language of the first phase that there is."""
        languages = (self.language(phase) for phase in phases if text)
        language = next(filter(None, languages), None)
        return read_again(language, text) if language else _NO_ORDERS

    def answer(self, seat: str, line: Line | None, word: Word, why: str = "") -> None:
        """Keep what became of a line, for its seat; nothing if there was no line."""
        if line is not None:
            self.keep(seat, Outcome(line, word, why))

    def mend(self, seat: str, outcome: Outcome, rules: Mapping[type[Order], Any]) -> Outcome:
        """Return an outcome with an order that would be right at this moment, if one is known.

        It is asked before an outcome is kept; ``rules`` are those that judged the line. A game that
        finds such orders by trying does so only in a rehearsal.
        """
        return outcome

    def keep(self, seat: str, outcome: Outcome) -> None:
        """Keep what became of a line, for the checker, and tell its seat: not in a rehearsal."""
        self.outcomes[seat].append(outcome)
        if not self.rehearsal:
            self.tell_outcome(seat, outcome)

    def tell_outcome(self, seat: str, outcome: Outcome) -> None:
        """Tell a seat what became of a line."""
        line, word, problem = outcome.line, outcome.word, outcome.problem
        text = str(line.branches[outcome.branch].order)
        code = problem.code if problem else ""
        why = str(outcome.why or (problem.message if problem else ""))
        branch = outcome.branch + 1 if len(line.branches) > 1 and outcome.is_done else 0
        left = outcome.left
        self.tell(Ordered(seat, line.number, text, word, why, code, branch, left, to=(seat,)))


@lru_cache(maxsize=MOST_FOUND)
def _find_once(find: Callable[[Any, str], F], provinces: Same[Any], seat: str) -> F:
    return find(provinces.value, seat)


class Saved(msgspec.Struct, Generic[P], frozen=True):
    """A point of a play to go back to."""

    position: P
    events: int
    """How many events had been told."""
    outcomes: dict[str, int]
    """How many outcomes had been kept, by seat."""


def provinces_of(provinces: Mapping[str, Any], seat: str) -> tuple[str, ...]:
    """Return the provinces of which a seat is the ``owner``, in the order in which they stand."""
    return tuple([name for name, record in provinces.items() if record.owner == seat])


def part_name(kind: type[Record]) -> str:
    """Return the name of a module's part of a position: its type's, in lower case."""
    return kind.__name__.lower()


def _open(position: P) -> P:
    """Return a private copy of a position whose seats and provinces can be exchanged."""
    working = copy(position)
    for name in position.RECORDS:
        force_setattr(working, name, dict(getattr(position, name)))
    return working


def put(records: Mapping[str, Any], name: str, record: Any) -> None:
    """Exchange a record of a working copy."""
    assert isinstance(records, dict)
    records[name] = record


def _sum(record: Any, numbers: Mapping[str, int]) -> Any:
    return replace(record, **{name: getattr(record, name) + n for name, n in numbers.items()})


@lru_cache(maxsize=1024)
def read_again(language: Language, text: str) -> Orders:
    """Read orders that are right and come again: those of a position, and stated examples."""
    orders: Orders = read_orders(text, language).orders
    return orders


_NO_ORDERS = Orders()
