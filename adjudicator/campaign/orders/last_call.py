"""The last call: a short wait once all are ready, in which anybody can take that back."""

from collections.abc import Mapping
from typing import Any

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.letters.letters import phase_facts, tell_gm, write_notice


def tell_of_last_call(at: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = at.campaign.settings
    if not (settings.early and settings.last_call) or at.closing or settings.paused:
        return
    ends = at.last_call_ends
    if unready and ends and (at.grace_ends is None or ends < at.grace_ends):
        _tell(at, "last-call", {"moment": ends})
    elif not unready and at.unready:
        _tell(at, "call-off", {"waits": at.unready})


def _tell(at: Change, kind: str, facts: Mapping[str, Any]) -> None:
    for seat in at.seats:
        if seat.name in at.must_order:
            known = _facts(at, seat.zone, facts)
            write_notice(at, seat, kind, known, at.campaign.version + 1)
    tell_gm(at, kind, _facts(at, "", facts), letter=kind)


def _facts(at: Change, zone: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = {**phase_facts(at, zone), **facts}
    if moment := known.pop("moment", None):
        known["ends"] = local_time(moment, zone or at.campaign.settings.zone)
    return known
