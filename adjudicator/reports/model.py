"""What a report is made from and what it becomes."""

from datetime import datetime

import msgspec

from adjudicator.chance import Draw


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
    """What a report must know besides the game: the campaign, the reader, and the clock.

    ``deadline`` is aware (UTC) or None if the phase waits until every seat is ready; ``zone`` is
    the reader's IANA time zone. ``address`` is where orders are mailed and ``token`` the seat's
    proof of identity for the header of the order sheet (both may be ``""``: orders come as files).
    ``commitment`` is the hash of the game's secret; ``key`` the key of the phase just adjudicated,
    in hex, and ``draws`` its draws. ``missing`` are the seats from which no orders came.
    ``regents`` are those that regents play, for whose orders nobody waits. ``ready`` says, in a
    receipt, whether the seat is marked as ready. ``late`` says, in a reminder, that the deadline
    has passed, and ``grace`` until when orders still count (None: the game master goes on).
    """

    campaign: str
    seat: str
    player: str = ""
    zone: str = "UTC"
    deadline: datetime | None = None
    address: str = ""
    token: str = ""
    commitment: str = ""
    key: str = ""
    draws: tuple[Draw, ...] = ()
    missing: tuple[str, ...] = ()
    regents: tuple[str, ...] = ()
    ready: bool | None = None
    late: bool = False
    grace: datetime | None = None
