"""Tokens: what proves that orders come from a seat's player, or a request from who may ask it.

With them, whose an order file is: its game, its seat, and the proof of it.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

import msgspec

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.orders import MisreadError, Names, Scan, scan
from adjudicator.orders.language.names import name_key
from adjudicator.patterns import pattern
from adjudicator.store.database import Store
from adjudicator.store.queries import people_at, seats
from adjudicator.store.records import Campaign, Caretaker, Confirmation, Guest, Master, Seat

TOKEN_SECRET_BYTES = 32
MASTER = "master"
"""Stands for the game master where it is said who acts in the name of a seat."""
_IN_TEXT = pattern(r"(?<![a-z2-7])[a-z2-7]{4}(?:[-._]?[a-z2-7]{4}){3}(?![a-z2-7])", re.I)


def token(holder: Seat | Caretaker | Master | Guest | Confirmation) -> str:
    """Return the token of a seat or a person, or the code of a confirmation: 80 bits in base32."""
    return token_from(holder.token_secret)


def token_from(secret: bytes) -> str:
    """Return the token that follows from a secret."""
    digest = hmac.new(secret, b"adjudicator seat token", hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


class Token(TypedDict):
    """The columns of who holds a token."""

    token_secret: bytes
    token_digest: bytes


def new_token(store: Store) -> Token:
    """Return a new token, which nobody can guess."""
    return token_of(store.random_bytes(TOKEN_SECRET_BYTES))


def token_of(secret: bytes) -> Token:
    """Return the token that follows from a secret."""
    return {"token_secret": secret, "token_digest": token_digest(token_from(secret))}


def token_digest(given: str) -> bytes:
    """Return by what the seat of a token is found."""
    return hashlib.sha256(given.encode()).digest()


def without_tokens(store: Store, text: str, most: int | None = None) -> str:
    """Return what a person wrote for others without tokens and the codes of what is asked back,
    which who copies a letter lets out.

    With ``most``, no more than so many characters of it are kept, and no part of a token: little of
    it would be left to guess.
    """

    def replace(match: re.Match[str]) -> str:
        digest = token_digest(re.sub(r"[-._]", "", match[0].casefold()))
        holders = (Seat, Caretaker, Master, Guest, Confirmation)
        known = any(store.has(each, token_digest=digest) for each in holders)
        return "[token]" if known else match[0]

    end = len(text) if most is None else most
    cut = next((each for each in _IN_TEXT.finditer(text) if each.end() > end), None)
    return _IN_TEXT.sub(replace, text[: min(end, cut.start()) if cut else end])


class Source(msgspec.Struct, frozen=True):
    """Where an order file came from."""

    id: str = ""
    """The letter's Message-ID."""
    key: str = ""
    """By what the same letter is known again; ``""`` if it cannot come twice."""
    address: str = ""
    """The sender's address."""
    answer: bool = True
    """Whether the receipt goes there too."""
    receipt: bool = True
    """Whether it goes to the seat's player by mail; otherwise it is only kept."""
    token: str = ""
    """One found outside the text, as in a plus address."""
    game: str = ""
    """Stands in for a header line ``game`` that the text lacks."""
    seat: str = ""
    """Stands in for a header line ``seat`` that the text lacks."""
    answered: bool = True
    """Whether the one before it, of the same phase, was answered before this one was written."""
    trusted: bool = False
    """Whether the sender has been recognised by other means, so that no token is needed."""

    @property
    def letter(self) -> str:
        """The Message-ID of a letter, which an answer names; ``""`` if it came otherwise."""
        return self.id if self.id.startswith("<") else ""

    def actor_for(self, seat: Seat) -> str:
        """Say who acts in the name of a seat, if that is not its own address: another address, or
        ``MASTER``; ``""`` if nobody else does, or no letter goes to the seat anyway."""
        own = seat.address.casefold()
        if not own or self.address.casefold() == own:
            return ""
        return MASTER if self.trusted else self.address

    def recipients(self, address: str) -> tuple[str, str]:
        """Return to whom an answer goes: a seat's address, and the sender's."""
        return address if self.receipt else "", self.address if self.answer else ""


NOWHERE = Source()
"""Where orders come from that no letter brought: those that were kept, and policies."""


class OrderFile(NamedTuple):
    """An order file that came: what its header and its sections say, its text, and from where."""

    scan: Scan
    text: str
    source: Source
    wishes: tuple[str, ...] = ()
    """Lines with which its writer may ask for what it speaks of, if it holds no order."""
    subject: str = ""
    """That of the letter, if it may be words to a person."""
    unsent: tuple[str, ...] = ()
    """Its files that words to a person do not take along, each in a clause."""

    @classmethod
    def read(cls, text: str, source: Source) -> "OrderFile":
        """Take the text of an order file apart."""
        return cls(scan(text), text, source)

    @property
    def game(self) -> str:
        """The game that it names; ``""``: none."""
        return self.scan.game or self.source.game

    @property
    def seat(self) -> str:
        """The seat that it names; ``""``: none."""
        return self.scan.seat or self.source.seat

    @property
    def tokens(self) -> list[str]:
        """The tokens in it and around it."""
        return [bare for each in (self.scan.token, self.source.token) if (bare := bare_token(each))]


def identify(store: Store, file: OrderFile) -> tuple[Campaign, Seat]:
    """Return the game and the seat that an order file is for. Raises RefusedError.

    What it does not name follows from its tokens, then from its sender's address.
    """
    _agree("game", file.scan.game, file.source.game)
    _agree("seat", file.scan.seat, file.source.seat)
    holders = [x for each in file.tokens for x in _seats_of_token(store, each)]
    campaign = _campaign(store, file, holders)
    known = seats(store, campaign)
    if file.seat:
        seat = find_seat(known, file.seat, "unknown-seat", campaign=campaign.name)
    else:
        address = file.source.address.casefold()
        mine = [each for each in known if each in holders]
        mine = mine or [each for each in known if address and each.address.casefold() == address]
        if len(mine) != 1:
            raise RefusedError("no-seat")
        (seat,) = mine
    prove(file, seat, store.rows(Caretaker, campaign_id=campaign.id, seat=seat.name))
    return campaign, seat


def _seats_of_token(store: Store, given: str) -> list[Seat]:
    """Return the seat that a token proves, of its player or of who looks after it."""
    digest = token_digest(given)
    cared = [
        store.find(Seat, campaign_id=each.campaign_id, name=each.seat)
        for each in store.rows(Caretaker, token_digest=digest)
    ]
    return [*store.rows(Seat, token_digest=digest), *cared]


MOST_NAMED = 5
"""Games of which a person is told that he plays in them, runs or watches them."""
_TWO = {"game": "two-games", "seat": "two-seats"}


def _agree(what: str, written: str, stated: str) -> None:
    """Refuse a file that says one thing where its sender says another."""
    if written and stated and name_key(written) != name_key(stated):
        raise RefusedError(_TWO[what], written=written[:40], stated=stated[:40])


def _campaign(store: Store, file: OrderFile, holders: Sequence[Seat]) -> Campaign:
    """Return the game that a file names, or that of its token's holder, or the only one."""
    if file.game:
        return find_named(store, file.game, [each.campaign_id for each in holders])
    if holders:
        return store.find(Campaign, id=holders[0].campaign_id)
    if file.tokens:
        raise RefusedError("wrong-token")
    campaigns = store.rows(Campaign, archived=False, moved="", limit=2)
    if len(campaigns) != 1:
        own = people_at(store, file.source.address.casefold(), MOST_NAMED)
        here = (store.find(Campaign, id=each.campaign_id) for each in own)
        names = dict.fromkeys(each.name for each in here if not each.archived)
        raise RefusedError("no-game", games=list(names)[:MOST_NAMED])
    return campaigns[0]


def find_named(store: Store, name: str, proven: Iterable[int]) -> Campaign:
    """Return the game of a name. Raises RefusedError if there is none, or if what names it proves
    whose it is by the token of another game."""
    campaign = store.first(Campaign, name=name.strip().casefold())
    if campaign is None:
        raise RefusedError("unknown-game", name=name[:40])
    for each in proven:
        if each != campaign.id:
            other = store.find(Campaign, id=each).name
            raise RefusedError("other-games-token", named=campaign.name, other=other)
    return campaign


def find_seat(held: Sequence[Seat], written: str, code: str, **facts: str) -> Seat:
    """Return the seat that a person writes. Raises RefusedError of that code."""
    names = [each.name for each in held]
    try:
        name = Names("seat", dict.fromkeys(names, ())).find(written)
    except MisreadError as misread:
        why = str(misread) if written else ""
        raise RefusedError(code, misread=why, names=names, **facts) from None
    return held[names.index(name)]


def prove(file: OrderFile, seat: Seat, caretakers: Sequence[Caretaker]) -> Caretaker | None:
    """Raise RefusedError if an order file is not proven to come from a seat's player, or from one
    of those who look after it; return him."""
    holders: list[Seat | Caretaker] = [seat, *caretakers]
    by = [x for each in file.tokens for x in holders if hmac.compare_digest(token(x), each)]
    if len(by) < len(file.tokens):
        raise RefusedError("wrong-token")
    if not (by or file.source.trusted):
        raise RefusedError("no-token")
    return next((each for each in by if isinstance(each, Caretaker)), None)


def bare_token(given: str) -> str:
    """Return a token in small letters, without what groups them."""
    return "".join(char for char in given.casefold() if char.isascii() and char.isalnum())[:64]
