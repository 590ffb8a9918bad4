"""Whose orders are these: the game and the seat of an order file, and the proof of it."""

import hmac

import msgspec

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.tokens import token, token_digest
from adjudicator.orders import MisreadError, Names, Scan
from adjudicator.orders.language.names import name_key
from adjudicator.store.database import Store
from adjudicator.store.queries import seats
from adjudicator.store.records import Campaign, Seat


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
    trusted: bool = False
    """Whether the sender has been recognised by other means, so that no token is needed."""
    files: tuple[str, ...] = ()
    """The names of files that came with it, hold orders, and are neither read nor sent on."""

    @property
    def letter(self) -> str:
        """The Message-ID of a letter, which an answer names; ``""`` if it came otherwise."""
        return self.id if self.id.startswith("<") else ""

    def recipients(self, address: str) -> tuple[str, str]:
        """Return to whom an answer goes: a seat's address, and the sender's."""
        return address if self.receipt else "", self.address if self.answer else ""


NOWHERE = Source()
"""Where orders come from that no letter brought: those that were kept, and policies."""


def identify(store: Store, scan: Scan, source: Source) -> tuple[Campaign, Seat]:
    """Return the game and the seat that an order file is for. Raises RefusedError."""
    _agree("game", scan.game, source.game)
    _agree("seat", scan.seat, source.seat)
    given = _tokens(scan, source)
    wanted = scan.game or source.game
    if wanted:
        campaign = _by_name(store, wanted)
        seat = _seat(store, campaign, scan.seat or source.seat, given, source)
    else:
        campaign, seat = _by_token(store, scan, source, given)
    prove(scan, source, seat)
    return campaign, seat


def _agree(what: str, written: str, stated: str) -> None:
    """Refuse a file that says one thing where its sender says another."""
    if written and stated and name_key(written) != name_key(stated):
        raise RefusedError(f"two-{what}s", written=written[:40], stated=stated[:40])


def _by_name(store: Store, name: str) -> Campaign:
    campaigns = store.rows(Campaign, name=name.strip().casefold())
    if not campaigns:
        raise RefusedError("unknown-game", name=name[:40])
    return campaigns[0]


def _by_token(store: Store, scan: Scan, source: Source, given: list[str]) -> tuple[Campaign, Seat]:
    wanted = scan.seat or source.seat
    for each in given:
        if matching := store.rows(Seat, token_digest=token_digest(each)):
            campaign = store.find(Campaign, id=matching[0].campaign_id)
            seat = _seat(store, campaign, wanted, given, source) if wanted else matching[0]
            return campaign, seat
    if given:
        raise RefusedError("wrong-token")
    campaigns = store.rows(Campaign, archived=False, moved="", limit=2)
    if len(campaigns) != 1:
        raise RefusedError("no-game")
    return campaigns[0], _seat(store, campaigns[0], wanted, given, source)


def _seat(store: Store, campaign: Campaign, wanted: str, given: list[str], source: Source) -> Seat:
    known = seats(store, campaign)
    if wanted:
        try:
            name = Names("seat", {each.name: () for each in known}).find(wanted)
        except MisreadError as misread:
            names = [each.name for each in known]
            raise RefusedError(
                "unknown-seat", misread=str(misread), campaign=campaign.name, names=names
            ) from None
        return next(each for each in known if each.name == name)
    matching = [each for each in known if token(each) in given]
    if not matching and source.address:
        address = source.address.casefold()
        matching = [each for each in known if each.address.casefold() == address]
    if len(matching) != 1:
        raise RefusedError("no-seat")
    return matching[0]


def prove(scan: Scan, source: Source, seat: Seat) -> None:
    """Raise RefusedError if an order file is not proven to come from a seat's player."""
    given = _tokens(scan, source)
    if any(not hmac.compare_digest(token(seat), each) for each in given):
        raise RefusedError("wrong-token")
    if not given and not source.trusted:
        raise RefusedError("no-token")


def _tokens(scan: Scan, source: Source) -> list[str]:
    return [bare for each in (scan.token, source.token) if (bare := _bare(each))]


def _bare(given: str) -> str:
    return "".join(char for char in given.casefold() if char.isascii() and char.isalnum())[:64]
