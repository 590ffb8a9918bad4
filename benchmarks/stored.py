"""Rows of what a phase leaves in the database: four seats order by mail, and every letter is sent.

    python benchmarks/stored.py [ROUNDS]

A regent writes each seat's orders; they come in as mails and are answered with receipts. What is
counted is what the database holds more after whole rounds of phases, indexes included, without
pages that are free again.
"""

import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.campaign.kernel.solve import regent_orders
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.outbox import attempts, enter_attempts
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Attempt
from adjudicator.store.records import Campaign, Settings

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
NAME = "sekigahara"


class Bench:
    """A campaign whose players answer each phase once."""

    def __init__(self, store: Store):
        self.store = store
        self.now = datetime(2026, 3, 2, 20, tzinfo=UTC)
        people = tuple(Player(seat, f"{seat.casefold()}@players.test") for seat in SEATS)
        settings = Settings(address="judge@games.test", host="games.test", gm="gm@games.test")
        plan = NewCampaign(NAME, "samurai-swords", people, {}, settings)
        create(store, plan, self.now, secret=b"stored".ljust(32))
        self.send_all()

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return queries.find_campaign(self.store, NAME)

    def play(self) -> None:
        """Play one phase: mails, receipts, the result."""
        at = State(self.store, self.campaign, self.now)
        waits = at.head.opens.key
        for seat in queries.seats(self.store, at.campaign):
            if seat.name in at.head.opens.must:
                text = regent_orders(at.game, at.position, seat.name, b"stored")
                mail = order_mail(seat.name, token(seat), waits, text)
                fate = take(self.store, mail, self.now)
                assert fate.outcome == "taken", fate
        self.now += timedelta(hours=1)
        adjudicate(self.store, NAME, self.now, expected=waits)
        self.send_all()

    def send_all(self) -> None:
        """Hand every letter over, to everybody."""
        for letter in queries.letters_to_send(self.store, self.now):
            with self.store.atomic():
                sent = [
                    Attempt(letter=letter.id, recipient=each, state="sent", at=self.now)
                    for each in letter.recipients
                    if each not in attempts(self.store, letter)
                ]
                enter_attempts(self.store, letter, sent, self.now)

    def held(self) -> int:
        """Return how many bytes the database holds."""
        pages, free, size = (
            self.store.select(f"PRAGMA {what}")[0][0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        return (int(pages) - int(free)) * int(size)


def order_mail(seat: str, proof: str, phase: str, text: str) -> bytes:
    """Return an order mail of a seat."""
    head = (
        f"From: {seat.casefold()}@players.test\nTo: judge+{proof}@games.test\n"
        f"Message-ID: <{seat}.{phase.replace(' ', '.')}@players.test>\nSubject: orders\n\n"
    )
    return f"{head}{text}ready\n".replace("\n", "\r\n").encode()


def rows(rounds: int = 3) -> Iterator[Row]:
    """Measure some rounds after the first."""
    with (
        tempfile.TemporaryDirectory() as home,
        open_store(Path(home) / "campaign.db", create=True) as store,
    ):
        bench = Bench(store)
        begin = (0, 0)
        while (head := queries.head(store, bench.campaign)).opens.round <= 1 + rounds:
            if head.opens.round == 2 and not begin[1]:
                begin = (head.number, bench.held())
            if head.opens.over:
                break
            bench.play()
        phases = head.number - begin[0]
        each = (bench.held() - begin[1]) / phases / 1000
        what = "stored per phase: 4 seats, mails, receipts, letters sent"
        yield (what, f"{each:.1f} KB", f"{phases} phases, indexes included", "≤ 60 KB")


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:])):
        print("  ".join(row))
