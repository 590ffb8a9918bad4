"""Receipts: what stands for a seat, confirmed to its player and to whoever sent it."""

from collections.abc import Sequence

import msgspec

from adjudicator import reports
from adjudicator.campaign.change import Change
from adjudicator.campaign.letters import make_report, setting
from adjudicator.campaign.message_ids import report_id
from adjudicator.campaign.outbox import queue
from adjudicator.campaign.standing import Standing
from adjudicator.orders import Finding
from adjudicator.store.tables import Letter, Seat

RECEIPT = "receipt"


def queue_receipt(
    at: Change,
    seat: Seat,
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
    known = msgspec.structs.replace(setting(at, seat), ready=ready)
    facts = {"orders": standing.text.splitlines(), "fingerprint": standing.fingerprint}
    report = make_report(
        at,
        RECEIPT,
        seat.name,
        lambda: reports.receipt(
            at.game,
            at.game.view(at.position, seat.name),
            standing.orders,
            findings,
            standing.defaults,
            standing.fingerprint,
            known,
            phase or None,
        ),
        instead=("receipt-bare", facts),
    )
    number = _receipts(at, seat) + 1
    identity = report_id(at.campaign, at.head, RECEIPT, seat.name, number, opens=True)
    queue(
        at,
        report,
        message_id=identity,
        kind=RECEIPT,
        recipients=[seat.address, sender],
        about=at.head,
        phase=at.head.opens.key,
        seat=seat.name,
        in_reply_to=answers if answers.startswith("<") else "",
    )
    return identity


def _receipts(at: Change, seat: Seat) -> int:
    """Count the receipts that a seat has got in the phase that waits."""
    old = at.store.count(
        Letter,
        campaign_id=at.campaign.id,
        seat=seat.name,
        kind=RECEIPT,
        resolution=at.head.serial,
    )
    return old + sum(x.kind == RECEIPT and x.seat == seat.name for x in at.entries(Letter))
