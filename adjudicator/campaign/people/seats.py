"""Seats that change hands: a substitute, a player who returns, a regent."""

import secrets
from collections.abc import Mapping
from datetime import datetime

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.clock import find_zone, read_hours
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.message_ids import report_id
from adjudicator.campaign.kernel.tokens import TOKEN_SECRET_BYTES, token_digest, token_from
from adjudicator.campaign.letters.letters import (
    make_report,
    setting,
    tell_gm,
    tell_players,
    write_invitation,
    write_welcome,
)
from adjudicator.campaign.letters.outbox import queue
from adjudicator.campaign.people.settings import check_apart
from adjudicator.campaign.people.substitutes import check_may_replace
from adjudicator.games.contract import Game
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import find_seat
from adjudicator.store.records import Campaign, Seat


class Player(msgspec.Struct, frozen=True):
    """Who takes a seat when a game begins: a person with an address or without, or a regent."""

    seat: str
    address: str = ""
    name: str = ""
    zone: str = ""
    regent: str = ""
    open: bool = False
    """Whether the seat waits for somebody to join."""


def check_player(player: Player, game: Game) -> None:
    """Raise CampaignError for an unsound address or time zone, GameError for an unknown regent."""
    if player.address:
        check_address(player.address)
    if player.zone:
        find_zone(player.zone)
    if player.regent:
        game.regent(player.regent)


def hand_over(store: Store, campaign: Campaign, heir: Player, now: datetime) -> None:
    """Give a seat to another player, or to a regent, with the letters that tell everybody of it.

    A new player gets a token of his own, and the old one proves nothing any more; a regent takes
    the seat until its player sends orders again. Orders that stand are kept. Raises CampaignError
    for a text that is no address, StoreError for an unknown seat, GameError for an unknown regent.
    """
    check_player(heir, campaign.game)

    def work(at: Change) -> None:
        before = at.seat(find_seat(store, campaign, heir.seat).name)
        if at.is_over:
            raise CampaignError(f"{at.campaign.name} has ended.")
        if heir.regent:
            _change_hands(at, before, to_regent(before, heir.regent))
        else:
            check_apart(store, at.campaign.settings, (heir.address,))
            give_seat(at, before, heir.address, heir.name, heir.zone)

    change(store, campaign, now, work)


def give_seat(at: Change, before: Seat, address: str, player: str, zone: str = "") -> None:
    """Give a seat to a person, with a token of his own, and tell everybody.

    Raises RefusedError if the campaign lets no seat go to another player.
    """
    check_may_replace(at, before, address, player)
    secret, digest = new_token()
    after = msgspec.structs.replace(
        before,
        held_by="person",
        address=address,
        player=player,
        zone=zone,
        token_secret=secret,
        token_digest=digest,
        since=at.head.number if at.has_begun else 0,
        open=False,
        remind="",
    )
    _change_hands(at, before, after)


def to_regent(seat: Seat, regent: str) -> Seat:
    """Return a seat as a regent plays it, until its player sends orders again."""
    return msgspec.structs.replace(seat, held_by="regent", regent=regent, open=False)


def renew_token(at: Change, seat: Seat) -> Seat:
    """Give a seat a new token; the old one proves nothing any more."""
    secret, digest = new_token()
    after = msgspec.structs.replace(seat, token_secret=secret, token_digest=digest)
    at.change_seat(after)
    return after


def new_token() -> tuple[bytes, bytes]:
    """Return what a new token follows from, and by what it is found."""
    secret = secrets.token_bytes(TOKEN_SECRET_BYTES)
    return secret, token_digest(token_from(secret))


def _change_hands(at: Change, before: Seat, after: Seat) -> None:
    at.change_seat(after)
    regent = "" if after.by_person else after.regent
    facts = {"holder": before.name, "regent": regent, "new_player": "" if regent else after.player}
    known = {**facts, "new_player": "" if regent else after.player or after.address}
    tell_gm(at, "handed-over", known, letter="handed-over")
    _write(at, before, after, facts)
    tell_players(at, "handed-over", facts, after.place, but=after.name)


def set_reminders(store: Store, campaign: Campaign, seat: str, hours: str, now: datetime) -> None:
    """Set how many hours before a deadline a seat is reminded; ``""``: as the campaign says.

    Raises CampaignError for what are no hours, StoreError for an unknown seat.
    """
    read_hours(hours)

    def work(at: Change) -> None:
        there = at.seat(find_seat(store, campaign, seat).name)
        if there.remind != hours:
            at.change_seat(msgspec.structs.replace(there, remind=hours))

    change(store, campaign, now, work)


def _write(at: Change, before: Seat, after: Seat, facts: Mapping[str, str]) -> None:
    """Tell who had the seat, and welcome a new player with position, map and order sheet."""
    # Who had the seat must not learn the new token, and his letter is none of the seat's any more.
    known = msgspec.structs.replace(setting(at, after), token="")
    letters = [("handed-over", before.address, lambda: reports.notice(known, "handed-over", facts))]
    if after.by_person and after.address:
        welcome = write_welcome if at.has_begun else write_invitation
        letters.append(("opening", after.address, lambda: welcome(at, after)))
    turn = at.campaign.version + 1
    about = at.head if at.has_begun else None
    for number, (kind, address, make) in enumerate(letters):
        letter = Letter(
            campaign_id=at.campaign.id,
            resolution=about.serial if about else None,
            phase=about.phase if about else at.waits_in,
            message_id=report_id(at.campaign, about, "handed-over", after.name, turn, number),
            kind=kind,
            seat=after.name if address == after.address else "",
            recipients=(address,),
            created=at.now,
            content=make_report(at, kind, after.name, make, ("handed-over", facts)),
        )
        queue(at, letter)
