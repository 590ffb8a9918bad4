"""Receipts: what stands for a seat, confirmed to its player and to whoever sent it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.identify import NOWHERE, Source
from adjudicator.campaign.letters.letters import make_files, send, setting
from adjudicator.campaign.letters.pictures import picture_of_orders
from adjudicator.campaign.orders.standing import NOT_READY, Standing
from adjudicator.games.contract import Game
from adjudicator.orders import Finding, Orders
from adjudicator.orders.reading.reader import NOT_AN_ORDER
from adjudicator.reports.model import Arrival, File, Origin, Report, orders_file
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Seat

RECEIPT = "receipt"
NOT_READ = "not-read"
"""The code of a line that was not read, where “ready” waits for it."""
NONE = Orders()
NOTHING_NEW = Arrival()


def queue_receipt(
    change: Change,
    seat: Seat,
    standing: Standing,
    findings: Sequence[Finding],
    *,
    ready: bool | None = None,
    ahead: bool | None = None,
    phase: str = "",
    source: Source = NOWHERE,
    before: Orders = NONE,
    missing: bool = False,
) -> str:
    """Queue a receipt and return its Message-ID.

    ``ready`` says whether the seat is marked as ready, ``ahead`` whether for all that is left of
    its turn (None: as in the phase that waits); ``phase`` names the phase of the orders
    (``5 plan``) if it is a later one. ``source`` is the letter that is confirmed; its sender may
    get the receipt too. ``before`` is what stood, and ``missing`` says whether the phase that waits
    still lacks an answer of the seat.
    """
    whys = {each.line: each.message for each in findings if each.code == NOT_AN_ORDER}
    first = whys if _is_withheld(findings) else {}
    unread = tuple(
        (line.text, whys.get(line.number, ""))
        for line in standing.unread
        if line.number not in first
    )
    arrival = Arrival(tuple(map(str, before)), unread, missing, change.is_trial)
    facts = {"orders": standing.text.splitlines(), "fingerprint": standing.fingerprint}
    make = partial(
        write_receipt, change, seat, standing, findings, ready=ready, ahead=ahead, phase=phase,
        arrival=arrival,
    )  # fmt: skip
    return confirm(change, seat, make, ("receipt-bare", facts), source)


def confirm(
    change: Change,
    seat: Seat,
    make: Callable[[], Report],
    instead: tuple[str, Mapping[str, Any]],
    source: Source,
) -> str:
    """Queue the answer to a letter of a seat, made from a report; return its Message-ID.

    ``instead`` are template and facts of what goes out if it cannot be made.
    """
    number = _receipts(change, seat) + 1
    return send(change, RECEIPT, seat, make, number, instead=instead, source=source, opens=True)


def write_receipt(
    change: Change,
    seat: Seat,
    standing: Standing,
    findings: Sequence[Finding],
    *,
    ready: bool | None,
    ahead: bool | None = None,
    phase: str = "",
    asked: bool = False,
    arrival: Arrival = NOTHING_NEW,
) -> Report:
    """Write a receipt; with ``asked`` it answers a question, and no orders have just arrived."""
    sent = change.submissions.get(seat.name) if change.has_begun else None
    if ahead is None:
        ahead = bool(sent and sent.ahead)
    known = msgspec.structs.replace(setting(change, seat), ready=ready, ahead=ahead)
    view = change.game.view(change.position, seat.name)
    if _is_withheld(findings):
        findings = [_tell_first(each) for each in findings]
    findings = [each for each in findings if each.code != NOT_AN_ORDER]  # quoted as unread
    findings += _waits(change.game, view, standing.orders) if not phase else []
    orders, defaults, print_ = standing.orders, standing.defaults, standing.fingerprint
    origin = Origin(change.head.serial, seat.name, "orders", 0, phase, str(orders), defaults)
    make = partial(_orders_map, change.game, view, orders, origin, standing.warned)
    pictures = make_files(change, make)
    return reports.receipt(
        change.game, view, orders, findings, defaults, print_, known, phase, asked=asked,
        arrival=arrival, pictures=pictures,
    )  # fmt: skip


def _is_withheld(findings: Sequence[Finding]) -> bool:
    return any(each.code == NOT_READY for each in findings)


def _tell_first(finding: Finding) -> Finding:
    """Return a line that “ready” waits for as it is told: first, among those rejected."""
    if finding.code != NOT_AN_ORDER:
        return finding
    return msgspec.structs.replace(finding, code=NOT_READ, severity="error")


def _waits(game: Game, view: Any, orders: Orders) -> list[Finding]:
    """Say which lines wait for which later part of the turn."""
    later = game.phase(view).later
    parts = [(line, game.part(view, line)) for line in orders if later]
    return [
        Finding(line.number, "waits", "note", str(line), f"Waits for “{part}”.")
        for line, part in parts
        if part in later
    ]


def _orders_map(
    game: Game, view: Any, orders: Orders, origin: Origin, warned: Collection[int] | None
) -> tuple[File, ...]:
    """Return the map of the orders that stand; nothing if nothing in them can be drawn."""
    picture = picture_of_orders(game, view, orders, origin, warned)
    return (orders_file(origin=origin),) if picture else ()


def _receipts(change: Change, seat: Seat) -> int:
    """Count the receipts of a seat in the phase that waits, or all changes before the deal."""
    if not change.has_begun:
        return change.campaign.version
    same: dict[str, str | int] = {
        "seat": seat.name,
        "kind": RECEIPT,
        "resolution": change.head.serial,
    }
    old = change.store.count(Letter, campaign_id=change.campaign.id, **same)
    return old + sum(x.kind == RECEIPT and x.seat == seat.name for x in change.entries(Letter))
