"""Letters through a real Postfix into a real Dovecot, and what comes back from there."""

import re

import pytest
from passing import waiting_letters
from servers_of_faults import Faults, Post

from adjudicator.campaign.letters.delivery import why_out_of_reach
from adjudicator.post.incoming import headers
from adjudicator.post.incoming.reading import read
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.post.transport.mailbox import Account, Login, SmtpAccount
from adjudicator.post.transport.opening import open_outbox
from adjudicator.store.letter_records import Bounce
from adjudicator.store.records import Seat, Settings


class Killed(BaseException):
    """The process is killed here."""


class AtWork:
    """A game whose players have mailboxes at real servers."""

    def __init__(self, post_class, store, office):
        self.store, self.office, self.post_class = store, office, post_class
        self.judge = office.address("judge")
        self.gm = office.address("gm", "players.test")
        self.seen = []

    def begin(self, oda=""):
        """Begin a game in which Oda alone gets letters."""
        oda = oda or self.office.address("oda", "players.test")
        settings = Settings(gm=self.gm, address=self.judge, host="games.test")
        post = self.post_class(self.store, settings=settings, oda=oda)
        self.store.write("UPDATE letter SET sent = created WHERE seat = 'Takeda'")
        return post

    def account(self, tls="starttls", *, login=None, timeout=20.0, **more):
        office = self.office
        port = office.submission if tls == "starttls" else office.submissions
        login = login or Login(self.judge, lambda: office.password)
        at = Account("localhost", port, tls, login, office.ca, timeout)
        return SmtpAccount(at, self.judge, **more)

    def send(self, post, account=None):
        return list(send_all(self.store, open_outbox(account or self.account()), post.now))

    def come_back(self, post, count=1):
        """Take what has come back to the judge since the last time."""
        there = self.office.wait_for(self.judge, len(self.seen) + count)
        new = [raw for raw in there if raw not in self.seen]
        self.seen += new
        return [take(self.store, raw, post.now).disposition for raw in new]


@pytest.fixture
def at_work(store, post_office, post_class):
    return AtWork(post_class, store, post_office)


def test_letters_arrive_and_can_be_answered(at_work):
    post = at_work.begin()
    assert [each.what for each in at_work.send(post)] == ["sent"] * 3
    assert waiting_letters(at_work.store) == []
    (raw,) = at_work.office.wait_for(post.oda)
    letter = read(raw)
    assert letter.sender.address == at_work.judge
    name, domain = at_work.judge.split("@")
    sent_from = headers.split(raw.replace(b"\r\n", b"\n"))[0].one("return-path").strip("<>")
    assert re.fullmatch(rf"{name}\+b-[a-z2-7]{{13}}@{domain}", sent_from)
    assert letter.sign.code == "own-mark"
    assert re.search(rb"\r?\nX-Auto-Response-Suppress: All\r?\n", raw)
    assert post.token() in re.search(rb"\nReply-To: (.+)", raw)[1].decode()
    assert len(at_work.office.wait_for(at_work.gm, 2)) == 2


def test_a_token_logs_in_where_a_password_would(at_work):
    post = at_work.begin()
    token = Login(at_work.judge, lambda: at_work.office.bearer(at_work.judge), is_token=True)
    sent = at_work.send(post, at_work.account("implicit", login=token))
    assert [each.what for each in sent] == ["sent"] * 3
    wrong = Login(at_work.judge, lambda: "no token", is_token=True)
    take(at_work.store, post.raw("status", sender=post.oda), post.now)
    with pytest.raises(OSError, match="the login was refused: 535"):
        at_work.send(post, at_work.account("implicit", login=wrong))


def test_a_recipient_whom_the_server_does_not_know(at_work):
    post = at_work.begin(oda="unknown@players.test")
    first, *others = at_work.send(post)
    assert "unknown@players.test: 550 5.1.1" in first.text
    assert [each.what for each in others] == ["sent"] * 3  # the last one tells the game master
    assert [each.kind for each in at_work.store.rows(Bounce)] == ["failed"]
    assert post.notes() == ["bounced"]


def test_a_letter_that_comes_back_from_another_server_marks_the_seat(at_work):
    """Real reports of Postfix on delivery, of a server that knows nobody."""
    post, store = at_work.begin(oda="nobody@away.test"), at_work.store
    seat = store.find(Seat, campaign_id=post.campaign.id, name="Oda")
    faults = Faults()
    faults.recipients = {"nobody": "550 5.1.1 no such user here"}
    away = Post(faults, port=at_work.office.away)
    away.start()
    try:
        assert [each.what for each in at_work.send(post)] == ["sent"] * 3
        (disposition,) = at_work.come_back(post)
        assert (disposition.outcome, disposition.code, disposition.seat) == (
            "ignored",
            "bounce",
            "Oda",
        )
        assert (
            "nobody@away.test could not be reached (550 5.1.1 no such user here)" in disposition.why
        )
        assert why_out_of_reach(store, seat) is None
        elsewhere = at_work.office.address("oda", "players.test")
        take(store, post.raw("status", sender=elsewhere), post.now)
        at_work.send(post)
        (disposition,) = at_work.come_back(post)
        assert disposition.code == "bounce"
    finally:
        away.stop()
    assert post.notes() == ["bounced", "unreachable"]
    assert why_out_of_reach(store, seat) == (post.now, "550 5.1.1 no such user here")
