"""A seat as who looks after it for a while has it: with his address and his token."""

from datetime import datetime

import msgspec

from adjudicator.store.database import Store
from adjudicator.store.records import Caretaker, Seat

CARETAKER = "caretaker"
"""Stands for him where it is said who acts in the name of a seat."""
HIMSELF = "player"
"""Stands for the seat's player in letters to its caretaker."""


class CaredSeat(Seat, frozen=True):
    """A seat, with its caretaker's address, name, zone and token in the place of its player's.

    It is a reader of letters and no record: nobody can save it.
    """


def in_care(seat: Seat, caretaker: Caretaker, zone: str = "") -> CaredSeat:
    """Return a seat as its caretaker has it, who reads times in a zone."""
    own = {
        "address": caretaker.address,
        "player": caretaker.player,
        "zone": zone,
        "token_secret": caretaker.token_secret,
        "token_digest": caretaker.token_digest,
    }
    return CaredSeat(**{**msgspec.structs.asdict(seat), **own})


def cared_seat_of(store: Store, caretaker: Caretaker) -> CaredSeat:
    """Return the seat that somebody looks after, as he has it."""
    (seat,) = store.rows(Seat, campaign_id=caretaker.campaign_id, name=caretaker.seat)
    return in_care(seat, caretaker)


def goes_on(caretaker: Caretaker, moment: datetime) -> bool:
    """Say whether somebody looks after his seat at a moment."""
    ends = min(caretaker.until, caretaker.ended or caretaker.until)
    return caretaker.since <= moment < ends
