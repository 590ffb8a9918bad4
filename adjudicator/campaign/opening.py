"""When a phase opens: orders kept for it and standing policies become what stands in it."""

from datetime import datetime
from typing import Any

from adjudicator import reports
from adjudicator.campaign.letters import Desk, setting, tell_gm
from adjudicator.campaign.outbox import queue, receipt_id
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Seat,
    Submission,
    as_json,
    kept,
    seats,
)
from adjudicator.campaign.standing import Standing, Table, finish, merge, policies, seated, shown
from adjudicator.campaign.store import Store, stamp
from adjudicator.games.contract import Phase
from adjudicator.orders import Orders, RawLine


def carry_over(
    store: Store, owner: Campaign, opened_by: Resolution, position: Any, now: datetime
) -> None:
    """Put kept orders and policies of every seat into the phase that has just opened.

    A seat for which this fails starts the phase with nothing, and the game master is told.
    """
    for seat in seats(store, owner):
        if seat.name not in opened_by.opens.may:
            continue
        try:
            with store.atomic():
                _carry(store, owner, opened_by, position, seat, now)
        except Exception as error:  # one seat's old orders must not stop the phase
            text = (
                f"The kept orders and policies of {seat.name} could not be carried into "
                f"{opened_by.opens.key}: {type(error).__name__}: {str(error)[:300]}."
            )
            tell_gm(store, owner, "carry-failed", text, now)


def _carry(
    store: Store, owner: Campaign, opened_by: Resolution, position: Any, seat: Seat, now: datetime
) -> None:
    table = seated(owner.game, position, seat.name)
    if table is None:
        return
    policy = policies(opened_by.policies.get(seat.name, ()), table.language)
    waiting = [each for each in kept(store, owner, seat.name) if _is_for(each, opened_by.opens)]
    standing = _standing(table, policy, waiting[-1] if waiting else None)
    for each in waiting:
        last = each is waiting[-1]
        _insert(store, owner, opened_by, seat, standing, now, each, stands=last)
    if not waiting and standing.orders.lines:
        _insert(store, owner, opened_by, seat, standing, now, None, stands=True)
    if waiting or standing.orders.lines:
        _receipt(store, owner, opened_by, seat, table, standing, now)


def _is_for(waiting: Submission, phase: Phase) -> bool:
    return waiting.phase == phase.name.casefold() and waiting.round in (None, phase.round)


def _standing(table: Table, policy: Orders, waiting: Submission | None) -> Standing:
    """Merge policies and kept orders; what can no longer be is left out and reported."""
    if waiting is None:
        lines = _lines(str(policy))
        return merge(table, Orders(), lines) if lines else finish(table, Orders(), ())
    return merge(table, policy, _lines(waiting.text))


def _lines(text: str) -> tuple[RawLine, ...]:
    return tuple(RawLine(number, line) for number, line in enumerate(text.splitlines(), 1))


def _insert(
    store: Store,
    owner: Campaign,
    opened_by: Resolution,
    seat: Seat,
    standing: Standing,
    now: datetime,
    waiting: Submission | None,
    *,
    stands: bool,
) -> None:
    """Store what stands. Kept orders that newer ones replaced are only marked as used."""
    phase = opened_by.opens
    store.insert(
        "submission",
        {
            "game": owner.id,
            "seat": seat.name,
            "resolution": opened_by.id if stands else None,
            "round": phase.round,
            "phase": phase.name,
            "kind": "kept" if waiting else "policy",
            "received": stamp(now),
            "source": f"kept {waiting.id}" if waiting else "",
            "raw": waiting.raw if waiting else "",
            "text": standing.text if stands else "",
            "ready": waiting.ready if waiting and stands else False,
            "findings": as_json(shown(standing.findings, standing.orders) if stands else ()),
            "fingerprint": standing.fingerprint if stands else "",
        },
    )


def _receipt(
    store: Store,
    owner: Campaign,
    opened_by: Resolution,
    seat: Seat,
    table: Table,
    standing: Standing,
    now: datetime,
) -> None:
    known = setting(store, owner, seat, opened_by)
    report = Desk(store, owner, now).made(
        "receipt of kept orders",
        seat.name,
        lambda: reports.receipt(
            table.game,
            table.view,
            standing.orders,
            standing.findings,
            standing.defaults,
            standing.fingerprint,
            known,
        ),
        instead=("These orders stand:", standing.text or "none", standing.fingerprint),
    )
    queue(
        store,
        report,
        identity=receipt_id(store, owner, opened_by, seat),
        kind="receipt",
        now=now,
        recipients=[seat.address],
        owner=owner,
        opened_by=opened_by,
        seat=seat.name,
    )
