"""What a worker does when it is given a job, and which jobs there are: what has become due.

Each can be done at any time, and twice.
"""

import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from adjudicator.campaign.due import Held, carry_out_due
from adjudicator.post.passes.sending import send_beside_others
from adjudicator.post.transport.lease import hold
from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.watermarks import OUT_OF_USE, SETTLE, read_to
from adjudicator.service import passes
from adjudicator.service.configuration import Configuration
from adjudicator.service.log import Log
from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Watermark
from adjudicator.store.records import Campaign
from adjudicator.store.waking import Job, adjudicate_job, collect_job, send_job, wake

CLOCK = timedelta(seconds=30)
"""After so long somebody notes again that work is being done; by its lack an outage is known."""
LOOK = 2.0
"""Seconds between two looks."""
TURN = 5.0
"""Seconds for which letters are sent, at the most, before something else has its turn."""
AGAIN = 60.0
"""Seconds after which a worker is woken once more for what is still to be done."""
MOST = 1000
"""So many entries are looked at at once; the rest the next time."""


class Tasks:
    """What can be done with one connection to the database; one thing at a time."""

    def __init__(self, configuration: Configuration, store: Store, log: Log):
        self.configuration = configuration
        self.store = store
        self.log = log
        self.mailboxes: dict[str, Mailbox] = {}
        self.publisher = passes.Publisher(configuration)

    def do(self, job: Job) -> None:
        """Do a job."""
        getattr(self, job.task)(**job.about)

    def adjudicate(self, campaign: int) -> None:
        """Carry out what is due in a campaign, and wake whoever is wanted for it."""
        now = self._begin()
        held = self.store.rows(Campaign, id=campaign) if now else []
        if now is None or not held:
            return
        with self.store.claim(campaign) as is_mine:
            if is_mine and queries.is_due(self.store, held[0], now):
                read = read_to(self.store, [], now)
                for each in carry_out_due(self.store, held[0], now, read):
                    self._write(passes.tell((each,)))
                    if isinstance(each, Held):
                        wake(self.store, *map(collect_job, self._mailboxes_in_use(now)))

    def collect(self, mailbox: str) -> None:
        """Take what lies in a mailbox, and carry out what has waited for that."""
        now = self._begin()
        if now is None:
            return
        with hold(self.store, mailbox) as is_mine:
            if is_mine:
                others = [name for name in self._mailboxes_in_use(now) if name != mailbox]
                read = read_to(self.store, others, now) if others else None
                self._write(passes.collect(self.store, self.mailboxes[mailbox], now, read))
        due = {each.campaign_id for each in queries.due_until(self.store, now, MOST)}
        wake(self.store, *map(adjudicate_job, sorted(due)))
        if queries.letters_to_send(self.store, now, limit=1):
            wake(self.store, send_job())

    def send(self) -> None:
        """Send what waits and no other process is at."""
        now = self._begin()
        if now is None or not queries.letters_to_send(self.store, now, limit=1):
            return
        post, failed = passes.open_post(self.configuration, ())
        self._write(failed)
        if post.outbox:
            posted = send_beside_others(self.store, post.outbox, now, TURN)
            went = self._write(passes.tell_of_letters(posted))
            if went and queries.letters_to_send(self.store, now, limit=1):
                wake(self.store, send_job())

    def publish(self) -> None:
        """Bring the pages of all games up to date."""
        if now := self._begin():
            self._write(self.publisher.publish(self.store, now))

    def mind_the_clock(self) -> bool:
        """Note that work is being done; say whether it may be, for the clock has been looked at.

        After an outage deadlines are moved before anything is carried out; until whoever does that
        is done, nobody else does anything.
        """
        now = _now()
        made = queries.last_pass(self.store)
        if made and abs(now - made.at) < CLOCK:
            return True
        with hold(self.store, "clock") as is_mine:
            if is_mine:
                outage = self.configuration.outage
                self._write(passes.move_deadlines(self.store, now, outage, passes.steady_clock()))
        return is_mine

    def _begin(self) -> datetime | None:
        return _now() if self.mind_the_clock() else None

    def _mailboxes_in_use(self, now: datetime) -> list[str]:
        marks = self.store.rows(Watermark)
        return [each.name for each in marks if now - each.tried < OUT_OF_USE]

    def _write(self, deeds: Iterable[passes.Deed]) -> int:
        """Write deeds down; return how many did not fail."""
        count = 0
        for each in deeds:
            write = self.log.fail if each.what == "failed" else self.log.say
            write(each.what, each.text, **each.facts)
            count += each.what != "failed"
        return count


class Lookout:
    """Looks into the database for what is to be done; a job is named again after a while."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def jobs(self, store: Store, now: datetime, *, letters: bool) -> list[Job]:
        """Return what is to be done now, ``letters`` too, but nothing that was returned lately."""
        # No phase closes before its letters have settled in the mailbox.
        due = queries.due_until(store, now - SETTLE, MOST)
        wanted = [adjudicate_job(number) for number in dict.fromkeys(x.campaign_id for x in due)]
        if letters and queries.letters_to_send(store, now, limit=1):
            wanted.append(send_job())
        ticks = time.monotonic()
        new = [each for each in wanted if ticks - self._told.get(each.key, -AGAIN) >= AGAIN]
        before = {each.key: self._told.get(each.key, ticks) for each in wanted}
        self._told = before | {each.key: ticks for each in new}
        return new

    def forget(self, job_key: str = "") -> None:
        """Return one job, or all, at the next look again, although they were returned already."""
        if job_key:
            self._told.pop(job_key, None)
        else:
            self._told.clear()


def _now() -> datetime:
    return datetime.now(UTC)
