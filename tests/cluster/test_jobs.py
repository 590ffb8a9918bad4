"""Jobs in the database of a server: an index of what the campaigns say, taken by workers."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from procrastinate.schema import SchemaManager

from adjudicator.campaign.due import mend_due
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.letters.outbox import hasten
from adjudicator.campaign.phases import adjudicate
from adjudicator.post.passes import sending
from adjudicator.post.passes.exchange import note_read
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration, Incoming, Outgoing
from adjudicator.service.health import health
from adjudicator.service.passes import open_mailboxes
from adjudicator.service.worker import PARTS, Worker
from adjudicator.site import keep
from adjudicator.site.folder import Made
from adjudicator.site.place import SiteError
from adjudicator.store import queries
from adjudicator.store.columns import stamp
from adjudicator.store.database import open_store
from adjudicator.store.databases.jobs import Queue
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Letter
from adjudicator.store.load import load
from adjudicator.store.migrations import SCHEMA
from adjudicator.store.records import Failure, LastPass

pytestmark = pytest.mark.postgresql_alone

HOUR = timedelta(hours=1)


def now():
    return datetime.now(UTC)


def is_over(at):
    at.set_deadline(at.now, "moved")


def jobs(store):
    """Return the keys of the jobs, each with the state that it is in."""
    sql = "SELECT queueing_lock, status::text FROM procrastinate_jobs WHERE queueing_lock <> ?"
    return sorted(store.select(sql, "compare all"))


def moments(store, key):
    sql = "SELECT scheduled_at FROM procrastinate_jobs WHERE queueing_lock = ?"
    return [at for (at,) in store.select(sql, key)]


@pytest.fixture
def start(place, tmp_path):
    """Return a function that starts a worker over a connection of its own."""
    for folder in ("in/new", "in/cur", "in/tmp"):
        (tmp_path / folder).mkdir(parents=True)
    way_in, way_out = Incoming(maildir="in"), Outgoing(maildir="out")
    path = str(tmp_path / "adjudicator.toml")
    configuration = Configuration(in_=way_in, out=way_out, path=path)
    stores = []

    def begin(*parts, **settings):
        stores.append(open_store(place))
        own = msgspec.structs.replace(configuration, **settings)
        made = Worker(stores[-1], own, parts or PARTS)
        if "mail" in made.parts:
            made.mailboxes = {each.name: each for each in open_mailboxes(configuration)}
        made.begin()
        return made

    yield begin
    for each in stores:
        each.close()


def work(worker, turns=30, *, rests=True):
    """Let a worker take turns until it ``rests``, or just so many; return what it did."""
    done = []
    for _ in range(turns):
        done += [deed.what for deed in worker.take_turn()]
        if rests and worker.rest:
            return done
    if not rests:
        return done
    raise AssertionError(f"it never rests: {done}")


def test_a_change_and_its_jobs_are_written_together_or_not(store, game):
    campaign = game(begin=now())
    assert jobs(store) == [("adjudicate 1", "todo"), ("send 1", "todo")]
    before = moments(store, "adjudicate 1")
    with suppress(ZeroDivisionError), store.atomic(campaign.id):
        commit(store, campaign, now(), is_over)
        assert moments(store, "adjudicate 1") != before
        raise ZeroDivisionError
    assert moments(store, "adjudicate 1") == before
    commit(store, campaign, now(), is_over)
    assert moments(store, "adjudicate 1")[0] < now() + HOUR


def test_what_is_due_is_told_by_the_job_that_waits(store, game):
    campaign = game(begin=now() - 13 * HOUR)
    assert [each.what for each in store.due_of(campaign.id)] == ["phase", "reminder"]
    assert [each.what for each in store.due_until(now())] == ["reminder"]
    assert [each.what for each in store.due_until(now() + 99 * HOUR, 1)] == ["reminder"]


def test_a_worker_takes_job_after_job_and_leaves_those_of_later(store, game, start):
    game(begin=now() - 25 * HOUR)
    worker = start("campaigns", "mail")
    note_read(store, next(iter(worker.mailboxes)), now())
    done = work(worker)
    assert done.count("adjudicated") == 1
    assert "sent" in done
    assert not list(queries.letters_to_send(store, now()))
    (mailbox,) = worker.mailboxes
    assert [key for key, _ in jobs(store)] == ["adjudicate 1", f"collect {mailbox}"]
    assert moments(store, "adjudicate 1")[0] > now()


def test_a_letter_that_waits_for_its_time_has_a_job_of_then(store, game, start):
    campaign = game(begin=now())
    letter = next(each for each in store.rows(Letter, campaign_id=campaign.id) if each.recipients)
    queries.set_wait(store, letter, now() + HOUR)
    work(start("mail"))
    assert moments(store, "send 1")[0] > now() + HOUR / 2
    hasten(store, letter)
    assert not moments(store, "send 1")[0] or moments(store, "send 1")[0] <= now()


def test_a_phase_that_waits_for_its_mailbox_has_it_read_and_goes_on(store, game, start):
    campaign = game(begin=now() - HOUR, address="judge@games.test")
    reader, worker = start("mail"), start("campaigns")
    work(reader)
    (mailbox,) = reader.mailboxes
    note_read(store, mailbox, now() - HOUR)
    store.write("UPDATE watermark SET read_to = ?", (now() - HOUR).isoformat(timespec="seconds"))
    commit(store, campaign, now() - timedelta(seconds=9), is_over)
    assert work(worker) == []  # not a word of it, if all is well
    assert queries.head(store, campaign).number == 0
    work(reader)
    assert "adjudicated" in work(worker)


def test_a_phase_whose_mailbox_nobody_reads_is_told_of_after_a_while(store, game, start):
    campaign = game(begin=now() - HOUR, address="judge@games.test")
    reader, worker = start("mail"), start("campaigns")
    work(reader)
    store.write("UPDATE watermark SET read_to = ?", (now() - HOUR).isoformat(timespec="seconds"))
    commit(store, campaign, now() - timedelta(seconds=9), is_over)
    assert work(worker) == []
    store.write("UPDATE procrastinate_jobs SET scheduled_at = now() WHERE task_name = 'adjudicate'")
    assert work(worker) == ["held"]
    assert queries.head(store, campaign).number == 0


def test_what_fails_is_taken_again_after_its_pause_alone(store, game, start, monkeypatch):
    def fails(change):
        raise CampaignError("the rules fail")

    monkeypatch.setattr(adjudicate, "carry_out_phase", fails)
    game(begin=now() - 25 * HOUR)
    workers = [start("campaigns") for _ in range(3)]
    assert [work(each).count("failed") for each in workers] == [1, 0, 0]
    (failure,) = store.rows(Failure)
    assert failure.tries == 1
    assert failure.retry <= moments(store, "adjudicate 1")[0]
    assert load(store, now()).failing == 1
    store.write("UPDATE letter SET sent = created")
    moment = failure.at + HOUR / 2
    store.put(LastPass(1, moment, "", 0))
    for tries, state in ((1, "well"), (5, "ill")):
        store.put(replace(failure, tries=tries))
        found = health(store, moment, HOUR)
        assert found.state == state
        (told,) = (each for each in found.findings if each.startswith("friday: a phase"))
        assert "the rules fail. It is tried again on " in told
        assert any("jobs wait to be taken" in each for each in found.findings)


def test_what_a_worker_was_at_that_is_gone_is_done_by_another_one(store, game, start):
    campaign = game(begin=now() - 13 * HOUR)
    killed, other = start("campaigns"), start("campaigns")
    going = killed.take_turn()
    next(going)  # it was reminded, and nothing else is done yet
    commit(store, campaign, now() - timedelta(seconds=9), is_over)
    assert ("adjudicate 1", "doing") in jobs(store)
    (at_hand,) = store.jobs.at_hand()
    assert at_hand.key == "adjudicate 1"
    assert " at 127.0.0.1:" in at_hand.worker
    store.select(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND pid = ?",
        killed.store.conn.info.backend_pid,
    )
    assert "adjudicated" in work(other)
    assert queries.head(store, campaign).number == 1
    assert ("adjudicate 1", "doing") not in jobs(store)
    with suppress(DatabaseError):
        going.close()
    assert "adjudicated" not in work(other)


class KilledError(BaseException):
    """What ends a worker in the middle of its work."""


@pytest.fixture
def turn(start, monkeypatch):
    """Return a function that lets a new worker take so many turns, which may kill it: it closes its
    connection, and does nothing more."""

    def take(*parts, turns=1):
        worker = start(*parts)
        jobs = worker.store.jobs
        end = lambda *given, real=jobs.finish: worker.store.conn.closed or real(*given)  # noqa: E731
        monkeypatch.setattr(jobs, "finish", end)
        with suppress(KilledError):
            for _ in range(turns):
                list(worker.take_turn())
        worker.store.conn.close()

    return take


TAKE = "UPDATE procrastinate_jobs SET status = 'doing' WHERE lock = 'campaign 1'"


def test_a_job_that_is_taken_while_it_is_compared_keeps_what_is_due(
    store, game, start, monkeypatch
):
    def look_and_lose(sql, *values, select=store.select):
        found = select(sql, *values)
        if "scheduled_at > now()" in sql:
            other.conn.execute(TAKE)
        return found

    campaign, other = game(begin=now()), start("campaigns").store
    due = store.due_of(campaign.id)
    with store.atomic():
        monkeypatch.setattr(store, "select", look_and_lose)
        store.put_due(campaign.id, due)
    assert due
    assert store.due_of(campaign.id) == due


def test_what_workers_perish_of_ends_few_of_them_and_is_told(store, game, start, turn, monkeypatch):
    def perish(change, carry_out_phase=adjudicate.carry_out_phase):
        tried.append(change.campaign.name)
        if change.campaign.id != poison.id:
            return carry_out_phase(change)
        change.store.conn.close()
        raise KilledError

    tried, poison = [], game(begin=now() - 25 * HOUR)
    other = game("saturday", begin=now() - 25 * HOUR)
    with monkeypatch.context() as poisoned:
        poisoned.setattr(adjudicate, "carry_out_phase", perish)
        for _ in range(4):
            turn("campaigns")
        assert tried == ["friday", "saturday", "friday"]  # the first time may have been chance
        assert queries.head(store, other).number == 1
        for tries in (3, 4, 5):
            failure = store.first(Failure)
            assert (failure.what, failure.tries) == ("phase", tries - 1)
            assert "ended without a word" in failure.why
            assert moments(store, "adjudicate 1")[0] >= failure.retry > now()
            store.put(replace(failure, retry=now()))  # as time goes by
            due = [replace(each, at=failure.at) for each in store.due_of(poison.id)]
            store.put_due(poison.id, due)
            turn("campaigns")
            turn("campaigns")
        assert tried.count("friday") == 5
    assert "failed" in [each.code for each in queries.notes(store, poison)]
    commit(store, queries.find_campaign(store, "friday"), now() - timedelta(seconds=9), is_over)
    assert "adjudicated" in work(start("campaigns"))
    assert store.rows(Failure) == []


def test_a_letter_that_workers_perish_of_ends_few_of_them(store, game, start, turn, monkeypatch):
    def perish(store, *_):
        tried.append(store)
        store.conn.close()
        raise KilledError

    tried = []
    game(begin=now())
    store.write("DELETE FROM procrastinate_jobs WHERE task_name = 'adjudicate'")
    with monkeypatch.context() as poisoned:
        poisoned.setattr(sending, "write", perish)
        for _ in range(5):
            turn("mail", turns=2)  # after the mailbox
        assert len(tried) == 2
        assert moments(store, "send 1")[0] > now() + timedelta(seconds=50)
        store.write("UPDATE procrastinate_jobs SET scheduled_at = now()")
        for _ in range(3):
            turn("mail", turns=2)
    assert len(tried) == 3
    assert moments(store, "send 1")[0] > now() + timedelta(seconds=110)  # each time it is longer
    store.write("UPDATE procrastinate_jobs SET scheduled_at = now()")
    assert "sent" in work(start("mail"))
    assert store.select("SELECT 1 FROM procrastinate_jobs WHERE args->'lost' IS NOT NULL") == []


def test_a_worker_that_is_told_to_end_leaves_what_is_left_to_others(store, game, start):
    campaign = game(begin=now() - 13 * HOUR)
    ending, other = start("campaigns"), start("campaigns")
    going = ending.take_turn()
    next(going)
    going.close()
    ending.end()
    commit(store, campaign, now() - timedelta(seconds=9), is_over)
    assert "adjudicated" in work(other)
    assert queries.head(store, campaign).number == 1


@pytest.fixture
def slow_pages(monkeypatch):
    """Let a turn be over after each game's pages, of which one's fail; whose were made when."""
    made = []

    def keep_one(store, campaign, folder, url, now):
        made.append(campaign.name)
        if campaign.name == "friday":
            raise SiteError("no-pages", name=campaign.name, publish="now")
        return None, Made(campaign.name, ("index.html",), ())

    monkeypatch.setattr(keep, "_keep", keep_one)
    monkeypatch.setattr(Worker, "publish", lambda self, _, real=Worker.publish: real(self, 0))
    return made


def test_pages_are_made_by_one_worker_in_turns_and_letters_go_in_between(
    store, game, start, slow_pages
):
    for name in ("friday", "saturday", "sunday"):
        game(name, begin=now())
    store.write("DELETE FROM procrastinate_jobs WHERE task_name = 'send'")
    worker, other = start("mail", "pages", site="site"), start("mail", "pages", site="site")
    work(other, turns=1, rests=False)  # it reads its mailbox first
    work(worker, turns=1, rests=False)
    assert slow_pages == ["friday"]
    store.jobs.mend_letters()
    assert work(other, turns=3, rests=False).count("sent") == 3
    assert slow_pages == ["friday"]
    assert "published" in work(worker)
    assert slow_pages == ["friday", "saturday", "sunday"]
    work(worker)
    work(other)
    assert slow_pages == ["friday", "saturday", "sunday"]
    (key,) = (key for key, _ in jobs(store) if key.startswith("publish "))
    assert key.endswith("/site")
    assert moments(store, key)[0] > now() + timedelta(seconds=50)


def test_a_job_that_nobody_wants_any_more_is_dropped(store, start):
    worker = start("mail")
    work(worker)
    store.jobs.call(["publish gone:/srv/www", "collect gone"], 60)
    ((mine, _),) = (each for each in jobs(store) if "gone" not in each[0])
    store.jobs.drop_stale(now() - HOUR)
    assert len(jobs(store)) == 3
    store.write("UPDATE procrastinate_events SET at = at - interval '2 hours'")
    store.jobs.drop_stale(now() - HOUR)
    assert jobs(store) == [(mine, "todo")]
    store.write("DELETE FROM procrastinate_jobs")
    store.jobs.repeat([mine], 60)
    (before,) = moments(store, mine)
    store.jobs.repeat([mine], 60)
    assert moments(store, mine) == [before]


def test_nobody_takes_a_worker_that_begins_for_one_that_has_gone(store, start, monkeypatch):
    first = start("campaigns")
    seen, select = [], first.store.select

    def select_and_look(sql, *values):
        if "pg_advisory_lock(" in sql:
            seen.extend(store.select("SELECT count(*) FROM procrastinate_workers"))
        return select(sql, *values)

    monkeypatch.setattr(first.store, "select", select_and_look)
    first.begin()
    assert seen == [(1,)]  # that of its first connection
    assert store.select("SELECT count(*) FROM procrastinate_workers") == [(2,)]


def test_when_jobs_are_done_again_the_clock_of_the_worker_says(store):
    then = now().replace(microsecond=0) + 9 * HOUR
    worker = Worker(store, Configuration(), ("campaigns",), clock=Clock(then))
    worker.begin()
    assert moments(store, "compare all") == [then + HOUR]
    lost = "UPDATE procrastinate_jobs SET status = 'doing', scheduled_at = NULL"
    store.write(lost)
    assert work(worker) == []
    assert moments(store, "compare all") == [then + HOUR]
    worker.clock = Clock(then + HOUR)
    store.write(lost)
    assert work(worker) == []
    assert moments(store, "compare all") == [then + 2 * HOUR]


def test_what_is_missing_among_the_jobs_is_mended_and_told(store, game, start):
    campaign = game(begin=now())
    assert mend_due(store, campaign, now()) is None
    before = store.due_of(campaign.id)
    store.write("DELETE FROM procrastinate_jobs")
    worker = start("campaigns")
    sql = "UPDATE procrastinate_jobs SET scheduled_at = now() WHERE queueing_lock = ?"
    store.write(sql, "compare all")
    assert work(worker) == ["mended", "mended"]
    assert store.due_of(campaign.id) == before
    assert jobs(store) == [("adjudicate 1", "todo"), ("send 1", "todo")]
    assert moments(store, "compare all")[0] > now() + HOUR / 2
    store.write(sql.replace("now()", "now() + '1 hour'"), "send 1")  # a letter is tried again then
    store.write(sql, "compare all")
    assert work(worker) == []
    assert moments(store, "send 1")[0] > now() + HOUR / 2


def test_who_listens_hears_of_a_job_that_is_put(store, game, start):
    campaign = game(begin=now())
    worker = start("campaigns")
    work(worker)
    assert not worker.store.jobs.has_call
    commit(store, campaign, now(), is_over)
    worker.store.select("SELECT 1")
    assert worker.store.jobs.has_call


def without_jobs(store):
    """Let a database be as those were that had no jobs, with the same waiting."""
    waiting = store.due_until(now() + 99 * HOUR)
    with store.atomic():
        for kind, sql in (
            ("TABLE", "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname LIKE ?"),
            ("FUNCTION", "SELECT proname FROM pg_proc WHERE proname LIKE ?"),
            ("TYPE", "SELECT typname FROM pg_type WHERE typtype IN ('e', 'c') AND typname LIKE ?"),
        ):
            for (name,) in store.select(sql, "procrastinate%"):
                store.write(f"DROP {kind} IF EXISTS {name} CASCADE")
        store.write("DROP TABLE adjudicator_jobs_migration")
        store.write(
            'CREATE TABLE due (campaign_id bigint NOT NULL, what text COLLATE "C" NOT NULL,'
            ' at text COLLATE "C" NOT NULL, PRIMARY KEY (campaign_id, what))'
        )
        for each in waiting:
            row = (each.campaign_id, each.what, stamp(each.at))
            store.write("INSERT INTO due VALUES (?, ?, ?)", *row)
        store.write("DELETE FROM adjudicator_migration WHERE name = ?", "let_jobs_be_what_waits")
        store.set_schema_number(SCHEMA.number - 1)


def test_a_database_without_jobs_gets_one_for_all_that_waits(store, game, place, start):
    campaign = game(begin=now() - 25 * HOUR)
    game("saturday", begin=now())
    before = store.due_until(now() + 99 * HOUR)
    without_jobs(store)
    with ThreadPoolExecutor(4) as beside:  # of several that open it at once one does it
        for each in [beside.submit(open_store, place) for _ in range(4)]:
            each.result().close()
    assert store.schema_number() == SCHEMA.number
    with open_store(place) as upgraded:
        assert upgraded.due_until(now() + 99 * HOUR) == before
        keys = ["adjudicate 1", "adjudicate 2", "send 1", "send 2"]
        assert jobs(upgraded) == [(key, "todo") for key in keys]
        assert not upgraded.has_table("due")
        assert "adjudicated" in work(start("campaigns"))
        assert queries.head(upgraded, campaign).number == 1


def test_who_is_killed_in_the_middle_of_that_has_changed_nothing(store, game, place, monkeypatch):
    game(begin=now())
    without_jobs(store)
    monkeypatch.setattr(Queue, "take_over", lambda self: self._store.conn.close())
    with pytest.raises(StoreError, match="Nothing in it was changed"):
        open_store(place)
    monkeypatch.undo()
    with open_store(place) as upgraded:
        assert [key for key, _ in jobs(upgraded)] == ["adjudicate 1", "send 1"]


def test_a_later_release_of_procrastinate_changes_its_tables(place, store, tmp_path, monkeypatch):
    later = tmp_path / "99.00.00_01_pre_add_a_remark.sql"
    later.write_text("ALTER TABLE procrastinate_jobs ADD COLUMN remark text DEFAULT '100%';")
    monkeypatch.setattr(SchemaManager, "get_migrations_path", staticmethod(lambda: str(tmp_path)))
    for _ in range(2):
        open_store(place).close()
    assert store.select("SELECT remark FROM procrastinate_jobs") == []
    assert store.select("SELECT 1 FROM adjudicator_jobs_migration WHERE name = ?", later.name)


@pytest.fixture
def procrastinate(store):
    """Return a function that calls procrastinate's own command, and returns what it says."""
    info = store.conn.info
    reached = {"PGHOST": info.host, "PGPORT": str(info.port), "PGUSER": info.user}
    program = [Path(sys.executable).with_name("procrastinate")]
    program += ["--app", "adjudicator.store.databases.jobs.app"]

    def call(*words):
        env = {**os.environ, **reached, "PGDATABASE": info.dbname}
        done = subprocess.run([*program, *words], env=env, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return call


def test_procrastinate_s_own_shell_shows_the_jobs(store, game, procrastinate):
    game(begin=now())
    assert procrastinate("healthchecks").count("OK") == 3
    assert "adjudicate" in procrastinate("shell", "list_jobs", "status=todo")
    assert "send: 1 jobs" in procrastinate("shell", "list_tasks")


def test_what_is_cancelled_by_hand_waits_again_after_a_comparison(
    store, game, start, procrastinate
):
    game(begin=now())
    before = jobs(store)
    for (number,) in store.select("SELECT id FROM procrastinate_jobs"):
        assert "cancelled" in procrastinate("shell", "cancel", str(number))
    worker = start("campaigns")
    store.write("UPDATE procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")
    assert work(worker) == ["mended", "mended"]
    assert jobs(store) == before
