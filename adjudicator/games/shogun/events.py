"""What happens in the basic game, as facts. Cubes are numbers by colour, farmers ``farmer``."""

from typing import Literal

import msgspec

from adjudicator.games.contract import Event
from adjudicator.games.engine.modules import kinds_in

Cubes = dict[str, int]


class Change(msgspec.Struct, frozen=True):
    """A step of an account: what changed an amount, and the amount after it."""

    cause: str
    amount: int


class Claimed(Event, frozen=True):
    """A seat got a starting province. ``how``: by the table, dealt, an open card, or the pile."""

    seat: str
    province: str
    armies: int
    how: Literal["table", "dealt", "open", "pile"]


class CardsRenewed(Event, frozen=True):
    """A drafting seat, facing the same two cards as the time before, had two others turned up."""

    seat: str
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


class BidRevealed(Event, frozen=True):
    """A bid: what was paid, or the province card; ``bid`` is what the card said."""

    seat: str
    bid: int
    paid: int
    card: str = ""
    nothing: bool = False


class BidsTied(Event, frozen=True):
    """Equal bids, in the order that the lot gave them."""

    order: tuple[str, ...]


class SpecialTaken(Event, frozen=True):
    """A seat took a special card and with it a place (1 to 5)."""

    seat: str
    card: str
    place: int


class TurnOrderSet(Event, frozen=True):
    """The turn order of the season."""

    order: tuple[str, ...]


class ActionTurned(Event, frozen=True):
    """An action is carried out next: its number (1 to 10), and whether it lay face down.

    ``cards`` counts the seats that have a province on it.
    """

    number: int
    action: str
    title: str
    hidden: bool = False
    cards: int = 0


class Skipped(Event, frozen=True):
    """A card was revealed and its action skipped, at no cost, because it could not be done."""

    seat: str
    action: str
    province: str
    why: str


class Built(Event, frozen=True):
    """A building was built; ``account`` says how its price came about (``action``: as printed)."""

    seat: str
    what: str
    province: str
    price: int
    chests: int
    account: tuple[Change, ...]


class Collected(Event, frozen=True):
    """Taxes or rice were taken: what the card shows, what changed it, and what the seat has now.

    ``markers`` are the revolt markers that lie there after it, 0 if none came to the province.
    """

    seat: str
    what: str
    province: str
    amount: int
    now: int
    account: tuple[Change, ...]
    markers: int = 0


class MarkerPlaced(Event, frozen=True):
    """A revolt marker came to a province; ``now`` lie there. None came if the box was empty.

    ``collected``: it came with taxes or rice, whose event says so already.
    """

    province: str
    now: int
    none_left: bool = False
    collected: bool = False


class MarkerRemoved(Event, frozen=True):
    """A revolt marker went from a province; ``now`` are left there."""

    province: str
    now: int
    why: str


class Deployed(Event, frozen=True):
    """Armies came from the supply to a province; ``now`` stand there."""

    seat: str
    province: str
    armies: int
    price: int
    now: int
    account: tuple[Change, ...]


class Moved(Event, frozen=True):
    """Armies moved to another own province without a battle."""

    seat: str
    source: str
    target: str
    armies: int
    action: str


class Part(msgspec.Struct, frozen=True):
    """Cubes thrown into the tower, and why: ``armies``, ``attack card``, ``defence card``,
    ``castle``, ``neutral``, ``markers``, ``winter`` or ``tray``."""

    colour: str
    why: str
    cubes: int


class Fought(Event, frozen=True):
    """A battle, cube by cube.

    ``kind`` is a battle against a seat, against a neutral province, or a revolt (in which the
    province's owner defends, and ``attacker`` is ``farmer``). ``parts`` are all cubes thrown,
    ``thrown`` their sum, ``fallen`` what lies in the tray after the throw, ``inside`` what the
    tower holds then. ``attack`` and ``defence`` are the cubes that count for each side;
    ``farmers`` those among them that are farmers', 0 if farmers do not take part.
    ``winner`` is a seat, ``farmer`` or ``""`` (undecided); ``lost`` what went back to the
    supplies; ``left`` the winner's armies placed in the province.
    """

    kind: Literal["battle", "neutral", "revolt"]
    province: str
    attacker: str
    defender: str
    parts: tuple[Part, ...]
    thrown: Cubes
    fallen: Cubes
    inside: Cubes
    attack: int
    defence: int
    farmers: int
    winner: str
    lost: Cubes
    left: int
    tray: Cubes
    action: str = ""
    source: str = ""


class Taken(Event, frozen=True):
    """A province changed hands; ``loser`` is ``""`` if it was neutral. ``planned``: the action
    that the loser's card lay on."""

    province: str
    seat: str
    loser: str = ""
    planned: str = ""


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


class RiceLost(Event, frozen=True):
    """A seat's rice in winter: before and after the loss, provinces to supply, how many lack."""

    seat: str
    loss: int
    before: int
    rice: int
    provinces: int
    short: int


class RevoltsDrawn(Event, frozen=True):
    """The provinces in which a seat faces winter revolts, as drawn, and the extra farmers."""

    seat: str
    provinces: tuple[str, ...]
    farmers: int


class Row(msgspec.Struct, frozen=True):
    """A row of a score: what for (``provinces``, ``buildings``, ``castle`` …, or a module's),
    where (a region or a place), how many, and the points; ``tied`` with others or alone."""

    what: str
    points: int
    count: int = 0
    where: str = ""
    tied: bool = False


class Scored(Event, frozen=True):
    """The points that a seat got at one time, row by row, and its points after."""

    seat: str
    year: int
    rows: tuple[Row, ...]
    points: int
    now: int


class YearEnded(Event, frozen=True):
    """After the winter: rice back to nothing, ``markers`` revolt markers taken off the board."""

    year: int
    markers: int


EVENTS = kinds_in(__name__, Event)
"""What can happen in the basic game."""
