"""Outages: when no pass was made for long, or the clock jumped ahead, deadlines move with it."""

from datetime import datetime, timedelta

from adjudicator.campaign.clock import LATEST
from adjudicator.campaign.deadlines import move_deadline
from adjudicator.campaign.state import State
from adjudicator.store import queries
from adjudicator.store.database import Store


def mind_the_clock(store: Store, now: datetime, longest: int) -> list[str]:
    """Note that a pass is being made; after a gap of over ``longest`` hours, move the deadlines.

    Those that had not passed at the last pass are put off by the length of the gap, and everybody
    is told, since for that long no letter was read and no reminder written. 0 hours: never. One
    that would then lie beyond all reckoning, because the clock is wrong, stays.
    Returns the names of the campaigns whose deadline was moved.
    """
    with store.atomic():
        last = queries.last_pass(store) or now
        queries.note_pass(store, now)
        gap = now - last
        long = longest and gap > timedelta(hours=longest)
        moved = []
        for campaign in queries.campaigns(store) if long else ():
            at = State(store, campaign, now)
            if not at.has_begun or at.closing:
                continue
            waits = not at.is_over and not campaign.settings.paused
            if waits and at.deadline is not None and last < at.deadline < LATEST - gap:
                move_deadline(store, campaign, at.deadline + gap, now)
                moved.append(campaign.name)
    return moved
