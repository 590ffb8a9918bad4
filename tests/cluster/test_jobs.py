"""Jobs: hints to workers, each there with the change that it is about or not at all."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.phases.deadlines import move_deadline
from adjudicator.cluster.queue import make_queue
from adjudicator.cluster.tasks import AGAIN, Lookout
from adjudicator.post.transport.watermarks import SETTLE
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.load import load
from adjudicator.store.records import Due
from adjudicator.store.waking import adjudicate_job, has_queue, send_job, wake

BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC)


def waiting(store):
    sql = "SELECT queueing_lock FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id"
    return [key for (key,) in store.select(sql)]


def is_over(at):
    at.set_deadline(at.now, "moved")


@pytest.mark.postgresql_alone
def test_a_change_that_makes_something_due_wakes_a_worker(queue, game):
    campaign = game()
    assert waiting(queue) == [f"send {campaign.id}"]
    commit(queue, campaign, BEGIN, is_over)
    assert f"adjudicate {campaign.id}" in waiting(queue)


@pytest.mark.postgresql_alone
def test_what_becomes_due_later_wakes_nobody_yet(queue, game):
    campaign = game()
    move_deadline(queue, campaign, BEGIN, BEGIN + timedelta(hours=1))
    assert waiting(queue) == [f"send {campaign.id}"]


@pytest.mark.postgresql_alone
def test_a_job_is_there_with_its_change_or_not_at_all(queue, game, place):
    campaign = game()
    before = waiting(queue)
    with open_store(place) as other:

        def fail():
            with queue.atomic():
                commit(queue, campaign, BEGIN, is_over)
                assert len(waiting(queue)) == len(before) + 1
                assert waiting(other) == before  # nobody is woken for what is not there yet
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert waiting(other) == before


@pytest.mark.postgresql_alone
def test_of_one_thing_one_job_waits(queue, game):
    campaign = game()
    for _ in range(3):
        wake(queue, adjudicate_job(campaign.id), send_job())
    with queue.atomic(campaign.id):
        wake(queue, adjudicate_job(campaign.id), campaign_id=campaign.id)
        queries.put_due(queue, campaign, [])  # the transaction has not failed by that
    assert waiting(queue) == ["send 1", "adjudicate 1", "send 0"]
    assert queue.rows(Due) == []


@pytest.mark.postgresql_alone
def test_without_workers_nobody_is_woken(store, game):
    campaign = game()
    commit(store, campaign, BEGIN, is_over)
    assert not has_queue(store)
    make_queue(store)
    make_queue(store)
    assert waiting(store) == []


@pytest.mark.postgresql_alone
def test_two_workers_make_the_queue_once(store, place):
    failed = []

    def make(other):
        try:
            make_queue(other)
        except Exception as error:
            failed.append(error)

    with open_store(place) as one, open_store(place) as two:
        assert [has_queue(each) for each in (one, two)] == [False, False]  # each finds so
        with store.atomic():
            both = [threading.Thread(target=make, args=(each,)) for each in (one, two)]
            for each in both:
                each.start()
            waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            while store.select(waiting) != [(2,)] and all(each.is_alive() for each in both):
                time.sleep(0.01)
            make_queue(store)
        for each in both:
            each.join(30)
        assert failed == []
        assert has_queue(one)
        assert has_queue(two)


def test_a_file_has_no_queue(store, game):
    commit(store, game(), BEGIN, is_over)
    wake(store, send_job())
    assert not has_queue(store)


@pytest.mark.postgresql_alone
def test_the_queue_is_counted(queue, game):
    campaign = game()
    commit(queue, campaign, BEGIN, is_over)
    found = load(queue, BEGIN + timedelta(minutes=2))
    assert (found.jobs, found.jobs_at_hand, found.workers) == (2, 0, 0)
    assert (found.due, found.oldest_due, found.letters) == (1, 120, 1)


@pytest.mark.both_databases
def test_what_waits_is_counted(store, game):
    campaign = game()
    game("saturday")
    found = load(store, BEGIN + timedelta(minutes=1))
    assert (found.campaigns, found.due, found.oldest_due, found.phases_a_minute) == (2, 0, 0, 0)
    assert (found.letters, found.oldest_letter, found.jobs) == (2, 60, None)
    commit(store, campaign, BEGIN, is_over)
    assert load(store, BEGIN + timedelta(minutes=3)).oldest_due == 180


def test_the_lookout_says_what_has_become_due(store, game):
    first, second = game(), game("saturday", deadline="every 48 hours")
    ends = BEGIN + timedelta(hours=24)
    lookout = Lookout()
    assert lookout.jobs(store, BEGIN, letters=False) == []
    assert lookout.jobs(store, BEGIN, letters=True) == [send_job()]
    half = lookout.jobs(store, BEGIN + timedelta(hours=12) + SETTLE, letters=False)
    assert half == [adjudicate_job(first.id)]
    lookout.forget(half[0].key)
    settled = lookout.jobs(store, ends + SETTLE, letters=False)
    assert settled == [adjudicate_job(first.id), adjudicate_job(second.id)]


def test_the_lookout_repeats_what_is_still_due_after_a_while(store, game, monkeypatch):
    campaign = game()
    lookout, now = Lookout(), BEGIN + timedelta(days=2)
    ticks = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: ticks)
    assert lookout.jobs(store, now, letters=False) == [adjudicate_job(campaign.id)]
    ticks += AGAIN - 1
    assert lookout.jobs(store, now, letters=False) == []
    ticks += 1
    assert lookout.jobs(store, now, letters=False) == [adjudicate_job(campaign.id)]
    assert lookout.jobs(store, now, letters=False) == []
    lookout.forget(f"adjudicate {campaign.id}")
    assert lookout.jobs(store, now, letters=False) == [adjudicate_job(campaign.id)]
