"""Who wrote a letter: a person, a machine, or a mail server that could not deliver another one.

No letter is answered that no person wrote. A person is known by the seat that the letter names,
and proven by the seat's token.
"""

from typing import Literal

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source, identify
from adjudicator.campaign.tokens import token_digest
from adjudicator.post.letter import IncomingLetter
from adjudicator.reports import phrase
from adjudicator.store.database import Store
from adjudicator.store.queries import find_seat_of
from adjudicator.store.tables import Campaign, Seat

_MACHINE_PRECEDENCE = ("bulk", "junk", "list")


class Writer(msgspec.Struct, frozen=True):
    """Who wrote a letter, as far as it shows."""

    kind: Literal["person", "machine", "mail server"] = "person"
    why: str = ""
    """Why it was no person, or what a mail server says: a clause that can stand after “because”."""
    campaign: Campaign | None = None
    """The campaign that a person writes to; without it he is a stranger."""
    seat: Seat | None = None
    """The seat that he writes for."""
    proven: bool = False
    """Whether the letter has the seat's token. Without it anybody can have written it."""
    unknown: RefusedError | None = None
    """Why it cannot be known for which seat a stranger writes."""


def who_wrote(store: Store, letter: IncomingLetter) -> Writer:
    """Say who wrote a letter."""
    if letter.bounced:
        return Writer("mail server", phrase("reasons", "bounce", {"failed": letter.bounced}))
    if reason := _machine(store, letter):
        return Writer("machine", phrase("reasons", reason, _facts(letter)))
    source = Source(address=letter.sender.address, token=letter.token, trusted=True)
    try:
        found, seat = identify(store, letter.order_file, source)
    except RefusedError as refusal:
        return Writer(unknown=refusal)
    proven = bool(letter.order_file.token or letter.token)
    return Writer(campaign=found, seat=seat, proven=proven)


def campaign_of(store: Store, letter: IncomingLetter) -> Campaign | None:
    """Return the campaign that any letter has to do with: by name, by token, or by its sender."""
    if name := letter.order_file.game:
        return next(iter(store.rows(Campaign, name=name.strip().casefold())), None)
    seat = find_seat_of(store, token_digest(letter.token), letter.sender.bare)
    return store.find(Campaign, id=seat.campaign_id) if seat else None


def _machine(store: Store, letter: IncomingLetter) -> str:
    """Name the reason why no person wrote this, or no answer could reach him; ``""`` if one did."""
    signs = {
        "loop": letter.loop,
        "return-path": letter.return_path == "",
        "automatic": letter.auto_submitted.partition(";")[0].strip() not in ("", "no"),
        "delivery-report": letter.media == "multipart/report",
        "mailing-list": letter.list_id,
        "precedence": letter.precedence in _MACHINE_PRECEDENCE,
        "no-sender": not letter.sender.address,
        "own-address": letter.sender.address and store.has(Campaign, address=letter.sender.bare),
    }
    return next((reason for reason, found in signs.items() if found), "")


def _facts(letter: IncomingLetter) -> dict[str, str]:
    return {"auto_submitted": letter.auto_submitted, "precedence": letter.precedence}
