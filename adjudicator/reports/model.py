"""What a report is made from and what it becomes."""

from datetime import datetime

import msgspec

from adjudicator.chance.record import PhaseDice


class File(msgspec.Struct, frozen=True):
    """A file that goes with a report. With ``cid`` it is an image shown inside the HTML."""

    name: str
    media: str
    data: bytes
    cid: str = ""


def map_file(png: bytes) -> File:
    """Return the map that a report shows."""
    return File("map.png", "image/png", png, cid="map")


class Report(msgspec.Struct, frozen=True):
    """A letter's content: subject (one line), text of 72 columns, HTML, and files."""

    subject: str
    text: str
    html: str
    files: tuple[File, ...] = ()


class Setting(msgspec.Struct, frozen=True):
    """What a report must know besides the game: the campaign, the reader, and the clock."""

    campaign: str
    seat: str
    player: str = ""
    zone: str = "UTC"
    """The reader's IANA time zone."""
    deadline: datetime | None = None
    """Aware (UTC); None if the phase waits until every seat is ready."""
    address: str = ""
    """Where orders are mailed; ``""``: they come as files."""
    token: str = ""
    """The seat's proof of identity for the header of the order sheet."""
    commitment: str = ""
    """The hash of the campaign's secret."""
    dice: PhaseDice | None = None
    """What went into the dice of the phase just adjudicated, and every draw."""
    missing: tuple[str, ...] = ()
    """The seats from which no orders came for it."""
    regents: tuple[str, ...] = ()
    """The seats that regents play, for whose orders nobody waits."""
    ready: bool | None = None
    """In a receipt: whether the seat is marked as ready."""
    late: bool = False
    """In a reminder: whether the deadline has passed."""
    grace: datetime | None = None
    """In a late reminder: until when orders count; None: until the game master goes on."""
