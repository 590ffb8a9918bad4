"""How much there is to do, and how fast it is done: a few numbers for those who watch."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from adjudicator.store.columns import stamp
from adjudicator.store.database import Store
from adjudicator.store.jobs import WORKER

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
    failing: int
    """Campaigns in which something that is due fails."""
    workers: int | None = None
    """That are connected; None: a file does not say who works at it."""
    jobs_waiting: int | None = None
    """That could be taken now; None: a file has no jobs."""
    jobs_at_hand: int | None = None
    """That workers are at."""


def load(store: Store, now: datetime) -> Load:
    """Count what waits."""
    ((campaigns,),) = store.select("SELECT count(*) FROM campaign")
    due = store.due_until(now)
    sql = (
        "SELECT count(*), min(CASE WHEN waits_for <> 'digest' THEN created END) FROM letter"
        " WHERE sent IS NULL AND recipients <> '[]'"
    )
    ((letters, letter_since),) = store.select(sql)
    sql = "SELECT count(*) FROM adjudication WHERE created > ? AND parent IS NOT NULL"
    ((phases,),) = store.select(sql, stamp(now - SPAN))
    minutes = SPAN / timedelta(minutes=1)
    since = stamp(due[0].at) if due else None
    count = len({each.campaign_id for each in due})
    waits = (campaigns, count, _since(since, now), letters, _since(letter_since, now))
    ((failing,),) = store.select("SELECT count(DISTINCT campaign_id) FROM failure")
    found = Load(*waits, phases / minutes, failing, _workers(store))
    if store.jobs is None:
        return found
    jobs = store.jobs.count()
    return found._replace(jobs_waiting=jobs.waiting, jobs_at_hand=jobs.at_hand)


def _workers(store: Store) -> int | None:
    if isinstance(store.place, Path):
        return None
    sql = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = ?"
    )
    ((workers,),) = store.select(sql, WORKER)
    return int(workers)


def _since(moment: str | None, now: datetime) -> int:
    if moment is None:
        return 0
    return max(0, int((now - datetime.fromisoformat(moment)).total_seconds()))
