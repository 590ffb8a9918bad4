"""The last call: a short wait once all are ready, in which anybody can take that back."""

from typing import Any

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.times import local_time
from adjudicator.campaign.letters.letters import phase_facts, tell_all
from adjudicator.store.records import Seat


def tell_of_last_call(change: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = change.campaign.settings
    if not (settings.early and settings.last_call) or change.closing or settings.paused:
        return
    ends = change.last_call_ends
    if unready and ends and (change.grace_ends is None or ends < change.grace_ends):
        _tell(change, "last-call", ends=ends)
    elif not unready and change.unready:
        _tell(change, "call-off", waits=change.unready)


def _tell(change: Change, kind: str, **known: Any) -> None:
    def facts(seat: Seat | None) -> dict[str, Any]:
        zone = seat.zone if seat else ""
        told = {**phase_facts(change, zone), **known}
        if ends := known.get("ends"):
            told["ends"] = local_time(ends, zone or change.campaign.settings.zone)
        return told

    to = [seat for seat in change.seats if seat.name in change.must_order]
    tell_all(change, kind, facts, to=to, gm=kind)
