"""The archive of press: what was written, sealed, and who may read it."""

import re
from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

import msgspec

from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters.sealing import unseal
from adjudicator.orders.language.names import name_key
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Press, PressCopy
from adjudicator.store.records import Campaign, Seat

THE_MASTER, THE_OBSERVERS = "the game master", "the observers"
"""Readers who are no seats."""
LONGEST_LINE = 1_000

SEATS, ALL, MASTER, OBSERVERS = "seats", "all", "master", "observers"
ALLOWED = (SEATS, ALL, MASTER, OBSERVERS)
"""To whom press can be allowed: to single seats, to all at once, to the game master, to those who
only look on. A diary is always allowed."""


class Piece(msgspec.Struct, frozen=True):
    """What press holds that is for its readers alone."""

    to: tuple[str, ...]
    """Seats, ``the game master``, ``the observers``; none for a diary."""
    signed: bool
    text: str
    hidden: bool = False
    """Whether the writer must not know whom it is to: the writer of what it answers, who did not
    sign."""
    broadcast: bool = False

    @property
    def lines(self) -> list[str]:
        """The lines of the text; a very long one in parts, so that none is cut off."""
        lines = self.text.splitlines()
        return [part for line in lines for part in wrap(line, LONGEST_LINE) or [""]]


class Answered(NamedTuple):
    """Press that is being answered, and the letter in which the one who answers had it."""

    press: Press
    piece: Piece
    copy: PressCopy


def read_allowed(text: str) -> tuple[str, ...]:
    """Read the setting that says to whom players may write. Raises CampaignError."""
    words = [each for each in re.split(r"[\s,]+", text.casefold()) if each not in ("", "none")]
    strange = [each for each in words if each not in ALLOWED]
    if strange:
        raise CampaignError(
            f"press can be “none”, or some of “{', '.join(ALLOWED)}”, not “{strange[0][:40]}”."
        )
    return tuple(each for each in ALLOWED if each in words)


def find_answered(
    store: Store, ids: Iterable[str], address: str
) -> tuple[Campaign, Seat | None] | None:
    """Return the campaign and the seat (None: its master) that answers press; None: nobody does.

    ``ids`` are the Message-IDs that a letter says it answers, without angle brackets. Only who has
    got the press knows its Message-ID, so it proves that its reader writes, if the address is his
    too: enough to answer it, and for nothing else.
    """
    for each in ids:
        for copy in store.rows(PressCopy, message_id=f"<{each}>"):
            campaign = store.find(Campaign, id=copy.campaign_id)
            seats = store.rows(Seat, campaign_id=campaign.id, name=copy.reader)
            expected = seats[0].address if seats else "" if copy.reader else campaign.settings.gm
            if expected and expected.casefold() == address.casefold():
                return campaign, seats[0] if seats else None
    return None


def is_press(store: Store, ids: Iterable[str]) -> bool:
    """Say whether any of some Message-IDs, without angle brackets, is that of press."""
    return any(store.has(PressCopy, message_id=f"<{each}>") for each in ids)


def read_answered(state: State, ids: Iterable[str], reader: str) -> Answered | None:
    """Return the press that a seat (``""``: the game master) answers with a letter, if it does."""
    for each in ids:
        for copy in state.store.rows(PressCopy, message_id=f"<{each}>", reader=reader):
            if copy.campaign_id == state.campaign.id:
                press = state.store.find(Press, key=copy.press)
                return Answered(press, open_press(state.campaign, press), copy)
    return None


def open_press(campaign: Campaign, press: Press) -> Piece:
    """Return what press says. Raises CampaignError if it is damaged."""
    return unseal(campaign, press.key, press.content, Piece)


def read_press(
    store: Store, campaign: Campaign, phase: str = ""
) -> list[tuple[Press, Piece | None]]:
    """Return a campaign's press as the game master may see it, oldest first, of all phases or one.

    None stands in for what he may not read.
    """
    pieces = store.rows(Press, order="id", campaign_id=campaign.id)
    return [
        (each, open_press(campaign, each) if each.readable or not each.writer else None)
        for each in pieces
        if not phase or name_key(each.phase) == name_key(phase)
    ]


def is_unnamed(state: State, writer: str, answered: Answered | None) -> bool:
    """Whether press answers an answer to press that its writer did not sign: he stays unnamed."""
    if answered is None or not answered.press.answers:
        return False
    first = state.store.find(Press, key=answered.press.answers)
    return first.writer == writer and not open_press(state.campaign, first).signed


def addresses(state: State, reader: str) -> tuple[str, ...]:
    """Return where press to a reader goes; none if it cannot reach him."""
    if reader == THE_OBSERVERS:
        return tuple(each.address for each in state.guests if each.role == "observer")
    if reader == THE_MASTER:
        return tuple(filter(None, (state.settings.gm,)))
    return tuple(filter(None, (state.seat(reader).address,)))


def reader_of(name: str) -> str:
    """Return a reader as copies name him."""
    return "" if name == THE_MASTER else name
