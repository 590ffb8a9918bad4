"""What can happen with the modules of chapter 10, as facts."""

from typing import Literal

from adjudicator.games.contract import Event
from adjudicator.games.engine.modules import kinds_in

# Political play


class PactOffered(Event, frozen=True):
    """A seat paid a koku to offer another a pact."""

    seat: str
    other: str
    accepted: bool


class PactMade(Event, frozen=True):
    """Two seats are allies for the round."""

    seats: tuple[str, str]


class PactBroken(Event, frozen=True):
    """A seat broke its pact at the start of its moves."""

    seat: str
    other: str


class PactEnded(Event, frozen=True):
    """A pact ended: with the winter, or because a seat became a vassal or left the game."""

    seats: tuple[str, str]
    why: Literal["winter", "vassal", "eliminated"]


class Shamed(Event, frozen=True):
    """A seat attacks a former ally: its attack rolls are -1 from now on, this round."""

    seat: str
    other: str
    province: str


# The cycle of rice and war


class KokuReturned(Event, frozen=True):
    """Stored koku came back before income."""

    seat: str
    koku: int


class KokuSown(Event, frozen=True):
    """A seat sowed koku in a province."""

    seat: str
    province: str
    koku: int


class KokuStored(Event, frozen=True):
    """A seat put koku aside."""

    seat: str
    koku: int


class Seized(Event, frozen=True):
    """Who gained a province seized what was sown there (§6.2.7)."""

    seat: str
    victim: str
    province: str
    koku: int


class HarvestRolled(Event, frozen=True):
    """The die of the harvest, and what each sown koku brings."""

    die: int
    yields: int


class Harvested(Event, frozen=True):
    """What a seat's sown koku brought."""

    seat: str
    sown: int
    """Those in provinces that it controls."""
    koku: int
    withered: int = 0
    """Those that lay elsewhere and are lost."""


class Spoiled(Event, frozen=True):
    """Half of the koku in hand was discarded."""

    seat: str
    spoiled: int
    koku: int
    """What is left."""


# The path of glory


class PathEntered(Event, frozen=True):
    """A seat without daimyos is on the path of glory (§10.4)."""

    seat: str


class GloryGained(Event, frozen=True):
    """A seat on the path of glory gained points."""

    seat: str
    points: int
    why: Literal["daimyo", "leader", "mandate"]
    of: str
    """The seat whose last daimyo fell, or the mandate province."""
    glory: int
    """What it has then."""


EVENTS = kinds_in(__name__, Event)
"""All of them, in this order."""
