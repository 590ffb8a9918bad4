"""What a module of Gekokujō is, and what its rules ask of a position and change in it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.games.engine import Module, Play
from adjudicator.games.engine.lines import Rules, carry_out_all
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.table.events import Modifier
from adjudicator.games.gekokujo.table.names import MYSELF
from adjudicator.games.gekokujo.table.position import (
    GekokujoPosition,
    House,
    Land,
    Units,
    number_of_bushi,
    number_of_units,
)
from adjudicator.orders import Order

if TYPE_CHECKING:
    from adjudicator.games.gekokujo.chapters.battle import Battle


class Fall(NamedTuple):
    """A seat's last daimyo fell in a battle."""

    victim: str
    by: str
    """The seat whose hit felled it (G55)."""
    leader: bool
    """Whether the victim had the most provinces as the battle began."""


Source = Callable[["GekokujoPlay", "Battle", str, str], Iterable[Modifier]]
"""Yields the modifiers of the rolls of a seat's units of a kind in a battle."""


class GekokujoModule(Module, frozen=True, kw_only=True):
    """A part of the rules: the basic game, or what of chapter 10 is played with it."""

    arms: Mapping[str, int] = {}
    """The kinds of bushi that can be recruited, in the order of their dice: where each stands in
    the option ``prices``, or -1 for 1 koku."""
    sources: tuple[Source, ...] = ()
    """Where modifiers of dice in battles come from."""
    moments: Mapping[str, Rules] = {}
    """How orders are judged and done, by the moment at which they are due: ``sow``, ``path``,
    ``spend``, ``break``, ``move``, in this order."""
    candidates: tuple[Callable[["GekokujoPlay", str], Iterable[Order]], ...] = ()
    """Orders of the phase that may be possible; those that nothing is against are legal."""
    before_dice: tuple[Callable[["GekokujoPlay", "Battle"], None], ...] = ()
    """What is settled before the dice of a battle, when ronin are hired and the ninja struck."""
    falls: tuple[Callable[["GekokujoPlay", Sequence[Fall]], None], ...] = ()
    """What follows when last daimyos fell in a battle, before eliminations are judged."""
    leaving: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat takes along that leaves the game."""
    submitting: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat loses that becomes a vassal."""
    gains: tuple[Callable[["GekokujoPlay", str, str], None], ...] = ()
    """What follows when a seat gains control of a province."""
    settlings: tuple[Callable[["GekokujoPlay"], None], ...] = ()
    """What is judged after each battle and each movement, after eliminations."""

    def due_with(self, kind: type[Order]) -> Rules:
        """Return the rules of the moment at which orders of a kind are due; empty if none is."""
        return next((rules for rules in self.moments.values() if kind in rules), {})


class GekokujoPlay(Play[GekokujoPosition, GekokujoModule]):
    """A phase being carried out."""

    # Seats

    kept: dict[str, int]
    """What seats keep back of their koku in this phase (``keep 4 koku``)."""
    moved: dict[str, Counter[str]]
    """Units that have moved this turn, by where they stand now and kind."""
    banners: dict[str, int]
    """The bannermen of the seat that moves, by where they stood before its first move."""
    offers: list[tuple[str, str]]
    """The pacts offered in this phase: by whom, to whom."""
    welcome: list[tuple[str, str]]
    """Those accepted: by whom, from whom."""

    def __init__(self, *given: Any):
        super().__init__(*given)
        self.kept, self.moved, self.banners = {}, {}, {}
        self.offers, self.welcome = [], []

    def house(self, seat: str) -> House:
        """Return the record of a seat."""
        return self.position.seats[seat]

    def clan(self, seat: str) -> str:
        """Return the clan of a seat; ``""`` before the draft."""
        return self.position.seats[seat].clan

    def find_seat(self, name: str, me: str = "") -> str:
        """Return the seat of that name or of that clan; ``""`` if there is none.

        ``me`` is the seat that an order means by itself.
        """
        if name == MYSELF:
            return me
        if name in self.position.seats:
            return name
        return next((seat for seat, each in self.position.seats.items() if each.clan == name), "")

    def survivors(self) -> list[str]:
        """Return the seats that are in the game, as they sit."""
        return [seat for seat, house in self.position.seats.items() if not house.out]

    def in_order(self) -> list[str]:
        """Return the seats that are in the game, in player order."""
        return [seat for seat in self.position.turn_order if not self.house(seat).out]

    def order_from(self, seat: str) -> list[str]:
        """Return the player order from a seat on, going round (G44)."""
        order = self.in_order()
        if seat not in order:
            return order
        at = order.index(seat)
        return order[at:] + order[:at]

    def are_allies(self, seat: str, other: str) -> bool:
        """Whether two seats do not fight each other: they have a pact, or are the same."""
        return seat == other or other in self.house(seat).allies

    # Provinces

    def land(self, place: str) -> Land:
        """Return the record of a province."""
        return self.position.provinces[place]

    def owner(self, place: str) -> str:
        """Return the seat that controls a province; ``""`` for a neutral one."""
        return self.position.provinces[place].owner

    def units(self, seat: str, place: str) -> Units:
        """Return the units of a seat in a province."""
        return self.position.provinces[place].units.get(seat, _NONE)

    def provinces_of(self, seat: str) -> list[str]:
        """Return the provinces that a seat controls."""
        return [name for name, each in self.position.provinces.items() if each.owner == seat]

    def places_of(self, seat: str) -> list[str]:
        """Return the provinces in which a seat has units."""
        return [name for name, each in self.position.provinces.items() if seat in each.units]

    def enemies_in(self, seat: str, place: str) -> list[str]:
        """Return the seats with units in a province that are no allies of a seat."""
        there = self.position.provinces[place].units
        return [other for other in there if not self.are_allies(seat, other)]

    def contests_of(self, seat: str) -> list[str]:
        """Return the provinces where a seat and one that is no ally stand."""
        return [place for place in self.places_of(seat) if self.enemies_in(seat, place)]

    def castle_of(self, seat: str) -> str:
        """Return where the castle of a seat stands; ``""`` if it has none."""
        lands = self.position.provinces.items()
        return next((place for place, land in lands if land.castle == seat), "")

    def builds_fortresses(self, seat: str) -> bool:
        """Whether a seat's castle is the fortress of the Hōjō."""
        return self.clan(seat) == "Hojo"

    # Numbers

    def stacks(self, seat: str) -> list[Units]:
        """Return the units of a seat, province by province."""
        return [land.units[seat] for land in self.position.provinces.values() if seat in land.units]

    def bushi(self, seat: str) -> int:
        """Return how many bushi of a seat are on the board."""
        return sum(map(number_of_bushi, self.stacks(seat)))

    def daimyos(self, seat: str) -> int:
        """Return how many daimyos of a seat are on the board."""
        return sum(units.get(printed.DAIMYO, 0) for units in self.stacks(seat))

    def total_units(self, seat: str) -> int:
        """Return how many bushi and daimyos of a seat are on the board."""
        return sum(map(number_of_units, self.stacks(seat)))

    def price(self, kind: str) -> int:
        """Return what a bushi of a kind costs."""
        at = self.rules.arms[kind]
        return int(str(self.position.options["prices"]).split()[at]) if at >= 0 else 1

    # Orders

    def is_active(self, seat: str) -> bool:
        """Whether it is a seat's turn, or everybody's."""
        return self.position.active in ("", seat)

    def asks_for(self, kind: type[Order]) -> bool:
        """Whether orders of a kind are asked for in the phase."""
        return kind in self.rules.orders.get(self.position.phase, ())

    def carry_out(self, seat: str, moment: str) -> None:
        """Carry out a seat's lines that are due at a moment, in the order written."""
        carry_out_all(self, seat, self.orders[seat], self.rules.moments.get(moment, {}))

    # Changes

    def put_units(self, place: str, seat: str, units: Units) -> None:
        """Put units of a seat into a province; negative numbers are taken out."""
        stand = self.units(seat, place)
        more = {kind: stand.get(kind, 0) + number for kind, number in units.items()}
        self.set_units(place, seat, {**stand, **more})

    def take_units(self, place: str, seat: str, units: Units) -> None:
        """Take units of a seat out of a province."""
        self.put_units(place, seat, {kind: -number for kind, number in units.items()})

    def set_units(self, place: str, seat: str, units: Units) -> None:
        """Let a seat have these units in a province and no others."""
        left = {kind: units[kind] for kind in printed.ARMS if units.get(kind)}
        there = {other: each for other, each in self.land(place).units.items() if other != seat}
        if left:
            there[seat] = left
        self.change_province(place, units=there)

    def pay(self, seat: str, koku: int) -> None:
        """Take koku from what a seat has in hand."""
        self.add_to_seat(seat, koku=-koku)

    def show_koku(self, seat: str, koku: int) -> str:
        """Return koku of a seat as the standings have them: ``?`` if the viewer must not know."""
        hidden = self.position.options["koku"] == "hidden"
        return "?" if hidden and self.position.viewer not in (None, seat) else str(koku)

    def koku_audience(self, seat: str) -> tuple[str, ...]:
        """Return who learns of a seat's koku: everybody, or the seat alone (G21)."""
        return () if self.position.options["koku"] == "open" else (seat,)


_NONE: Units = {}
