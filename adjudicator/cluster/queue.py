"""The queue: what only procrastinate does. Its jobs are hints; see ``store/waking.py``."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

from adjudicator.service.log import Log
from adjudicator.store.database import Store
from adjudicator.store.databases.connection import DriverError
from adjudicator.store.errors import DatabaseError
from adjudicator.store.place import Server
from adjudicator.store.waking import has_queue

LOST = (ConnectorException, DriverError, DatabaseError, OSError)
"""What is raised when the database cannot be reached."""
CONNECTIONS = 4
"""The most that a worker holds for the queue: to take jobs, to listen, to give signs of life."""
SIGNS = 4
"""Signs of life that a worker gives in the time after which it counts as dead."""


class Queue:
    """The queue of a database, and one worker at it."""

    def __init__(
        self, server: Server, tasks: Iterable[Callable[..., None]], patience: float
    ) -> None:
        connector = PsycopgConnector(
            conninfo=server.address, min_size=1, max_size=CONNECTIONS, timeout=10
        )
        self.app = App(connector=connector)
        self.patience = patience
        for do in tasks:
            self.app.task(name=do.__name__)(_task_of(do))

    async def take(self, queues: Sequence[str]) -> None:
        """Do the jobs of some queues, one at a time, until it is cancelled or the database is lost.

        If it is cancelled the job at hand is done first.
        """
        await self.app.run_worker_async(
            queues=queues,
            concurrency=1,
            delete_jobs="always",
            install_signal_handlers=False,
            update_heartbeat_interval=self.patience / SIGNS,
            stalled_worker_timeout=self.patience,
        )

    async def bury(self) -> list[str]:
        """Throw away the jobs of workers that give no sign of life; return their keys.

        They are not done again as jobs: what they were about still stands in the database.
        """
        manager = self.app.job_manager
        keys = []
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=self.patience):
            with suppress(ConnectorException):  # another worker has just done it
                await manager.finish_job(job, Status.FAILED, delete_job=True)
                keys.append(job.queueing_lock or "")
        await manager.prune_stalled_workers(self.patience)
        return keys


def reach(store: Store) -> None:
    """See to it that the connection of a store is a living one. Raises DatabaseError."""
    with suppress(DatabaseError):  # one that was lost shows it when it is used
        store.select("SELECT 1")
    store.select("SELECT 1")


def make_queue(store: Store) -> None:
    """Make the tables of the queue, if they are not there."""
    if has_queue(store):
        return
    schema = App(connector=PsycopgConnector()).schema_manager.get_schema()
    with store.atomic():
        if not has_queue(store):
            store.conn.execute(schema)


@contextmanager
def tell_of_trouble(log: Log) -> Iterator[None]:
    """Write down what procrastinate warns of, as the rest is written down.

    What the pool says of each connection that it cannot make is said once, by who uses it.
    """
    logger, pool = logging.getLogger("procrastinate"), logging.getLogger("psycopg.pool")
    handler = _ToLog(log)
    before = logger.propagate, pool.level
    logger.addHandler(handler)
    logger.propagate = False
    pool.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = before[0]
        pool.setLevel(before[1])


class _ToLog(logging.Handler):
    def __init__(self, log: Log):
        super().__init__(logging.WARNING)
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        text = f"{record.getMessage()}: {error}" if error else record.getMessage()
        write = self.log.fail if record.levelno >= logging.ERROR else self.log.warn
        write("queue", text)


def _task_of(do: Callable[..., None]) -> Callable[..., None]:
    """Return a function of one's own for each task, that procrastinate may write its name on."""

    def task(**about: str | int) -> None:
        do(**about)

    return task
