"""What happens in the basic game, as facts. Cubes are numbers by colour, farmers ``farmer``."""

from typing import Literal

import msgspec

from adjudicator.games.contract import Event, SeatEvent
from adjudicator.games.engine.modules import kinds_in

Cubes = dict[str, int]
How = Literal["table", "dealt", "open", "pile"]
"""How a seat got a starting province: by the table, dealt, an open card, or the pile."""


class AccountStep(msgspec.Struct, frozen=True):
    """A step of an account: what changed an amount, and the amount after it."""

    cause: str
    amount: int


class Claimed(SeatEvent, frozen=True):
    """A seat got a starting province."""

    province: str
    armies: int
    how: How


class CardsRenewed(SeatEvent, frozen=True):
    """A drafting seat, facing the same two cards as the time before, had two others turned up."""

    gone: tuple[str, ...]
    come: tuple[str, ...]


class TowerLoaded(Event, frozen=True):
    """The first throw: what went in, what fell out and went back to the supplies, what stayed."""

    thrown: Cubes
    fallen: Cubes
    inside: Cubes


class YearBegan(Event, frozen=True):
    """Four event cards lie face up for the year."""

    year: int
    events: tuple[str, ...]


class SeasonBegan(Event, frozen=True):
    """A season was laid out: the five open action cards, and the special cards by place."""

    round: int
    year: int
    season: str
    actions: tuple[str, ...]
    specials: tuple[str, ...]


class EventDrawn(Event, frozen=True):
    """The event of the season, and the event cards left."""

    event: str
    effect: str
    left: tuple[str, ...]


class BidRevealed(SeatEvent, frozen=True):
    """What a seat bid for the turn order and the special cards, and what it paid."""

    bid: int
    """What the card said."""
    paid: int
    """The chests that were there to pay."""
    card: str = ""
    """The province card, if it was one."""
    nothing: bool = False


class BidsTied(Event, frozen=True):
    """Equal bids, in the order that the lot gave them."""

    order: tuple[str, ...]


class SpecialTaken(SeatEvent, frozen=True):
    """A seat took a special card and with it a place (1 to 5)."""

    card: str
    place: int


class TurnOrderSet(Event, frozen=True):
    """The turn order of the season."""

    order: tuple[str, ...]


class ActionTurned(Event, frozen=True):
    """An action is carried out next."""

    number: int
    """From 1 to 10."""
    action: str
    title: str
    hidden: bool = False
    """Whether it lay face down."""
    cards: int = 0
    """The seats that have a province on it."""


class Skipped(SeatEvent, frozen=True):
    """A card was revealed and its action skipped, at no cost, because it could not be done."""

    action: str
    province: str
    why: str


class Built(SeatEvent, frozen=True):
    """A building was built."""

    what: str
    province: str
    price: int
    chests: int
    account: tuple[AccountStep, ...]
    """How its price came about (``action``: as printed)."""


class Collected(SeatEvent, frozen=True):
    """Taxes or rice were taken."""

    what: str
    """``tax`` or ``rice``."""
    province: str
    amount: int
    now: int
    """What the seat has now."""
    account: tuple[AccountStep, ...]
    """What the card shows, and what changed it."""
    markers: int = 0
    """The revolt markers that lie there after it; 0 if none came to the province."""


class MarkerPlaced(Event, frozen=True):
    """A revolt marker came to a province, or none if the box was empty."""

    province: str
    now: int
    """The markers that lie there."""
    none_left: bool = False
    collected: bool = False
    """Whether it came with taxes or rice, whose event says so already."""


class MarkerRemoved(Event, frozen=True):
    """A revolt marker went from a province."""

    province: str
    now: int
    """The markers left there."""
    why: str


class Deployed(SeatEvent, frozen=True):
    """Armies came from the supply to a province."""

    province: str
    armies: int
    price: int
    now: int
    """The armies that stand there."""
    account: tuple[AccountStep, ...]


class Moved(SeatEvent, frozen=True):
    """Armies moved to another own province without a battle."""

    source: str
    target: str
    armies: int
    action: str


class ThrownCubes(msgspec.Struct, frozen=True):
    """Cubes thrown into the tower."""

    colour: str
    why: str
    """``armies``, ``attack card``, ``defence card``, ``castle``, ``neutral``, ``markers``,
    ``winter`` or ``tray``."""
    cubes: int


class Fought(Event, frozen=True):
    """A battle, cube by cube."""

    kind: Literal["battle", "neutral", "revolt"]
    """Against a seat, against a neutral province, or a revolt, in which the owner of the province
    defends."""
    province: str
    attacker: str
    """In a revolt ``farmer``."""
    defender: str
    parts: tuple[ThrownCubes, ...]
    """All cubes thrown."""
    thrown: Cubes
    """The sum of the parts."""
    fallen: Cubes
    """What lies in the tray after the throw."""
    inside: Cubes
    """What the tower holds then."""
    attack: int
    """The cubes that count for the attacker."""
    defence: int
    """The cubes that count for the defender."""
    farmers: int
    """Those that count and are farmers'; 0 if farmers do not take part."""
    winner: str
    """A seat, ``farmer``, or ``""`` (undecided)."""
    lost: Cubes
    """What went back to the supplies."""
    left: int
    """The winner's armies placed in the province."""
    tray: Cubes
    action: str = ""
    source: str = ""


class Taken(Event, frozen=True):
    """A province changed hands."""

    province: str
    seat: str
    loser: str = ""
    """``""``: it was neutral."""
    planned: str = ""
    """The action that the loser's card lay on."""


class Neutral(Event, frozen=True):
    """A province became neutral: what stood there is gone."""

    province: str
    loser: str
    buildings: tuple[str, ...] = ()
    markers: int = 0
    planned: str = ""


class SeasonEnded(Event, frozen=True):
    """All ten actions were carried out."""

    round: int
    year: int
    season: str


class RiceLost(SeatEvent, frozen=True):
    """A seat's rice in winter: before and after the loss, provinces to supply, how many lack."""

    loss: int
    before: int
    rice: int
    provinces: int
    short: int


class RevoltsDrawn(SeatEvent, frozen=True):
    """The provinces in which a seat faces winter revolts, as drawn, and the extra farmers."""

    provinces: tuple[str, ...]
    farmers: int


class Row(msgspec.Struct, frozen=True):
    """A row of a score."""

    what: str
    """What for: ``provinces``, ``buildings``, ``castle`` …, or a module's."""
    points: int
    count: int = 0
    where: str = ""
    """A region or a place."""
    tied: bool = False
    """Whether others have as many."""


class Scored(SeatEvent, frozen=True):
    """The points that a seat got at one time, row by row, and its points after."""

    year: int
    rows: tuple[Row, ...]
    points: int
    now: int


class YearEnded(Event, frozen=True):
    """After the winter: rice back to nothing."""

    year: int
    markers: int
    """The revolt markers taken off the board."""


EVENTS = kinds_in(__name__, Event)
"""What can happen in the basic game."""
