"""Whom letters reach: an address that two letters came back from is out of reach.

What came back before its player last wrote from there says nothing any more, and neither does what
came back from an address that the seat had before.
"""

import re
from datetime import datetime

from adjudicator.store.columns import after
from adjudicator.store.database import Store
from adjudicator.store.delivery_queries import last_proven
from adjudicator.store.letter_records import Bounce, Letter
from adjudicator.store.records import Seat

_STATUS = re.compile(r"\b5\.(\d)\.\d{1,3}\b")
MOST = 2
"""So many letters must come back until an address is out of reach; one can be an accident."""


def enter_bounce(
    store: Store, letter: Letter, recipient: str, now: datetime, why: str, *, late: bool = False
) -> Bounce | None:
    """Enter that a letter did not reach a recipient, or is only late; None if that is known."""
    bounce = Bounce(
        letter=letter.id,
        recipient=recipient.casefold(),
        kind="delayed" if late else "declined" if _is_about_letter(why) else "failed",
        at=now,
        why=why,
    )
    if store.has(Bounce, letter=bounce.letter, recipient=bounce.recipient, kind=bounce.kind):
        return None
    store.add(bounce)
    return bounce


def _is_about_letter(why: str) -> bool:
    """Say whether an answer is about the letter and not its recipient, by its status (RFC 3463):
    too large, of a form or with words that a server does not take, or against its policy."""
    if status := _STATUS.search(why):
        return status[1] in ("6", "7") or status[0] == "5.3.4"
    return why.startswith("552")


def find_recipient(letter: Letter, address: str) -> str:
    """Return which of a letter's recipients an address is, in small letters; ``""`` if none.

    A letter to one that was passed on comes back from the other, and is known all the same.
    """
    recipients = [each.casefold() for each in letter.recipients]
    if address.casefold() in recipients:
        return address.casefold()
    return recipients[0] if len(recipients) == 1 else ""


def find_bounces(store: Store, seat: Seat) -> list[Bounce]:
    """Return the letters that came back from a seat's address since its player wrote from there."""
    address = seat.address.casefold()
    if not address:
        return []
    wrote = after(last_proven(store, seat))
    return store.rows(Bounce, order="at, letter", recipient=address, kind="failed", at=wrote)


def why_out_of_reach(store: Store, seat: Seat) -> tuple[datetime, str] | None:
    """Return since when a seat's player is out of reach and why; None if he is not."""
    bounces = find_bounces(store, seat)
    return (bounces[MOST - 1].at, bounces[-1].why) if len(bounces) >= MOST else None
