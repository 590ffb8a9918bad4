"""What has become due, and what nobody was woken for."""

import time
from datetime import datetime

from adjudicator.post.transport.watermarks import SETTLE
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.records import Due
from adjudicator.store.waking import Job, adjudicate_job, send_job

LOOK = 2.0
"""Seconds between two looks."""
AGAIN = 60.0
"""Seconds after which a worker is woken once more for what is still to be done."""
MOST = 1000
"""So many entries are looked at at once; the rest the next time."""


class Lookout:
    """Looks into the database for what is to be done; what it has said it repeats after a while."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}

    def jobs(self, store: Store, now: datetime, *, letters: bool) -> list[Job]:
        """Return what is to be done now, and was not said in the last while; ``letters`` too."""
        # No phase closes before its letters have settled in the mailbox.
        wanted = _jobs_for(queries.due_until(store, now - SETTLE, MOST))
        if letters and queries.letters_to_send(store, now, limit=1):
            wanted.append(send_job())
        ticks = time.monotonic()
        new = [each for each in wanted if ticks - self._said.get(each.key, -AGAIN) >= AGAIN]
        told = {each.key: self._said.get(each.key, ticks) for each in wanted}
        self._said = told | {each.key: ticks for each in new}
        return new

    def forget(self, job_key: str = "") -> None:
        """Say at the next look what was said already: of one job, or of all."""
        if job_key:
            self._said.pop(job_key, None)
        else:
            self._said.clear()


def _jobs_for(entries: list[Due]) -> list[Job]:
    """Return a job for each campaign, the longest due first."""
    return [adjudicate_job(number) for number in dict.fromkeys(x.campaign_id for x in entries)]
