"""What a report is made from and what it becomes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from adjudicator.chance.record import PhaseDice
from adjudicator.games.contract import Default
from adjudicator.reports.reasons import reason
from adjudicator.wording import ReasonedError

PUBLIC = ""
"""What stands for a seat where everybody is meant: who reads what is for all, sees what all see."""
What = Literal["map", "front", "orders"]
"""What a picture shows."""


class Origin(msgspec.Struct, frozen=True):
    """What a picture of a campaign is drawn from, whenever somebody wants to see it."""

    resolution: int
    """The serial of the resolution whose position it shows."""
    seat: str
    """Whose view it is; ``""``: the public's."""
    what: What = "map"
    phases: int = 0
    """Of how many phases, up to that one, it shows what happened."""
    phase: str = ""
    """The key of the phase of orders that it shows, if it is a later one."""
    orders: str = ""
    """Those orders, in canonical form."""
    defaults: tuple[Default, ...] = ()
    """What fills the gaps that they leave."""
    warned: tuple[int, ...] | None = None
    """Those of their lines that may fail, by number; None: that is not known, and checked anew."""
    campaign: str = ""
    """The name of the campaign, in a letter that is of none."""
    program: str = ""
    """The version that recorded this; another may draw it otherwise."""


class File(msgspec.Struct, frozen=True):
    """A file that goes with a report. With ``cid`` it is an image shown inside the HTML."""

    name: str
    media: str
    data: bytes
    cid: str = ""
    title: str = ""
    """What an image shows."""
    origin: Origin | None = None
    """From what a picture of a campaign is drawn when its letter goes out; there is no data yet."""


_TITLES = {"map": "title.map", "front": "title.front", "orders": "title.orders"}


def picture_file(what: What, png: bytes = b"", origin: Origin | None = None) -> File:
    """Return a picture that a report shows: the map, the part of it that a telephone shows large
    enough to be read, or the part that shows what its reader has ordered."""
    return File(f"{what}.png", "image/png", png, what, str(reason(_TITLES[what])), origin)


class Report(msgspec.Struct, frozen=True):
    """A letter's content: subject (one line), text of 72 columns, HTML, and files."""

    subject: str
    text: str
    html: str
    files: tuple[File, ...] = ()
    orders: tuple[str, ...] | None = None
    """The lines in it that are orders, or can be sent as some: a reader who copies one does not
    quote. None: that was not written down."""
    cited: tuple[str, ...] = ()
    """The lines in it that somebody wrote, its reader perhaps: who writes one again does not
    quote."""


class Setting(msgspec.Struct, frozen=True):
    """What a report must know besides the game: the campaign, the reader, and the clock."""

    campaign: str
    seat: str
    player: str = ""
    zone: str = "UTC"
    """The reader's IANA time zone."""
    deadline: datetime | None = None
    """Aware (UTC); None if the phase waits until every seat is ready."""
    paused: bool = False
    """Whether the clock stands still, so that there is no deadline."""
    address: str = ""
    """Where orders are mailed; ``""``: they come as files."""
    token: str = ""
    """The seat's proof of identity for the header of the order sheet."""
    commitment: str = ""
    """The hash of the campaign's secret."""
    receipt_key: str = ""
    """In the first letter: the key that receipts are checked with; ``""``: none is signed."""
    dice: PhaseDice | None = None
    """What went into the dice of the phase just adjudicated, and every draw."""
    earlier_dice: tuple[PhaseDice, ...] = ()
    """Those of the phases before it, if the report is about several."""
    missing: tuple[str, ...] = ()
    """The seats from which no orders came for it."""
    regents: tuple[str, ...] = ()
    """The seats that regents play, for whose orders nobody waits."""
    roster: tuple[tuple[str, str | None], ...] = ()
    """Each seat and the name of its player, ``""`` if it is not known; None: a regent plays it."""
    actor: str = ""
    """Who has done in the seat's name what the letter tells, if not its player from his own
    address: another address, or ``master``."""
    ready: bool | None = None
    """In a receipt: whether the seat is marked as ready."""
    ahead: bool = False
    """In a receipt: whether it is so for all that is left of the turn."""
    awaited: tuple[str, ...] | None = None
    """In the middle of a phase: the seats that it still waits for; None: all that must order."""
    late: bool = False
    """In a reminder: whether the deadline has passed."""
    grace: datetime | None = None
    """In a late reminder: until when orders count; None: until the game master goes on."""


class LaterOrders(NamedTuple):
    """Orders that are kept for a later phase."""

    phase: str
    """As a header has it: ``5 plan``, or ``plan``."""
    lines: tuple[str, ...]
    ready: bool
    """Whether that phase will not wait for their seat."""


class Arrival(msgspec.Struct, frozen=True):
    """In a receipt: what a letter came to, beside the orders that now stand."""

    before: tuple[str, ...] = ()
    """The orders that stood before it, in canonical form."""
    unread: tuple[tuple[str, str], ...] = ()
    """Its lines that were not read as orders, each with what seems wrong with it, or ``""``."""
    missing: bool = False
    """Whether the phase that waits still lacks an answer of the seat."""
    trial: bool = False
    """Whether the letter only asked what would come of it, so that nothing was entered."""
    left_out: tuple[str, ...] = ()
    """The orders that stood, and no longer do because a letter did not name them."""
    not_ready: str = ""
    """A sentence that the seat is not ready although it said so, and why."""
    kept: tuple[LaterOrders, ...] = ()
    """What is kept for later phases, if it is asked what stands."""
    withheld: Mapping[str, Sequence[str]] = {}
    """The lines for which that waits, by what is to be said of them."""


class ReportError(ReasonedError):
    """A report cannot be made: a game has no words for something. The message names what."""

    room = "reports"
