"""Rolling back: a campaign goes back to a phase that was adjudicated, and nothing is erased.

The resolution that opened the phase is written again as the first of a new run. The phase's dice
follow from the same secret, so the same orders would come out the same.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change, change
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.letters.letters import (
    phase_facts,
    phase_files,
    send,
    send_public,
    setting,
    tell_gm,
)
from adjudicator.campaign.phases.deadlines import open_phase
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Adjudication, Past, Seat, Submission


class RolledBack(NamedTuple):
    """A roll-back: the resolution that the campaign stands at again, and the phases it undid."""

    head: Adjudication
    undone: tuple[str, ...]


def roll_back(store: Store, name: str, phase: str, now: datetime) -> RolledBack:
    """Go back to where a campaign waited in the phase of that key, and tell everybody.

    The orders that stood then stand again, but nobody is ready; the deadline follows from the
    rule. Raises CampaignError if the phase has not been adjudicated or the game has ended.
    """
    campaign = queries.find_campaign(store, name)
    return change(store, campaign, now, lambda at: _roll_back(at, phase))


def _roll_back(at: Change, phase: str) -> RolledBack:
    if at.is_over:
        raise CampaignError(
            f"{at.campaign.name} has ended and its secret is published: everybody could work out "
            "its dice. It cannot be rolled back."
        )
    history = queries.past(at.store, at.campaign)
    serial = _opener(at, history, phase)
    old = at.store.find(Adjudication, campaign_id=at.campaign.id, serial=serial)
    undone = tuple(each.phase for each in history if each.number > old.number)
    again = msgspec.structs.replace(
        old, serial=at.head.serial + 1, run=at.head.run + 1, created=at.now
    )
    for seat in at.seats:
        if seat.since > again.number:
            at.change_seat(msgspec.structs.replace(seat, since=again.number))
    open_phase(at, again, "rolled back")
    for each in at.store.rows(Submission, campaign_id=at.campaign.id, resolution=serial):
        at.submit(msgspec.structs.replace(each, id=0, resolution=again.serial, ready=False))
    _tell(at, undone)
    return RolledBack(again, undone)


def _opener(at: Change, history: Sequence[Past], phase: str) -> int:
    """Return the serial of the resolution that opened a phase."""
    wanted = phase.casefold()
    for before, after in pairwise(history):
        if after.phase.casefold() == wanted:
            return before.serial
    known = ", ".join(each.phase for each in history[1:]) or "none yet"
    raise CampaignError(
        f"{at.campaign.name} has not adjudicated a phase “{phase[:40]}”. It has adjudicated: "
        f"{known}."
    )


def _tell(at: Change, undone: tuple[str, ...]) -> None:
    for seat in at.seats:
        if seat.by_person or seat.address:
            facts = {**phase_facts(at, seat.zone), "undone": undone, "public": False}
            make = partial(_make_letter, at, seat, facts)
            send(at, "rollback", seat, make, instead=("rollback", facts))
    send_public(at, "rollback", {**phase_facts(at), "undone": undone, "public": True})
    tell_gm(at, "rolled-back", {**phase_facts(at), "undone": undone}, letter="rollback")


def _make_letter(at: Change, seat: Seat, facts: Mapping[str, Any]) -> Report:
    return reports.notice(setting(at, seat), "rollback", facts, files=phase_files(at, seat))
