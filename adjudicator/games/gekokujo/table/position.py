"""The position: who stands and rules where, what each seat has, and what it may know of others."""

from collections.abc import Mapping

from msgspec.structs import replace

from adjudicator.games.engine import PlayedPosition
from adjudicator.games.gekokujo.printed import DAIMYO, RONIN
from adjudicator.games.records import Record

Units = Mapping[str, int]
"""Numbers of units by their kind."""


class Land(Record, frozen=True):
    """A province."""

    owner: str = ""
    """The seat that controls it; ``""``: neutral (§6.2.1)."""
    units: Mapping[str, Units] = {}
    """Who stands there, by seat. Several seats: it is contested, or they are allies."""
    castle: str = ""
    """The seat whose castle or fortress stands there."""
    fortified: bool = False
    """Whether that castle is fortified this round."""
    sown: int = 0
    """The koku sown there (§10.3)."""
    sower: str = ""
    """Whose they are."""


class House(Record, frozen=True):
    """A seat."""

    clan: str = ""
    """One of ``CLANS``; ``""`` before the draft."""
    koku: int = 0
    """Koku in hand, neither sown nor stored."""
    stored: int = 0
    """Koku put aside until the next income (§10.3)."""
    out: bool = False
    """Whether it is eliminated (§8.2)."""
    master: str = ""
    """The seat whose vassal it is; ``""``: none's (§8.1)."""
    liberated: bool = False
    """Whether it was a vassal and is free."""
    fund: int = 0
    """Its liberation fund."""
    path: str = ""
    """A vassal's path this round: ``assault``, ``rebuild`` or ``""``."""
    castle_lost: int = 0
    """The round in which its castle was destroyed last; 0: never."""
    seeking: bool = False
    """Whether it is on the path of glory (§10.4)."""
    glory: int = 0
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
    mission: str = ""
    """``sabotage``, ``diversion`` or ``assassination``."""
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


def number_of_bushi(units: Units) -> int:
    """Return how many bushi, of all kinds, are among units."""
    return sum(units.values()) - units.get(DAIMYO, 0) - units.get(RONIN, 0)


def number_of_units(units: Units) -> int:
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
