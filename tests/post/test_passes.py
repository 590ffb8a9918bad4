"""A pass over a full mailbox: the first answers go before the last letter is read."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox
from passing import StoppedClock, make_pass
from test_exchange import MemoryMailbox, orders

from adjudicator.post.passes import exchange
from adjudicator.post.transport.mailbox import Terms
from adjudicator.service import passes


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Three letters are many."""
    monkeypatch.setattr(exchange, "MANY", 3)
    monkeypatch.setattr(passes, "MANY", 3)


@pytest.fixture
def ready(post):
    """A game whose opening letters have gone."""
    deeds(post, MemoryMailbox(), MemoryOutbox())
    return post


def deeds(post, box, out, clock=None):
    return [each.what for each in make_pass(post.store, post.now, box, out=out, clock=clock)]


def test_answers_go_while_the_rest_is_read(ready):
    box, out = MemoryMailbox(orders(ready, 8)), MemoryOutbox()
    three = ["collected"] * 3 + ["sent"] * 3
    assert deeds(ready, box, out) == [*three, *three, *["collected"] * 2, *["sent"] * 2]
    assert len({mail.message_id for mail in out.mails}) == 8
    assert box.letters == {}


def test_few_letters_are_read_before_any_goes(ready):
    box = MemoryMailbox(orders(ready, 2))
    assert deeds(ready, box, MemoryOutbox()) == ["collected"] * 2 + ["sent"] * 2


def test_an_outbox_that_is_out_of_reach_is_left_alone_until_all_is_read(ready):
    box, out = MemoryMailbox(orders(ready, 8)), MemoryOutbox()
    out.breaks = OSError
    done = deeds(ready, box, out)
    assert (done.count("collected"), done.count("failed"), done.count("sent")) == (8, 2, 0)
    assert box.letters == {}
    out.breaks = None
    assert deeds(ready, MemoryMailbox(), out) == ["sent"] * 8


def test_a_slow_outbox_does_not_keep_letters_from_being_read(ready):
    clock = StoppedClock(ready.now)

    class Slow(MemoryOutbox):
        def send(self, mail):
            clock.seconds += 100
            return super().send(mail)

    class Mailbox(MemoryMailbox):
        def fetch(self, names, most):
            for raw in super().fetch(names, most):
                clock.seconds += 5
                yield raw

    box, out = Mailbox(orders(ready, 7)), Slow()
    turn = ["collected"] * 3 + ["sent"]
    assert deeds(ready, box, out, clock) == [*turn, *turn, "collected", *["sent"] * 5]


def test_the_limit_of_a_minute_holds_for_answers_too(ready):
    ready.wait(minutes=2)
    box, out = MemoryMailbox(orders(ready, 8)), MemoryOutbox(Terms(per_minute=4))
    assert deeds(ready, box, out).count("sent") == 4
    ready.wait(minutes=2)
    assert deeds(ready, MemoryMailbox(), out).count("sent") == 4


def test_a_pass_that_is_broken_off_while_answers_go_loses_nothing(ready):
    box, out = MemoryMailbox(orders(ready, 8)), MemoryOutbox()
    making = make_pass(ready.store, ready.now, box, out=out)
    while next(making).what != "sent":
        pass
    making.close()
    assert len(box.away) == 3
    ready.now += timedelta(minutes=10)
    assert deeds(ready, box, out).count("collected") == 5
    assert len(out.mails) == len({mail.message_id for mail in out.mails}) == 8
