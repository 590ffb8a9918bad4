"""Receipts: what stands for a seat, confirmed to its player and to whoever sent it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.letters import Desk, setting
from adjudicator.campaign.outbox import queue, receipt_id
from adjudicator.campaign.records import Campaign, Resolution, Seat
from adjudicator.campaign.standing import Standing
from adjudicator.campaign.store import Store
from adjudicator.orders import Finding


class Sitting(NamedTuple):
    """A seat of a game at the phase that ``opened_by`` opened, at a moment."""

    store: Store
    owner: Campaign
    seat: Seat
    opened_by: Resolution
    position: Any
    now: datetime


def queue_receipt(
    at: Sitting,
    standing: Standing,
    findings: Sequence[Finding],
    *,
    ready: bool | None = None,
    phase: str = "",
    sender: str = "",
    answers: str = "",
) -> str:
    """Queue a receipt and return its Message-ID.

    ``ready`` says whether the seat is marked as ready; ``phase`` names the phase of the orders
    (``5 plan``) if it is a later one. ``sender`` gets the receipt too, if it is another address
    than the player's. ``answers`` is the Message-ID of the letter that is confirmed.
    """
    game = at.owner.game
    known = setting(at.store, at.owner, at.seat, at.opened_by)
    known = msgspec.structs.replace(known, ready=ready)
    report = Desk(at.store, at.owner, at.now).made(
        "receipt",
        at.seat.name,
        lambda: reports.receipt(
            game,
            game.view(at.position, at.seat.name),
            standing.orders,
            findings,
            standing.defaults,
            standing.fingerprint,
            known,
            phase or None,
        ),
        instead=("These orders stand:", standing.text or "none", standing.fingerprint),
    )
    identity = receipt_id(at.store, at.owner, at.opened_by, at.seat)
    queue(
        at.store,
        report,
        identity=identity,
        kind="receipt",
        now=at.now,
        recipients=[at.seat.address, sender],
        owner=at.owner,
        opened_by=at.opened_by,
        seat=at.seat.name,
        in_reply_to=answers if answers.startswith("<") else "",
    )
    return identity
