"""What the rules work on: the table as it lies, and the table while a phase is carried out."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.chance import Chance
from adjudicator.games.contract import Event, Ordered
from adjudicator.games.shogun import conditions
from adjudicator.games.shogun.cards import EVENTS, START_GROUPS
from adjudicator.games.shogun.orders import Laid
from adjudicator.games.shogun.position import Daimyo, Land, ShogunPosition
from adjudicator.games.shogun.rules import Module
from adjudicator.orders import Condition, Line, Order, Orders, When
from adjudicator.orders.slots import compare

K = TypeVar("K", bound=Order)
Outcome = Literal["done", "partly", "failed", "skipped"]


class Scene:
    """A position with its board and its rules, to be asked and not to be changed."""

    def __init__(self, position: ShogunPosition, board: Board, rules: Module):
        self.position = position
        self.board = board
        self.rules = rules

    def seat(self, name: str) -> Daimyo:
        """Return the record of a seat."""
        return self.position.seats[name]

    def land(self, province: str) -> Land:
        """Return the record of a province."""
        return self.position.provinces[province]

    def own(self, seat: str) -> list[str]:
        """Return the seat's provinces, by name in alphabetical order."""
        return [name for name, land in self.position.provinces.items() if land.owner == seat]

    def closed(self, province: str) -> bool:
        """Whether the province is out of the game (with three players)."""
        return province not in self.position.provinces

    def neighbours(self, province: str) -> list[str]:
        """Return the provinces in play next to one, by land or sea route."""
        return [each for each in self.board.neighbours[province] if not self.closed(each)]

    def printed(self, province: str, what: str) -> int:
        """Return a number from the province's card: ``tax``, ``rice`` or ``spaces``."""
        return int(self.board.provinces[province].values[what])

    @property
    def effect(self) -> str:
        """The effect of the event in force, or ``""``."""
        event = self.position.event
        return EVENTS[event].effect if event else ""

    @property
    def groups(self) -> tuple[int, ...]:
        """The army groups each seat starts with."""
        return START_GROUPS[len(self.position.seats)]

    def free_spaces(self, province: str) -> int:
        """Return the number of building spaces still free in a province."""
        return self.printed(province, "spaces") - len(self.land(province).buildings)

    def holds(self, seat: str, when: When | None) -> bool:
        """Whether a condition holds for the seat at this moment."""
        if when is None:
            return True
        return any(
            all(_true(self, seat, clause.condition) != clause.negated for clause in clauses)
            for clauses in when.any_of
        )


class Play(Scene):
    """A phase being carried out: steps change the position and record events."""

    def __init__(
        self,
        position: ShogunPosition,
        board: Board,
        rules: Module,
        chance: Chance,
        orders: Mapping[str, Orders],
    ):
        super().__init__(position, board, rules)
        self.chance = chance
        self.orders = orders
        self.events: list[Event] = []
        self.done: set[tuple[str, str]] = set()  # the actions of each seat that are behind it

    def change(self, **fields: Any) -> None:
        """Put a position with other values of these fields in the place of the present one."""
        self.position = replace(self.position, **fields)

    def tell(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)

    def lines(self, seat: str, kind: type[Order]) -> Iterator[Line]:
        """Yield the seat's lines whose first alternative is of a kind."""
        return (line for line in self.orders[seat] if isinstance(line.order, kind))

    def line_on(self, seat: str, space: str) -> Line | None:
        """Return the seat's line that lays a card on a space or says what it does there."""
        for line in self.lines(seat, Laid):
            if isinstance(line.order, Laid) and line.order.space == space:
                return line
        return None

    def wish(self, seat: str, kind: type[K]) -> K | None:
        """Return the seat's order of a kind whose condition holds now; the first such."""
        for line in self.lines(seat, kind):
            for branch in line.branches:
                if isinstance(branch.order, kind) and self.holds(seat, branch.when):
                    return branch.order
        return None

    def answer(
        self, seat: str, line: Line | None, outcome: Outcome, why: str = "", text: str = ""
    ) -> None:
        """Tell the seat what became of one of its lines; nothing if there was none.

        ``text`` is the alternative that was carried out, the first one if it is not given.
        """
        if line is not None:
            said = text or str(line.order)
            self.tell(
                Ordered(
                    to=(seat,), seat=seat, line=line.number, text=said, outcome=outcome, why=why
                )
            )


def _true(scene: Scene, seat: str, condition: Condition) -> bool:
    position = scene.position
    match condition:
        case conditions.EventIs(event):
            return (scene.effect or "none") == event
        case conditions.Armies(province, how, number):
            return not scene.closed(province) and compare(scene.land(province).armies, how, number)
        case conditions.Revolts(province, how, number):
            return not scene.closed(province) and compare(scene.land(province).revolts, how, number)
        case conditions.Chests(how, number):
            return compare(scene.seat(seat).chests, how, number)
        case conditions.Place(how, number):
            order = position.turn_order
            return seat in order and compare(order.index(seat) + 1, how, number)
        case conditions.Stands(province, what):
            return not scene.closed(province) and what in scene.land(province).buildings
        case conditions.Holds(province, holder):
            wanted = {"mine": seat, "neutral": ""}.get(holder, holder)
            return not scene.closed(province) and scene.land(province).owner == wanted
    raise TypeError(f"{type(condition).__name__} is not a condition of this game")
