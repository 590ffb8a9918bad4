"""Rows of letters that come in: Dovecot and Postfix on loopback ports, as the tests use them."""

import gc
import hashlib
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from adjudicator.__main__ import SELDOM  # noqa: E402
from adjudicator.campaign.kernel.tokens import token  # noqa: E402
from adjudicator.campaign.phases.create import NewCampaign, Player, create  # noqa: E402
from adjudicator.post.transport.mailbox import Account, ImapAccount, Login, SmtpAccount  # noqa: E402
from adjudicator.post.transport.opening import open_mailbox, open_outbox  # noqa: E402
from adjudicator.service.configuration import Configuration  # noqa: E402
from adjudicator.service.worker import Part, Worker  # noqa: E402
from adjudicator.store import queries  # noqa: E402
from adjudicator.store.database import Store, open_store  # noqa: E402
from adjudicator.store.records import Settings  # noqa: E402

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori", "Hojo")
GAMES = 20
WAITING = 1000


class Bench:
    """A judge with an account at the servers, and games whose players have mailboxes there."""

    def __init__(self, office: Any, store: Store):
        self.office = office
        self.store = store
        self.judge = office.address()
        login = Login(self.judge, lambda: office.password)
        imap = Account("localhost", office.imaps, "implicit", login, office.ca)
        smtp = Account("localhost", office.submissions, "implicit", login, office.ca)
        self.smtp = SmtpAccount(smtp, self.judge)
        self.mailbox = open_mailbox(ImapAccount(imap))
        self.tokens: dict[str, list[str]] = {}

    def begin(self, name: str) -> None:
        """Set a game up; its opening letters are sent."""
        settings = Settings(address=self.judge, host="games.test", early=False)
        people = tuple(Player(s, self.office.address(s.casefold(), "players.test")) for s in SEATS)
        secret = hashlib.sha256(name.encode()).digest()
        plan = NewCampaign(name, "samurai-swords", people, {}, settings)
        campaign = create(self.store, plan, datetime.now(UTC), secret=secret)
        seats = queries.seats(self.store, campaign)
        self.tokens[name] = [token(seat) for seat in seats]
        self.players = {seat.name: seat.address for seat in seats}

    def order_mail(self, game: str, seat: int, number: int) -> bytes:
        """Return an order mail that no other is like."""
        local, _, domain = self.judge.partition("@")
        return (
            f"From: {SEATS[seat].casefold()}@players.test\r\n"
            f"To: {local}+{self.tokens[game][seat]}@{domain}\r\n"
            f"Message-ID: <{game}.{seat}.{number}@players.test>\r\nSubject: orders\r\n\r\n"
            "casualties spearman, gunner, ronin\r\n"
        ).encode()

    def make_pass(self) -> dict[str, int]:
        """Make a pass; return how often each thing was done."""
        ways = {"mailboxes": [self.mailbox], "outbox": open_outbox(self.smtp)}
        found: dict[str, int] = {}
        parts: tuple[Part, ...] = ("mail", "campaigns")
        worker = Worker(self.store, Configuration(), parts, stays=False, **ways)
        for deed in worker.finish():
            assert deed.what != "failed", deed.text
            found[deed.what] = found.get(deed.what, 0) + 1
        return found


def rows() -> Iterator[Row]:
    """Measure; without servers say that there are none."""
    gc.set_threshold(SELDOM)  # as in the program itself
    from servers import installing

    if lacking := installing.absent():
        yield ("real mail servers", "left out", ", ".join(lacking), "")
        return
    with bench() as at:
        yield receipt(at)
        yield waiting(at)


@contextmanager
def bench() -> Iterator[Bench]:
    """Start the servers and set a game up."""
    from servers.office import PostOffice

    office = PostOffice()
    with tempfile.TemporaryDirectory() as home:
        try:
            office.start()
            with open_store(Path(home) / "campaign.db", create=True) as store:
                at = Bench(office, store)
                at.begin("game-0")
                at.make_pass()
                yield at
                at.mailbox.close()
        finally:
            office.close()


def receipt(at: Bench) -> Row:
    """Measure from an order mail that lies in Dovecot to its receipt, accepted by Postfix."""
    took = []
    for number in range(15):
        at.office.put(at.judge, at.order_mail("game-0", 0, number))
        begin = time.perf_counter()
        done = at.make_pass()
        took.append((time.perf_counter() - begin) * 1000)
        assert (done["collected"], done["sent"]) == (1, 1), done
    middle, worst = statistics.median(took), max(took)
    what = "order mail in Dovecot to receipt accepted by Postfix, one pass"
    return (what, f"{middle:.0f} ms", f"worst {worst:.0f} ms", "")


def waiting(at: Bench) -> Row:
    """Measure a pass over many order mails that wait, each of them answered with a receipt."""
    for number in range(1, GAMES + 1):
        at.begin(f"game-{number}")
    at.make_pass()
    per_seat = WAITING // (GAMES * len(SEATS))
    mails = [
        at.order_mail(f"game-{game}", seat, number)
        for number in range(per_seat)
        for game in range(1, GAMES + 1)
        for seat in range(len(SEATS))
    ]
    at.office.fill(at.judge, mails)
    begin, worked = time.perf_counter(), time.process_time()
    done = at.make_pass()
    took, worked = time.perf_counter() - begin, time.process_time() - worked
    assert done == {"collected": WAITING, "sent": WAITING}, done
    each = f"{worked / WAITING * 1000:.0f} ms of our processor a mail"
    about = f"{GAMES} games, all with receipts and maps, {each}"
    return (f"{WAITING:,} waiting order mails, one pass", f"{took:.1f} s", about, "< 30 s")


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
