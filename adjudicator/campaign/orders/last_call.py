"""The last call: a short wait once all are ready, in which anybody can take that back."""

from collections.abc import Mapping
from typing import Any

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.letters.letters import phase_facts, tell_gm, write_notice


def tell_of_last_call(change: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = change.campaign.settings
    if not (settings.early and settings.last_call) or change.closing or settings.paused:
        return
    ends = change.last_call_ends
    if unready and ends and (change.grace_ends is None or ends < change.grace_ends):
        _tell(change, "last-call", {"moment": ends})
    elif not unready and change.unready:
        _tell(change, "call-off", {"waits": change.unready})


def _tell(change: Change, kind: str, facts: Mapping[str, Any]) -> None:
    for seat in change.seats:
        if seat.name in change.must_order:
            known = _facts(change, seat.zone, facts)
            write_notice(change, seat, kind, known, change.campaign.version + 1)
    tell_gm(change, kind, _facts(change, "", facts), letter=kind)


def _facts(change: Change, zone: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = {**phase_facts(change, zone), **facts}
    if moment := known.pop("moment", None):
        known["ends"] = local_time(moment, zone or change.campaign.settings.zone)
    return known
