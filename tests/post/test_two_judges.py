"""Judges, answering programs and mail servers that write to each other: it must die out.

Two services play in each other's games under their own addresses, seats are held by programs that
answer every letter, and letters to nowhere come back, over gateways that leave the header as it is
or take all out of it by which a program can be known.
"""

import re
from email import message_from_bytes
from email.policy import compat32

import pytest
from outboxes import MemoryOutbox
from test_bounces import DSN

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Player
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders import limits
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Disposition
from adjudicator.store.records import Settings

LONGEST = 120
"""Rounds of mail, of a minute each; those of an endless exchange would be more."""
KEPT = ("from", "to", "cc", "reply-to", "subject", "message-id", "date", "in-reply-to")


class Net:
    """Mail servers between two judges, programs that answer, and addresses of nobody."""

    def __init__(self, judges, strips, robot):
        self.judges = judges
        self.strips = strips
        self.robot = robot
        self.waits = []
        self.count = 0
        self.said = 0

    def collect(self):
        """Take what the judges send."""
        for judge in self.judges.values():
            out = MemoryOutbox()
            list(send_all(judge.store, out, judge.now))
            for mail in out.mails:
                self.count += 1
                self.waits += [(mail.sender, each, mail.data) for each in mail.recipients]

    def deliver(self):
        """Bring every letter that waits to whom it is for; say if there was any."""
        there, self.waits = self.waits, []
        for sender, recipient, data in there:
            domain = recipient.rpartition("@")[2]
            if domain in self.judges:
                raw = self._through_gateway(sender, recipient, data)
                judge = self.judges[domain]
                take(judge.store, raw, judge.now)
            elif domain == "robots.example":
                self._let_answer(sender, recipient, data)
            elif domain == "nowhere.example" and sender:
                self._bounce(sender, recipient, data)
        for judge in self.judges.values():
            judge.wait(minutes=1)
        return bool(there)

    def _through_gateway(self, sender, recipient, data):
        letter = message_from_bytes(data, policy=compat32)
        if self.strips:
            for name in {*map(str.lower, dict(letter))} - {*KEPT}:
                if name[:8] not in ("content-", "mime-ver"):
                    del letter[name]
        head = f"Return-Path: <{sender}>\nDelivered-To: {recipient}\nReceived: by x\n"
        return head.encode() + letter.as_bytes()

    def _let_answer(self, sender, robot, data):
        """Answer a letter, as a careless program does: to whom it says, with all it quotes."""
        letter = message_from_bytes(data, policy=compat32)
        reply_to = letter["Reply-To"] if self.robot != "to From" else None
        to = reply_to or letter["From"]
        self.said += 1
        words = {"in words": "Thank you for your mail!\n", "orders": "hide 3\nready\n"}
        quoted = f"\nOn Friday somebody wrote:\n{data.decode()}"
        said = words.get(self.robot, "I am away.\n") + quoted
        head = f"From: {robot}\nTo: {to}\nSubject: Re: {letter['Subject'] or ''}\n"
        head += f"Message-ID: <robot-{self.said}@robots.example>\n"
        body = re.sub(r"(?m)^", "> ", said) if self.robot == "quotes alone" else said
        address = re.search(r"[^\s<>]+@[^\s<>]+", to)[0]
        self.waits.append((robot, address, (head + "\n" + body).encode()))

    def _bounce(self, sender, recipient, data):
        self.said += 1
        quoted = message_from_bytes(data, policy=compat32)["Message-ID"]
        facts = {"to": sender, "who": recipient, "id": self.said, "quoted": quoted}
        text = DSN.replace("relay.example", "nowhere.example").format(**facts, action="failed")
        self.waits.append(("", sender, text.encode()))

    def run(self):
        """Let them write until nothing goes any more; return after how many rounds."""
        for number in range(LONGEST):
            self.collect()
            if not self.deliver():
                return number
        raise AssertionError(f"{self.count} letters, and no end")


@pytest.fixture
def judges(new_store, post_class, tmp_path):
    """Two judges: in each other's games they play Oda, and are the game master of the other."""
    with new_store() as one, open_store(tmp_path / "other.db", create=True) as other:
        there = {}
        for store, own, rival in ((one, "a", "b"), (other, "b", "a")):
            at, other_at = f"game@{own}.example", f"game@{rival}.example"
            settings = Settings(gm=other_at, address=at, host=f"{own}.example")
            there[f"{own}.example"] = post_class(store, f"game-{own}", settings, oda=other_at)
        yield there


def give_takeda(judge, address):
    commit(judge.store, judge.campaign, judge.now, hand_over, Player("Takeda", address))


@pytest.mark.parametrize("strips", [False, True], ids=["as sent", "stripped"])
def test_two_judges_that_play_with_each_other_fall_silent(judges, strips):
    net = Net(judges, strips, "")
    assert net.run() < 10
    for judge in judges.values():
        adjudicate(judge.store, judge.name, judge.now)
    assert net.run() < 10
    first = net.count
    judges["a.example"].wait(days=1)
    judges["b.example"].wait(days=1)
    assert net.run() < 10
    assert net.count == first
    for judge in judges.values():
        assert judge.stands("Oda") is None


@pytest.mark.parametrize("robot", ["to From", "in words", "quotes alone", "orders"])
def test_a_program_that_answers_every_letter_is_not_answered_for_ever(judges, robot, monkeypatch):
    few = {"receipt": 4, "answer": 4, "refusal": 2}
    for name, most in {"MOST_OF_SEAT": few, "MOST_ELSEWHERE": 4, "MOST_NOTES": 3}.items():
        monkeypatch.setattr(limits, name, most)
    judge = judges["a.example"]
    give_takeda(judge, "takeda@robots.example")
    net = Net(judges, True, robot)  # so that it does not know the judge's letters
    net.run()
    most = sum(few.values()) + 4 + 2 * 3 + 20
    assert net.count <= most
    assert net.said <= most
    first = net.count
    judge.wait(days=2)
    assert net.run() < 3  # nobody begins anew
    assert net.count == first


@pytest.mark.parametrize("strips", [False, True], ids=["as sent", "stripped"])
def test_bounces_and_bounces_of_bounces_are_not_answered(judges, strips):
    for judge in judges.values():
        give_takeda(judge, "takeda@nowhere.example")
    net = Net(judges, strips, "")
    assert net.run() < 10
    judge = judges["a.example"]
    codes = {each.code for each in judge.store.rows(Disposition)}
    known = {"bounce", "own-mark", "return-path", "no-token", "no-seat", "automatic", "repeated"}
    assert codes <= known
    for disposition in judge.store.rows(Disposition):
        assert disposition.code != "bounce" or disposition.answered == ()
