"""A campaign of a shipped game that is played by mail."""

from datetime import UTC, datetime

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.records import Settings

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SEATS = ("Oda", "Takeda", "Uesugi")


class Table:
    """Three players, after so many phases."""

    def __init__(self, store, ruleset="samurai-swords", phases=0, begin=create):
        self.store = store
        settings = Settings(address="game@example.net", host="example.net", gm="gm@example.org")
        players = tuple(Player(seat, f"{seat.lower()}@example.org", seat) for seat in SEATS)
        begin(store, NewCampaign("war", ruleset, players, {}, settings), NOW, secret=bytes(32))
        for _ in range(phases):
            adjudicate(store, "war", NOW)
        self.count = 0

    @property
    def state(self):
        return State(self.store, queries.find_campaign(self.store, "war"), NOW)

    def token(self, seat="Oda"):
        return token(self.state.seat(seat))

    def mail(self, body, seat="Oda", token=""):
        """Send a letter; return what became of it."""
        self.count += 1
        to = f"game+{token or self.token(seat)}@example.net"
        head = (
            f"From: {seat.lower()}@example.org\nTo: {to}\nMessage-ID: <{self.count}@mail.example>"
        )
        return take(self.store, f"{head}\n\n{body}\n".encode(), NOW).disposition
