"""Measure how long result letters with maps take to a real Postfix, beside a bare loop.

    python benchmarks/posting.py [LETTERS] [RUNS]

Both send the same bytes over one connection with TLS and a login, in turns: our side from the
database, with an attempt and an outcome entered for each; the other with aiosmtplib alone, from
letters that lie ready in memory. Each run ends when Dovecot has them all.
"""

import asyncio
import ssl
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosmtplib
from play import play

from adjudicator import reports
from adjudicator.campaign.letters.outbox import queue_answer, unpack
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.games import registry
from adjudicator.games.contract import events_for
from adjudicator.maps import draw_png
from adjudicator.post.passes.compose import write
from adjudicator.post.passes.sending import send_all
from adjudicator.post.transport.mailbox import Account, Login, Mail, SmtpAccount
from adjudicator.post.transport.opening import open_outbox
from adjudicator.reports.model import Report, Setting, picture_file
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Letter, Note
from adjudicator.store.records import Settings

ROOT = Path(__file__).parents[1]
NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)
SEATS = 4


def result_letter() -> Report:
    """Return the report of a late phase, with its map."""
    game = registry.find("samurai-swords")
    turn = list(play(game, game.meta.seats[:SEATS], {}, "posting", "random"))[-8]
    seat = game.meta.seats[0]
    before, after = game.view(turn.before, seat), game.view(turn.after, seat)
    picture = picture_file("map", draw_png(game.picture(after, turn.events)))
    seen = events_for(turn.events, seat)
    return reports.result(game, before, after, None, seen, Setting("bench", seat), (picture,))


class Sender:
    """A campaign whose letters go to one mailbox of the post office."""

    def __init__(self, office: Any, store: Store, report: Report):
        self.office = office
        self.store = store
        self.report = report
        self.judge = office.address("judge")
        self.player = office.address("oda", "players.test")
        self.count = 0
        self.context = ssl.create_default_context(cafile=office.ca)
        settings = Settings(address=self.judge, host="games.test")
        players = tuple(
            Player(seat, regent="steady")
            for seat in registry.find("samurai-swords").meta.seats[:SEATS]
        )
        plan = NewCampaign("bench", "samurai-swords", players, {}, settings)
        create(store, plan, NOW, secret=b"x" * 32)

    def queue(self, letters: int) -> None:
        """Let so many letters wait."""
        for _ in range(letters):
            self.count += 1
            letter = Letter(
                campaign_id=1,
                message_id=f"<bench.{self.count}@games.test>",
                kind="result",
                recipients=(self.player,),
                created=NOW,
                content=self.report,
            )
            queue_answer(self.store, letter)

    def ours(self) -> None:
        """Send what waits."""
        login = Login(self.judge, lambda: self.office.password)
        account = Account("localhost", self.office.submission, "starttls", login, self.office.ca)
        outbox = open_outbox(SmtpAccount(account, self.judge))
        assert all(each.what == "sent" for each in send_all(self.store, outbox, NOW))

    async def bare(self, mails: list[Mail]) -> None:
        """Send letters that lie ready, and nothing else."""
        smtp = aiosmtplib.SMTP(
            hostname="localhost",
            port=self.office.submission,
            start_tls=True,
            tls_context=self.context,
            username=self.judge,
            password=self.office.password,
            local_hostname="games.test",
        )
        async with smtp:
            for mail in mails:
                await smtp.sendmail(mail.sender, list(mail.recipients), mail.data)

    def pair(self, letters: int, ours_first: bool) -> tuple[float, float]:
        """Send letters in both ways; return the seconds of ours and of the bare loop."""
        self.queue(letters)
        mails = [
            write(self.store, unpack(self.store, each))
            for each in queries.letters_to_send(self.store)
        ]
        took = {}
        for mine in (ours_first, not ours_first):
            start = time.perf_counter()
            if mine:
                self.ours()
            else:
                asyncio.run(self.bare(mails))
            took[mine] = time.perf_counter() - start
            self.drain(letters)
        return took[True], took[False]

    def drain(self, letters: int) -> None:
        """Wait until all have arrived, and throw them away."""
        self.office.wait_for(self.player, letters, seconds=120)
        for path in (self.office.folder / "mail" / self.player).glob("*/*"):
            path.unlink()


def sending(letters: int, runs: int) -> tuple[str, str, str, str]:
    """Measure so many letters in so many pairs of runs; the ratio is the median of the pairs'."""
    what, goal = f"{letters} result letters with maps over SMTP", "≤ 1.3× the bare loop"
    sys.path.insert(0, str(ROOT / "tests"))
    from servers import installing
    from servers.office import PostOffice

    if lacking := installing.absent():
        return (what, "left out", ", ".join(lacking), goal)
    report = result_letter()
    office = PostOffice()
    try:
        office.start()
        with (
            tempfile.TemporaryDirectory() as home,
            open_store(Path(home) / "campaign.db", create=True) as store,
        ):
            sender = Sender(office, store, report)
            sender.pair(10, ours_first=True)
            pairs = [sender.pair(letters, number % 2 == 0) for number in range(runs)]
    finally:
        office.close()
    ours, bare = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    ratio = statistics.median(mine / other for mine, other in pairs)
    size = sum(len(each.data) for each in report.files) / 1000
    about = f"bare loop {bare:.1f} s, ratio {ratio:.2f}, map {size:.0f} KB"
    return (what, f"{ours:.1f} s", about, goal)


def unsendable(bad: int = 1000, games: int = 20) -> tuple[str, str, str, str]:
    """Measure a pass over letters that cannot be written, with one good one in each campaign.

    Each master must be told once, and the good letters go.
    """
    with (
        tempfile.TemporaryDirectory() as home,
        open_store(Path(home) / "campaign.db", create=True) as store,
    ):
        settings = Settings(address="judge@games.test", host="games.test", gm="gm@games.test")
        players = tuple(
            Player(seat, regent="steady")
            for seat in registry.find("samurai-swords").meta.seats[:SEATS]
        )
        for n in range(games):
            plan = NewCampaign(f"bench-{n}", "samurai-swords", players, {}, settings)
            create(store, plan, NOW, secret=b"x" * 32)
        outbox = open_outbox(f"{home}/out")
        list(send_all(store, outbox, NOW))
        for n in range(bad + games):
            to = "oda@players.test" if n >= bad else "no address"
            letter = Letter(
                campaign_id=n % games + 1,
                message_id=f"<bench.{n}@games.test>",
                kind="result",
                recipients=(to,),
                created=NOW,
                content=Report("a letter", "short\n", ""),
            )
            queue_answer(store, letter)
        start = time.perf_counter()
        posted = list(send_all(store, outbox, NOW))
        took = time.perf_counter() - start
        notes = store.count(Note, code="mail-trouble")
    went = sum(each.what == "sent" for each in posted)
    what = f"{bad:,} letters of {games} games that cannot be sent, {games} that can, one pass"
    return (what, f"{took:.2f} s", f"{went} went, {notes} notes", "one note a campaign")


def main() -> None:
    """Measure and print."""
    print(*unsendable(), sep="  ")
    given = [int(each) for each in sys.argv[1:]]
    letters, runs = (given + [500, 3][len(given) :])[:2]
    print(*sending(letters, runs), sep="  ")


if __name__ == "__main__":
    main()
