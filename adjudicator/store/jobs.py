"""What a worker and the jobs of a database have to tell each other; see ``databases/jobs.py``."""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

CAMPAIGNS, HELD, LETTERS, NOTICES = "campaigns", "held", "letters", "notices"
"""The queues, by what a worker must be able to do; each mailbox has one besides. What is ``held``
waits for a mailbox."""
WORKER = "adjudicator worker"
"""What a server calls the connections of workers."""


class Job(NamedTuple):
    """A job that this worker has taken."""

    id: int
    task: str
    key: str
    """Of the jobs with one key, one waits."""
    about: Mapping[str, Any]

    @property
    def losses(self) -> int:
        """How many workers, one after another, have ended while they were at it."""
        return int(self.about.get("lost", 0))


class AtHand(NamedTuple):
    """A job that a worker is at."""

    key: str
    seconds: int
    """For how long."""
    worker: str
    """Which worker, as those know it who look after the machines."""


class Count(NamedTuple):
    """How many jobs there are."""

    waiting: int
    """That could be taken now."""
    at_hand: int
    later: int
    """That are not to be taken yet."""


class Outlook(NamedTuple):
    """What a worker finds when it looks."""

    is_ready: bool
    """Whether a job for it can perhaps be taken now."""
    seconds: float | None
    """When the next one can be; None: that is not known of any."""


def queue_of_mailbox(name: str) -> str:
    """Return the queue of a mailbox; PostgreSQL allows short names alone."""
    return f"mailbox {zlib.crc32(name.encode()):08x}"


def queue_of_pages(place: str) -> str:
    """Return the queue of the pages that are kept at a place."""
    return f"pages {zlib.crc32(place.encode()):08x}"


def key_of_mailbox(name: str) -> str:
    """Return the key of the job that reads a mailbox."""
    return f"collect {name}"


def key_of_pages(place: str) -> str:
    """Return the key of the job that makes the pages at a place."""
    return f"publish {place}"


class Jobs(Protocol):
    """The jobs of a database, as its workers and those who watch over them see them."""

    @property
    def has_call(self) -> bool:
        """Whether a job was put since it was last looked, as far as this worker has heard."""

    def begin(self, queues: Sequence[str]) -> None:
        """Become a worker, over a connection that is new, that takes jobs of some queues."""

    def end(self) -> None:
        """Be a worker no more."""

    def look(self, now: datetime) -> Outlook:
        """Say whether there is a job to take; jobs of workers that have gone wait again."""

    def take(self) -> Job | None:
        """Take the job that is to be done first; None: there is none that nobody is at."""

    def finish(self, job: Job, now: datetime, pause: timedelta) -> None:
        """End a job. What it was about and still waits does so for that pause at least."""

    def go_on(self, job: Job, now: datetime, after: int = 0) -> None:
        """End a job about many campaigns, and put it again for those that come after one; it may
        know that of itself."""

    def hold(self, job: Job, now: datetime, pause: timedelta) -> None:
        """Let a campaign wait until its mailbox is read, for that pause at most."""

    def release(self) -> None:
        """Let what is held be taken: a mailbox was read."""

    def call(self, keys: Iterable[str], every: float = 0) -> None:
        """Have mailboxes read and pages made now, and then ``every`` so many seconds."""

    def repeat(self, keys: Iterable[str], every: float) -> None:
        """Have the mailboxes read and the pages made again and again that no job is about."""

    def drop_stale(self, since: datetime) -> None:
        """Drop the jobs about mailboxes and pages that nobody has taken since, and all that have
        been cancelled by hand."""

    def watch(self, now: datetime, every: timedelta) -> None:
        """Have what waits compared with what the campaigns say, again and again."""

    def mend_letters(self) -> list[str]:
        """Put a job for letters that wait without one; return the keys of these jobs."""

    def count(self) -> Count:
        """Count the jobs."""

    def at_hand(self) -> list[AtHand]:
        """Return the jobs that workers are at, those first that take longest."""
