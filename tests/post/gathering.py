"""A campaign of open seats, played by letters from anybody to anybody."""

from datetime import UTC, datetime, timedelta

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
PLAIN = "game@example.net"


class Table:
    """A campaign of open seats, played by letters from anybody to anybody."""

    def __init__(
        self,
        store,
        now,
        *,
        ruleset="toy",
        open=True,
        invited=(),
        seats=("Oda", "Takeda"),
        **settings,
    ):
        self.store, self.now, self.count = store, now, 0
        known = {"gm": "gm@example.org", "address": PLAIN, "host": "example.net"}
        run_by = Settings(**known, open=open, gather=24, **settings)
        players = tuple(Player(seat, open=True) for seat in seats)
        announce(
            store,
            NewCampaign("kawagoe", ruleset, players, {}, run_by, invited),
            now,
            secret=b"k" * 32,
        )

    @property
    def state(self):
        return State(self.store, queries.find_campaign(self.store, "kawagoe"), self.now)

    def mail(self, body, sender, *, to=PLAIN, subject="", fields=()):
        self.count += 1
        head = [f"From: {sender}", f"To: {to}", f"Message-ID: <{self.count}@mail.example>"]
        head += [f"Subject: {subject}", *fields]
        return take(self.store, "\n".join([*head, "", body]).encode(), self.now).disposition

    def letters(self, address, kind=None):
        there = [x for x in self.store.rows(Letter) if address in x.recipients]
        return [outbox.unpack(self.store, x) for x in there if kind in (None, x.kind)]

    def reply_to(self, letter):
        """Where an answer to a letter goes."""
        data = write(self.store, letter, letter.recipients).data.decode()
        lines = [x for x in data.split("\r\n") if x.startswith("Reply-To: ")]
        return lines[0].rpartition(" ")[2].strip("<>") if lines else PLAIN

    def answer(self, letter, body="Yes.", **more):
        return self.mail(body, letter.recipients[0], to=self.reply_to(letter), **more)

    def join(self, address, body="join kawagoe", answer="yes"):
        self.mail(body, address)
        return self.answer(self.letters(address)[-1], answer)

    def holders(self):
        return {seat.name: seat.address for seat in self.state.seats}

    def tick(self, **time):
        self.now += timedelta(**time)
        return list(carry_out_due(self.store, self.state.campaign, self.now))

    def notes(self):
        return [note.code for note in queries.notes(self.store, self.state.campaign)]
