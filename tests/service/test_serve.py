"""One process that does all that is due: over Maildir folders, with signals, and watched over."""

import io
import json
import signal
import sys
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from serving import (
    PATIENCE,
    SEATS,
    Process,
    Supervisor,
    arrive,
    begin_game,
    maildir,
    matches,
    order_mail,
    phase_of,
)

from adjudicator.cli.main import cli
from adjudicator.service import worker as workers
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import read_configuration
from adjudicator.service.passes import open_mailboxes
from adjudicator.service.supervisor import Ending, Log
from adjudicator.service.worker import ReplacedError, Worker
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import StoreError

signals = pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
FILE = "address = 'judge@example.net'\n[in]\nmaildir = 'in'\n[out]\nmaildir = 'out'\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "adjudicator.toml").write_text(FILE)
    maildir(tmp_path / "in")
    return tmp_path


def is_all_sent(folder):
    with open_store(folder / "campaign.db") as store:
        return not any(queries.letters_to_send(store))


def wait_until(is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@signals
@pytest.mark.system
def test_two_that_serve_one_database_do_all_that_is_due_and_nothing_twice(folder):
    tokens = begin_game(folder)
    supervisor = Supervisor(folder)
    watched = {"NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "60000000"}
    with Process(folder, **watched) as one, Process(folder) as two:
        two.wait_for("ready")
        supervisor.wait_for("READY=1")
        for number, seat in enumerate(SEATS):
            arrive(folder / "in", f"letter-{number}", order_mail(seat, tokens[seat], 1))
        wait_until(lambda: phase_of(folder) == "1 plan" and is_all_sent(folder))
        # What other commands leave in the database goes out without a letter coming in.
        begin_game(folder, "other", "other@example.net")
        wait_until(lambda: is_all_sent(folder))
        supervisor.wait_for("WATCHDOG=1")
        assert (one.end(), two.end(signal.SIGINT)) == (0, 0)
        supervisor.wait_for("STOPPING=1")
    said = [*one.said, *two.said]
    assert {one.said[-1]["event"], two.said[-1]["event"]} == {"ended"}
    assert "asked to by SIGTERM" in str(one.said)
    assert "asked to by SIGINT" in str(two.said)
    (done,) = [each for each in said if each["event"] == "adjudicated"]
    assert (done["campaign"], done["phase"]) == ("friday", "1 deploy")
    sent = [each["letter"] for each in said if each["event"] == "sent"]
    assert len(sent) == len(set(sent))
    for wanted in (
        "<friday.1-deploy.result.Oda.…@example.net>",
        "<other.setup.opening.Oda.…@example.net>",
    ):
        assert any(matches(each, wanted) for each in sent)
    assert not [each for each in said if each["event"] == "failed"]
    assert one.errors == ""  # that of both
    for address in tokens.values():
        assert address.partition("+")[2][:16] not in str(said)


@signals
@pytest.mark.system
def test_a_mailbox_that_goes_away_and_comes_back(folder):
    tokens = begin_game(folder)
    (folder / "in").rename(folder / "away")
    with Process(folder) as serve:
        serve.wait_for("unwatched")
        serve.wait_for("sent", letter="<friday.setup.opening.Oda.…@example.net>")
        arrive(folder / "away", "letter", order_mail("Oda", tokens["Oda"], 1))
        (folder / "away").rename(folder / "in")
        serve.wait_for("watched")
        serve.wait_for("collected", outcome="taken")
        serve.wait_for("recovered")
        assert serve.end() == 0
    assert len([each for each in serve.said if each["event"] == "failed"]) == 1


def test_what_it_lacks_is_said_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ADJUDICATOR_DB", "ADJUDICATOR_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    way_in, way_out = FILE.partition("[out]")[0], FILE.replace("[in]\nmaildir = 'in'\n", "")
    for text in (None, way_in, way_out, FILE):
        if text:
            (tmp_path / "adjudicator.toml").write_text(text)
        done = CliRunner().invoke(cli, ["serve"])
        assert done.exit_code == 2
        said = "no such database" if text == FILE else "names no mailbox [in]"
        assert said in done.stderr


@pytest.fixture
def worker(folder):
    """One who works in a folder with a game whose first letters wait."""
    begin_game(folder)
    configuration = read_configuration(folder / "adjudicator.toml")
    with open_store(configuration.db) as store:
        yield Worker(store, configuration)


def test_nothing_is_done_over_a_database_that_nobody_sees(worker, folder):
    worker.mailboxes = {each.name: each for each in open_mailboxes(worker.configuration)}
    worker.store.back_up(folder / "other.db")
    for name in ("campaign.db", "campaign.db-wal", "campaign.db-shm"):
        (folder / name).rename(folder / f"gone-{name}")
    (folder / "other.db").rename(folder / "campaign.db")
    arrive(folder / "in", "late", order_mail("Oda", "judge@example.net", 1))
    with pytest.raises(ReplacedError, match="adjudicator restore"):
        list(worker.look())
    assert list((folder / "in/new").iterdir())  # the letter waits for whoever starts it again


def test_a_pass_in_which_nothing_happens_any_more_gives_no_sign_of_life(worker, monkeypatch):
    """The supervisor then ends the process, and starts it again."""
    begin = now = worker.clock.now()

    class Watching:
        told = []

        @property
        def patience(self):
            return timedelta(seconds=3) if now - begin < timedelta(seconds=9) else None

        def tell(self, word):
            self.told.append((word, (now - begin).seconds))

    def sleep(seconds):
        nonlocal now
        now += timedelta(seconds=seconds)

    class Hand(Clock):
        def now(self):
            return now

    worker.clock = Hand()
    monkeypatch.setattr(workers.time, "sleep", sleep)
    looking = worker.look()
    next(looking)
    now += timedelta(seconds=5)
    next(looking)
    begin = now
    workers.give_signs_of_life(worker, Watching())
    assert Watching.told == [("WATCHDOG=1", seconds) for seconds in range(4)]
    looking.close()
    begin = now  # and nothing is at hand
    workers.give_signs_of_life(worker, Watching())
    assert len(Watching.told) == 4 + 9


def test_the_log_is_lines_for_persons_or_programs(monkeypatch):
    monkeypatch.delenv("JOURNAL_STREAM", raising=False)
    text, machine = io.StringIO(), io.StringIO()
    Log("text", text).say("sent", "a\nb\x1b[31m", letter="<1@x>")
    line = text.getvalue()
    assert line.endswith("sent: a�b�[31m\n")
    assert line.count("\n") == 1
    Log("json", machine).say("failed", "a\nb", letter="<1@x>")
    facts = json.loads(machine.getvalue())
    assert facts["time"].endswith("+00:00")
    assert (facts["level"], facts["event"], facts["letter"]) == ("error", "failed", "<1@x>")
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    journal = io.StringIO()
    Log("text", journal).say("unwatched", "why")
    assert journal.getvalue() == "<4>unwatched: why\n"


def test_a_signal_is_only_noted_and_wakes_who_waits():
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    ending = Ending()
    try:
        ending.listen()
        assert not ending.wait(0)
        assert ending.reason == ""
        signal.raise_signal(signal.SIGTERM)
        assert ending.wait(0)
        assert ending.reason == "asked to by SIGTERM"
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_a_database_that_stays_lost_is_tried_again_after_pauses_that_grow(monkeypatch):
    pauses, told = [], []

    class Ending:
        reason = ""

        def listen(self):
            pass

        def wait(self, seconds, *calls):
            pauses.append(seconds)
            self.reason = "enough" if len(pauses) == 7 else ""
            return False

    class Lost:
        parts = ()

        def begin(self):
            raise StoreError("no-database", place="x")

        def end(self):
            pass

    monkeypatch.setattr(workers, "Ending", Ending)
    monkeypatch.setattr(workers, "give_signs_of_life", lambda *_: None)
    listener = SimpleNamespace(tell=lambda *words: told.append(words[0]))
    workers.work(Lost(), Log("text", io.StringIO()), listener)
    assert pauses == [2, 4, 8, 16, 32, 60, 60]
    assert told == ["READY=1", "STOPPING=1"]
