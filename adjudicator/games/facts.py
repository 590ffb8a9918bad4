"""What a game tells of itself: events, which adjudication established, defaults and tables.

Part of the contract between games and the rooms above them, which import it from ``contract.py``.
"""

from typing import Literal

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """A fact that adjudication established.

    Games derive their own events; templates turn them into words, one macro an event type.
    """

    to: tuple[str, ...] = ()
    """The seats that learn it; none: everybody."""


Word = Literal[
    "done", "won", "lost", "undecided", "called off", "partly", "failed", "skipped", "noted"
]
"""What became of an order. A battle that was fought is ``won`` … ``called off``.

``failed`` and ``skipped`` were not carried out; a line is skipped if no condition of it held. A
wish is ``noted``: it counts where there was a choice, which the other events tell.
"""


class SeatEvent(Event, frozen=True):
    """A fact about a seat."""

    seat: str


class Ordered(SeatEvent, frozen=True):
    """What became of one order line of a seat."""

    line: int
    text: str
    """The alternative that was carried out, or the first one if none was."""
    outcome: Word
    why: str = ""
    """Why it was not, or only partly, carried out."""
    code: str = ""
    """The code of that cause, as in findings."""
    branch: int = 0
    """Of several alternatives: the number of that which was carried out, from 1."""
    left: str = ""
    """What of the line stands for the next part of its series; ``""``: nothing."""
    colour: str = ""
    """For which of its seat's colours it was, where seats command several."""


class Defaulted(SeatEvent, frozen=True):
    """A default filled a gap in a seat's orders."""

    text: str
    """The order that it stands for."""
    why: str = ""
    colour: str = ""
    """For which of its seat's colours it was, where seats command several."""


class Won(Event, frozen=True):
    """The game ended."""

    seats: tuple[str, ...]
    """More than one share the victory; none means a draw of all."""
    why: str


class Default(msgspec.Struct, frozen=True):
    """What happens unless it is ordered otherwise."""

    text: str
    """Orders, or ``""`` if only words say it."""
    why: str
    colour: str = ""
    """For which of its seat's colours it is, where seats command several."""


class Remainder(msgspec.Struct, frozen=True):
    """What a seat has left of a thing that its orders use up: koku, actions, builds."""

    what: str
    left: int
    of: int
    names: tuple[str, ...] = ()
    """Each that is left, where they have names: ``tax``, ``battle a``."""
    colour: str = ""
    """Which of its seat's colours has it, where seats command several."""


class Column(msgspec.Struct, frozen=True):
    """A column of the standings."""

    title: str
    number: bool = True
    """Whether it holds numbers."""


class Table(msgspec.Struct, frozen=True):
    """A table of public facts, such as the standings."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    """The first column of each is the seat."""
    note: str = ""
    places: tuple[int, ...] = ()
    """The place of each row, if the seats are ranked: 1 is first, and who ties shares a place."""
