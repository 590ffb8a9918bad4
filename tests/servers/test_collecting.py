"""Letters at a real IMAP server are taken whatever happens: never missed, never twice."""

import os
import signal
import time
from collections import Counter
from datetime import UTC, datetime

import pytest

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.passes import exchange
from adjudicator.post.passes.exchange import take_all
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import Account, ImapAccount, Login
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Disposition
from adjudicator.store.records import Seat, Settings, Submission


class Game:
    """A game whose orders are mailed to an address at the server."""

    def __init__(self, office, folder):
        self.office = office
        self.address = office.address()
        self.db = folder / "campaign.db"
        players = tuple(Player(each, f"{each}@players.test", each) for each in ("Oda", "Takeda"))
        settings = Settings(gm="gm@players.test", address=self.address, host="games.test")
        with open_store(self.db, create=True) as store:
            plan = NewCampaign("x", "ikusa", (*players, Player("Mori", "", "")), {}, settings)
            create(store, plan, datetime.now(UTC))
            campaign = queries.find_campaign(store, "x")
            self.token = token(store.find(Seat, campaign_id=campaign.id, name="Oda"))

    def mailbox(self):
        login = Login(self.address, lambda: self.office.password)
        account = Account("localhost", self.office.imap, "clear", login)
        return ImapMailbox(ImapAccount(account))

    def order_mails(self, count):
        to = self.address.replace("@", f"+{self.token}@")
        return [
            f"From: oda@players.test\nTo: {to}\nMessage-ID: <{n}@players.test>\n\n"
            f"# {n}\nready\n".encode()
            for n in range(count)
        ]

    def lying(self, folder="INBOX"):
        return len(self.office.letters(self.address, folder))


@pytest.fixture
def game(imap_office, tmp_path):
    return Game(imap_office, tmp_path)


class Pass:
    """A pass over the mailbox in a process of its own, which says what it does."""

    def __init__(self, game):
        reads, writes = os.pipe()
        self.number = os.fork()
        if not self.number:
            try:
                with open(writes, "w", buffering=1) as said:
                    self._make(game, said)
            finally:
                os._exit(0)
        os.close(writes)
        self.said = os.fdopen(reads)

    def _make(self, game, said):
        mailbox = game.mailbox()
        with open_store(game.db) as store, store.claim(mailbox.name) as is_mine:
            for each in take_all(store, mailbox, datetime.now(UTC)) if is_mine else ():
                print(each.what, file=said)
            print("done" if is_mine else "busy", file=said)

    def signal(self, number):
        os.kill(self.number, number)

    def end(self):
        """Return the last that it said, if anything."""
        with self.said:
            last = [*self.said][-1:]
        os.waitpid(self.number, 0)
        return "".join(last).strip()


def was_taken_once(game, count):
    """All letters were taken, each once, and lie in Done, each once."""
    ids = Counter(
        line
        for raw in game.office.letters(game.address, "Done")
        for line in raw.splitlines()
        if line.startswith(b"Message-ID:")
    )
    assert (len(ids), set(ids.values())) == (count, {1})
    assert game.lying() == 0
    with open_store(game.db) as store:
        dispositions = Counter(each.letter for each in store.rows(Disposition))
        assert (len(dispositions), set(dispositions.values())) == (count, {1})
        assert store.count(Submission, source="<7@players.test>") == 1


def test_passes_that_are_killed_at_any_moment_take_each_letter_once(game, monkeypatch):
    """Another has nothing to do while one is at work."""
    monkeypatch.setattr(exchange, "MANY", 4)
    game.office.fill(game.address, game.order_mails(16), time.time() - 60)
    for letters in (1, 3, 4):  # around the moments in which letters are put away
        one = Pass(game)
        for _ in range(letters):
            one.said.readline()
        if letters == 1:
            one.signal(signal.SIGSTOP)
            assert Pass(game).end() == "busy"
        one.signal(signal.SIGKILL)
        assert one.end() != "done"
    assert Pass(game).end() == "done"
    was_taken_once(game, 16)


def test_a_server_that_is_killed_in_the_middle_costs_nothing(game):
    game.office.fill(game.address, game.order_mails(12), time.time() - 60)
    mailbox = game.mailbox()
    with open_store(game.db) as store:
        taking = take_all(store, mailbox, datetime.now(UTC))
        with game.office.gone("dovecot"):
            pass
        next(taking, None)
        list(taking)
        mailbox._next_try = 0
        list(take_all(store, mailbox, datetime.now(UTC)))
    mailbox.close()
    was_taken_once(game, 12)
