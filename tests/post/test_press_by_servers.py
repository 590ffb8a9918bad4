"""Press, its answer, a vote and an absence through a real Postfix and a real Dovecot."""

import smtplib
import ssl
from email import message_from_bytes, policy
from email.message import EmailMessage

import msgspec
import pytest
import toy
from conftest import START, Post

from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.post.transport.mailbox import Account, Login, SmtpAccount
from adjudicator.post.transport.opening import open_outbox
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

WORDS = "the-heron-flies-at-dawn"


class Town(Post):
    """A game whose players answer from mail programs of their own."""

    def __init__(self, store, office):
        self.store, self.office, self.name = store, office, "sekigahara"
        self.now, self.count = START, 0
        self.judge = office.address("judge")
        self.taken = 0
        seats = {seat: office.address(seat.lower(), "players.test") for seat in ("Oda", "Takeda")}
        self.homes, self.seen = seats, {seat: set() for seat in seats}
        players = tuple(Player(seat, at, f"{seat} player") for seat, at in seats.items())
        settings = Settings(address=self.judge, host="games.test", deadline="every 3 days at 20:00")
        create(store, NewCampaign(self.name, "toy", players, {}, settings), START)

    def login(self, who):
        return Login(who, lambda: self.office.password)

    def deliver(self):
        """Send what waits; return the new letters of each seat, as its mail program shows them."""
        office = self.office
        at = Account(
            "localhost", office.submissions, "implicit", self.login(self.judge), office.ca, 20.0
        )
        waits = self.store.query(Letter, " WHERE sent IS NULL AND recipients <> '[]'")
        posted = list(send_all(self.store, open_outbox(SmtpAccount(at, self.judge)), self.now))
        assert [each.text for each in posted if each.what != "sent"] == []
        new = {}
        for seat, home in self.homes.items():
            count = sum(home in each.recipients for each in waits)
            raw = office.wait_for(home, len(self.seen[seat]) + count)
            there = [message_from_bytes(each, policy=policy.default) for each in raw]
            new[seat] = [each for each in there if each["Message-ID"] not in self.seen[seat]]
            self.seen[seat] |= {each["Message-ID"] for each in new[seat]}
        return new

    def answer(self, seat, letter, body):
        """Answer a letter as a mail program does, through the player's own server; take it."""
        reply = EmailMessage()
        reply["From"] = self.homes[seat]
        reply["To"] = letter["Reply-To"] or letter["From"]
        reply["Subject"] = f"Re: {letter['Subject']}"
        reply["Date"] = self.now
        reply["Message-ID"] = f"<{self.taken}.{seat}@players.test>"
        reply["In-Reply-To"] = letter["Message-ID"]
        quoted = letter.get_body(("plain",)).get_content()
        reply.set_content(body + "\n\n" + "".join(f"> {each}\n" for each in quoted.splitlines()))
        with smtplib.SMTP("localhost", self.office.submission) as server:
            server.starttls(context=ssl.create_default_context(cafile=self.office.ca))
            server.login(self.homes[seat], self.office.password)
            server.send_message(reply)
        self.taken += 1
        there = self.office.wait_for(self.judge, self.taken)
        (raw,) = [each for each in there if reply["Message-ID"].encode() in each]
        return take(self.store, raw, self.now).disposition


@pytest.fixture
def town(store, post_office, monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw",))
    monkeypatch.setattr(toy.Game, "meta", meta)
    return Town(store, post_office)


def test_players_write_vote_and_go_away_from_their_mail_programs(town):
    opening = {seat: each for seat, (each,) in town.deliver().items()}
    disposition = town.answer("Oda", opening["Oda"], f"press to Takeda\n{WORDS}\nendpress\nhide 3")
    assert (disposition.outcome, town.stands("Oda")) == ("taken", "hide 3")
    (press,) = town.deliver()["Takeda"]
    assert press["Reply-To"] is None
    assert press["From"].addresses[0].addr_spec == town.judge
    raw = press.as_string()
    assert WORDS in raw
    assert town.token("Oda") not in raw
    assert town.token("Takeda") not in raw
    assert town.homes["Oda"] not in raw

    disposition = town.answer("Takeda", press, "So be it.")
    assert (disposition.outcome, disposition.code, disposition.proven) == (
        "answered",
        "press",
        False,
    )
    (answer,) = town.deliver()["Oda"]
    assert answer["In-Reply-To"] == "<0.Oda@players.test>"
    assert "So be it." in answer.get_body(("plain",)).get_content()
    assert WORDS not in answer.as_string()

    disposition = town.answer("Takeda", opening["Takeda"], "absence 2026-11-22 to 2026-11-24")
    assert disposition.outcome == "answered"
    assert "Takeda is away" in town.deliver()["Oda"][0]["Subject"]
    assert town.answer("Oda", opening["Oda"], "draw").outcome == "answered"
    (proposal,) = town.deliver()["Takeda"]
    assert town.answer("Takeda", proposal, "vote yes").outcome == "answered"
    assert town.campaign.ended
    subjects = [each["Subject"] for each in town.deliver()["Oda"]]
    assert "[sekigahara] The game is over: a draw" in subjects
