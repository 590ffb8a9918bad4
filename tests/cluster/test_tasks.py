"""What a worker does when it looks: whatever there is to do by then, and nothing twice."""

import time
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from passing import StoppedClock

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.phases import adjudicate
from adjudicator.post.passes.exchange import note_outage, note_read
from adjudicator.service.configuration import Configuration, Incoming, Outgoing
from adjudicator.service.passes import open_mailboxes
from adjudicator.service.worker import AGAIN, Worker
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.load import load
from adjudicator.store.records import Deadline, LastPass

BEGIN = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def tasks(store, tmp_path):
    for name in ("in/new", "in/cur", "in/tmp"):
        (tmp_path / name).mkdir(parents=True)
    way_in, way_out = Incoming(maildir="in"), Outgoing(maildir="out")
    path = str(tmp_path / "adjudicator.toml")
    configuration = Configuration(in_=way_in, out=way_out, outage=6, path=path)
    made = Worker(store, configuration)
    made.mailboxes = {each.name: each for each in open_mailboxes(configuration)}
    return made


def do(task):
    """Return what was done."""
    return [deed.what for deed in task]


def now():
    return datetime.now(UTC)


def is_over(at):
    at.set_deadline(at.now, "moved")


def test_a_reminder_and_a_phase_that_are_due_are_carried_out_once(game, tasks):
    campaign = game(begin=now() - timedelta(hours=13))
    assert [do(tasks.adjudicate(campaign.id)) for _ in range(2)] == [["reminded"], []]
    commit(tasks.store, campaign, now(), is_over)
    assert [do(tasks.adjudicate(campaign.id)) for _ in range(2)] == [["adjudicated"], []]
    assert queries.head(tasks.store, campaign).number == 1


def test_of_two_mailboxes_one_is_read_while_another_process_reads_the_other(tasks, store, tmp_path):
    for name in ("in", "other"):
        for part in ("new", "cur", "tmp"):
            (tmp_path / name / part).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / "new" / "1").write_text("From: x@y.test\n\nhello\n")
    both = (Incoming(maildir="in"), Incoming(maildir="other"))
    opened = open_mailboxes(msgspec.structs.replace(tasks.configuration, in_=both))
    tasks.mailboxes = {each.name: each for each in opened}
    first, second = tasks.mailboxes
    with open_store(store.place) as other, other.claim(first):
        assert do(tasks.collect(first)) == []
    assert do(tasks.collect(second)) == ["collected"]


def test_a_phase_that_waits_for_its_mailbox_has_it_looked_into(game, tasks, store):
    begin = now() - timedelta(hours=1)
    campaign = game(begin=begin, address="judge@games.test")
    (name,) = tasks.mailboxes
    note_read(store, name, begin)
    commit(store, campaign, now() - timedelta(seconds=9), is_over)
    assert do(tasks.adjudicate(campaign.id)) == ["held"]
    assert "adjudicated" in do(tasks.look())


def test_all_that_there_is_to_do_is_done_with_a_look(game, tasks):
    game(begin=now() - timedelta(days=2))
    done = do(tasks.look())
    assert [each for each in done if each != "reminded"] == ["adjudicated", *["sent"] * 2]
    assert do(tasks.look()) == []


def test_what_could_not_be_done_is_tried_again_after_a_while(game, tasks, store):
    campaign = game(begin=now() - timedelta(days=2), address="judge@games.test")
    tasks.mailboxes.clear()
    note_read(store, "another", now() - timedelta(days=2))
    note_outage(store, "another", now() - timedelta(hours=1), "it is gone")
    adjudicate, tried = tasks.adjudicate, []
    tasks.adjudicate = lambda number: tried.append(number) or adjudicate(number)
    assert "held" in do(tasks.look())
    assert do(tasks.look()) == []  # after the reminder something else is due
    tried.clear()
    assert do(tasks.look()) == []
    assert tried == []
    tasks.clock = StoppedClock(now())
    tasks.clock.seconds = time.monotonic() + AGAIN + 1
    assert do(tasks.look()) == []  # what lasts is told once
    assert len(tried) == 1
    note_read(store, "another", now() + timedelta(seconds=9))
    assert "recovered" in do(tasks.look())
    assert queries.head(store, campaign).number == 1


@pytest.mark.both_databases
def test_what_fails_is_not_tried_by_every_worker(game, store, monkeypatch):
    def fails(change):
        tried.append(change.now)
        raise CampaignError("the rules fail")

    monkeypatch.setattr(adjudicate, "carry_out_phase", fails)
    game(begin=BEGIN)
    tried, clock = [], StoppedClock(BEGIN + timedelta(days=1))

    def look():
        for parts in [("campaigns",)] * 3:
            yield from do(Worker(store, Configuration(), parts, clock=clock).look())

    list(look())  # the players are told that they are late
    tried.clear()
    clock.moment += timedelta(minutes=5)
    assert "failed" in list(look())
    assert list(look()) == []
    assert len(tried) == 1


@pytest.mark.both_databases
def test_what_waits_is_counted(store, game):
    campaign, begin = game(begin=BEGIN), BEGIN
    game("saturday", begin=BEGIN)
    found = load(store, begin + timedelta(minutes=1))
    assert (found.campaigns, found.due, found.oldest_due, found.phases_a_minute) == (2, 0, 0, 0)
    assert (found.letters, found.oldest_letter) == (2, 60)
    commit(store, campaign, begin, is_over)
    assert load(store, begin + timedelta(minutes=3)).oldest_due == 180


@pytest.mark.postgresql_alone
def test_workers_are_counted_as_long_as_they_are_connected(store, place, new_place):
    with open_store(new_place(), create=True) as another:
        another.become_worker()
        assert load(store, now()).workers == 0
    with open_store(place) as one:
        one.become_worker()
        assert load(store, now()).workers == 1


@pytest.mark.postgresql_alone
def test_a_campaign_that_another_worker_is_at_is_left_to_it(game, tasks, place):
    campaign = game(begin=now() - timedelta(days=2))
    with open_store(place) as other, other.claim(f"campaign {campaign.id}") as is_mine:
        assert is_mine
        assert do(tasks.adjudicate(campaign.id)) == []
    assert "adjudicated" in do(tasks.adjudicate(campaign.id))


def test_after_an_outage_deadlines_move_before_anything_is_carried_out(game, tasks, store):
    begin = now() - timedelta(hours=30)
    campaign = game(begin=begin)
    store.put(LastPass(1, begin, "", 0))
    assert do(tasks.adjudicate(campaign.id)) == ["moved", "reminded"]
    assert store.rows(Deadline, campaign_id=campaign.id)[-1].why == "outage"


def test_nothing_is_done_while_another_process_looks_at_the_clock(game, tasks, store):
    campaign = game(begin=now() - timedelta(days=2))
    with open_store(store.place) as other, other.claim("clock"):
        assert do(tasks.adjudicate(campaign.id)) == []
    store.put(LastPass(1, now(), "", 0))  # it has
    assert "adjudicated" in do(tasks.adjudicate(campaign.id))


def test_nothing_is_done_by_a_clock_that_is_certainly_wrong(game, store):
    campaign, clock = game(begin=BEGIN), StoppedClock(BEGIN)
    worker = Worker(store, Configuration(outage=6), stays=False, clock=clock)
    assert "failed" not in do(worker.finish())
    for year in (1970, 9999):
        clock.moment = BEGIN.replace(year=year)
        assert [each.text for each in worker.finish()] == [
            f"this machine's clock says {year}-11-20; nothing is done until it is right"
        ]
        clock.moment = BEGIN
        assert do(worker.finish()) == ["recovered"]
    assert store.first(LastPass).at == BEGIN
    assert queries.deadline(store, queries.head(store, campaign)) > BEGIN
