"""Letters through a real Postfix into a real Dovecot, and what comes back from there."""

import re
from datetime import timedelta

import pytest
from conftest import SECRET, START, Post
from servers_of_faults import Faults
from servers_of_faults import Post as FaultPost

from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.outbox import letters_to_send
from adjudicator.campaign.reach import why_out_of_reach
from adjudicator.post import sending
from adjudicator.post.accounts import Account, Login, SmtpAccount
from adjudicator.post.mailbox import open_outbox
from adjudicator.post.reading import read
from adjudicator.post.sending import send_all
from adjudicator.post.street import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Attempt, Bounce
from adjudicator.store.records import Settings


class Killed(BaseException):
    """The process is killed here."""


class Campaign(Post):
    """A game whose players have mailboxes at real servers."""

    def __init__(self, store, office, oda="", **more):
        self.store, self.office, self.name = store, office, "sekigahara"
        self.now, self.count = START, 0
        self.judge = office.address("judge")
        self.gm = office.address("gm", "players.test")
        self.oda = oda or office.address("oda", "players.test")
        players = (Player("Oda", self.oda, "Oda"), Player("Takeda", regent="steady"))
        settings = Settings(gm=self.gm, address=self.judge, host="games.test")
        create(store, Plan(self.name, "toy", players, {}, settings), START, secret=SECRET)

    def account(self, tls="starttls", *, login=None, timeout=20.0, **more):
        office = self.office
        port = office.submission if tls == "starttls" else office.submissions
        login = login or Login(self.judge, password=lambda: office.password)
        at = Account("localhost", port, tls, login, office.ca, timeout)
        return SmtpAccount(at, self.judge, **more)

    def send(self, account=None):
        return list(send_all(self.store, open_outbox(account or self.account()), self.now))

    def come_back(self, count=1, known=0):
        """Take what has come back to the judge since then."""
        there = self.office.wait_for(self.judge, known + count)[known:]
        return [take(self.store, raw, self.now).fate for raw in there]

    def seat(self):
        return queries.find_seat(self.store, self.campaign, "Oda")


@pytest.fixture
def at_work(store, post_office):
    return Campaign(store, post_office)


def test_letters_arrive_and_can_be_answered(at_work):
    assert [each.error for each in at_work.send()] == [""] * 3
    assert letters_to_send(at_work.store) == []
    (raw,) = at_work.office.wait_for(at_work.oda)
    letter = read(raw)
    assert letter.sender.address == at_work.judge
    name, domain = at_work.judge.split("@")
    assert re.fullmatch(rf"{name}\+b-1-[a-z2-7]{{8}}@{domain}", letter.return_path)
    assert letter.own_mark
    assert re.search(rb"\r?\nX-Auto-Response-Suppress: All\r?\n", raw)
    reply_to = re.search(rb"\nReply-To: (.+)", raw)[1].decode()
    assert at_work.token() in reply_to
    assert len(at_work.office.wait_for(at_work.gm, 2)) == 2


def test_a_token_logs_in_where_a_password_would(at_work):
    token = Login(at_work.judge, token=lambda: at_work.office.bearer(at_work.judge))
    assert [each.error for each in at_work.send(at_work.account("implicit", login=token))] == [
        ""
    ] * 3
    wrong = Login(at_work.judge, token=lambda: "no token")
    take(at_work.store, at_work.raw("status", sender=at_work.oda), at_work.now)
    with pytest.raises(OSError, match="the login was refused: 535"):
        at_work.send(at_work.account("implicit", login=wrong))


def test_a_recipient_whom_the_server_does_not_know(store, post_office):
    at_work = Campaign(store, post_office, oda="unknown@players.test")
    first, *others = at_work.send()
    assert "unknown@players.test: 550 5.1.1" in first.error
    assert [each.error for each in others] == [""] * 2
    assert [each.kind for each in store.rows(Bounce)] == ["failed"]
    assert at_work.notes() == ["bounced"]


def test_a_letter_that_comes_back_from_another_server_marks_the_seat(store, post_office):
    """Real reports of Postfix on delivery, of a server that knows nobody."""
    at_work = Campaign(store, post_office, oda="nobody@away.test")
    faults = Faults()
    faults.recipients = {"nobody": "550 5.1.1 no such user here"}
    away = FaultPost(faults, port=post_office.away)
    away.start()
    try:
        assert [each.error for each in at_work.send()] == [""] * 3
        (fate,) = at_work.come_back()
        assert (fate.outcome, fate.code, fate.seat) == ("ignored", "bounce", "Oda")
        assert "nobody@away.test could not be reached (550 5.1.1 no such user here)" in fate.why
        assert why_out_of_reach(store, at_work.seat()) is None
        elsewhere = post_office.address("oda", "players.test")
        take(store, at_work.raw("status", sender=elsewhere), at_work.now)
        at_work.send()
        (fate,) = at_work.come_back(known=1)
        assert fate.code == "bounce"
    finally:
        away.stop()
    assert at_work.notes() == ["bounced", "unreachable"]
    since, why = why_out_of_reach(store, at_work.seat())
    assert (since, why) == (at_work.now, "550 5.1.1 no such user here")


def test_a_process_that_dies_after_the_letter_went_sends_no_second_one(at_work, monkeypatch):
    """It is sent to ourselves, too; the copy tells the next pass that it went."""
    account = at_work.account(confirm="copy", confirm_wait=timedelta(minutes=15))

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(sending._Way, "end", killed)
        with pytest.raises(Killed):
            at_work.send(account)
    (attempt,) = at_work.store.rows(Attempt)
    assert (attempt.recipient, attempt.state) == (at_work.oda, "begun")
    at_work.wait(minutes=1)
    assert len(at_work.send(account)) == 2  # the others
    fates = at_work.come_back(3)
    assert [(each.outcome, each.code) for each in fates] == [("ignored", "copy")] * 3
    assert letters_to_send(at_work.store) == []
    assert at_work.notes() == []
    at_work.wait(days=1)
    assert at_work.send(account) == []
    assert len(at_work.office.letters(at_work.oda)) == 1


def test_a_server_that_is_gone_costs_nothing(at_work):
    with at_work.office.gone("postfix"), pytest.raises(OSError, match=r"localhost|refused"):
        at_work.send()
    assert at_work.store.rows(Attempt) == []
    assert [each.error for each in at_work.send()] == [""] * 3


def test_a_server_that_hangs_is_left_alone(at_work):
    with (
        at_work.office.hang("postfix"),
        pytest.raises(OSError, match=r"[Tt]imed out|timeout|too long"),
    ):
        at_work.send(at_work.account(timeout=0.3))
    assert at_work.store.rows(Attempt) == []
    assert [each.error for each in at_work.send()] == [""] * 3
    assert len(at_work.office.wait_for(at_work.oda)) == 1
