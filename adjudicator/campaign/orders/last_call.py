"""The last call: a short wait once all are ready, in which anybody can take that back."""

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.letters.letters import tell_all


def tell_of_last_call(change: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = change.campaign.settings
    if not (settings.early and settings.last_call) or change.closing or settings.paused:
        return
    ends = change.last_call_ends
    if unready and ends and (change.grace_ends is None or ends < change.grace_ends):
        kind = "last-call"
        facts = {"ends": ends}
    elif not unready and change.unready:
        kind, facts = "call-off", {"waits": change.unready}
    else:
        return
    to = [seat for seat in change.seats if seat.name in change.must_order]
    tell_all(change, kind, facts, to=to, gm=kind)
