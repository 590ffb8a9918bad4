"""A letter of the outbox to bytes: who sends it, where an answer goes, what it answers."""

import msgspec

from adjudicator.campaign.letters import token
from adjudicator.campaign.records import Campaign, Seat, campaign, campaigns, seats
from adjudicator.campaign.records import Letter as Queued
from adjudicator.campaign.store import Store
from adjudicator.post.compose import Envelope, compose
from adjudicator.post.identity import with_token
from adjudicator.post.letter import Address

_ANSWERS = ("receipt", "answer", "refusal")
_NAMELESS = Address("adjudicator@adjudicator.invalid", "Adjudicator")


class Office(msgspec.Struct):
    """What writing many letters looks up once: games and seats by name."""

    store: Store
    games: dict[str, Campaign] = {}
    seats: dict[str, dict[str, Seat]] = {}

    def game(self, name: str) -> Campaign | None:
        """Return the game, or None if the letter is from none."""
        if name and name not in self.games:
            self.games[name] = campaign(self.store, name)
        return self.games.get(name)

    def seat(self, owner: Campaign, name: str) -> Seat | None:
        """Return the seat that a letter is for, or None if it is for none."""
        if owner.name not in self.seats:
            self.seats[owner.name] = {each.name: each for each in seats(self.store, owner)}
        return self.seats[owner.name].get(name)


def written(office: Office, queued: Queued) -> bytes:
    """Return the bytes of a letter of the outbox; the same for the same letter, whenever sent.

    An answer to a letter for a seat goes to an address with the seat's token, so that a player
    who just answers has proven himself; a letter to one who has lost the seat meanwhile has no
    token. Raises ComposeError if it cannot be written.
    """
    owner = office.game(queued.campaign)
    sender = _sender(office, owner)
    seat = office.seat(owner, queued.seat) if owner else None
    reply_to = None
    if seat and owner and owner.settings.address and seat.address in queued.recipients:
        reply_to = with_token(sender, token(seat))
    envelope = Envelope(
        message_id=queued.message_id,
        sender=sender,
        recipients=tuple(Address(each, _name(seat, each)) for each in queued.recipients),
        date=queued.created,
        reply_to=reply_to,
        in_reply_to=queued.in_reply_to,
        automatic="replied" if queued.kind in _ANSWERS else "generated",
        mark=queued.campaign or "adjudicator",
    )
    return compose(queued.content, envelope)


def _sender(office: Office, owner: Campaign | None) -> Address:
    """Return the game's address; a letter from no game comes from the first game that has one."""
    if owner and owner.settings.address:
        return Address(owner.settings.address, owner.name)
    if owner:
        return Address(f"adjudicator@{owner.settings.host}", owner.name)
    for each in campaigns(office.store):
        if each.settings.address:
            return Address(each.settings.address, "Adjudicator")
    return _NAMELESS


def _name(seat: Seat | None, address: str) -> str:
    return seat.player if seat and seat.address == address else ""
