"""Outages and clocks that jump: deadlines move with them, and everybody is told why.

Nobody ever loses time by it. What was put off because the clock jumped ahead is put back if it
jumps back; apart from that no deadline is made earlier.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.campaign.kernel.change import Change, operation
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import LATEST
from adjudicator.campaign.phases.deadlines import closing_time, set_deadline
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Deadline, Pass

JUMP = timedelta(hours=1)
"""By how much a clock must be off to have jumped; less is put right without a word."""

_PUT_OFF = ("jump", "jump back", "outage")
"""Why a deadline was moved by what happened to the clock, or seemed to."""


class Steady(NamedTuple):
    """A clock that never jumps, as long as the machine runs."""

    boot: str = ""
    """Names the time since the machine was started; ``""``: it is not known."""
    seconds: int = 0
    """Since then."""


UNKNOWN = Steady()


def mind_the_clock(
    store: Store, now: datetime, longest: int, steady: Steady = UNKNOWN
) -> list[str]:
    """Note that a pass is being made; after a jump of the clock, or an outage, move the deadlines.

    After a gap of over ``longest`` hours (0: never) in which no pass was made, deadlines that had
    not passed at the last one are put off by its length, since for that long no letter was read
    and no reminder written; so after a jump ahead, which a ``steady`` clock tells apart. After a
    jump back, what such a jump had put off is put back, and a phase that seems to have been opened
    in the future gets its deadline anew. One that would lie beyond all reckoning stays.
    Returns the names of the campaigns whose deadline was moved.
    """
    with store.atomic():
        before = queries.last_pass(store)
        queries.note_pass(store, Pass(1, now, steady.boot, steady.seconds))
        if before is None:
            return []
        gap = now - before.at
        jump = _jump(before, gap, steady)
        out = gap - max(jump, timedelta())
        lost = max(jump, timedelta())
        if longest and out > timedelta(hours=longest):
            lost = gap
        moved = []
        for campaign in queries.campaigns(store) if lost or jump < timedelta() else ():
            if lost:
                done = _put_off(store, campaign, now, before.at, lost, jumped=jump > timedelta())
            else:
                done = _put_back(store, campaign, now, -jump)
            if done:
                moved.append(campaign.name)
    return moved


def _jump(before: Pass, gap: timedelta, steady: Steady) -> timedelta:
    """Return by how much the clock jumped since a pass: more than none is ahead."""
    if steady.boot and steady.boot == before.boot:
        jump = gap - timedelta(seconds=steady.seconds - before.steady)
    else:  # nothing tells a jump ahead from an outage
        jump = min(gap, timedelta())
    return jump if abs(jump) > JUMP else timedelta()


@operation
def _put_off(change: Change, last: datetime, lost: timedelta, *, jumped: bool) -> bool:
    """Put a deadline off that had not passed, grace and all, at the last pass; say whether."""
    ends = change.grace_ends
    if not _waits(change) or change.deadline is None or ends is None:
        return False
    if ends <= last or change.deadline >= LATEST - lost:
        return False
    set_deadline(change, change.deadline + lost, "jump" if jumped else "outage")
    return True


@operation
def _put_back(change: Change, jump: timedelta) -> bool:
    """Undo what a jump ahead did to a deadline, now that the clock was put back."""
    if not _waits(change) or change.deadline is None:
        return False
    history = change.rows(Deadline, resolution=change.head.serial)
    to, opens = change.deadline, change.head.opens
    steady = next((each for each in reversed(history) if each.why not in _PUT_OFF), None)
    if history and history[-1].why in _PUT_OFF and steady and steady.at:
        to = max(steady.at, change.deadline - jump)
    elif change.head.created - change.now > JUMP:
        to = closing_time(change.campaign.settings, opens, change.now) or to
    if to >= change.deadline or to <= change.now:
        return False
    set_deadline(change, to, "jump back")
    return True


def _waits(state: State) -> bool:
    """Whether the clock runs for a campaign."""
    return state.has_begun and not (state.closing or state.stands_still)
