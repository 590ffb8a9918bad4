"""A game as the tests play it."""

from datetime import UTC, datetime, timedelta

from adjudicator.campaign.due import carry_out_due, carry_out_kind
from adjudicator.campaign.kernel.change import KINDS, commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import create
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter

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
    def campaign(self):
        return queries.find_campaign(self.store, self.name)

    @property
    def head(self):
        return queries.head(self.store, self.campaign)

    def wait(self, **time):
        self.now += timedelta(**time)

    def send(self, seat, text, /, *, id=None, **source):
        self.count += 1
        proof = token(self.state.seat(seat))
        source = {"token": proof, "game": self.name, "seat": seat, **source}
        id = id or f"<{self.name}.{self.count}@mail.example>"
        letter = Source(id=id, key=id, **source)
        return submit(self.store, text, letter, self.now)

    def adjudicate(self, **more):
        return adjudicate(self.store, self.name, self.now, **more)

    def change(self, work, *args, **more):
        """Let a change be worked out and entered."""
        return commit(self.store, self.campaign, self.now, work, *args, **more)

    def faults(self):
        """Return all that is not as it was recorded."""
        return [x for each in verify(self.store, self.campaign) for x in each.faults]

    def stands(self, seat):
        found = queries.submissions(self.store, self.head).get(seat)
        return found.text if found else None

    @property
    def state(self):
        return State(self.store, self.campaign, self.now)

    def carry_out_due(self):
        return list(carry_out_due(self.store, self.campaign, self.now))

    def remind(self):
        of = (self.store, self.campaign, self.now)
        return sum(each.facts["seats"] for each in carry_out_kind(KINDS["reminder"], *of))

    def letters(self, kind=None, seat=None):
        of = {"campaign_id": self.campaign.id, "kind": kind, "seat": seat}
        given = {name: value for name, value in of.items() if value is not None}
        return [outbox.unpack(self.store, each) for each in self.store.rows(Letter, **given)]

    def notes(self):
        return [note.code for note in queries.notes(self.store, self.campaign)]
