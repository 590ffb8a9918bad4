"""What a module of Shogun is, and what its rules ask of a position and change in it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.chance.tower import CubeThrow, throw
from adjudicator.games.engine import Module, Play, Problem
from adjudicator.games.engine.lines import fail
from adjudicator.games.engine.play import provinces_of
from adjudicator.games.shogun.cards import EVENTS, FARMER, START_GROUPS
from adjudicator.games.shogun.orders.orders import Decline, Laid
from adjudicator.games.shogun.reasons import warning
from adjudicator.games.shogun.table.events import MarkerPlaced, MarkerRemoved, Neutral, Row, Taken
from adjudicator.games.shogun.table.position import (
    Daimyo,
    Land,
    RoundDate,
    ShogunPosition,
    tower_of,
    when,
)
from adjudicator.orders import Line, Order

T = TypeVar("T")
K = TypeVar("K", bound=Order)


Judge = Callable[["ShogunPlay", str, Any], Iterable[Problem]]


class Prospect(NamedTuple):
    """What a module may bring a seat between its plan and the actions."""

    drain: int = 0
    """The armies that may leave its supply."""
    muster: int = 0
    """The armies that may come into one of its provinces, or into a neutral one."""
    tiles: tuple[str, ...] = ()
    """The kinds of building that somebody may get."""
    safe: tuple[str, ...] = ()
    """The battle actions that may not be aimed at it."""


class ShogunModule(Module, frozen=True, kw_only=True):
    """A part of the rules of Shogun: the basic game or an expansion."""

    adjusters: Mapping[str, Callable[["ShogunPlay", str, str, str, int], int]] = {}
    """By their cause: change what a building of a seat in a province costs, or what another action
    brings, in this order."""
    bars: tuple[Callable[["ShogunPlay", str, str, str], Problem | None], ...] = ()
    """Say why a province cannot be attacked by a seat with an action; ``""``: it can."""
    guards: tuple[Callable[["ShogunPlay", str], bool], ...] = ()
    """Keep a revolt marker away from a province; return whether they did."""
    judges: Mapping[type[Order], Judge] = {}
    """Say what may be in the way of an order of a kind."""
    prospects: tuple[Callable[["ShogunPlay", str], Prospect], ...] = ()
    """Say what may come to a seat before the actions."""
    losses: tuple[Callable[["ShogunPlay", str, str], None], ...] = ()
    """What follows when a province is lost by a seat."""
    scores: tuple[Callable[["ShogunPlay", str], Iterable[Row]], ...] = ()
    """Yield the rows of a seat's score at the end of the game."""


class ShogunPlay(Play[ShogunPosition, ShogunModule]):
    """A phase of Shogun being carried out."""

    throws_last = False
    """For odds: whether the tower is thrown into once at the most, and it does not matter how many
    cubes fall of those who do not fight."""

    def seat(self, name: str) -> Daimyo:
        """Return the record of a seat."""
        return self.position.seats[name]

    def land(self, province: str) -> Land:
        """Return the record of a province."""
        return self.position.provinces[province]

    def provinces_of(self, seat: str) -> tuple[str, ...]:
        """Return the seat's provinces, by name in alphabetical order."""
        return self.look_up(provinces_of, seat)

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
    def date(self) -> RoundDate:
        """The year and the season."""
        return when(self.position.round)

    @property
    def effect(self) -> str:
        """The effect of the event in force, or ``""``."""
        event = self.position.event
        return EVENTS[event].effect if event else ""

    @property
    def targets_come_later(self) -> bool:
        """Whether cards are laid whose targets come in a second mail."""
        two_mails = self.position.options["season"] == "two mails"
        return two_mails and self.position.phase == "plan"

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

    def every_wish(self, seat: str, kind: type[K], now: bool = False) -> Iterator[K]:
        """Yield a seat's orders of a kind, alternatives too; ``now``: whose condition holds."""
        branches = (branch for line in self.orders[seat] for branch in line.branches)
        able = (branch for branch in branches if not now or self.holds(seat, branch.when))
        return (branch.order for branch in able if isinstance(branch.order, kind))

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

    # Moving pieces between the box, the supplies, the board, the tower and its tray

    def throw_in(self, cubes: Mapping[str, int]) -> CubeThrow:
        """Throw cubes into the tower together with all that lies in the tray (p. 11)."""
        total = Counter(self.position.tray) + Counter(cubes)
        tower = tower_of(self.position.options)
        counted = tuple({**cubes, FARMER: 0}) if self.throws_last else ()
        result = throw(self.position.tower, total, tower, self.chance, counted)
        self.change(tower=dict(result.inside), tray=dict(result.fallen))
        return result

    def add_to_supply(self, colour: str, number: int) -> None:
        """Put cubes of a colour back to their supply; a negative number takes them out."""
        if colour == FARMER:
            self.change(farmers=self.position.farmers + number)
        else:
            self.add_to_seat(colour, supply=number)

    def take_from_supply(self, colour: str, wanted: int) -> int:
        """Take cubes out of their supply, as far as it has any; return how many (H9, H32)."""
        have = self.position.farmers if colour == FARMER else self.seat(colour).supply
        self.add_to_supply(colour, -min(wanted, have))
        return min(wanted, have)

    def from_tray(self, colour: str, number: int) -> None:
        """Take cubes of a colour out of the tray, back to their supply."""
        self.add_to_tray(colour, -number)
        self.add_to_supply(colour, number)

    def add_to_tray(self, colour: str, number: int) -> None:
        """Put cubes of a colour into the tray; a negative number takes them out."""
        tray = dict(self.position.tray)
        tray[colour] = tray.get(colour, 0) + number
        self.change(tray={each: cubes for each, cubes in tray.items() if cubes})

    def place_marker(self, province: str) -> int:
        """Put the marker for taxes or rice in a province, if the box has one and nothing keeps it
        away (H4).

        Return how many lie there then; 0 if none came.
        """
        markers = self.land(province).revolts
        if not self.position.stock.revolts:
            self.tell(MarkerPlaced(province=province, now=markers, none_left=True))
        elif not any(guard(self, province) for guard in self.rules.guards):
            self.add_to_stock(revolts=-1)
            self.add_to_province(province, revolts=1)
            self.tell(MarkerPlaced(province=province, now=markers + 1, collected=True))
            return markers + 1
        return 0

    def remove_marker(self, province: str, why: str) -> None:
        """Take a revolt marker from a province, if one lies there."""
        land = self.land(province)
        if land.revolts:
            self.add_to_province(province, revolts=-1)
            self.add_to_stock(revolts=1)
            self.tell(MarkerRemoved(province=province, now=land.revolts - 1, why=why))

    def into_tray(self, seat: str, armies: int) -> int:
        """Put armies from a seat's supply into the tray, as far as it has them; return how many."""
        number = self.take_from_supply(seat, armies)
        self.add_to_tray(seat, number)
        return number

    def add_to_stock(self, **numbers: int) -> None:
        """Put tiles or markers back into the box; negative numbers take them out."""
        stock = self.position.stock
        self.change(
            stock=replace(stock, **{what: getattr(stock, what) + n for what, n in numbers.items()})
        )

    def take_province(self, province: str, seat: str, armies: int) -> None:
        """Give a province to the seat that conquered it; buildings and markers stay (H10)."""
        loser = self.land(province).owner
        planned = self._lose_card(province, loser)
        self.change_province(province, owner=seat, armies=armies)
        self.tell(Taken(province=province, seat=seat, loser=loser, planned=planned))
        self._follow(province, loser)

    def make_neutral(self, province: str) -> None:
        """Clear a province that nobody holds any longer; its armies are elsewhere already (H10)."""
        land = self.land(province)
        loser = land.owner
        planned = self._lose_card(province, loser)
        self.add_to_stock(**dict.fromkeys(land.buildings, 1), revolts=land.revolts)
        self.tell(Neutral(province, loser, land.buildings, land.revolts, planned))
        self.set_province(province, Land())
        self._follow(province, loser)

    def _lose_card(self, province: str, loser: str) -> str:
        """Take a lost province's card off the loser's board.

        Return the action that it lay on, which is still to come or is being done; ``""`` for none.
        """
        for action, card in self.seat(loser).plan.items() if loser else ():
            if card == province:
                self.take_card(loser, action)
                if line := self.line_on(loser, action):
                    self.keep(loser, fail(line, 0, warning("province-lost.card", card=card)))
                return action
        return ""

    def take_card(self, seat: str, action: str) -> None:
        """Take a seat's card off an action."""
        plan = {each: card for each, card in self.seat(seat).plan.items() if each != action}
        self.change_seat(seat, plan=plan)

    def _follow(self, province: str, loser: str) -> None:
        if loser:
            for loss in self.rules.losses:
                loss(self, province, loser)
