"""The position of a game of Samurai Swords or Ikusa: plain data, never changed in place."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from adjudicator.games.contract import Position
from adjudicator.games.samurai_swords.edition import UNITS

PhaseName = Literal["deploy", "plan", "spy", "muster", "war", "over"]
Building = Literal["", "castle", "fortress"]
Count = Annotated[int, Meta(ge=0, le=99)]
"""No troop and no purse comes near it; a position read from a file can hold no more."""
Round = Annotated[int, Meta(ge=0, le=9999)]


class Province(msgspec.Struct, frozen=True, omit_defaults=True):
    """One province: its owner (``""``: empty) and the provincial force in it.

    The ronin are those that have shown themselves; an army that stands here is on its seat's card.
    """

    owner: str = ""
    bowman: Count = 0
    swordsman: Count = 0
    gunner: Count = 0
    spearman: Count = 0
    ronin: Count = 0
    building: Building = ""


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army on its army card: where its marker stands and what it holds besides the daimyo.

    ``wins`` counts the holes passed at this ``level`` of experience (M1). ``down`` marks an
    assassinated daimyo, whose army is disrupted for the round.
    """

    at: str
    level: Annotated[int, Meta(ge=1, le=4)] = 1
    wins: Annotated[int, Meta(ge=0, le=2)] = 0
    bowman: Count = 0
    swordsman: Count = 0
    gunner: Count = 0
    spearman: Count = 0
    ronin: Count = 0
    down: bool = False


class Hidden(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ronin face down on a province card: how many joined the army there, how many the force."""

    army: Count = 0
    force: Count = 0


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Koku in the five bins, and the wanted places in the turn order."""

    turn: Count = 0
    build: Count = 0
    levy: Count = 0
    ronin: Count = 0
    ninja: Count = 0
    places: tuple[Count, ...] = ()

    @property
    def total(self) -> int:
        """All koku in the bins."""
        return self.turn + self.build + self.levy + self.ronin + self.ninja


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom the ninja shall strike, and when.

    ``text`` is the order as it was written, ``victim`` and ``army`` the daimyo. The moment is the
    start of ``phase`` (A to D) of the war turn of ``turn``, or the attack of that army on
    ``target``.
    """

    text: str
    victim: str
    army: str
    turn: str = ""
    phase: str = ""
    target: str = ""


class Policy(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat wants done when nobody can ask: it stands until the seat changes it.

    ``casualties`` is the order in which units fall (M4) and ``pool`` which troop of a
    double-troop province loses them first; ``revenge`` the daimyos to strike back at;
    ``recover`` where recovered daimyos return, ``recover_all`` whether they pick up the force
    there; ``successor`` the unit that succeeds an assassinated daimyo.
    """

    casualties: tuple[str, ...] = UNITS
    pool: Literal["force", "army"] = "force"
    revenge: tuple[str, ...] = ()
    recover: tuple[str, ...] = ()
    recover_all: bool = False
    successor: str = ""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat: its army card, koku, plan, hidden ronin and policies.

    ``sets`` counts the colours it commands (more than one after a conquest, M19);
    ``hidden`` is secret, ``hidden_total`` public (M25). ``plan`` is None until it is known to the
    viewer.
    """

    armies: dict[str, Army] = {}
    koku: Count = 0
    sets: Annotated[int, Meta(ge=1, le=5)] = 1
    plan: Plan | None = None
    hidden: dict[str, Hidden] = {}
    hidden_total: Count = 0
    policy: Policy = Policy()
    mission: Mission | None = None
    out: bool = False


class Ninja(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds the ninja, and on whom he spies in a spy phase."""

    holder: str = ""
    spied: str = ""


class FeudalPosition(Position, frozen=True, kw_only=True):
    """The whole truth of a game at one moment.

    ``phase`` is the phase it waits in, ``active`` the seat whose war turn it is (or ``""``);
    ``turn_order`` that of the round, or of the deployment. ``winners`` is set when it is over.
    """

    phase: PhaseName
    round: Round = 1
    active: str = ""
    turn_order: tuple[str, ...] = ()
    seats: dict[str, Seat]
    provinces: dict[str, Province]
    ninja: Ninja = Ninja()
    winners: tuple[str, ...] = ()


Troop = Province | Army
"""Both count units in fields of the same names."""


def regulars(troop: Troop) -> int:
    """Count the regular units, without the daimyo."""
    return troop.bowman + troop.swordsman + troop.gunner + troop.spearman


def size(troop: Troop) -> int:
    """Count the units that have shown themselves, without the daimyo."""
    return troop.bowman + troop.swordsman + troop.gunner + troop.spearman + troop.ronin


def counts(troop: Troop) -> dict[str, int]:
    """Return the units that have shown themselves, by kind; kinds that are absent are left out."""
    everything = (
        ("ronin", troop.ronin),
        ("spearman", troop.spearman),
        ("gunner", troop.gunner),
        ("swordsman", troop.swordsman),
        ("bowman", troop.bowman),
    )
    return {unit: number for unit, number in everything if number}
