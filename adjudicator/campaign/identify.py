"""Whose orders are these: the game and the seat of an order file, and the proof of it."""

import hmac

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.tokens import token, token_digest
from adjudicator.orders import MisreadError, Names, Scan
from adjudicator.orders.names import name_key
from adjudicator.store.database import Store
from adjudicator.store.errors import StoreError
from adjudicator.store.queries import find_campaign, seats
from adjudicator.store.tables import Campaign, Seat


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
    token: str = ""
    """One found outside the text, as in a plus address."""
    game: str = ""
    """Stands in for a header line that the text lacks."""
    seat: str = ""
    """Likewise."""
    trusted: bool = False
    """Whether the sender has been recognised by other means, so that no token is needed."""


def identify(store: Store, found: Scan, source: Source) -> tuple[Campaign, Seat]:
    """Return the game and the seat that an order file is for. Raises RefusedError."""
    _agree("game", found.game, source.game)
    _agree("seat", found.seat, source.seat)
    given = _tokens(found, source)
    wanted = found.game or source.game
    if wanted:
        campaign = _by_name(store, wanted)
        seat = _seat(store, campaign, found.seat or source.seat, given, source)
    else:
        campaign, seat = _by_token(store, found, source, given)
    prove(found, source, seat)
    return campaign, seat


def _agree(what: str, written: str, stated: str) -> None:
    """Refuse a file that says one thing where its sender says another."""
    if written and stated and name_key(written) != name_key(stated):
        raise RefusedError(
            f"two-{what}s",
            f"The file says “{what} {written[:40]}”, but it was sent for {stated[:40]}. "
            "Correct one of them.",
        )


def _by_name(store: Store, name: str) -> Campaign:
    try:
        return find_campaign(store, name)
    except StoreError:
        raise RefusedError(
            "unknown-game",
            f"There is no game called “{name[:40]}” here. Write “game NAME” as in your reports.",
        ) from None


def _by_token(store: Store, found: Scan, source: Source, given: list[str]) -> tuple[Campaign, Seat]:
    wanted = found.seat or source.seat
    for each in given:
        if there := store.rows(Seat, token_digest=token_digest(each)):
            campaign = store.find(Campaign, id=there[0].campaign_id)
            seat = _seat(store, campaign, wanted, given, source) if wanted else there[0]
            return campaign, seat
    if given:
        raise _wrong_token()
    campaigns = store.rows(Campaign, limit=2)
    if len(campaigns) != 1:
        raise RefusedError(
            "no-game", "The orders do not say for which game. Write “game NAME” on top."
        )
    return campaigns[0], _seat(store, campaigns[0], wanted, given, source)


def _seat(store: Store, campaign: Campaign, wanted: str, given: list[str], source: Source) -> Seat:
    there = seats(store, campaign)
    if wanted:
        try:
            name = Names("seat", {each.name: () for each in there}).find(wanted)
        except MisreadError as misread:
            names = ", ".join(each.name for each in there)
            raise RefusedError(
                "unknown-seat", f"{misread} The seats of {campaign.name}: {names}."
            ) from None
        return next(each for each in there if each.name == name)
    matching = [each for each in there if token(each) in given]
    if not matching and source.address:
        address = source.address.casefold()
        matching = [each for each in there if each.address.casefold() == address]
    if len(matching) != 1:
        raise RefusedError(
            "no-seat", "The orders do not say for which seat. Write “seat NAME” on top."
        )
    return matching[0]


def prove(found: Scan, source: Source, seat: Seat) -> None:
    """Raise RefusedError if an order file is not proven to come from a seat's player."""
    given = _tokens(found, source)
    if any(not hmac.compare_digest(token(seat), each) for each in given):
        raise _wrong_token()
    if not given and not source.trusted:
        raise RefusedError(
            "no-token",
            "The orders lack the seat's token, so anybody could have sent them. Copy the line "
            "“token …” from the order sheet of your last report.",
        )


def _wrong_token() -> RefusedError:
    return RefusedError(
        "wrong-token",
        "The token is not that of this seat. Copy the line “token …” from the order sheet of your "
        "last report.",
    )


def _tokens(found: Scan, source: Source) -> list[str]:
    return [bare for each in (found.token, source.token) if (bare := _bare(each))]


def _bare(given: str) -> str:
    return "".join(char for char in given.casefold() if char.isascii() and char.isalnum())[:64]
