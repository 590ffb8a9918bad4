"""Rolling back: a game goes back to a phase that was adjudicated, and nothing is erased.

The resolution that opened the phase is written again as the first of a new run. The phase's dice
follow from the same secret, so the same orders would come out the same.
"""

from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import msgspec

from adjudicator.campaign.clock import shown
from adjudicator.campaign.deadlines import closing_time, set_deadline
from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.letters import Desk, paragraphs_report, setting, tell_gm
from adjudicator.campaign.outbox import message_id, phase_slug, queue
from adjudicator.campaign.records import (
    Campaign,
    Resolution,
    Seat,
    campaign,
    deadline,
    head,
    resolutions,
    seats,
)
from adjudicator.campaign.store import Store, stamp
from adjudicator.reports.model import Report


class RolledBack(NamedTuple):
    """A roll-back: the resolution that the game stands at again, and the phases it undid."""

    head: Resolution
    undone: tuple[str, ...]


def roll_back(store: Store, name: str, phase: str, now: datetime) -> RolledBack:
    """Go back to where a game waited in the phase of that key, and tell everybody.

    The orders that stood then stand again, but nobody is ready; the deadline follows from the
    rule. Raises CampaignError if the phase has not been adjudicated or the game has ended.
    """
    with store.atomic():
        owner = campaign(store, name)
        history = resolutions(store, owner)
        if history[-1].opens.over:
            raise CampaignError(
                f"{owner.name} has ended and its secret is published: everybody could work out "
                "its dice. It cannot be rolled back."
            )
        target = _opened(owner, history, phase)
        undone = tuple(each.phase for each in history if each.number > target.number)
        _write_again(store, target, history[-1].run + 1, now)
        again = head(store, owner)
        _restore_orders(store, target, again)
        set_deadline(store, again.id, closing_time(owner.settings, now), now, "rolled back")
        _tell(store, owner, again, undone, now)
    return RolledBack(again, undone)


def _opened(owner: Campaign, history: list[Resolution], phase: str) -> Resolution:
    wanted = phase.casefold()
    for before, after in pairwise(history):
        if after.phase.casefold() == wanted:
            return before
    known = ", ".join(each.phase for each in history[1:]) or "none yet"
    raise CampaignError(
        f"{owner.name} has not adjudicated a phase “{phase[:40]}”. It has adjudicated: {known}."
    )


def _write_again(store: Store, target: Resolution, run: int, now: datetime) -> None:
    row = store.row("SELECT * FROM resolution WHERE id = ?", target.id) or {}
    changed = {"run": run, "created": stamp(now)}
    store.insert("resolution", {k: v for k, v in (row | changed).items() if k != "id"})


def _restore_orders(store: Store, target: Resolution, again: Resolution) -> None:
    rows = store.rows("SELECT * FROM submission WHERE resolution = ? ORDER BY id", target.id)
    for row in rows:
        changed = {"resolution": again.id, "ready": 0}
        store.insert("submission", {k: v for k, v in (row | changed).items() if k != "id"})


def _tell(
    store: Store,
    owner: Campaign,
    again: Resolution,
    undone: tuple[str, ...],
    now: datetime,
) -> None:
    phases = ", ".join(undone)
    text = (
        f"The game has been rolled back to {again.opens.title}. What was adjudicated since then is "
        f"void: {phases}. Orders that stood in that phase stand again, but nobody is marked as "
        "ready; orders that were sent in phases after it do not stand."
    )
    closes = deadline(store, again)
    for seat in seats(store, owner):
        if seat.by_person or seat.address:
            due = shown(closes, seat.zone or owner.settings.zone) if closes else ""
            ends = f"The phase ends: {due or 'when every seat is ready'}."
            files = "Position, map and order sheet of the phase are attached."
            _write(store, owner, seat, again, [text, f"{ends} {files}"], now)
    tell_gm(store, owner, "rolled-back", text, now)


def _write(
    store: Store,
    owner: Campaign,
    seat: Seat,
    again: Resolution,
    paragraphs: list[str],
    now: datetime,
) -> None:
    subject = f"[{owner.name}] Rolled back to {again.opens.key}"
    desk = Desk(store, owner, now)

    def make() -> Report:
        notice = paragraphs_report(setting(store, owner, seat, again), subject, paragraphs)
        return msgspec.structs.replace(notice, files=desk.waiting(seat, again))

    queue(
        store,
        desk.made("roll-back", seat.name, make, paragraphs),
        identity=message_id(owner, phase_slug(again), "rollback", seat.name),
        kind="rollback",
        now=now,
        recipients=[seat.address],
        owner=owner,
        opened_by=again,
        seat=seat.name,
    )
