"""Four players, a judge, and rounds of a game that are always the same: by mail, or at once.

What the players order follows from the position alone, so that every run must lead to the
same positions by the same dice, whatever happens on the way.
"""

import smtplib
import ssl
import time
from datetime import UTC, datetime
from email.parser import BytesParser

from passing import carry_out_all_due

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.chance import Stream
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Disposition, Letter
from adjudicator.store.records import Adjudication, Campaign, Settings, Submission

SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
SECRET = b"a secret of 32 bytes, as it were"
GAME = "samurai-swords"
OPTIONS = {"war": "together"}
PATIENCE = 120


class Table:
    """A game in a database, and its players' addresses."""

    def __init__(self, folder, address="judge@games.test", players=None, rounds=1):
        self.rounds = rounds
        self.db = folder / "campaign.db"
        self.address = address
        self.players = players or {s: f"{s.casefold()}@players.test" for s in SEATS}
        settings = Settings(address=address, host="games.test", gm="gm@players.test")
        people = tuple(Player(seat, self.players[seat], seat) for seat in SEATS)
        plan = NewCampaign("friday", GAME, people, OPTIONS, settings)
        with open_store(self.db, create=True) as store:
            create(store, plan, datetime.now(UTC), secret=SECRET)

    def campaign(self, store):
        return store.find(Campaign, name="friday")

    def head(self):
        with open_store(self.db) as store:
            return queries.head(store, self.campaign(store))

    def mails(self):
        """Return the order mails of the phase that waits, by seat."""
        with open_store(self.db) as store:
            campaign = self.campaign(store)
            head = queries.head(store, campaign)
            game, position = campaign.game, campaign.game.decode(head.position)
            tokens = {seat.name: token(seat) for seat in queries.seats(store, campaign)}
        local, _, domain = self.address.partition("@")
        regent = game.regent("steady")
        return {
            seat: (
                f"From: {seat} <{self.players[seat]}>\r\n"
                f"To: {local}+{tokens[seat]}@{domain}\r\n"
                f"Message-ID: <{head.opens.key.replace(' ', '-')}.{seat}@players.test>\r\n"
                f"Subject: {head.opens.key}\r\n\r\n"
                f"{regent.orders(game.view(position, seat), seat, Stream(seat.encode()))}\nready\n"
            ).encode()
            for seat in head.opens.must
        }

    def play_at_once(self):
        """Play without any mail server, and without any trouble."""
        with open_store(self.db) as store:
            while not self._is_over(queries.head(store, self.campaign(store))):
                for mail in self.mails().values():
                    assert take(store, mail, datetime.now(UTC)).outcome == "taken"
                now = datetime.now(UTC)
                list(carry_out_all_due(store, now, now))

    def play_by_mail(self, send):
        """Let each player send his orders when his phase has opened, until all is played."""
        while not self._is_over(head := self.head()):
            for seat, mail in self.mails().items():
                send(seat, mail)
            self.wait_until(lambda head=head: self.head().serial > head.serial)

    def _is_over(self, head):
        return head.opens.over or head.opens.round > self.rounds

    def wait_until_sent(self):
        """Wait until no letter waits any more."""

        def is_sent():
            with open_store(self.db) as store:
                return not any(queries.letters_to_send(store))

        self.wait_until(is_sent)

    def wait_until(self, is_so):
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, f"it still waits in {self.head().opens.key}"
            time.sleep(0.05)

    def story(self):
        """Return all that happened to the game: each phase with its orders, dice and outcome."""
        with open_store(self.db) as store:
            return [
                (each.phase, each.orders, each.fingerprint, each.key, each.draws, each.position)
                for each in store.rows(Adjudication, order="serial")
            ]

    def submissions(self):
        """Return how often orders of a seat were entered, by phase and seat."""
        with open_store(self.db) as store:
            found = [(each.phase, each.seat) for each in store.rows(Submission)]
        return {each: found.count(each) for each in found}

    def taken(self):
        """Return how often each order mail was taken."""
        with open_store(self.db) as store:
            found = [each.letter for each in store.rows(Disposition, outcome="taken")]
        return {each: found.count(each) for each in found}

    def letters_to(self, seat):
        """Return the Message-IDs of the letters that were written to a seat's player."""
        with open_store(self.db) as store:
            there = store.rows(Letter)
        return {each.message_id for each in there if self.players[seat] in each.recipients}


def submit(office, sender, mail):
    """Send a letter as a player does: through the server, with TLS and a login."""
    to = BytesParser().parsebytes(mail)["To"]
    context = ssl.create_default_context(cafile=office.ca)
    with smtplib.SMTP_SSL("localhost", office.submissions, context=context) as smtp:
        smtp.login(sender, office.password)
        smtp.sendmail(sender, [to], mail)


def message_id(raw):
    return BytesParser().parsebytes(raw, headersonly=True)["Message-ID"]
