"""Seats that change hands: a substitute, a player who returns, a regent."""

import secrets
from collections.abc import Mapping
from datetime import datetime

import msgspec

from adjudicator import reports
from adjudicator.campaign.change import Change, change
from adjudicator.campaign.clock import read_hours
from adjudicator.campaign.create import Player, check_player
from adjudicator.campaign.letters import (
    make_report,
    setting,
    tell_gm,
    tell_players,
    write_invitation,
    write_welcome,
)
from adjudicator.campaign.message_ids import report_id
from adjudicator.campaign.outbox import queue
from adjudicator.campaign.settings import check_apart
from adjudicator.campaign.tokens import TOKEN_SECRET_BYTES, token_digest, token_from
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import find_seat
from adjudicator.store.records import Campaign, Seat


def hand_over(store: Store, campaign: Campaign, heir: Player, now: datetime) -> None:
    """Give a seat to another player, or to a regent, with the letters that tell everybody of it.

    A new player gets a token of his own, and the old one proves nothing any more; a regent takes
    the seat until its player sends orders again. Orders that stand are kept. Raises CampaignError
    for a text that is no address, StoreError for an unknown seat, GameError for an unknown regent.
    """
    check_player(heir, campaign.game)
    token_secret = secrets.token_bytes(TOKEN_SECRET_BYTES)

    def work(at: Change) -> None:
        check_apart(store, at.campaign.settings, (heir.address,))
        before = at.seat(find_seat(store, campaign, heir.seat).name)
        if heir.regent:
            after = msgspec.structs.replace(before, held_by="regent", regent=heir.regent)
        else:
            after = msgspec.structs.replace(
                before,
                held_by="person",
                address=heir.address,
                player=heir.name,
                zone=heir.zone,
                token_secret=token_secret,
                token_digest=token_digest(token_from(token_secret)),
                since=at.head.number if at.has_begun else 0,
                remind="",
            )
        at.change_seat(after)
        facts = {"holder": before.name, "regent": heir.regent, "new_player": heir.name}
        known = {**facts, "new_player": heir.name or heir.address}
        tell_gm(at, "handed-over", known, letter="handed-over")
        _write(at, before, after, facts)
        tell_players(at, "handed-over", facts, after.place, but=after.name)

    change(store, campaign, now, work)


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
