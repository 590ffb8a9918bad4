"""What waits in the database of a server, as jobs of procrastinate.

A job is an index of what the campaigns and letters say, and no truth of its own: it is written in
the transaction that changes them, and whoever takes one looks there again. Of each campaign one job
waits to carry out what is due (``adjudicate``) and one to send its letters (``send``), of each host
of webhooks one (``notify``), of each mailbox one (``collect``), and of each folder of a machine in
which pages are kept one (``publish``). What a job is about is done by one worker at a time, by the
job's lock.

A worker calls what procrastinate's own worker calls, over the one connection that it has. That one
needs three, looks for what becomes due by time every few seconds, and is known to be dead by a
heartbeat alone; ours waits until the next moment or a call (``NOTIFY``), and is known to be dead
when its connection ends, by a lock of its session.
"""

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, LiteralString, TypeVar, cast

import msgspec
import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager

from adjudicator.store.columns import stamp
from adjudicator.store.databases.base import Store
from adjudicator.store.jobs import (
    CAMPAIGNS,
    HELD,
    LETTERS,
    NOTICES,
    AtHand,
    Count,
    Job,
    Outlook,
    queue_of_mailbox,
    queue_of_pages,
)
from adjudicator.store.letter_records import SETTLE, WEBHOOK, Letter, host_of_webhook
from adjudicator.store.records import Due

T = TypeVar("T")

_QUEUES = {"adjudicate": CAMPAIGNS, "compare": CAMPAIGNS, "send": LETTERS, "notify": NOTICES}
_PRIORITIES = {"collect": 2, "send": 1, "publish": -1}
"""Phases wait for mailboxes, and players for letters; nobody for pages."""
_PAUSES = [timedelta(minutes=each) for each in (0, 1, 2, 4, 8, 16)]
"""For which a job waits that workers were at when they ended."""
_OTHERS = -1
"""The number of the lock under which jobs are finished that are about no campaign."""
_CHANGES = "adjudicator_jobs_migration"
"""The table of procrastinate's migrations that a database has been through."""
_INDEXES = (
    "CREATE INDEX adjudicator_jobs_by_lock ON procrastinate_jobs (lock)"
    " WHERE status IN ('todo', 'doing')",
    "CREATE INDEX adjudicator_jobs_by_time ON procrastinate_jobs (scheduled_at)"
    " WHERE status = 'todo'",
)
"""Without them taking one of a thousand jobs that are due, or one beside a hundred thousand that
wait, takes the server a tenth of a second and more; with them a few thousandths."""

_THERE = "SELECT queueing_lock FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
_WAITING = (
    " FROM letter WHERE sent IS NULL AND recipients <> '[]' AND NOT EXISTS"
    " (SELECT FROM campaign WHERE campaign.id = letter.campaign_id AND moved <> '')"
)

app = App(connector=PsycopgConnector())
"""What ``procrastinate --app adjudicator.store.databases.jobs.app`` needs to look at the jobs of
the database that PGHOST, PGDATABASE and so on name."""


def key_of_letter(letter: Letter) -> str:
    """Return the key of the job that sends a letter."""
    if letter.kind == WEBHOOK:
        return f"notify {host_of_webhook(letter.recipients[0])}"
    return f"send {letter.campaign_id or 0}"


class Queue:
    """The jobs of a database, over the connection of its store.

    ``number`` gives locks their numbers, and ``errors`` raises what the driver raises as errors of
    the database.
    """

    def __init__(
        self,
        store: Store,
        number: Callable[[str], int],
        errors: Callable[[], AbstractContextManager[None]],
    ):
        self._store = store
        self._number = number
        self._store_errors = errors
        connector = _Connector()
        connector.open(cast(Any, _Lent(store)))
        self._app = App(connector=connector)
        self._manager = self._app.job_manager
        self._worker = 0
        self._queues: tuple[str, ...] = ()
        self._is_called = True

    # What waits

    def put_due(self, campaign: int, entries: Sequence[Due]) -> None:
        """Let a job wait until the first of these is due, in place of the one that waits.

        What is at hand is no part of it: it was taken to lead to this, unless it is this very job
        and was taken just now.
        """
        key = f"adjudicate {campaign}"
        self._lock(key)
        about = _about(campaign, entries)
        sql = "SELECT id, scheduled_at > now(), queue_name, args FROM procrastinate_jobs"
        there = self._store.select(f"{sql} WHERE queueing_lock = ? AND status = 'todo'", key)
        kept = [number for number, *job in there if entries and job == [True, CAMPAIGNS, about]]
        if not kept:
            self._drop(key)
            if entries:
                self._put(key, about, min(each.at for each in entries) + SETTLE)
        self._store.write(
            "UPDATE procrastinate_jobs SET args = args - 'due'"
            " WHERE lock = ? AND status = 'doing' AND id <> ALL(?)",
            _lock_of(key),
            cast(Any, kept),
        )

    def due_of(self, campaign: int) -> list[Due]:
        """Return what must happen next in a campaign, by the names of the kinds."""
        found = self._due(" AND lock = ? ORDER BY 2", f"campaign {campaign}")
        return list(dict.fromkeys(found))

    def due_until(self, to: datetime, limit: int | None = None) -> list[Due]:
        """Return what must happen by a moment in any campaign, in order; so many at most."""
        most = f" LIMIT {limit:d}" if limit is not None else ""
        return self._due(f" AND d.value <= ? ORDER BY d.value, 1, 2{most}", stamp(to))

    def _due(self, rest: str, *values: str) -> list[Due]:
        sql = (
            "SELECT (args->>'campaign')::bigint, d.key, d.value FROM procrastinate_jobs,"
            " jsonb_each_text(args->'due') d"
            " WHERE task_name = 'adjudicate' AND status IN ('todo', 'doing')"
        )
        rows = self._store.select(sql + rest, *values)
        return [Due(number, what, datetime.fromisoformat(at)) for number, what, at in rows]

    def put_letter(self, letter: Letter, moment: datetime | None) -> None:
        """Let a job wait to send a letter from a moment on; None: now."""
        self._put_if_earlier(key_of_letter(letter), moment)

    def call(self, keys: Iterable[str], every: float = 0) -> None:
        """Have mailboxes read and pages made now, and then ``every`` so many seconds."""
        with self._store.atomic(_OTHERS):
            for key in sorted(keys):
                about = {**_of_key(key), "every": every} if every else None
                self._put_if_earlier(key, None, about)

    def repeat(self, keys: Iterable[str], every: float) -> None:
        """Have the mailboxes read and the pages made again and again that no job is about."""
        if wanted := set(keys):
            there = self._store.select(f"{_THERE} AND queueing_lock = ANY(?)", cast(Any, [*wanted]))
            self.call(wanted - {key for (key,) in there}, every)

    def drop_stale(self, since: datetime) -> None:
        """Drop the jobs about mailboxes and pages that nobody has taken since, and all that have
        been cancelled by hand."""
        self._store.write("DELETE FROM procrastinate_jobs WHERE status NOT IN ('todo', 'doing')")
        put = "SELECT max(at) FROM procrastinate_events WHERE job_id = procrastinate_jobs.id"
        self._store.write(
            "DELETE FROM procrastinate_jobs WHERE status = 'todo' AND task_name IN"
            f" ('collect', 'publish') AND greatest(scheduled_at, ({put})) < ?",
            cast(Any, since),
        )

    def release(self) -> None:
        """Let what is held be taken: a mailbox was read."""
        sql = (
            "UPDATE procrastinate_jobs SET queue_name = ?, scheduled_at = now()"
            " WHERE queue_name = ? AND status = 'todo'"
        )
        if self._store.write(sql, CAMPAIGNS, HELD):
            self._store.select("SELECT pg_notify(?, '')", _channel(CAMPAIGNS))

    def watch(self, now: datetime, every: timedelta) -> None:
        """Have what waits compared with what the campaigns say, again and again."""
        about = {"every": int(every.total_seconds())}
        with self._store.atomic(_OTHERS):
            self._put_if_earlier("compare all", now + every, about)

    def mend_letters(self) -> list[str]:
        """Put a job for letters that wait without one; return the keys of these jobs."""
        there = {key for (key,) in self._store.select(_THERE)}
        with self._store.atomic(_OTHERS):
            missing = sorted(self._keys_of_letters() - there)
            for key in missing:
                self._put_if_earlier(key, None)
        return missing

    def _keys_of_letters(self) -> set[str]:
        """Return the keys of the jobs that all letters that wait need."""
        sql = f"SELECT DISTINCT coalesce(campaign_id, 0), kind, recipients{_WAITING}"
        rows = self._store.select(sql)
        return {
            f"notify {_host(to)}" if kind == WEBHOOK else f"send {campaign}"
            for campaign, kind, to in rows
        }

    # For those who watch

    def count(self) -> Count:
        """Count the jobs."""
        sql = (
            "SELECT count(*) FILTER (WHERE status = 'todo' AND NOT later),"
            " count(*) FILTER (WHERE status = 'doing'),"
            " count(*) FILTER (WHERE status = 'todo' AND later) FROM (SELECT status,"
            " coalesce(scheduled_at > now(), false) AS later FROM procrastinate_jobs) jobs"
        )
        return Count(*self._store.select(sql)[0])

    def at_hand(self) -> list[AtHand]:
        """Return the jobs that workers are at, those first that take longest."""
        sql = (
            "SELECT j.queueing_lock, extract(epoch FROM now() - max(e.at))::int,"
            " j.worker_id, max(host(a.client_addr)), max(a.client_port)"
            " FROM procrastinate_jobs j JOIN procrastinate_events e ON e.job_id = j.id"
            f" LEFT JOIN pg_locks l ON {self._holds('j.worker_id')}"
            " LEFT JOIN pg_stat_activity a ON a.pid = l.pid"
            " WHERE j.status = 'doing' AND e.type = 'started' GROUP BY j.id ORDER BY 2 DESC"
        )
        return [
            AtHand(key, seconds, f"{worker} at {host or 'the server'}:{port or 0}")
            for key, seconds, worker, host, port in self._store.select(sql)
        ]

    # Workers

    def begin(self, queues: Sequence[str]) -> None:
        """Become a worker, over a connection that is new, that takes jobs of some queues."""
        self._queues = tuple(queues)
        with self._store.atomic(_OTHERS):  # so that nobody sees it without its lock
            self._worker = self._wait_for(self._manager.register_worker())
            self._store.select(f"SELECT pg_advisory_lock({self._workers}, {self._worker:d})")
        self._store.conn.add_notify_handler(self._note_call)
        for queue in queues:
            self._store.write(f'LISTEN "{_channel(queue)}"')
        for (gone,) in self._store.select(
            f"SELECT id FROM procrastinate_workers w WHERE {self._is_gone('w.id')}"
        ):
            self._wait_for(self._manager.unregister_worker(gone))
        self._is_called = True

    def end(self) -> None:
        """Be a worker no more."""
        self._wait_for(self._manager.unregister_worker(self._worker))

    def look(self, now: datetime) -> Outlook:
        """Say whether there is a job to take; jobs of workers that have gone wait again."""
        is_called, self._is_called = self._is_called, False
        ready, seconds, lost = self._store.select(
            "SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE status = 'todo'"
            " AND (scheduled_at IS NULL OR scheduled_at <= now()) AND queue_name = ANY(?)),"
            " (SELECT extract(epoch FROM min(scheduled_at) - now())::float8 FROM procrastinate_jobs"
            " WHERE status = 'todo' AND scheduled_at > now() AND queue_name = ANY(?)),"
            f" EXISTS (SELECT FROM procrastinate_jobs j WHERE {self._is_lost()})",
            *[cast(Any, list(self._queues))] * 2,
        )[0]
        if lost:
            self._bury(now)
        return Outlook(ready or lost or is_called, seconds)

    @property
    def has_call(self) -> bool:
        """Whether a job was put since it was last looked, as far as this worker has heard."""
        return self._is_called

    def take(self) -> Job | None:
        """Take the job that is to be done first; None: there is none that nobody is at."""
        job = self._wait_for(self._manager.fetch_job(list(self._queues), self._worker))
        if job is None:
            return None
        return Job(job.id or 0, job.task_name, job.queueing_lock or "", job.task_kwargs)

    def finish(self, job: Job, now: datetime, pause: timedelta) -> None:
        """End a job. What it was about and still waits does so for that pause at least."""
        self._finish(job, now, now + pause)

    def go_on(self, job: Job, now: datetime, after: int = 0) -> None:
        """End a job about many campaigns, and put it again for those that come after one; it may
        know that of itself."""
        with self._store.atomic(_OTHERS):
            self._finish(job, now, now)
            self._put_if_earlier(job.key, now, {**job.about, "after": after})

    def hold(self, job: Job, now: datetime, pause: timedelta) -> None:
        """Let a campaign wait until its mailbox is read, for that pause at most."""
        self._finish(job, now, now + pause, HELD)

    def _finish(self, job: Job, now: datetime, earliest: datetime, queue: str = "") -> None:
        with self._store.atomic(job.about.get("campaign") or _OTHERS):
            self._lock(job.key)
            sql = "SELECT args FROM procrastinate_jobs WHERE id = ? AND status = 'doing' FOR UPDATE"
            if not (there := self._store.select(sql, job.id)):
                return  # who found this worker's connection ended has buried it
            ((about,),) = there
            self._wait_for(self._manager.finish_job_by_id_async(job.id, Status.SUCCEEDED, True))
            about.pop("lost", None)
            at: datetime | None = None
            if job.task == "adjudicate":
                left = about.get("due", {})
                moments = [datetime.fromisoformat(each) for each in left.values()]
                if not moments:  # a change has put another job, or nothing is left
                    return
                at = min(moments) + SETTLE
                about |= {"held": True} if queue else {}
                queue = HELD if "held" in about else ""
            elif job.task in ("send", "notify"):
                at = self._next_letter(job)
                if at is None:
                    return
            elif "every" in about:
                at = now + timedelta(seconds=about["every"])
                about.pop("after", None)
            self._put_if_earlier(job.key, max(at or now, earliest), about, queue)

    def _next_letter(self, job: Job) -> datetime | None:
        """Return when the next of the letters goes that a job is to send; None: none waits."""
        sql = f"SELECT coalesce(retry, created), recipients{_WAITING}"
        if job.task == "send":
            campaign = job.about["campaign"]
            whose = f"= {campaign:d}" if campaign else "IS NULL"
            rows = self._store.select(f"{sql} AND kind <> ? AND campaign_id {whose}", WEBHOOK)
        else:
            rows = [
                row
                for row in self._store.select(f"{sql} AND kind = ?", WEBHOOK)
                if _host(row[1]) == job.about["host"]
            ]
        return min((datetime.fromisoformat(at) for at, _ in rows), default=None)

    def _bury(self, now: datetime) -> None:
        """End the jobs of workers that have gone; what they were about waits again, and is marked
        by how often that was so: at once, and from the second time on after a pause that grows, for
        it may be what workers perish of. With a campaign others deal who know when it changes.

        None is tried again as it is (``retry_job``): another one of its key may wait already.
        """
        sql = "SELECT id, task_name, queueing_lock, args FROM procrastinate_jobs j"
        for row in self._store.select(f"{sql} WHERE {self._is_lost()}"):
            job = Job(*row)
            pause = _PAUSES[min(job.losses, len(_PAUSES) - 1)] * (job.task != "adjudicate")
            with self._store.atomic(job.about.get("campaign") or _OTHERS):
                self._finish(job, now, now + pause)
                self._store.write(
                    "UPDATE procrastinate_jobs"
                    " SET args = args || jsonb_build_object('lost', ?::int)"
                    " WHERE queueing_lock = ? AND status = 'todo'",
                    job.losses + 1,
                    job.key,
                )

    def _is_lost(self) -> str:
        """Return what is so of jobs whose worker has gone, in SQL."""
        gone = self._is_gone("j.worker_id")
        return f"j.status = 'doing' AND (j.worker_id IS NULL OR {gone})"

    def _is_gone(self, worker: str) -> str:
        return f"NOT EXISTS (SELECT FROM pg_locks l WHERE {self._holds(worker)})"

    def _holds(self, worker: str) -> str:
        """Return what is so of the lock that says that a worker is there."""
        return (
            "l.locktype = 'advisory' AND l.granted AND l.database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
            f" AND l.classid = ({self._workers})::int4::oid AND l.objid = {worker}::int4::oid"
        )

    @property
    def _workers(self) -> int:
        return self._number("workers")

    def _note_call(self, _: object) -> None:
        self._is_called = True

    # Rows

    def _put_if_earlier(
        self,
        key: str,
        moment: datetime | None,
        about: Mapping[str, Any] | None = None,
        queue: str = "",
    ) -> None:
        """Put a job unless one of its key waits for an earlier moment that is still to come."""
        self._lock(key)
        sql = (
            "SELECT scheduled_at, scheduled_at > now(), args FROM procrastinate_jobs"
            " WHERE queueing_lock = ? AND status = 'todo'"
        )
        for there, is_to_come, known in self._store.select(sql, key):
            if moment and there and there <= moment and is_to_come:
                return
            moment = moment and there and min(moment, there)
            about = about or known
        self._drop(key)
        self._put(key, about or _of_key(key), moment, queue)

    def _put(
        self, key: str, about: Mapping[str, Any], moment: datetime | None, queue: str = ""
    ) -> None:
        task = key.partition(" ")[0]
        with self._errors():
            self._app.configure_task(
                task,
                queue=queue or _queue_of(key),
                lock=_lock_of(key),
                queueing_lock=key,
                priority=_PRIORITIES.get(task, 0),
                schedule_at=moment,
                connection=self._store.conn,
            ).defer(**about)

    def _drop(self, key: str) -> None:
        sql = "DELETE FROM procrastinate_jobs WHERE queueing_lock = ? AND status = 'todo'"
        self._store.write(sql, key)

    def _lock(self, key: str) -> None:
        """Keep others from writing a job of a key until the transaction ends."""
        number = self._number("jobs"), self._number(key)
        self._store.select("SELECT pg_advisory_xact_lock({:d}, {:d})".format(*number))

    # The tables

    def is_behind(self) -> bool:
        """Say whether a later release of procrastinate has changed its tables."""
        changes = Path(SchemaManager.get_migrations_path()).glob("*.sql")
        done = self._store.select(f"SELECT name FROM {_CHANGES}")
        return not {each.name for each in changes} <= {name for (name,) in done}

    def make(self) -> None:
        """Make the tables of procrastinate, or change them as its later releases have them.

        Each of its changes has a name, and which a database has been through is noted.
        """
        changes = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
        is_new = not self._store.has_table(_CHANGES)
        if is_new:
            self._store.write(f"CREATE TABLE {_CHANGES} (name text PRIMARY KEY)")
            self._store.conn.execute(SchemaManager.get_schema())
            for statement in _INDEXES:
                self._store.write(statement)
        done = {name for (name,) in self._store.select(f"SELECT name FROM {_CHANGES}")}
        for path in changes:
            if path.name not in done:
                if not is_new:
                    self._store.conn.execute(path.read_bytes())
                self._store.write(f"INSERT INTO {_CHANGES} VALUES (?)", path.name)

    def take_over(self) -> None:
        """Put a job for all that waits in a database that had none."""
        sql = "SELECT campaign_id, what, at FROM due ORDER BY campaign_id, what"
        entries: dict[int, list[Due]] = {}
        for campaign, what, at in self._store.select(sql):
            entries.setdefault(campaign, []).append(Due(campaign, what, datetime.fromisoformat(at)))
        for campaign, own in entries.items():
            self.put_due(campaign, own)
        for key in sorted(self._keys_of_letters()):
            self._put_if_earlier(key, None)

    def _wait_for(self, call: Coroutine[Any, Any, T]) -> T:
        """Return what a call of procrastinate returns; its connector never lets it wait."""
        with self._errors():
            try:
                call.send(None)
            except StopIteration as end:
                return cast(T, end.value)
        raise AssertionError("it waits for something")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        with self._store_errors():
            try:
                yield
            except ConnectorException as error:
                cause: BaseException = error
                while cause.__context__:  # the driver's own error, which says more
                    cause = cause.__context__
                raise cause from None


def _about(campaign: int, entries: Sequence[Due]) -> dict[str, Any]:
    return {"campaign": campaign, "due": {each.what: stamp(each.at) for each in entries}}


def _of_key(key: str) -> dict[str, Any]:
    """Return what a job is about, as its key says it."""
    task, _, rest = key.partition(" ")
    name = {"collect": "mailbox", "notify": "host", "publish": "place"}.get(task, "campaign")
    return {name: int(rest) if name == "campaign" else rest}


def _queue_of(key: str) -> str:
    task, _, rest = key.partition(" ")
    own = queue_of_mailbox if task == "collect" else queue_of_pages
    return _QUEUES.get(task) or own(rest)


def _lock_of(key: str) -> str:
    """Return the lock of a job: the campaign, its letters, the host or the mailbox."""
    task, _, rest = key.partition(" ")
    return {"adjudicate": f"campaign {rest}", "send": f"letters {rest}"}.get(task, rest)


def _channel(queue: str) -> str:
    return f"procrastinate_queue_v1#{queue}"


def _host(recipients: str) -> str:
    return host_of_webhook(msgspec.json.decode(recipients, type=tuple[str, ...])[0])


class _Lent:
    """What procrastinate takes for a pool: the one connection of a store, in its transaction."""

    def __init__(self, store: Store):
        self._store = store

    @contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        yield self._store.conn


class _Connector(SyncPsycopgConnector):
    """A connector for the calls, too, that procrastinate only has for those who wait."""

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        self.execute_query(query, **arguments)

    async def execute_query_one_async(
        self, query: LiteralString, **arguments: Any
    ) -> dict[str, Any]:
        return self.execute_query_one(query, **arguments)

    async def execute_query_all_async(
        self, query: LiteralString, **arguments: Any
    ) -> list[dict[str, Any]]:
        return self.execute_query_all(query, **arguments)
