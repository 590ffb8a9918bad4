"""Waking workers, where a database has any: jobs of procrastinate, on our own connection.

A job is deferred in the transaction of the change that makes something to do, so that both are
there or neither. It says no more than that there may be something to do; what there is, stands in
the other tables. So a job may come twice, or too late, or be lost: whoever looks into ``due`` finds
what it was about.
"""

import hashlib
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.store.database import Store

if TYPE_CHECKING:
    import procrastinate

CAMPAIGNS, POST, PAGES = "campaigns", "post", "pages"
"""The queues that workers take jobs from; each mailbox has one of its own besides."""


class Job(NamedTuple):
    """Something that there may be to do."""

    task: str
    queue: str
    """What a worker must look after to be given it."""
    key: str
    """Of the jobs with one key, one waits and one is done at a time."""
    about: dict[str, str | int]
    priority: int = 0
    """Of jobs that wait, those with the highest are done first."""


def adjudicate_job(campaign_id: int) -> Job:
    """Carry out what is due in a campaign."""
    about: dict[str, str | int] = {"campaign": campaign_id}
    return Job("adjudicate", CAMPAIGNS, f"adjudicate {campaign_id}", about)


def send_job(campaign_id: int = 0) -> Job:
    """Send what waits; ``campaign_id`` is the campaign whose letters are new.

    Each has a key of its own, so that no change has to wait for one of another campaign; who sends
    what, leases say.
    """
    return Job("send", POST, f"send {campaign_id}", {})


def collect_job(mailbox: str) -> Job:
    """Take what lies in the mailbox of that name."""
    queue = mailbox_queue(mailbox)
    return Job("collect", queue, queue, {"mailbox": mailbox}, 1)  # phases wait for it


def pages_job() -> Job:
    """Bring the pages of all games up to date."""
    return Job("publish", PAGES, PAGES, {})


def mailbox_queue(mailbox: str) -> str:
    """Return the name of the queue of jobs about a mailbox; a server has room for short ones."""
    return f"mailbox {hashlib.sha256(mailbox.encode()).hexdigest()[:16]}"


def has_queue(store: Store) -> bool:
    """Say whether there are workers to wake: one of them has made the tables of the queue."""
    if isinstance(store.place, Path):
        return False
    # Names that a session did not find it remembers, and misses what was made since; rows it sees.
    sql = (
        "SELECT EXISTS (SELECT 1 FROM pg_class"
        " WHERE relname = 'procrastinate_jobs' AND pg_table_is_visible(oid))"
    )
    return bool(store.select(sql)[0][0])


def wake(store: Store, *jobs: Job, campaign_id: int | None = None) -> None:
    """Defer jobs, of which those that wait already are not deferred again.

    Within a transaction they are deferred as part of it; ``campaign_id`` is the campaign whose lock
    it has taken. Where there is no queue nothing is done.
    """
    if not jobs or not has_queue(store):
        return
    from procrastinate.exceptions import AlreadyEnqueued

    for job in jobs:
        part = store.atomic(campaign_id) if store.in_transaction else nullcontext()
        with suppress(AlreadyEnqueued), part:
            _app().configure_task(
                job.task,
                allow_unknown=True,
                queue=job.queue,
                lock=job.key,
                queueing_lock=job.key,
                priority=job.priority,
                connection=store.conn,
            ).defer(**job.about)


@cache
def _app() -> "procrastinate.App":
    """Return what defers on connections that it is given, and opens none."""
    from procrastinate import App, SyncPsycopgConnector

    return App(connector=SyncPsycopgConnector())
