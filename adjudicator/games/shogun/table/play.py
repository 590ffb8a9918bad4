"""What the rules of Shogun ask of a position, beside what they ask in every game."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from adjudicator.games.engine import Play
from adjudicator.games.shogun.cards import EVENTS, START_GROUPS
from adjudicator.games.shogun.orders.orders import Decline, Laid
from adjudicator.games.shogun.rules import ShogunModule
from adjudicator.games.shogun.table.position import Daimyo, Land, ShogunPosition
from adjudicator.orders import Line

T = TypeVar("T")


class ShogunPlay(Play[ShogunPosition, ShogunModule]):
    """A phase of Shogun being carried out."""

    def seat(self, name: str) -> Daimyo:
        """Return the record of a seat."""
        return self.position.seats[name]

    def land(self, province: str) -> Land:
        """Return the record of a province."""
        return self.position.provinces[province]

    def provinces_of(self, seat: str) -> list[str]:
        """Return the seat's provinces, by name in alphabetical order."""
        return [name for name, land in self.position.provinces.items() if land.owner == seat]

    def is_closed(self, province: str) -> bool:
        """Whether the province is out of the game (with three players)."""
        return province not in self.position.provinces

    def neighbours(self, province: str) -> list[str]:
        """Return the provinces in play next to one, by land or sea route."""
        return [each for each in self.board.neighbours[province] if not self.is_closed(each)]

    def card_value(self, province: str, what: str) -> int:
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
        return self.card_value(province, "spaces") - len(self.land(province).buildings)

    def draw(self, pile: Sequence[T], label: str, number: int = 1) -> tuple[list[T], tuple[T, ...]]:
        """Draw some cards of a pile, of which each is there once; return them and the rest."""
        drawn = self.chance.shuffle(pile, label)[:number]
        return drawn, tuple(card for card in pile if card not in drawn)

    def declines(self, seat: str, extra: str) -> bool:
        """Whether a seat leaves what its special card allows it at this moment (H38)."""
        order = self.wish(seat, Decline)
        return order is not None and extra in order.extras

    def card_lines(self, seat: str) -> Iterator[tuple[Line, Laid]]:
        """Yield the seat's lines that lay a card, or say what is done with one, and their orders.

        What such a line says in its first alternative it says in all.
        """
        for line in self.orders[seat]:
            if isinstance(line.order, Laid):
                yield line, line.order

    def line_on(self, seat: str, space: str) -> Line | None:
        """Return the seat's line that lays a card on a space or says what it does there."""
        return next((line for line, order in self.card_lines(seat) if order.space == space), None)
