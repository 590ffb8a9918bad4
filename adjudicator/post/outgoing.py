"""A letter of the outbox to bytes: who sends it, where an answer goes, what it answers."""

import msgspec

from adjudicator.campaign.letters import token
from adjudicator.post.compose import Envelope, compose
from adjudicator.post.identity import with_token
from adjudicator.post.letter import Address
from adjudicator.store.database import Store
from adjudicator.store.queries import campaigns, seats
from adjudicator.store.tables import Campaign, Seat
from adjudicator.store.tables import Letter as Queued

_ANSWERS = ("receipt", "answer", "refusal")
_NAMELESS = Address("adjudicator@adjudicator.invalid", "Adjudicator")


class Office(msgspec.Struct):
    """What writing many letters looks up once: campaigns by id, and their seats."""

    store: Store
    campaigns: dict[int, Campaign] = {}
    seats: dict[int, dict[str, Seat]] = {}

    def campaign(self, id_: int | None) -> Campaign | None:
        """Return the campaign, or None if the letter is from none."""
        if id_ is not None and id_ not in self.campaigns:
            self.campaigns[id_] = self.store.find(Campaign, id=id_)
        return None if id_ is None else self.campaigns[id_]

    def seat(self, campaign: Campaign, name: str) -> Seat | None:
        """Return the seat that a letter is for, or None if it is for none."""
        if campaign.id not in self.seats:
            self.seats[campaign.id] = {each.name: each for each in seats(self.store, campaign)}
        return self.seats[campaign.id].get(name)


def written(office: Office, queued: Queued) -> bytes:
    """Return the bytes of a letter of the outbox; the same for the same letter, whenever sent.

    An answer to a letter for a seat goes to an address with the seat's token, so that a player
    who just answers has proven himself; a letter to one who has lost the seat meanwhile has no
    token. Raises ComposeError if it cannot be written.
    """
    campaign = office.campaign(queued.campaign_id)
    sender = _sender(office, campaign)
    seat = office.seat(campaign, queued.seat) if campaign else None
    reply_to = None
    if seat and campaign and campaign.settings.address and seat.address in queued.recipients:
        reply_to = with_token(sender, token(seat))
    envelope = Envelope(
        message_id=queued.message_id,
        sender=sender,
        recipients=tuple(Address(each, _name(seat, each)) for each in queued.recipients),
        date=queued.created,
        reply_to=reply_to,
        in_reply_to=queued.in_reply_to,
        automatic="replied" if queued.kind in _ANSWERS else "generated",
        mark=campaign.name if campaign else "adjudicator",
    )
    return compose(queued.content, envelope)


def _sender(office: Office, campaign: Campaign | None) -> Address:
    """Return the game's address; a letter from no game comes from the first game that has one."""
    if campaign and campaign.settings.address:
        return Address(campaign.settings.address, campaign.name)
    if campaign:
        return Address(f"adjudicator@{campaign.settings.host}", campaign.name)
    for each in campaigns(office.store):
        if each.settings.address:
            return Address(each.settings.address, "Adjudicator")
    return _NAMELESS


def _name(seat: Seat | None, address: str) -> str:
    return seat.player if seat and seat.address == address else ""
