"""The table: who stands and rules where, what each seat has; what rules ask of it and change."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from adjudicator.games.contract import SeatEvent
from adjudicator.games.engine import Module, Play, PlayedPosition, Problem
from adjudicator.games.engine.play import provinces_of
from adjudicator.games.gekokujo.printed import ARMS, BUSHI, BUSHI_KINDS, DAIMYO, FUND_FREES, RONIN
from adjudicator.games.gekokujo.reasons import warning
from adjudicator.games.gekokujo.table.names import MYSELF
from adjudicator.games.records import Record
from adjudicator.orders import Order

MOST = 10**6
"""More koku or rounds than any game has."""
Units = Mapping[str, int]
"""Numbers of units by their kind."""
Koku = Annotated[int, Meta(ge=0, le=MOST)]
_Kind = Annotated[str, Meta(pattern=f"^({'|'.join(kind for kind in ARMS if kind != RONIN)})$")]
_Stack = Mapping[_Kind, Annotated[int, Meta(ge=1)]]


class Land(Record, frozen=True):
    """A province."""

    owner: str = ""
    """The seat that controls it; ``""``: neutral (§6.2.1)."""
    units: Mapping[str, _Stack] = {}
    """Who stands there, by seat. Several seats: it is contested, or they are allies."""
    castle: str = ""
    """The seat whose castle or fortress stands there."""
    fortified: bool = False
    """Whether that castle is fortified this round."""
    sown: Koku = 0
    """The koku sown there (§10.3)."""
    sower: str = ""
    """Whose they are."""


class House(Record, frozen=True):
    """A seat."""

    clan: str = ""
    """One of ``CLANS``; ``""`` before the draft."""
    koku: Koku = 0
    """Koku in hand, neither sown nor stored."""
    stored: Koku = 0
    """Koku put aside until the next income (§10.3)."""
    out: bool = False
    """Whether it is eliminated (§8.2)."""
    master: str = ""
    """The seat whose vassal it is; ``""``: none's (§8.1)."""
    liberated: bool = False
    """Whether it was a vassal and is free."""
    fund: Annotated[int, Meta(ge=0, le=FUND_FREES)] = 0
    """Its liberation fund."""
    path: Literal["", "assault", "rebuild"] = ""
    """The path to liberation that it chose this round, also once it is free."""
    castle_lost: int = 0
    """The round in which its castle was destroyed last; 0: never."""
    seeking: bool = False
    """Whether it is on the path of glory (§10.4)."""
    glory: Annotated[int, Meta(ge=0)] = 0
    allies: tuple[str, ...] = ()
    """With whom it has a pact this round (§10.1)."""
    betrayed: tuple[str, ...] = ()
    """Former allies whose pact it broke this round."""
    shamed: bool = False
    """Whether it has attacked one of them: its attack rolls are -1 for the round."""
    arrivals: tuple[str, ...] = ()
    """Where its units moved this round, in order; kept while battles wait for orders."""
    policies: tuple[str, ...] = ()
    """Its policies, a canonical line each. Secret."""
    plan: str = ""
    """Its orders for battles that wait until all have moved. Secret."""


class Ninja(Record, frozen=True):
    """The one ninja (§9.1)."""

    master: str = ""
    """Who hired him this round; ``""``: he is free."""
    mission: Literal["", "sabotage", "diversion", "assassination"] = ""
    place: str = ""
    """Where. Of an assassination it is secret, and ``""`` means anywhere."""
    victim: str = ""
    """Whom he is to strike; secret, and ``""`` means anybody."""
    struck: bool = False
    """Whether he has struck this round."""

    def is_on(self, mission: str, place: str) -> bool:
        """Whether he is on this field operation there."""
        return (self.mission, self.place) == (mission, place)


class GekokujoPosition(PlayedPosition, frozen=True, kw_only=True):
    """A game of Gekokujō at one moment."""

    seats: Mapping[str, House]
    provinces: Mapping[str, Land]
    lots: tuple[str, ...] = ()
    """The random order of the seats, of which the last drafts first."""
    turn_order: tuple[str, ...] = ()
    """The player order of the round, without seats that are out."""
    active: str = ""
    """Whose campaign turn it is, if each has a phase of its own."""
    held: Mapping[str, str] = {}
    """Who controlled which province at the start of the round."""
    ninja: Ninja = Ninja()
    mandates: tuple[str, ...] = ()
    """Seat and mandate province, as ``Oda Settsu``, for which glory was gained this round."""


def count_bushi(units: Units) -> int:
    """Return how many bushi, of all kinds, are among units."""
    return sum(units.values()) - units.get(DAIMYO, 0) - units.get(RONIN, 0)


def count_units(units: Units) -> int:
    """Return how many bushi and daimyos are among units."""
    return sum(units.values()) - units.get(RONIN, 0)


def view(position: GekokujoPosition, seat: str) -> GekokujoPosition:
    """Return the position without the policies, plans and hidden missions of other seats.

    With hidden koku (G21) without theirs too.
    """
    hidden = position.options["koku"] == "hidden"
    seats = {
        name: record if name == seat else _public(record, hidden)
        for name, record in position.seats.items()
    }
    ninja = position.ninja
    if ninja.mission == "assassination" and ninja.master != seat and not ninja.struck:
        ninja = replace(ninja, place="", victim="")
    return replace(position, seats=seats, ninja=ninja, viewer=seat)


def _public(record: House, hidden: bool) -> House:
    if hidden:
        record = replace(record, koku=0, stored=0, fund=0)
    return replace(record, policies=(), plan="") if record.policies or record.plan else record


def stacks_of(lands: Mapping[str, Land], seat: str) -> tuple[Units, ...]:
    """Return the units of a seat, province by province."""
    return tuple([land.units[seat] for land in lands.values() if seat in land.units])


class GekokujoPlay(Play[GekokujoPosition, Module]):
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

    def provinces_of(self, seat: str) -> tuple[str, ...]:
        """Return the provinces that a seat controls."""
        return self.look_up(provinces_of, seat)

    def places_of(self, seat: str) -> list[str]:
        """Return the provinces in which a seat has units."""
        return [name for name, each in self.position.provinces.items() if seat in each.units]

    def enemies_in(self, seat: str, place: str) -> list[str]:
        """Return the seats with units in a province that are no allies of a seat."""
        there = self.position.provinces[place].units
        if not there:
            return []
        allies = self.house(seat).allies
        return [other for other in there if other != seat and other not in allies]

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

    def stacks(self, seat: str) -> tuple[Units, ...]:
        """Return the units of a seat, province by province."""
        return self.look_up(stacks_of, seat)

    def bushi(self, seat: str) -> int:
        """Return how many bushi of a seat are on the board."""
        stacks = self.stacks(seat)
        return sum([n for units in stacks for kind, n in units.items() if kind in BUSHI_KINDS])

    def daimyos(self, seat: str) -> int:
        """Return how many daimyos of a seat are on the board."""
        return sum(units.get(DAIMYO, 0) for units in self.stacks(seat))

    def total_units(self, seat: str) -> int:
        """Return how many bushi and daimyos of a seat are on the board."""
        return sum(map(count_units, self.stacks(seat)))

    # Koku

    @property
    def hides_koku(self) -> bool:
        """Whether koku are their seat's secret (G21)."""
        return self.position.options["koku"] == "hidden"

    def show_koku(self, seat: str, koku: int) -> str:
        """Return koku of a seat as the standings have them: ``?`` if the viewer must not know."""
        return "?" if self.hides_koku and self.position.viewer not in (None, seat) else str(koku)

    def tell_of_koku(self, event: SeatEvent) -> None:
        """Tell of a seat's koku: everybody, or the seat alone."""
        self.tell(replace(event, to=(event.seat,) if self.hides_koku else ()))

    @property
    def arms(self) -> tuple[str, ...]:
        """The kinds of bushi that can be recruited (§10.2), in the order of their prices."""
        options = self.position.options
        if not options["warfare"]:
            return (BUSHI,)
        return BUSHI_KINDS[1:] if options["technology"] else BUSHI_KINDS[1:-1]

    def price(self, kind: str) -> int:
        """Return what a bushi of a kind costs."""
        prices = ("1", *str(self.position.options["prices"]).split())
        return int(prices[BUSHI_KINDS.index(kind)])

    def pay(self, seat: str, koku: int) -> None:
        """Take koku from what a seat has in hand."""
        self.add_to_seat(seat, koku=-koku)

    def purse(self, seat: str) -> int:
        """Return the koku in hand that a seat does not keep back, which its next line may spend."""
        return max(0, self.house(seat).koku - self.kept.get(seat, 0))

    def why_too_dear(self, seat: str, cost: int) -> Problem | None:
        """Say why a seat cannot buy anything, or not this."""
        if self.house(seat).path == "assault":
            return warning("assault")
        if self.purse(seat) >= cost:
            return None
        kept = self.kept.get(seat, 0)
        return warning("too-dear.it", cost=cost, have=self.house(seat).koku, kept=kept)

    def why_too_many(self, seat: str, koku: int, fix: str = "") -> Problem | None:
        """Say why a seat cannot put so many koku anywhere."""
        have = self.purse(seat)
        why = "too-dear" if have == self.house(seat).koku else "too-dear.kept"
        return warning(why, fix, have=have) if koku > have else None

    def why_not_own(self, seat: str, place: str) -> Problem | None:
        """Say why a province is not one that a seat controls."""
        owner = self.owner(place)
        if owner == seat:
            return None
        return warning("not-yours", place=place, owner=owner)

    # Orders

    def is_active(self, seat: str) -> bool:
        """Whether it is a seat's turn, or everybody's."""
        return self.position.active in ("", seat)

    def asks_for(self, kind: type[Order]) -> bool:
        """Whether orders of a kind are asked for in the phase."""
        return kind in self.rules.orders.get(self.position.phase, ())

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
        left = {kind: units[kind] for kind in ARMS if units.get(kind)}
        there = {other: each for other, each in self.land(place).units.items() if other != seat}
        if left:
            there[seat] = left
        self.change_province(place, units=there)


_NONE: Units = {}
