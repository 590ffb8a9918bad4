"""The letter that the judge writes to itself each day, and what is said when it does not come."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.post.requests.pipeline import take
from adjudicator.post.transport.mailbox import Delivery
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration, Serve
from adjudicator.service.health import health
from adjudicator.service.worker import Worker
from adjudicator.store.records import LastPass

sys.path.append(str(Path(__file__).parents[1] / "post"))
from outboxes import MemoryOutbox

BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC)
ADDRESS = "judge@example.org"


class Hands(Clock):
    """A clock that is moved by hand."""

    moment, seconds = BEGIN, 0.0

    def now(self):
        return self.moment

    def ticks(self):
        return self.seconds

    def wait(self, **time):
        self.moment += timedelta(**time)
        self.seconds += timedelta(**time).total_seconds()


class Service:
    def __init__(self, store, **serve):
        self.store, self.clock, self.outbox = store, Hands(), MemoryOutbox()
        settings = Configuration(address=ADDRESS, serve=Serve(**serve))
        self.worker = Worker(store, settings, outbox=self.outbox, clock=self.clock)

    def look(self):
        return [(each.what, each.text) for each in self.worker.look()]

    def health(self):
        self.store.put(LastPass(1, self.clock.moment, "", 0))
        return health(self.store, self.clock.moment, timedelta(hours=1))


@pytest.fixture
def service(new_store):
    with new_store() as store:
        yield Service(store, letter_to_itself=True)


def test_a_letter_goes_each_day_and_once(service):
    for _ in range(3):
        service.look()
        service.clock.wait(hours=4)
    (mail,) = service.outbox.mails
    assert mail.recipients[0].startswith("judge+doctor-")
    service.clock.wait(hours=12)
    service.look()
    assert len(service.outbox.mails) == 2
    service.clock.wait(days=1)
    of_a_pass = Worker(
        service.store,
        service.worker.configuration,
        stays=False,
        outbox=service.outbox,
        clock=service.clock,
    )
    assert [*of_a_pass.finish()] == []
    assert len(service.outbox.mails) == 2


def test_health_tells_when_it_does_not_come_back_and_is_well_when_it_does(service):
    service.look()
    assert service.health().state == "well"
    service.clock.wait(hours=2)
    found = service.health()
    assert found.state == "ill"
    assert "a letter to itself 2 hours ago, and it has not come back" in found.findings[0]
    assert take(service.store, service.outbox.mails[0].data, service.clock.now()).disposition
    assert service.health().state == "well"
    service.clock.wait(hours=20)
    service.look()
    service.clock.wait(hours=2)
    assert service.health().state == "ill"


def test_one_that_went_before_midnight_is_missed_after_it(service):
    service.clock.wait(hours=11, minutes=30)
    service.look()
    service.clock.wait(hours=2)
    assert "a letter to itself 2 hours ago" in service.health().findings[0]


def test_somebody_elses_letter_is_not_the_one_that_came_back(service):
    service.look()
    service.clock.wait(hours=2)
    head = f"From: eve@example.com\nTo: {ADDRESS}\nMessage-ID: <1@eve>\n"
    subject = "Subject: Adjudicator tries its mailbox (doctor.000000000000)\n\nhello\n"
    take(service.store, f"{head}{subject}".encode(), service.clock.now())
    assert service.health().state == "ill"


def test_a_server_that_is_out_of_reach_is_told_of_and_tried_again(service):
    service.outbox.breaks = OSError
    assert [each for each, _ in service.look()] == ["failed"]
    service.outbox.breaks = None
    service.clock.wait(minutes=2)
    assert ("sent", f"the letter of the day to {ADDRESS}") in service.look()


def test_none_goes_where_none_is_wanted(new_store):
    with new_store() as store:
        service = Service(store)
        service.look()
        assert not service.outbox.mails
        service.clock.wait(hours=9)
        assert service.health().state == "well"


@pytest.mark.parametrize(("outcome", "fails"), [("unknown", False), ("refused", True)])
def test_one_that_may_have_gone_is_waited_for_and_one_that_was_refused_told(
    service, monkeypatch, outcome, fails
):
    def send(mail):
        return [Delivery(mail.recipients[0], outcome, "lost connection")]

    monkeypatch.setattr(service.outbox, "send", send)
    told = [text for what, text in service.look() if what == "failed"]
    assert bool(told) == fails
    service.clock.wait(hours=2)
    assert (service.health().state == "ill") != fails
