"""What can happen in a game of Samurai Swords or Ikusa, as facts for the reports.

Units are given as a mapping of kind to number. Seats are named ``seat`` when they act.
"""

from typing import Literal

import msgspec

from adjudicator.games.contract import Event, SeatEvent
from adjudicator.games.engine.modules import kinds_in
from adjudicator.games.samurai_swords.table.position import Building, Placed, WarPhase

Side = Literal["attacker", "defender"]
Result = Literal["won", "lost", "both", "off"]
End = Literal["battle", "disrupted", "assassinated"]


class Dealt(Event, frozen=True):
    """The province cards were dealt (Setup 4): the provinces of each seat, and those left over."""

    hands: dict[str, tuple[str, ...]]
    left: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    """In quick play: those that are to be claimed."""


class OrderDrawn(Event, frozen=True):
    """The turn order of the setup was drawn (Setup 6)."""

    order: tuple[str, ...]


class Deployed(SeatEvent, frozen=True):
    """A seat placed first reinforcements (Setup 8): pairs of spearmen, and army markers."""

    provinces: tuple[str, ...]
    armies: dict[str, str]
    taken: dict[str, int] = {}
    """In quick play: spearmen that armies took onto their cards there (M59)."""


class SuccessorNamed(SeatEvent, frozen=True):
    """An assassinated daimyo has a successor, who rose from a unit of the army (M16)."""

    army: str
    unit: str


class Spied(SeatEvent, frozen=True):
    """The ninja's holder looks at another seat's tray before he plans (Ninja as a Spy)."""

    on: str


class NinjaReturned(SeatEvent, frozen=True):
    """The ninja left his holder's service unused."""


class PlanRevealed(SeatEvent, frozen=True):
    """A plan became known, to all or to a spy's master: koku in each bin (Action 1)."""

    turn: int
    build: int
    levy: int
    ronin: int
    ninja: int


class TurnOrderSet(Event, frozen=True):
    """The turn order of the round (Action 2)."""

    order: tuple[str, ...]
    chosen: tuple[str, ...] = ()
    """Those that took their places."""
    drawn: tuple[str, ...] = ()
    """Those that drew by lot."""
    ties: tuple[tuple[str, ...], ...] = ()
    """Groups that bid the same, in the order in which the lot let them choose."""


class NinjaHired(Event, frozen=True):
    """Who hired the ninja (Action 6)."""

    seat: str = ""
    """``""``: nobody."""
    bid: int = 0
    tied: tuple[str, ...] = ()
    """Those that bid the same, the most."""


class Built(SeatEvent, frozen=True):
    """A castle or fortress was built (Action 3)."""

    province: str
    building: Building


class Levied(SeatEvent, frozen=True):
    """Units levied (Action 4)."""

    placed: tuple[Placed, ...]
    """Each as unit, province, and army number or ``""`` for the force."""
    unused: str = ""
    """What remained of the koku in the bin, in words, or ``""``."""


class RoninHired(SeatEvent, frozen=True):
    """Ronin hired (Action 5)."""

    hired: int
    lost: int = 0
    """Those paid for and not had (M14)."""


class RoninPlaced(SeatEvent, frozen=True):
    """Where a seat's ronin hide, those that it took over too; known to that seat alone."""

    province: str
    army: int = 0
    force: int = 0


class RoninRevealed(SeatEvent, frozen=True):
    """Hidden ronin showed themselves (When to Reveal Your Hidden Ronin)."""

    province: str
    army: int = 0
    force: int = 0


class Marched(SeatEvent, frozen=True):
    """An army moved one province, in phase A, D or between battles."""

    army: str
    phase: WarPhase
    """``A``, ``D``, or between battles ``C``."""
    source: str
    target: str
    left: dict[str, int] = {}
    """What stayed as garrison."""
    conquered: bool = False
    """Whether the target was empty."""


class PickedUp(SeatEvent, frozen=True):
    """An army picked up units where it stands."""

    army: str
    province: str
    taken: dict[str, int]


class Declared(SeatEvent, frozen=True):
    """A battle was declared (phase B)."""

    source: str
    target: str
    army: str = ""
    """Its number, or ``""`` for the force."""
    naval: bool = False


class Roll(msgspec.Struct, frozen=True, tag=True):
    """Dice that one side rolled for the units of one step."""

    side: Side
    units: dict[str, int]
    needs: int
    """The most that is a hit."""
    dice: tuple[int, ...]
    hits: int


class Losses(msgspec.Struct, frozen=True, tag=True):
    """Units that a side removed at a Remove Casualties step."""

    side: Side
    units: dict[str, int]
    bonus: int = 0
    """Those of a castle."""
    wasted: int = 0


class Pass(msgspec.Struct, frozen=True):
    """One pass through the combat sequence, step by step."""

    steps: tuple[Roll | Losses, ...]
    first_strike: bool = False
    """Whether the defender alone struck."""


class Troops(msgspec.Struct, frozen=True):
    """What one side brings to a battle: units, its daimyos' armies, and a castle's bonus units."""

    seat: str
    units: dict[str, int]
    army: str = ""
    daimyo: bool = False
    down: bool = False
    bonus: int = 0
    bonus_unit: str = ""


class Fought(SeatEvent, frozen=True):
    """A battle (phase C), with its whole arithmetic."""

    source: str
    target: str
    attackers: Troops
    defenders: Troops
    passes: tuple[Pass, ...]
    outcome: Result
    """``won`` (the target is empty), ``lost`` (no attacker is left), ``off`` (called off).

    ``both``: neither is anyone left (M2).
    """
    naval: bool = False
    why: str = ""
    """Why it was called off; ``""`` if by a policy, which nobody else may know."""
    attackers_left: dict[str, int] = {}
    defenders_left: dict[str, int] = {}
    success: bool = False


class Unfought(SeatEvent, frozen=True):
    """A declared battle that was not fought, and why (M8)."""

    source: str
    target: str
    why: str
    army: str = ""


class Vacated(SeatEvent, frozen=True):
    """A province lost its last unit and belongs to nobody (Losing Ownership of a Province)."""

    province: str


class Experienced(SeatEvent, frozen=True):
    """A daimyo's experience marker moved one hole."""

    army: str
    level: int
    wins: int
    rose: bool = False


class NinjaStruck(SeatEvent, frozen=True):
    """The ninja struck at a daimyo: the die, and whether it succeeded (8 or less)."""

    victim: str
    army: str
    die: int
    success: bool


class RevengeTaken(SeatEvent, frozen=True):
    """The intended victim struck back (9 or more): the die, and the daimyo struck or ``""``."""

    on: str
    die: int
    army: str = ""


class NinjaFailed(SeatEvent, frozen=True):
    """The ninja's moment came, and there was no daimyo to strike; his hirer keeps him."""

    why: str


class DaimyoLost(SeatEvent, frozen=True):
    """A daimyo left the game, and how: in battle, with his army, or alone under the knife."""

    army: str
    how: End


class Eliminated(SeatEvent, frozen=True):
    """A seat lost its last daimyo (M18, M19)."""

    by: str
    """Who owns its units and provinces now."""
    provinces: int


class Recovered(SeatEvent, frozen=True):
    """A daimyo lost earlier returned to his seat after an elimination."""

    army: str
    province: str
    taken: dict[str, int] = {}


class Moved(SeatEvent, frozen=True):
    """Units of a force, or units that were split off an army, moved in phase D."""

    source: str
    target: str
    units: dict[str, int]
    army: str = ""
    """The army that they joined, or ``""``."""
    conquered: bool = False
    split_from: str = ""
    """The army that they were split off from, or ``""``."""


class RoninLeft(SeatEvent, frozen=True):
    """The ronin left at the end of the round (Action 8)."""

    number: int


class Collected(SeatEvent, frozen=True):
    """Income (Action 9): provinces and the koku collected."""

    provinces: int
    koku: int


EVENTS = kinds_in(__name__, Event)
"""What can happen in the game."""
