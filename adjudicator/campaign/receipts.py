"""Receipts: what stands for a seat, confirmed to its player and to whoever sent it."""

from collections.abc import Sequence
from functools import partial

import msgspec

from adjudicator import reports
from adjudicator.campaign.change import Change
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import send, setting
from adjudicator.campaign.standing import Standing
from adjudicator.campaign.state import State
from adjudicator.orders import Finding
from adjudicator.reports.model import Report
from adjudicator.store.tables import Letter, Seat

RECEIPT = "receipt"
NOWHERE = Source()
"""Where orders come from that no letter brought: those that were kept, and policies."""


def queue_receipt(
    at: Change,
    seat: Seat,
    standing: Standing,
    findings: Sequence[Finding],
    *,
    ready: bool | None = None,
    phase: str = "",
    source: Source = NOWHERE,
) -> str:
    """Queue a receipt and return its Message-ID.

    ``ready`` says whether the seat is marked as ready; ``phase`` names the phase of the orders
    (``5 plan``) if it is a later one. ``source`` is the letter that is confirmed; its sender may
    get the receipt too.
    """
    facts = {"orders": standing.text.splitlines(), "fingerprint": standing.fingerprint}
    make = partial(write_receipt, at, seat, standing, findings, ready=ready, phase=phase)
    return send(
        at,
        RECEIPT,
        seat,
        make,
        _receipts(at, seat) + 1,
        instead=("receipt-bare", facts),
        answers=source.id if source.id.startswith("<") else "",
        also_to=source.address if source.answer else "",
        to_seat=source.receipt,
        opens=True,
    )


def write_receipt(
    at: State,
    seat: Seat,
    standing: Standing,
    findings: Sequence[Finding],
    *,
    ready: bool | None,
    phase: str = "",
    asked: bool = False,
) -> Report:
    """Write a receipt; with ``asked`` it answers a question, and no orders have just arrived."""
    known = msgspec.structs.replace(setting(at, seat), ready=ready)
    view = at.game.view(at.position, seat.name)
    orders, defaults, print_ = standing.orders, standing.defaults, standing.fingerprint
    return reports.receipt(
        at.game, view, orders, findings, defaults, print_, known, phase, asked=asked
    )


def _receipts(at: Change, seat: Seat) -> int:
    """Count the receipts that a seat has got in the phase that waits."""
    same: dict[str, str | int] = {"seat": seat.name, "kind": RECEIPT, "resolution": at.head.serial}
    old = at.store.count(Letter, campaign_id=at.campaign.id, **same)
    return old + sum(x.kind == RECEIPT and x.seat == seat.name for x in at.entries(Letter))
