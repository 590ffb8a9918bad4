"""A game as the tests play it."""

from datetime import UTC, datetime, timedelta

from adjudicator.campaign import outbox, records
from adjudicator.campaign.adjudicate import adjudicate
from adjudicator.campaign.create import create
from adjudicator.campaign.identify import Source
from adjudicator.campaign.letters import token
from adjudicator.campaign.submit import submit

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Table:
    """A game of two persons and a regent, as the tests play it."""

    def __init__(self, store, plan):
        self.store = store
        self.now = START
        self.made = create(store, plan, self.now, secret=b"s" * 32)
        self.name = plan.name
        self.count = 0

    @property
    def owner(self):
        return records.campaign(self.store, self.name)

    @property
    def head(self):
        return records.head(self.store, self.owner)

    def wait(self, **time):
        self.now += timedelta(**time)

    def send(self, seat, text, /, *, id=None, **source):
        self.count += 1
        proof = token(records.seat(self.store, self.owner, seat))
        source = {"token": proof, "game": self.name, "seat": seat, **source}
        letter = Source(id=id or f"<{self.count}@mail.example>", **source)
        return submit(self.store, text, letter, self.now)

    def adjudicate(self, **more):
        return adjudicate(self.store, self.name, self.now, **more)

    def stands(self, seat):
        found = records.submissions(self.store, self.head).get(seat)
        return found.text if found else None

    def letters(self, kind=None, seat=None):
        there = outbox.letters(self.store, self.owner, seat=seat)
        return [each for each in there if kind in (None, each.kind)]

    def notes(self):
        return [note["code"] for note in records.notes(self.store, self.owner)]
