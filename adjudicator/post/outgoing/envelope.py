"""A letter that waits, as it goes out: who sends it, where an answer goes, what it answers."""

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.sealing import CONFIRMATION, DIARY, PRESS
from adjudicator.post.incoming.letter import Address
from adjudicator.post.outgoing.compose import Envelope, compose
from adjudicator.post.senders.return_addresses import return_part
from adjudicator.post.transport.mailbox import Mail
from adjudicator.reports.files import with_token
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import first_address
from adjudicator.store.records import Campaign, Confirmation, Guest, Master, Seat

_ANSWERS = ("receipt", "answer", "refusal", DIARY, CONFIRMATION)
_NAMELESS = "adjudicator@adjudicator.invalid"


def write(store: Store, queued: Letter, recipients: tuple[str, ...] = ()) -> Mail:
    """Write a letter that waits, for all or some of its recipients; the same whenever it is sent.

    An answer to a letter for a seat goes to an address with the seat's token, so that a player
    who just answers has proven himself, and likewise with game masters, guests and confirmations.
    A letter to one who has lost the seat meanwhile has no token, and neither has press, which is
    passed on. An order sheet that waits has the token that counts when it goes. What comes back
    names the letter. Raises ComposeError if it cannot be written.
    """
    campaign = store.find(Campaign, id=queued.campaign_id) if queued.campaign_id else None
    sender = _sender(store, campaign)
    seats = store.rows(Seat, campaign_id=queued.campaign_id, name=queued.seat) if campaign else []
    seat = seats[0] if seats else None
    reply_to, unsubscribe = None, ""
    content = queued.content
    answerable = campaign and campaign.settings.address and queued.kind != PRESS
    if seat and answerable and seat.address in queued.recipients:
        reply_to = sender.with_plus(token(seat))
        if queued.recipients == (seat.address,):
            content = with_token(content, token(seat))
    elif campaign and answerable and len(queued.recipients) == 1:
        person = _person(store, campaign, queued)
        reply_to = sender.with_plus(token(person)) if person else None
        unsubscribe = "unobserve" if isinstance(person, Guest) else ""
    envelope = Envelope(
        message_id=queued.message_id,
        sender=sender,
        recipients=tuple(Address(each, _name(seat, each)) for each in queued.recipients),
        date=queued.created,
        reply_to=reply_to,
        in_reply_to=queued.in_reply_to,
        automatic="replied" if queued.kind in _ANSWERS else "generated",
        unsubscribe=unsubscribe,
        mark=campaign.name if campaign else "adjudicator",
    )
    data = compose(content, envelope)
    envelope_sender = sender.with_plus(return_part(store, queued))
    return Mail(queued.message_id, envelope_sender.address, recipients or queued.recipients, data)


def _sender(store: Store, campaign: Campaign | None) -> Address:
    """Return the campaign's address; a letter from none comes from the first that has one."""
    if campaign and campaign.settings.address:
        return Address(campaign.settings.address, campaign.name)
    if campaign:
        return Address(f"adjudicator@{campaign.settings.host}", campaign.name)
    return Address(first_address(store) or _NAMELESS, "Adjudicator")


def _person(
    store: Store, campaign: Campaign, queued: Letter
) -> Master | Guest | Confirmation | None:
    """Return whose token an answer proves that comes from one who holds no seat."""
    for asks in store.rows(Confirmation, letter=queued.message_id):
        return asks
    address, of = queued.recipients[0].casefold(), campaign.id
    masters = store.rows(Master, campaign_id=of, address=address, active=True)
    guests = store.rows(Guest, campaign_id=of, address=address, active=True)
    people: list[Master | Guest] = [*masters, *guests]
    return people[0] if people and not queued.seat else None


def _name(seat: Seat | None, address: str) -> str:
    return seat.player if seat and seat.address == address else ""
