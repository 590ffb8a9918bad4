"""The ledger of letters: how many go out on account of letters that come in, and to whom.

Whoever forges senders must neither make this service flood anybody nor use up what a player has,
and whoever holds a seat must not make it write to strangers. So every letter that an incoming one
causes is booked before it is queued, whatever was asked:

- Somebody with a token (a seat, a guest, a game master): answers to himself by kind; letters to
  others of his campaign by kind and reader; letters to strangers few, and to few of them.
- Anybody without one: one of each kind an address. What goes to strangers comes from one budget for
  each kind, of which a domain has a part; senders whom the mail server vouches for have another.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.letters.encryption import PRESS
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.senders.sender import Sender
from adjudicator.store.columns import after
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Answered, Heading
from adjudicator.store.queries import seats, seats_at
from adjudicator.store.records import Campaign, Guest, Master

MOST_OF_SEAT = {"receipt": 40, "answer": 40, "refusal": 5}
"""Letters of a kind to a seat's player, or to an address of his, in 24 hours; orders are still
taken beyond it."""
MOST_ELSEWHERE = 40
"""Letters in 24 hours, on account of letters with a seat's token, to all other addresses."""
MOST_STRANGERS = 5
"""To how many addresses that belong to nobody here these go; a game master may invite more."""
MOST_INVITED = 20
MOST_CAUSED = 4
"""Letters of a kind in 24 hours that a person causes to one other of his campaign; press has
limits of its own."""
MOST_TO_STRANGERS = 50
"""Letters of a kind in 24 hours to all who play nowhere here and have shown no token."""
MOST_TO_DOMAIN = 10
"""Such letters to addresses of one domain, which anybody may have invented."""
MOST_TO_VOUCHED_DOMAIN = 25
"""Such letters to a domain if the mail server vouches for its addresses: then these are really
there, and nobody else uses up what a large provider has. Half is left for all other domains."""
MOST_REFUSED = 3
"""Refusals in 24 hours to a player's address of letters without his token: he must learn it."""
SAME_WORDS = timedelta(days=14)
"""For so long the same words of one writer that change nothing are not passed on again: a program
that answers for its owner sends them each time, whatever its header says."""
MOST_OF_SAME_WORDS = 2
"""So often they are answered for a seat, a guest or a game master: a person must learn the second
time that they were not passed on again. A stranger is answered once."""
MOST_NOTES = 20
"""Letters to a game master about letters of others in 24 hours; the rest is written down."""

REPEATED, SAID_BEFORE = "repeated", "said-before"
"""The codes of a letter whose words were answered before: it is not answered, or says so."""
ASKS_BACK = "asks back"
"""A kind of letters: those that ask a stranger back."""
STRANGERS = "strangers"
_VOUCHED = "strangers who are vouched for"
_UNPROVEN = "players"
"""Whose letters without a token are counted: one an address and kind, whoever else writes."""
_NOTES = "game masters"
_ELSEWHERE = "elsewhere"
"""Counts the letters to each stranger, whoever caused them."""
_DAY = timedelta(days=1)


def within_limits(
    store: Store, sender: Sender, kind: str, recipients: tuple[str, ...], now: datetime
) -> dict[str, Answered]:
    """Return the recipients who may have one more letter of a kind, each with the entry for it."""
    entries = {
        address: Answered(0, _account(store, sender, address), _bare(address), kind, now)
        for address in filter(None, recipients)
    }
    return {to: each for to, each in entries.items() if _is_within(store, each, sender)}


def find_same_words(
    store: Store, sender: Sender, letter: IncomingLetter, now: datetime
) -> tuple[Answered, int]:
    """Return an entry for an answer to words that change nothing, and how often the same ones of
    the same writer were answered lately.

    Digits do not count: programs say when, and how many letters they answer.
    """
    texts = (letter.text, *(each.text for each in letter.files))
    words = _letters(" ".join(texts)) or _letters(letter.own_subject)
    words = words or _letters(letter.body)  # an answer may have quoted them
    digest = hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()
    account, writer = f"{_cause(sender)} words {digest}", letter.sender.bare
    before = _count(store, account, now - SAME_WORDS, recipient=writer)
    return Answered(0, account, writer, "words", now), before


def note_entry(store: Store, campaign: Campaign, now: datetime) -> Answered | None:
    """Return an entry for one more letter to a game master about others' letters, if he may have
    it."""
    entry = Answered(0, _NOTES, _bare(campaign.gm), "note", now)
    sent = _count(store, _NOTES, now - _DAY, recipient=entry.recipient)
    return entry if campaign.gm and sent < MOST_NOTES else None


def book_letters(
    store: Store, sender: Sender, letters: Iterable[Heading], own: tuple[str, ...], now: datetime
) -> None:
    """Book the letters that a request leads to; the answer goes to ``own`` addresses.

    Raises RefusedError if they are too many; then none of them may go out.
    """
    campaign, since, cause = sender.campaign, now - _DAY, _cause(sender)
    if campaign is None:
        return
    answered = {_bare(each) for each in own}
    for letter, address in ((x, y) for x in letters if x.kind != PRESS for y in x.recipients):
        recipient = _bare(address)
        if recipient in answered:
            account, most = f"{cause} own", MOST_OF_SEAT["answer"]
        elif _belongs(store, campaign, address):
            account = f"{cause} caused"
            many = sender.master or letter.kind == "note"
            most = MOST_OF_SEAT["answer"] if many else MOST_CAUSED
        else:
            account, most = f"{cause} elsewhere", 2
            others = _recipients(store, account, since) - {recipient}
            few = len(others) < (MOST_INVITED if sender.master else MOST_STRANGERS)
            if not few or _count(store, _ELSEWHERE, since, recipient=recipient) >= MOST_CAUSED:
                raise RefusedError("too-many-letters")
            store.add(Answered(0, _ELSEWHERE, recipient, letter.kind, now))
        if _count(store, account, since, recipient=recipient, kind=letter.kind) >= most:
            raise RefusedError("too-many-letters")
        store.add(Answered(0, account, recipient, letter.kind, now))


def _count(store: Store, account: str, since: datetime, **about: str) -> int:
    """Count the letters that went to an account after a time; to one recipient, or of one kind."""
    return store.count(Answered, account=account, at=after(since), **about)


def _recipients(store: Store, account: str, since: datetime) -> set[str]:
    """Return to whom letters of an account went after a time."""
    return {each.recipient for each in store.rows(Answered, account=account, at=after(since))}


def _belongs(store: Store, campaign: Campaign, address: str) -> bool:
    """Say whether an address is that of somebody who plays, runs or watches the campaign."""
    known = address.casefold()
    person: dict[str, int | str] = {"campaign_id": campaign.id, "address": known}
    if known == campaign.gm or any(store.has(x, active=True, **person) for x in (Master, Guest)):
        return True
    return any(each.address.casefold() == known for each in seats(store, campaign))


def _cause(sender: Sender) -> str:
    """Return on whose account letters go that somebody with a token causes."""
    if sender.seat and not (sender.confirmation or sender.caretaker):
        return f"{sender.seat.campaign_id}.{sender.seat.place}"
    return f"{sender.campaign.id if sender.campaign else 0} {sender.address}"


def _account(store: Store, sender: Sender, address: str) -> str:
    if sender.proven and sender.campaign:
        own = _cause(sender)
        return own if _bare(sender.address) == _bare(address) else f"{own} elsewhere"
    if seats_at(store, address.casefold(), 1):
        return _UNPROVEN
    return _VOUCHED if sender.vouched else STRANGERS


def _is_within(store: Store, entry: Answered, sender: Sender) -> bool:
    since, account = entry.at - _DAY, entry.account
    sent = _count(store, account, since, recipient=entry.recipient, kind=entry.kind)
    if not sender.proven:
        if account == _UNPROVEN:
            return sent < (MOST_REFUSED if entry.kind == "refusal" else 1)
        to_all = store.rows(Answered, account=account, kind=entry.kind, at=after(since))
        domain = _domain(entry.recipient)
        to_domain = sum(_domain(each.recipient) == domain for each in to_all)
        most = MOST_TO_VOUCHED_DOMAIN if sender.vouched else MOST_TO_DOMAIN
        return not sent and len(to_all) < MOST_TO_STRANGERS and to_domain < most
    if account.endswith("elsewhere"):
        few = len(_recipients(store, account, since) - {entry.recipient}) < MOST_STRANGERS
        return few and _count(store, account, since) < MOST_ELSEWHERE
    return sent < MOST_OF_SEAT[entry.kind]


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _domain(address: str) -> str:
    """Return the last two labels of an address's domain: whoever has a domain can invent more
    below it."""
    return ".".join(address.rpartition("@")[2].split(".")[-2:])


def _bare(address: str) -> str:
    """Return an address to count by: what is before ``+`` is one mailbox, with dots or without."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain.rstrip('.')}"
