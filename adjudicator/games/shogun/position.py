"""The position: everything that lies on the table, and the plans that lie there face down."""

from typing import NamedTuple

import msgspec

from adjudicator.games.contract import Position
from adjudicator.games.shogun.cards import BUILDINGS, FARMERS, MARKERS, SEASONS, TILES
from adjudicator.games.shogun.expansions.state import Chambers, Court, Leaders, Samurai


class Land(msgspec.Struct):
    """A province: its owner (``""``: neutral), armies, buildings and revolt markers."""

    owner: str = ""
    armies: int = 0
    castle: bool = False
    temple: bool = False
    theatre: bool = False
    revolts: int = 0

    @property
    def buildings(self) -> tuple[str, ...]:
        """The buildings that stand here."""
        return tuple(what for what in BUILDINGS if getattr(self, what))


class Daimyo(msgspec.Struct):
    """A seat.

    ``supply`` are its armies off the board and out of tower and tray; ``special`` the special card
    of the season. ``plan`` maps actions to the province cards that lie on them, face down until
    the action is carried out; ``moves`` are the orders for these cards that came with the plan.
    """

    chests: int = 0
    rice: int = 0
    points: int = 0
    supply: int = 0
    special: str = ""
    plan: dict[str, str] = {}
    moves: str = ""


class Stock(msgspec.Struct):
    """The building tiles and revolt markers left in the box."""

    castle: int = TILES["castle"]
    temple: int = TILES["temple"]
    theatre: int = TILES["theatre"]
    revolts: int = MARKERS


class ShogunPosition(Position, frozen=True, kw_only=True):
    """A game of Shogun at one moment.

    ``round`` counts from 1 to 8, of which 4 and 8 are winters. ``provinces`` holds those in play,
    by name. ``tower``, ``tray`` and the throws count cubes by seat, farmers as ``farmer``;
    ``farmers`` are those in the supply. ``events`` are the event cards face up and not yet used,
    ``pile`` the ones of later years (as a set, in no order), ``event`` the one in force or ``""``.
    ``actions`` are the open action cards in order, ``specials`` the special cards by place.
    ``cards`` are the two open province cards of a draft.
    """

    phase: str = "plan"
    seats: dict[str, Daimyo]
    provinces: dict[str, Land]
    turn_order: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    event: str = ""
    actions: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    farmers: int = FARMERS
    tower: dict[str, int] = {}
    tray: dict[str, int] = {}
    stock: Stock = msgspec.field(default_factory=Stock)
    court: Court | None = None
    samurai: Samurai | None = None
    leaders: Leaders | None = None
    chambers: Chambers | None = None


class When(NamedTuple):
    """A round as a date."""

    year: int
    season: str


def when(round_: int) -> When:
    """Return the year (1 or 2) and the season of a round (1 to 8)."""
    return When((round_ - 1) // len(SEASONS) + 1, SEASONS[(round_ - 1) % len(SEASONS)])
