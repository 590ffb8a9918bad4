"""What ends that a seat is ready, and who is told of it.

``ready`` counts for a letter that was taken whole. Whatever comes later from its seat and is not
taken suspends it: the writer may have wanted something else, and nobody knows what. Nor is a seat
ready by the word of somebody who has it no more.
"""

from typing import Any

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.letters.letters import caretakers_of, tell_all, write_notice
from adjudicator.campaign.orders.deferred import end_readiness_later, is_ready_later
from adjudicator.campaign.orders.receipts import not_ready
from adjudicator.campaign.orders.standing import NOT_READY
from adjudicator.store.records import Seat


def is_ready(change: Change, seat: Seat) -> bool:
    """Say whether a seat is ready, in the phase that waits or in a later one, and may yet not be.

    Before the deal and after the end nobody is; once a phase is closed nothing about it can be
    taken back.
    """
    if not change.has_begun or change.is_over or change.closing:
        return False
    sent = change.submissions.get(seat.name)
    return bool(sent and sent.ready) or is_ready_later(change, seat)


def end_readiness(change: Change, seat: Seat) -> str:
    """Let a seat be ready for nothing, now or later, as something from it was not taken.

    Return the sentence that its player is to be told; ``""`` if it was not ready.
    """
    if not is_ready(change, seat):
        return ""
    why = not_ready("suspended")
    sent = change.submissions.get(seat.name)
    if sent and sent.ready:
        fields = {"received": change.now, "findings": (*sent.findings, why), "raw": ""}
        change.submit(replace(sent, id=0, ready=False, ahead=False, **fields))
    end_readiness_later(change, seat)
    return why.message


def forget_readiness(change: Change, seat: Seat) -> None:
    """Let a seat be ready for nothing, as somebody else has it now, who has not said so.

    What stands for it was still sent when it was sent.
    """
    if not is_ready(change, seat):
        return
    sent = change.submissions.get(seat.name)
    if sent and sent.ready:
        change.submit(replace(sent, id=0, ready=False, ahead=False, raw=""))
    end_readiness_later(change, seat)


def suspend(change: Change, name: str) -> str:
    """Let a seat be ready for nothing where no orders are entered, and tell all if that calls off
    the last call; return what its player is to be told, as ``end_readiness`` does."""
    unready = change.unready if change.has_begun else ()
    why = end_readiness(change, change.seat(name))
    tell_of_last_call(change, unready)
    return why


def suspend_and_tell(change: Change, name: str) -> None:
    """Suspend that a seat is ready; if it was, tell those who order for it in a letter."""
    if suspend(change, name):
        seat = change.seat(name)
        for each in (seat, *caretakers_of(change, seat)):
            write_notice(change, each, NOT_READY, {}, opens=True)


def tell_of_last_call(change: Change, unready: tuple[str, ...]) -> None:
    """Tell those who are waited for that all are ready now, or no longer.

    The last call is a short wait in which anybody can take that back. Before the deal nobody is
    waited for.

    ``unready`` are the seats that were not ready before the change.
    """
    settings = change.settings
    if not (settings.early and settings.last_call) or settings.paused:
        return
    if not change.has_begun or change.closing:
        return
    ends = change.last_call_ends
    facts: dict[str, Any]
    if unready and ends and (change.grace_ends is None or ends < change.grace_ends):
        kind, facts = "last-call", {"ends": ends}
    elif not unready and change.unready:
        kind, facts = "call-off", {"waits": change.unready}
    else:
        return
    to = [seat for seat in change.seats if seat.name in change.must_order]
    tell_all(change, kind, facts, to=to, gm=kind)
