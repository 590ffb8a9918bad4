"""Outages: when no pass was made for long, or the clock jumped ahead, deadlines move with it."""

from datetime import datetime, timedelta

from adjudicator.campaign.deadlines import move_deadline
from adjudicator.campaign.records import campaigns, deadline, head
from adjudicator.campaign.store import Store, moment, stamp


def mind_the_clock(store: Store, now: datetime, longest: int) -> list[str]:
    """Note that a pass is being made; after a gap of over ``longest`` hours, move the deadlines.

    Those that had not passed at the last pass are put off by the length of the gap, and everybody
    is told, since for that long no letter was read and no reminder written. 0 hours: never.
    Returns the names of the games whose deadline was moved.
    """
    with store.atomic():
        row = store.row("SELECT at FROM pass")
        last = moment(row["at"]) if row else now
        store.db.execute("INSERT OR REPLACE INTO pass (id, at) VALUES (1, ?)", (stamp(now),))
        gap = now - last
        if not longest or gap <= timedelta(hours=longest):
            return []
        return _put_off(store, last, gap, now)


def _put_off(store: Store, last: datetime, gap: timedelta, now: datetime) -> list[str]:
    moved = []
    for owner in campaigns(store):
        opened_by = head(store, owner)
        closes = deadline(store, opened_by)
        waits = not opened_by.opens.over and not owner.settings.paused
        if waits and closes is not None and closes > last:
            move_deadline(store, owner, closes + gap, now)
            moved.append(owner.name)
    return moved
