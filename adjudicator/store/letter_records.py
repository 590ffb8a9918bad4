"""What the database holds of letters, press, votes and absences: a record for each kind of row."""

import hashlib
from datetime import datetime, timedelta
from typing import Literal, Self
from urllib.parse import urlsplit

import msgspec

from adjudicator.reports.model import Report
from adjudicator.store.columns import MessageId, Packed, Prose

Outcome = Literal["taken", "answered", "refused", "ignored", "set aside"]
"""``taken``: as orders; ``answered``: what it asks; ``refused``: it could not be taken;
``ignored``: no person wrote it, it came before, or it asks too often; ``set aside``: it could not
be read."""


WaitsFor = Literal["", "digest", "release", "host"]
"""``digest``: its reader's daily letter, which takes its place; ``release``: that somebody says it
shall go, since the database was restored and it may have gone before; ``host``: that of its
webhook, which did not take another notice."""


WEBHOOK = "webhook"
"""The kind of notices whose recipient is a URL."""


def host_of_webhook(url: str) -> str:
    """Return the host that a notice goes to; a dot at its end makes no other of it."""
    return (urlsplit(url).hostname or "").rstrip(".")


class PlayerWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player wants notices of what waits for him, beside his letters.

    Notices are queued for a stand-in of the URL, which so stands nowhere but here.
    """

    campaign_id: int
    seat: str
    url: str
    """``""``: he wants none any more."""
    word: str
    """What the first notice says, and he must send back before others go there."""
    asked: datetime
    confirmed: datetime | None = None


class DoneMark(msgspec.Struct, frozen=True):
    """A mark that something was done which must be done once."""

    key: str
    received: datetime
    outcome: str


Once = Literal["note", "emergency", "unfilled"]
"""What is done once in a game, on an occasion: a note is left, a seat stops the clock, players are
warned that it does not fill."""


def key_of_mark(what: Once, game: str, occasion: str = "") -> str:
    """Return the key of the mark for it; without an occasion, what the keys of all begin with."""
    return f"{what} {game} {occasion}"


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
    subject: Prose[str] = ""
    """That of the content, so that it is read without it."""
    in_reply_to: MessageId = ""
    asks: str = ""
    """What plain words in an answer to it say, beside orders: ``word``, one for the dice; ``vote``
    and a number, for or against that proposal; ``press``, something to other players, and with a
    seat, of the game master to that; ``""``: nothing. A letter that asks for a consent has a
    ``Confirmation``."""
    created: datetime
    sent: datetime | None = None
    """When it was done with: nobody is left to whom it must still go. What became of it for each
    recipient is in the attempts."""
    tries: int = 0
    """How often it could not be sent."""
    retry: datetime | None = None
    """Before which it is not tried, or not again."""
    waits_for: WaitsFor = ""
    """What it waits for until then, if it is no other try."""
    content: Packed[Report]
    """The report; in the database its files have their digests in place of their data. Pictures
    of the campaign have none: they are drawn when they are wanted."""


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


class StoredFile(msgspec.Struct, frozen=True):
    """A file of letters, kept once however many letters it is in."""

    digest: bytes
    data: Packed[bytes]

    @classmethod
    def of(cls, data: bytes) -> Self:
        """Return a file as it is kept: under its SHA-256, by which letters name it."""
        return cls(hashlib.sha256(data).digest(), data)


LIMIT = "limit"
"""The code of the note that a limit has been reached."""


class Note(msgspec.Struct, frozen=True):
    """A note for the game master."""

    id: int
    campaign_id: int | None
    created: datetime
    code: str
    text: Prose[str]


class Disposition(msgspec.Struct, frozen=True, kw_only=True):
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
    why: Prose[str]
    """Why, for a person."""
    campaign_id: int | None = None
    """The campaign that it has to do with, as far as it shows."""
    seat: str = ""
    proven: bool = False
    """Whether it had the seat's token."""
    sender: str = ""
    subject: Prose[str] = ""
    answered: tuple[str, ...] = ()
    """The addresses to which a letter went on account of it."""
    phases: tuple[str, ...] = ()
    """The phases that its orders count for, by their keys; a later one as the letter names it."""


class Answered(msgspec.Struct, frozen=True):
    """That a letter went to an address on account of one that came in.

    See post/senders/limits.py.
    """

    id: int
    account: str
    """To whose account it goes: a seat's, or that of all strangers."""
    recipient: str
    """The address in small letters, without its plus part."""
    kind: str
    at: datetime


OUT_OF_USE = timedelta(days=1)
"""After so long a mailbox that nobody tries to read counts no more."""


SETTLE = timedelta(seconds=2)
"""After which a letter is in its mailbox for certain: it is dated, in whole seconds, before it is
there."""


class Watermark(msgspec.Struct, frozen=True):
    """How far a mailbox has been read; see post/passes/exchange.py."""

    name: str
    """The mailbox."""
    read_to: datetime | None
    """Every letter that came before has been taken; None: it was never read."""
    tried: datetime
    """When it was last tried to read it."""
    lost: datetime | None = None
    """Since when it cannot be read; None: it can."""
    why: str = ""
    """Why it cannot (a clause)."""

    def is_in_use(self, now: datetime) -> bool:
        """Whether somebody tries to read it; else it keeps no phase waiting."""
        return now - self.tried < OUT_OF_USE


MailMode = Literal["all", "mine", "daily"]
"""``mine``: reports only where orders are wanted, or a round ends; ``daily``: a digest."""


class DeliveryMode(msgspec.Struct, frozen=True):
    """How much mail a person wants, in all games; see campaign/letters/delivery.py."""

    address: str
    """In small letters."""
    mode: MailMode
    zone: str
    """The IANA time zone in which the digest comes."""
    next: datetime
    """When it comes next, if something waits for it."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """How far a letter got on its way to one recipient. Without one it has not been tried yet."""

    letter: int
    """The number of the letter."""
    recipient: str
    state: Literal["begun", "sent", "refused", "later", "dropped"]
    """``begun``: it was handed over, and nobody knows whether it went; ``refused``: for good;
    ``later``: it is tried again; ``dropped``: it is not wanted any more."""
    at: datetime
    """When it was tried last."""
    tries: int = 0
    """How often it could not be sent."""
    retry: datetime | None = None
    """Before which it is not tried again."""
    why: str = ""
    """What the server said, or why it was dropped."""


class Secret(msgspec.Struct, frozen=True):
    """A secret of this database, made when it was first needed."""

    name: str
    value: bytes


class Bounce(msgspec.Struct, frozen=True, kw_only=True):
    """That a letter did not reach a recipient, as a mail server says who refused or returned it."""

    letter: int
    """The number of the letter."""
    recipient: str
    """The address in small letters."""
    kind: Literal["failed", "declined", "delayed"]
    """``failed``: for good; ``declined``: for good, and because of what the letter is, so that it
    says nothing of the address."""
    at: datetime
    why: str = ""


class Press(msgspec.Struct, frozen=True, kw_only=True):
    """A letter of one seat to others, to the game master, to observers, or to itself."""

    id: int = 0
    key: str
    """What makes it this one: the letter that brought it, and its place in it."""
    campaign_id: int
    resolution: int | None
    """The resolution that opened the phase that waited; None before the deal."""
    phase: str
    """The key of that phase, with which it is archived."""
    writer: str
    """A seat; ``""``: the game master."""
    source: MessageId = ""
    """The Message-ID of the letter that brought it."""
    answers: str = ""
    """The key of the press that it answers."""
    created: datetime
    readable: bool = False
    """Whether the settings let the game master read it when it was written."""
    content: bytes
    """Sealed: whom it is to, whether it is signed, what it says."""


class PressCopy(msgspec.Struct, frozen=True):
    """That press went to a reader, in a letter that he can answer."""

    message_id: str
    campaign_id: int
    press: str
    """The key of the press."""
    reader: str
    """A seat; ``""``: the game master."""


Decision = Literal["draw", "concession"]
"""``draw``: some share the victory; ``concession``: all others concede it to one."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A way to end a campaign that its players vote on."""

    campaign_id: int
    number: int
    """Counted from 1 in its campaign."""
    what: Decision
    winners: tuple[str, ...]
    """The seats that win by it."""
    seat: str
    """Who proposed it."""
    created: datetime
    ends: datetime
    """When it lapses."""
    secret: bool = True
    """Whether nobody is told who proposed it, and who voted how."""


VoteOutcome = Literal["carried", "rejected", "lapsed", "withdrawn"]


class Decided(msgspec.Struct, frozen=True):
    """That a proposal is no longer open, and what came of it."""

    campaign_id: int
    number: int
    """The proposal's."""
    outcome: VoteOutcome
    at: datetime


class Ballot(msgspec.Struct, frozen=True):
    """A vote on a proposal; the last one of each seat counts."""

    id: int
    campaign_id: int
    number: int
    """The proposal's."""
    seat: str
    yes: bool
    received: datetime
    source: MessageId = ""
    """The Message-ID of the letter."""


class Absence(msgspec.Struct, frozen=True, kw_only=True):
    """Days on which a player is away; deadlines wait for him."""

    id: int = 0
    campaign_id: int
    seat: str
    begins: datetime
    """Midnight before the first day, in the player's time zone."""
    ends: datetime
    """Midnight after the last one."""
    declared: datetime
    source: MessageId = ""
    """The Message-ID of the letter."""


class Return(msgspec.Struct, frozen=True):
    """That a player is back, or does not go: the absences that he declared before end with it."""

    id: int
    campaign_id: int
    seat: str
    at: datetime
