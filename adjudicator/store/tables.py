"""What the database holds: each record, and its table beside it."""

from datetime import datetime
from typing import Literal

import msgspec

from adjudicator.chance import Draw
from adjudicator.games.contract import Game, Phase, Value
from adjudicator.games.registry import find
from adjudicator.orders import Finding
from adjudicator.reports.model import Report
from adjudicator.store.columns import Index, Reference, Table

SCHEMA = 2
"""The number of the schema. Version 0.1, which was never released, had 1."""


Outcome = Literal["taken", "answered", "refused", "ignored", "set aside"]
"""``taken``: as orders; ``answered``: what it asks; ``refused``: it could not be taken;
``ignored``: no person wrote it, it came before, or it asks too often; ``set aside``: it could not
be read."""


class Settings(msgspec.Struct, frozen=True):
    """How a campaign is run. Times are in hours."""

    zone: str = "UTC"
    """The IANA time zone in which deadlines are reckoned."""
    deadline: str = "none"
    """The rule for deadlines; see clock.py."""
    notice: int = 12
    """The fewest hours that a weekday deadline leaves."""
    grace: int = 0
    """How long a phase waits after its deadline for seats that are missing."""
    misses: int = 2
    """After so many phases missed in a row a regent takes the seat (0: never)."""
    early: bool = True
    """Whether a phase is adjudicated as soon as all are ready."""
    hold: int = 0
    """If more than so many seats are missing at the deadline (0: never), the phase waits for the
    game master, for then a mailbox may be dead."""
    remind: int = 24
    """How long before the deadline those who have sent nothing are reminded (0: never)."""
    gm: str = ""
    """The game master's address."""
    address: str = ""
    """Where orders are mailed."""
    host: str = "adjudicator.invalid"
    """The right-hand side of Message-IDs."""
    paused: bool = False
    """Whether the clock stands still."""
    beacon: str = ""
    """Which public number goes into the key of every phase, in words; ``""``: none."""


class Campaign(msgspec.Struct, frozen=True):
    """One game that is being played, as it was set up."""

    id: int
    name: str
    ruleset: str
    """The name of the game whose rules it is played by."""
    options: dict[str, Value]
    secret: bytes
    """What all its dice come from."""
    commitment: str
    """The SHA-256 of the secret."""
    created: datetime
    settings: Settings
    version: int = 0
    """How often the campaign has been changed. Every change raises it."""
    address: str = ""
    """Where orders are mailed, in small letters; by it the campaign's own letters are known."""
    gm: str = ""
    """The game master's address, in small letters."""
    ended: datetime | None = None
    """When the game master ended it before its time."""
    why_ended: str = ""
    archived: bool = False
    """Whether it is put away: it can be read, but is neither listed nor looked after."""

    @property
    def game(self) -> Game:
        """The rules. Raises GameError if they are no longer installed."""
        return find(self.ruleset)


class Seat(msgspec.Struct, frozen=True):
    """A seat and who holds it: a person or a regent."""

    campaign_id: int
    place: int
    name: str
    player: str
    address: str
    zone: str
    held_by: Literal["person", "regent"]
    regent: str
    """The regent who plays the seat while nobody holds it."""
    token_secret: bytes
    """What the token follows from; see tokens.py."""
    token_digest: bytes
    """The SHA-256 of the token, by which the seat is found."""
    since: int = 0
    """How many phases had been adjudicated when its player took it; he missed none of those."""

    @property
    def by_person(self) -> bool:
        """Whether a person, rather than a regent, holds the seat."""
        return self.held_by == "person"


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """A phase as it was adjudicated, or (number 0) a campaign as it was set up."""

    campaign_id: int
    serial: int
    """Which of its campaign's resolutions it is, those that were rolled back included."""
    run: int
    """How often the campaign was rolled back before."""
    number: int
    """How many phases led to it."""
    parent: int | None
    """The serial of the resolution before it."""
    phase: str
    """The key of the phase that was adjudicated."""
    orders: dict[str, str] = {}
    """The canonical orders of every seat that could order."""
    fingerprint: str
    key: bytes
    """The key of the dice; empty if a script stood in for them."""
    draws: tuple[Draw, ...]
    words: dict[str, str] = {}
    """The players' words that go into the key of the phase it opens (and into that of the setup).
    A run again after a roll-back has them from the first."""
    beacon: str = ""
    """The public number that went into its own key."""
    program: str = ""
    """The version of the program that carried it out."""
    rules: int = 1
    """The version of the game's rules."""
    seal: str = ""
    """The seal in its dice file, which covers key, draws and the seal before."""
    policies: dict[str, tuple[str, ...]] = {}
    """The standing orders that live on."""
    awaited: tuple[str, ...] = ()
    """The seats of persons that had to order."""
    missing: tuple[str, ...] = ()
    """Those of them that did not."""
    set_aside: dict[str, str] = {}
    """Why a seat's orders were left out."""
    opens: Phase
    """The phase that the position waits in."""
    created: datetime
    position: bytes
    """What is large stands last, so that the rest is read without it."""
    events: bytes


class Past(msgspec.Struct, frozen=True):
    """What is read of a resolution where its position and events are not needed."""

    serial: int
    number: int
    phase: str
    awaited: tuple[str, ...]
    missing: tuple[str, ...]
    opens: Phase


class Deadline(msgspec.Struct, frozen=True):
    """A deadline that was set for the phase that a resolution opened; the last one counts."""

    id: int
    campaign_id: int
    resolution: int
    at: datetime | None
    created: datetime
    why: str


class Due(msgspec.Struct, frozen=True):
    """What must happen next in a campaign, and when."""

    campaign_id: int
    what: Literal["phase", "reminder", "late"]
    at: datetime


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """Orders of a seat."""

    id: int = 0
    campaign_id: int
    seat: str
    resolution: int | None
    """The resolution that opened the phase they are for; None: a later phase."""
    round: int | None
    phase: str
    kind: Literal["sent", "later", "kept", "policy", "void"]
    """``later`` waits for its phase; ``kept`` waited, and its phase came; of a ``policy`` only
    standing orders stand. Of a ``void`` one no line was accepted, so that it is no answer."""
    received: datetime
    source: str = ""
    """The Message-ID of the letter."""
    waited: int | None = None
    """The submission for a later phase that these orders were."""
    raw: str = ""
    text: str = ""
    """The whole set that stands, in canonical form."""
    ready: bool = False
    findings: tuple[Finding, ...] = ()
    fingerprint: str = ""


class Word(msgspec.Struct, frozen=True):
    """A word of a seat's player, for the dice; the last one of each seat counts."""

    id: int
    campaign_id: int
    seat: str
    text: str
    received: datetime
    source: str = ""
    """The Message-ID of the letter."""


class Closing(msgspec.Struct, frozen=True):
    """What stood when a phase (or the time before the deal) closed to wait for a public number."""

    campaign_id: int
    serial: int
    """Of the resolution that it leads to."""
    promise: str
    """The SHA-256 of the key without the public number, as it was published."""
    orders: dict[str, str]
    words: dict[str, str]
    created: datetime


class Mark(msgspec.Struct, frozen=True):
    """A mark that something was done which must be done once."""

    key: str
    received: datetime
    outcome: str


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to be sent, or sent."""

    id: int = 0
    campaign_id: int | None = None
    resolution: int | None = None
    phase: str = ""
    """The key of the phase that it is about."""
    message_id: str
    kind: str
    seat: str = ""
    recipients: tuple[str, ...] = ()
    """Empty for a seat without an address: the letter is kept for reading."""
    subject: str = ""
    """That of the content, so that it is read without it."""
    in_reply_to: str = ""
    created: datetime
    sent: datetime | None = None
    tries: int = 0
    """How often it could not be sent."""
    retry: datetime | None = None
    """Before which it is not tried again."""
    content: Report
    """The report; in the database its files have their digests in place of their data."""


class Heading(msgspec.Struct, frozen=True):
    """What is written on the outside of a letter."""

    id: int
    message_id: str
    phase: str
    kind: str
    seat: str
    recipients: tuple[str, ...]
    subject: str
    created: datetime
    sent: datetime | None


class File(msgspec.Struct, frozen=True):
    """A file of letters, kept once however many letters it is in."""

    digest: bytes
    data: bytes


class Note(msgspec.Struct, frozen=True):
    """A note for the game master."""

    id: int
    campaign_id: int | None
    created: datetime
    code: str
    text: str


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a letter that came in."""

    id: int = 0
    letter: str
    """By what the same letter is known again."""
    name: str = ""
    """Its name in the mailbox."""
    arrived: datetime
    outcome: Outcome
    code: str
    """Why, for programs: the request, the reason of a refusal, the sign of a machine."""
    why: str
    """The same for a person."""
    campaign_id: int | None = None
    """The campaign that it has to do with, as far as it shows."""
    seat: str = ""
    proven: bool = False
    """Whether it had the seat's token."""
    sender: str = ""
    subject: str = ""
    answered: tuple[str, ...] = ()
    """The addresses to which a letter went on account of it."""


class Answered(msgspec.Struct, frozen=True):
    """That a letter went to an address on account of one that came in; see post/limits.py."""

    id: int
    account: str
    """To whose account it goes: a seat's, or that of all strangers."""
    recipient: str
    """The address in small letters, without its plus part."""
    kind: str
    at: datetime


class Pass(msgspec.Struct, frozen=True):
    """When the last pass over everything that is due was made. There is one row."""

    id: int
    at: datetime


_OF_CAMPAIGN = Reference(("campaign_id",), "campaign", ("id",))
_OF_RESOLUTION = Reference(("campaign_id", "resolution"), "adjudication", ("campaign_id", "serial"))

TABLES = (
    Table(
        Campaign,
        unique=(("name",),),
        indexes=(Index(("address",)), Index(("gm",))),
        changeable=(
            *("settings", "version", "address", "gm"),
            *("ended", "why_ended", "archived"),
        ),
    ),
    Table(
        Seat,
        key=("campaign_id", "name"),
        references=(_OF_CAMPAIGN,),
        unique=(("campaign_id", "place"),),
        indexes=(Index(("token_digest",)), Index(("lower(address)",), "address <> ''")),
        changeable=(
            *("player", "address", "zone", "held_by", "regent"),
            *("token_secret", "token_digest", "since"),
        ),
    ),
    Table(
        Adjudication,
        key=("campaign_id", "serial"),
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "parent"), "adjudication", ("campaign_id", "serial")),
        ),
        unique=(("campaign_id", "number", "run"),),
    ),
    Table(
        Deadline,
        references=(_OF_RESOLUTION,),
        indexes=(Index(("campaign_id", "resolution", "id")),),
    ),
    Table(
        Due,
        key=("campaign_id", "what"),
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("at", "campaign_id")),),
        kept=False,
    ),
    Table(
        Submission,
        references=(
            _OF_RESOLUTION,
            Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name")),
        ),
        indexes=(
            Index(("campaign_id", "resolution", "seat", "id")),
            Index(("campaign_id", "seat", "kind", "id")),
            Index(("waited",), "waited IS NOT NULL"),
        ),
    ),
    Table(Mark, key=("key",)),
    Table(
        Letter,
        references=(_OF_CAMPAIGN, _OF_RESOLUTION),
        unique=(("message_id",),),
        indexes=(
            Index(("id",), "sent IS NULL AND recipients <> '[]'"),
            Index(("campaign_id", "seat", "kind", "resolution", "id")),
            Index(("kind", "created")),
        ),
        changeable=("sent", "tries", "retry"),
    ),
    Table(File, key=("digest",)),
    Table(
        Note,
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("campaign_id", "code", "created")),),
    ),
    Table(Pass, changeable=("at",)),
    Table(
        Word,
        references=(
            _OF_CAMPAIGN,
            Reference(("campaign_id", "seat"), "seat", ("campaign_id", "name")),
        ),
        indexes=(Index(("campaign_id", "id")),),
    ),
    Table(Closing, key=("campaign_id", "serial"), references=(_OF_CAMPAIGN,)),
    Table(
        Fate,
        references=(_OF_CAMPAIGN,),
        indexes=(Index(("letter",)), Index(("campaign_id", "id")), Index(("outcome", "id"))),
    ),
    Table(
        Answered,
        indexes=(Index(("account", "recipient", "kind", "at")), Index(("account", "at"))),
    ),
)

VIEWS = {Past: TABLES[2], Heading: TABLES[7]}
"""Records that hold some columns of a table."""
