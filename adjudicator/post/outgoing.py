"""A letter that waits, as it goes out: who sends it, where an answer goes, what it answers."""

import msgspec

from adjudicator.campaign.tokens import token
from adjudicator.post.compose import Envelope, compose
from adjudicator.post.letter import Address
from adjudicator.post.mailbox import Mail
from adjudicator.store.database import Store
from adjudicator.store.queries import campaigns, seats
from adjudicator.store.tables import Campaign, Seat
from adjudicator.store.tables import Letter as Letter

_ANSWERS = ("receipt", "answer", "refusal")
_NAMELESS = Address("adjudicator@adjudicator.invalid", "Adjudicator")


class Office(msgspec.Struct):
    """What writing many letters looks up once."""

    store: Store
    campaigns: dict[int, Campaign] = {}
    """By id."""
    seats: dict[int, dict[str, Seat]] = {}
    """By the campaign's id and their own name."""

    def campaign(self, number: int | None) -> Campaign | None:
        """Return the campaign of that id, or None if the letter is from none."""
        if number is None:
            return None
        if number not in self.campaigns:
            self.campaigns[number] = self.store.find(Campaign, id=number)
        return self.campaigns[number]

    def seat(self, campaign: Campaign, name: str) -> Seat | None:
        """Return the seat that a letter is for, or None if it is for none."""
        if campaign.id not in self.seats:
            self.seats[campaign.id] = {each.name: each for each in seats(self.store, campaign)}
        return self.seats[campaign.id].get(name)


def write(office: Office, queued: Letter) -> Mail:
    """Write a letter that waits; the same for the same letter, whenever it is sent.

    An answer to a letter for a seat goes to an address with the seat's token, so that a player
    who just answers has proven himself; a letter to one who has lost the seat meanwhile has no
    token. Raises ComposeError if it cannot be written.
    """
    campaign = office.campaign(queued.campaign_id)
    sender = _sender(office, campaign)
    seat = office.seat(campaign, queued.seat) if campaign else None
    reply_to = None
    if seat and campaign and campaign.settings.address and seat.address in queued.recipients:
        reply_to = sender.with_token(token(seat))
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
    data = compose(queued.content, envelope)
    return Mail(queued.message_id, sender.address, queued.recipients, data)


def _sender(office: Office, campaign: Campaign | None) -> Address:
    """Return the campaign's address; a letter from none comes from the first that has one."""
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
