"""The rows of real mail servers: Dovecot and Postfix on loopback ports, as the tests use them."""

import asyncio
import hashlib
import ssl
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

from adjudicator.campaign.create import Plan, Player, create  # noqa: E402
from adjudicator.campaign.tokens import token  # noqa: E402
from adjudicator.post.accounts import Account, ImapAccount, Login, SmtpAccount  # noqa: E402
from adjudicator.post.mailbox import open_mailbox, open_outbox  # noqa: E402
from adjudicator.service.passes import Post, make_pass  # noqa: E402
from adjudicator.store import queries  # noqa: E402
from adjudicator.store.database import Store, open_store  # noqa: E402
from adjudicator.store.letter_records import Letter  # noqa: E402
from adjudicator.store.records import Settings  # noqa: E402

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori", "Hojo")
GAMES = 20
WAITING = 1000
RESULTS = 500


class Bench:
    """A judge with an account at the servers, and games whose players have mailboxes there."""

    def __init__(self, office: Any, store: Store):
        self.office = office
        self.store = store
        self.judge = office.address()
        login = Login(self.judge, password=lambda: office.password)
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
        plan = Plan(name, "samurai-swords", people, {}, settings)
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
        post = Post([self.mailbox], open_outbox(self.smtp))
        found: dict[str, int] = {}
        for deed in make_pass(self.store, post, datetime.now(UTC), 0):
            assert deed.what != "failed", deed.text
            found[deed.what] = found.get(deed.what, 0) + 1
        return found


def rows() -> Iterator[Row]:
    """Measure; without servers say that there are none."""
    from servers import installing

    if lacking := installing.absent():
        yield ("real mail servers", "left out", ", ".join(lacking), "")
        return
    with bench() as at:
        yield receipt(at)
        yield waiting(at)
        yield results(at)


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
    begin = time.perf_counter()
    done = at.make_pass()
    took = time.perf_counter() - begin
    assert done == {"collected": WAITING, "sent": WAITING}, done
    about = f"{GAMES} games, all with receipts and maps"
    return (f"{WAITING:,} waiting order mails, one pass", f"{took:.1f} s", about, "< 30 s")


def results(at: Bench) -> Row:
    """Measure sending result letters with maps, and a bare loop over the same bytes beside it."""
    from adjudicator.campaign.outbox import unpack
    from adjudicator.post.outgoing import write

    to = [at.office.address("reader", "players.test") for _ in range(RESULTS)]
    template = next(
        each
        for each in at.store.rows(Letter, kind="opening")
        if each.recipients and unpack(at.store, each).content.files
    )
    data = write(at.store, unpack(at.store, template), template.recipients).data
    pairs = []
    for turn in range(3):
        some = to[turn::3][: RESULTS // 3]
        ours = _ours(at, template, some, turn)
        bare = asyncio.run(_bare(at, data, some))
        pairs.append((ours, bare))
    ratio = statistics.median(ours / bare for ours, bare in pairs)
    rate = statistics.median(len(some) / ours for ours, _ in pairs)
    what = f"{RESULTS} letters of {len(data) // 1000} KB with maps, out by SMTP"
    return (what, f"{rate:.0f} letters/s", f"a bare aiosmtplib loop, ratio {ratio:.2f}", "≤ 1.3×")


def _ours(at: Bench, template: Letter, to: list[str], turn: int) -> float:
    """Queue a letter to each, and measure the pass that sends them."""
    import msgspec

    from adjudicator.post.sending import send_all

    with at.store.atomic():
        for number, address in enumerate(to):
            letter = msgspec.structs.replace(
                template,
                id=0,
                message_id=f"<bench.{turn}.{number}@games.test>",
                recipients=(address,),
                sent=None,
            )
            at.store.add(letter)
    begin = time.perf_counter()
    done = list(send_all(at.store, open_outbox(at.smtp), datetime.now(UTC)))
    took = time.perf_counter() - begin
    assert len(done) == len(to), len(done)
    assert not any(each.error for each in done)
    return took


async def _bare(at: Bench, data: bytes, to: list[str]) -> float:
    """Measure what aiosmtplib alone takes for the same bytes."""
    import aiosmtplib

    context = ssl.create_default_context(cafile=at.office.ca)
    client = aiosmtplib.SMTP(
        hostname="localhost",
        port=at.office.submissions,
        use_tls=True,
        tls_context=context,
        username=at.judge,
        password=at.office.password,
    )
    begin = time.perf_counter()
    async with client:
        for address in to:
            await client.sendmail(at.judge, [address], data)
    return time.perf_counter() - begin


if __name__ == "__main__":
    for row in rows():
        print("  ".join(row))
