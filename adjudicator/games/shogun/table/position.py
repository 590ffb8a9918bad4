"""The position: everything that lies on the table, and the plans that lie there face down."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from adjudicator.boards import Board, load_board
from adjudicator.chance.tower import Tower
from adjudicator.games.contract import Value
from adjudicator.games.engine import PlayedPosition
from adjudicator.games.records import Record
from adjudicator.games.shogun import cards as box

Count = Annotated[int, Meta(ge=0, le=999)]
"""How much of something lies somewhere: no position that is read has more, or less than nothing."""


class Land(msgspec.Struct, frozen=True):
    """A province: its owner (``""``: neutral), armies, buildings and revolt markers."""

    owner: str = ""
    armies: Count = 0
    castle: bool = False
    temple: bool = False
    theatre: bool = False
    revolts: Count = 0

    @property
    def buildings(self) -> tuple[str, ...]:
        """The buildings that stand here."""
        return tuple(what for what in box.BUILDINGS if getattr(self, what))


class Daimyo(Record, frozen=True):
    """What a seat has besides its provinces, and what it plans."""

    chests: Count = 0
    rice: Count = 0
    points: Count = 0
    supply: Count = 0
    """Its armies off the board and out of tower and tray."""
    special: str = ""
    """The special card of the season."""
    plan: Mapping[str, str] = {}
    """The province cards that lie on actions, face down until each is carried out."""
    moves: str = ""
    """The orders for these cards that came with the plan."""


class Stock(msgspec.Struct, frozen=True):
    """The building tiles and revolt markers left in the box."""

    castle: Count = box.TILES["castle"]
    temple: Count = box.TILES["temple"]
    theatre: Count = box.TILES["theatre"]
    revolts: Count = box.MARKERS


class ShogunPosition(PlayedPosition, frozen=True, kw_only=True):
    """A game of Shogun at one moment. Each expansion that is played adds its part.

    ``round`` counts from 1 to 8, of which 4 and 8 are winters. Cubes are counted by seat, farmers
    as ``farmer``.
    """

    phase: str = "plan"
    seats: Mapping[str, Daimyo]
    provinces: Mapping[str, Land]
    """Those in play, by name."""
    turn_order: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    """The event cards that lie face up and are not yet used."""
    pile: tuple[str, ...] = ()
    """The event cards of later years, as a set: in no order."""
    event: str = ""
    """The event in force."""
    actions: tuple[str, ...] = ()
    """The open action cards in their order."""
    specials: tuple[str, ...] = ()
    """The special cards by place."""
    cards: tuple[str, ...] = ()
    """The two open province cards of a draft."""
    farmers: Count = box.FARMERS
    """The farmers in the supply."""
    tower: Mapping[str, Count] = {}
    """The cubes inside the tower."""
    tray: Mapping[str, Count] = {}
    """The cubes in the tray of the tower."""
    stock: Stock = Stock()


class RoundDate(NamedTuple):
    """A round as a date."""

    year: int
    season: str

    @property
    def title(self) -> str:
        """What players call it: ``Spring of year 1``."""
        return f"{self.season.capitalize()} of year {self.year}"


def when(round_: int) -> RoundDate:
    """Return the year (1 or 2) and the season of a round (1 to 8)."""
    years, season = divmod(round_ - 1, len(box.SEASONS))
    return RoundDate(years + 1, box.SEASONS[season])


def view(position: ShogunPosition, seat: str) -> ShogunPosition:
    """Return what a seat may know: the position without the plans that others laid face down."""
    seats = {
        name: record if name == seat else replace(record, plan={}, moves="")
        for name, record in position.seats.items()
    }
    return replace(position, seats=seats, viewer=seat)


def board(options: Mapping[str, Value]) -> Board:
    """Return the side of the board that is played on."""
    return load_board(f"shogun-{options['side']}")


def tower_of(options: Mapping[str, Value]) -> Tower:
    """Return the tower that is thrown into (H16)."""
    return Tower(*(int(options[f"tower {what}"]) for what in ("hold", "shake", "edge")))


def open_provinces(options: Mapping[str, Value], seats: int) -> list[str]:
    """Return the provinces in play: with three seats the specially marked ones are not."""
    played_on = board(options)
    closed = played_on.sets["unused_with_3_players"] if seats == 3 else ()
    return [name for name in played_on.provinces if name not in closed]


def with_supplies(position: ShogunPosition) -> ShogunPosition:
    """Return a position whose supplies and box hold what does not lie elsewhere in it."""
    used = Counter(position.tower) + Counter(position.tray)
    standing: Counter[str] = Counter()
    for land in position.provinces.values():
        used[land.owner] += land.armies
        standing["revolts"] += land.revolts
        standing.update(land.buildings)
    return replace(
        position,
        seats={
            seat: replace(record, supply=box.ARMIES - used[seat])
            for seat, record in position.seats.items()
        },
        farmers=box.FARMERS - used[box.FARMER],
        stock=Stock(**{what: most - standing[what] for what, most in asdict(Stock()).items()}),
    )
