"""What the database holds of what players agree on among themselves: press, votes, absences."""

from datetime import datetime
from typing import Literal

import msgspec

from adjudicator.store.columns import MessageId


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


class Decided(msgspec.Struct, frozen=True):
    """That a proposal is no longer open, and what came of it."""

    campaign_id: int
    number: int
    """The proposal's."""
    outcome: Literal["carried", "rejected", "lapsed"]
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
