"""How much there is to do, and how fast it is done: a few numbers for those who watch."""

from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.waking import has_queue

SPAN = timedelta(minutes=5)
"""Over which phases are counted."""


class Load(NamedTuple):
    """What waits at a moment. Times are in seconds, and 0 where nothing waits."""

    campaigns: int
    """All that there are, those put away too."""
    due: int
    """Campaigns in which something is due now."""
    oldest_due: int
    """For how long what has waited longest has been due."""
    letters: int
    """Letters that wait to be sent, also those that are tried again only later."""
    oldest_letter: int
    """For how long the oldest of them has waited."""
    phases_a_minute: float
    """Carried out in the last five minutes."""
    workers: int | None = None
    """That have given a sign of life in the last minute; None: there is no queue."""
    jobs: int | None = None
    """That wait in the queue."""
    jobs_at_hand: int | None = None
    """That a worker is at."""


def load(store: Store, now: datetime) -> Load:
    """Count what waits."""
    ((campaigns,),) = store.select("SELECT count(*) FROM campaign")
    sql = "SELECT count(DISTINCT campaign_id), min(at) FROM due WHERE at <= ?"
    ((due, due_since),) = store.select(sql, stamp(now))
    sql = "SELECT count(*), min(created) FROM letter WHERE sent IS NULL AND recipients <> '[]'"
    ((letters, letter_since),) = store.select(sql)
    sql = "SELECT count(*) FROM adjudication WHERE created > ? AND parent IS NOT NULL"
    ((phases,),) = store.select(sql, stamp(now - SPAN))
    minutes = SPAN / timedelta(minutes=1)
    waits = (campaigns, due, _since(due_since, now), letters, _since(letter_since, now))
    counted = Load(*waits, phases / minutes)
    return counted._replace(**_queue(store)) if has_queue(store) else counted


def _queue(store: Store) -> dict[str, int]:
    sql = "SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY status"
    jobs: dict[str, int] = dict(store.select(sql))
    sql = (
        "SELECT count(*) FROM procrastinate_workers"
        " WHERE last_heartbeat > now() - INTERVAL '1 minute'"
    )
    ((workers,),) = store.select(sql)
    return {"workers": workers, "jobs": jobs.get("todo", 0), "jobs_at_hand": jobs.get("doing", 0)}


def _since(moment: str | None, now: datetime) -> int:
    if moment is None:
        return 0
    return max(0, int((now - datetime.fromisoformat(moment)).total_seconds()))
