"""Letters over SMTP: several are on their way at once."""

from contextlib import nullcontext
from datetime import timedelta
from itertools import islice

import pytest
from outboxes import MemoryOutbox, is_done, letter_to, states
from servers_of_faults import Faults, Post

from adjudicator.post.passes.sending import send_all
from adjudicator.post.transport.accounts import Account, SmtpAccount
from adjudicator.post.transport.mailbox import Terms, open_outbox


@pytest.fixture
def server():
    server = Post(Faults())
    server.start()
    yield server
    server.stop()


def outbox_at(server, **more):
    account = Account("127.0.0.1", server.port, "clear")
    return open_outbox(SmtpAccount(account, "game@x.test", **more))


def test_greylisting_costs_one_pause(empty, server):
    out = outbox_at(server)
    letter_to(empty, "oda@example.org")
    server.handler.recipients = {"oda": "450 4.2.0 greylisted"}
    (posted,) = send_all(empty.store, out, empty.now)
    assert posted.error == "oda@example.org: 450 4.2.0 greylisted"
    assert posted.delayed
    server.handler.recipients = {}
    assert list(send_all(empty.store, out, empty.now + timedelta(minutes=4))) == []
    (posted,) = send_all(empty.store, out, empty.now + timedelta(minutes=6))
    assert posted.error == ""
    assert empty.notes() == []
    assert len(server.handler.taken) == 1


def test_a_pass_that_is_stopped_has_entered_the_letter_that_was_on_its_way_beside(empty, server):
    """None stays begun, for that would go again."""
    there = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(30)]
    sending = send_all(empty.store, outbox_at(server), empty.now)
    for _ in range(15):
        next(sending)
    sending.close()
    states_there = [states(empty, each) for each in there]
    assert all(set(each.values()) <= {"sent"} for each in states_there)
    went = [n for n, each in enumerate(there) if is_done(empty, each)]
    assert 15 <= len(went) <= 16
    arrived = sorted(to for _, to, _ in server.handler.taken)
    assert arrived == sorted((f"p{n}@example.org",) for n in went)


def test_a_server_gets_nothing_of_a_game_that_has_moved(empty, server, monkeypatch):
    letters = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(20)]
    monkeypatch.setattr(
        "adjudicator.post.passes.sending.has_moved", lambda *_: len(server.handler.taken) >= 11
    )
    with pytest.raises(OSError, match="a move to another database"):
        list(send_all(empty.store, outbox_at(server), empty.now))
    assert len(server.handler.taken) in (11, 12)  # one may have been on its way beside
    assert sum(is_done(empty, each) for each in letters) == len(server.handler.taken)


class InPairs(MemoryOutbox):
    """An outbox that asks for two letters before it begins either."""

    def session(self):
        return nullcontext(self.send_pairs)

    def send_pairs(self, letters):
        source = iter(letters)
        while pair := list(islice(source, 2)):
            for mail, begin in pair:
                yield mail, self.send(mail, begin)


@pytest.mark.parametrize("most", [3, 4])
def test_letters_side_by_side_are_no_more_than_the_account_may_send(empty, most):
    empty.now += timedelta(days=1, minutes=1)
    for n in range(8):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = InPairs(terms=Terms(per_minute=most))
    assert len(list(send_all(empty.store, out, empty.now))) == len(out.mails) == most


def test_an_outage_with_two_letters_on_their_way_costs_neither_a_pause(empty, server):
    there = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(30)]
    server.handler.before_mail = [""] * 20 + ["550 5.4.5 Daily sending quota"] * 9
    with pytest.raises(OSError, match="Daily sending quota"):
        list(send_all(empty.store, outbox_at(server), empty.now))
    assert len(server.handler.taken) == sum(is_done(empty, each) for each in there) == 20
    server.handler.before_mail = []
    assert len(list(send_all(empty.store, outbox_at(server), empty.now))) == 10
    assert len(server.handler.taken) == 30
