"""How many letters go out on account of letters that come in, by recipient and by kind.

Whoever forges senders must neither make this service flood anybody nor use up what a player has.
So there are accounts: each seat has its own, on which only letters with its token draw, and all
strangers have one together. Letters without a token yield at most one letter an address and day,
and one more that asks back, so that whoever asked for help can still join.
"""

from datetime import datetime, timedelta

from adjudicator.post.senders.sender import Sender
from adjudicator.store.database import Store
from adjudicator.store.delivery_queries import answered_since
from adjudicator.store.letter_records import Answered
from adjudicator.store.queries import seats_at
from adjudicator.store.records import Campaign, Seat

MOST_OF_SEAT = {"receipt": 40, "answer": 40, "refusal": 5}
"""Letters of a kind to a seat's player, or to an address of his, in 24 hours; orders are still
taken beyond it."""
MOST_ELSEWHERE = 40
"""Letters in 24 hours, on account of letters with a seat's token, to all other addresses."""
MOST_TO_STRANGERS = 50
"""Letters in 24 hours to all who play nowhere here and have shown no token."""
MOST_NOTES = 20
"""Letters to a game master about letters of others in 24 hours; the rest is written down."""

ASKS_BACK = "asks back"
"""A kind of letters: those that ask a stranger back."""
STRANGERS = "strangers"
_UNPROVEN = "players"
"""Whose letters without a token are counted: one an address, whoever else writes."""
_NOTES = "game masters"
_DAY = timedelta(days=1)


def within_limits(
    store: Store, sender: Sender, kind: str, recipients: tuple[str, ...], now: datetime
) -> tuple[Answered, ...]:
    """Return an entry for each of the recipients who may have one more letter of a kind."""
    entries = []
    for address in dict.fromkeys(filter(None, recipients)):
        entry = Answered(0, _account(store, sender, address), _bare(address), kind, now)
        if _is_within(store, entry, sender):
            entries.append(entry)
    return tuple(entries)


def addresses_within(entries: tuple[Answered, ...], *recipients: str) -> tuple[str, ...]:
    """Return those of the addresses that have an entry."""
    counted = {each.recipient for each in entries}
    return tuple(each for each in dict.fromkeys(recipients) if _bare(each) in counted)


def note_entry(store: Store, campaign: Campaign, now: datetime) -> Answered | None:
    """Return an entry for one more letter to a game master about others' letters, if he may have
    it."""
    entry = Answered(0, _NOTES, _bare(campaign.gm), "note", now)
    sent = answered_since(store, _NOTES, now - _DAY, entry.recipient)
    return entry if campaign.gm and sent < MOST_NOTES else None


def _account(store: Store, sender: Sender, address: str) -> str:
    if sender.proven and sender.seat:
        own = _seat_account(sender.seat)
        return own if _bare(sender.seat.address) == _bare(address) else f"{own} elsewhere"
    if sender.proven and sender.campaign:
        own = f"{sender.campaign.id} {sender.address}"
        return own if _bare(sender.address) == _bare(address) else f"{own} elsewhere"
    return _UNPROVEN if seats_at(store, address.casefold(), 1) else STRANGERS


def _seat_account(seat: Seat) -> str:
    return f"{seat.campaign_id}.{seat.place}"


def _is_within(store: Store, entry: Answered, sender: Sender) -> bool:
    since = entry.at - _DAY
    if not sender.proven:
        own = answered_since(store, entry.account, since, entry.recipient)
        asked = answered_since(store, entry.account, since, entry.recipient, ASKS_BACK)
        if asked if entry.kind == ASKS_BACK else own - asked:
            return False
        everybody = answered_since(store, STRANGERS, since) if entry.account == STRANGERS else 0
        return everybody < MOST_TO_STRANGERS
    if entry.account.endswith("elsewhere"):
        return answered_since(store, entry.account, since) < MOST_ELSEWHERE
    sent = answered_since(store, entry.account, since, entry.recipient, entry.kind)
    return sent < MOST_OF_SEAT[entry.kind]


def _bare(address: str) -> str:
    """Return an address to count by: what is before ``+`` is one mailbox, with dots or without."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain.rstrip('.')}"
