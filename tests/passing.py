"""All that is due, done at once: in campaigns alone, or with mail as ``tick`` does it."""

from adjudicator.campaign.clock import Steady
from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.letters.outbox import unpack
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration
from adjudicator.service.worker import Worker
from adjudicator.store import queries
from adjudicator.store.records import Campaign
from adjudicator.store.tables import TABLES

NOTHING = Configuration()


class StoppedClock(Clock):
    """A clock that goes on when a test sets it."""

    def __init__(self, moment):
        self.moment, self.seconds = moment, 0.0

    def now(self):
        return self.moment

    def ticks(self):
        return self.seconds

    def steady(self):
        return Steady()


def due_campaigns(store, now):
    """Return the campaigns in which something must happen by now."""
    numbers = {each.campaign_id for each in store.due_until(now)}
    return [each for each in store.rows(Campaign, order="id") if each.id in numbers]


def waiting_letters(store):
    """Return the letters that wait to be sent, with their files."""
    return [unpack(store, each) for each in queries.letters_to_send(store)]


def carry_out_all_due(store, now, read_to=None):
    """Do what is due in any campaign that no other process is at; yield each thing."""
    for campaign in due_campaigns(store, now):
        with store.claim(f"campaign {campaign.id}") as is_mine:
            if is_mine and any(e.at <= now for e in store.due_of(campaign.id)):
                yield from carry_out_due(store, campaign, now, read_to)


def make_pass(store, now, *mailboxes, out=None, configuration=NOTHING, clock=None):
    """Do all that there is to do with these mailboxes and this outbox; yield each deed."""
    ways, parts = {"mailboxes": mailboxes, "outbox": out}, ("mail", "campaigns")
    clock = clock or StoppedClock(now)
    yield from Worker(store, configuration, parts, stays=False, **ways, clock=clock).finish()


def everything_stored(store):
    """Return all that a database holds, as text: on a server jobs are part of it."""
    names = [*(table.name for table in TABLES), "procrastinate_jobs"]
    there = [name for name in names if store.has_table(name)]
    assert len(there) == len(names) - 1  # the table of what is due, or that of jobs
    return "\n".join(str(row) for name in there for row in store.select(f"SELECT * FROM {name}"))
