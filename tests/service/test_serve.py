"""One process that does all that is due: over Maildir folders, with signals, and watched over."""

import json
import signal
import subprocess
import sys
import time

import pytest
from serving import SEATS, Process, Supervisor, arrive, begin_game, maildir, order_mail, phase_of

from adjudicator.service.supervisor import Ending
from adjudicator.store.database import open_store

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform == "win32", reason="has no such signals"),
]

FILE = "address = 'judge@example.net'\n[in]\nmaildir = 'in'\n[out]\nmaildir = 'out'\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "adjudicator.toml").write_text(FILE)
    maildir(tmp_path / "in")
    return tmp_path


def test_letters_are_answered_when_they_come_and_phases_carried_out_when_all_are_ready(folder):
    tokens = begin_game(folder)
    with Process(folder) as serve:
        serve.wait_for("sent", count=5)  # the openings, and what the game master is told
        for number, seat in enumerate(SEATS):
            arrive(folder / "in", f"letter-{number}", order_mail(seat, tokens[seat], 1))
        serve.wait_for("adjudicated", campaign="friday", phase="1 deploy")
        serve.wait_for("sent", letter="<friday.1-deploy.result.Oda.…@example.net>")
        assert phase_of(folder) == "1 plan"
        # What other commands leave in the database goes out without a letter coming in.
        seen = len(serve.said)
        begin_game(folder, "other", "other@example.net")
        serve.wait_for("sent", letter="<other.setup.opening.Oda.…@example.net>")
        assert not [each for each in serve.said[seen:] if each["event"] == "failed"]
        assert serve.end() == 0
    assert serve.said[-1]["event"] == "ended"
    assert "asked to by SIGTERM" in str(serve.said)
    assert serve.errors == ""
    for line in serve.said:
        assert not any(address.partition("+")[2][:16] in str(line) for address in tokens.values())


def test_it_ends_at_ctrl_c_and_says_so_to_who_watches_over_it(folder):
    begin_game(folder)
    supervisor = Supervisor(folder)
    watched = {"NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "600000"}
    with Process(folder, **watched) as serve:
        supervisor.wait_for("READY=1")
        for _ in range(3):
            supervisor.wait_for("WATCHDOG=1")
        assert serve.end(signal.SIGINT) == 0
        supervisor.wait_for("STOPPING=1")


@pytest.mark.parametrize("replaced", [True, False])
def test_it_ends_rather_than_write_to_a_database_that_nobody_sees(folder, replaced):
    tokens = begin_game(folder)
    with Process(folder) as serve:
        serve.wait_for("sent", count=5)
        with open_store(folder / "campaign.db") as store:
            store.back_up(folder / "other.db")
        for name in ("campaign.db", "campaign.db-wal", "campaign.db-shm"):
            (folder / name).rename(folder / f"gone-{name}")
        if replaced:
            (folder / "other.db").rename(folder / "campaign.db")
        arrive(folder / "in", "late", order_mail("Oda", tokens["Oda"], 1))
        serve.wait_for("replaced")
        assert serve.ended() == 2
    assert "adjudicator restore" in serve.errors
    assert not [each for each in serve.said if each["event"] == "collected"]
    assert list((folder / "in/new").iterdir())  # the letter waits for whoever starts it again
    assert (folder / "campaign.db").exists() == replaced


def test_two_of_them_do_nothing_twice(folder):
    tokens = begin_game(folder)
    with Process(folder) as one, Process(folder) as two:
        one.wait_for("ready")
        two.wait_for("ready")
        for number, seat in enumerate(SEATS):
            arrive(folder / "in", f"letter-{number}", order_mail(seat, tokens[seat], 1))
        while phase_of(folder) != "1 plan":
            time.sleep(0.05)
        assert (one.end(), two.end()) == (0, 0)
    said = one.said + two.said
    assert len([e for e in said if e["event"] == "adjudicated"]) == 1
    sent = [e["letter"] for e in said if e["event"] == "sent"]
    assert len(sent) == len(set(sent))
    assert not [e for e in said if e["event"] == "failed"]


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


def test_what_it_lacks_is_said_in_a_sentence(tmp_path):
    def typed(*words):
        command = [sys.executable, "-m", "adjudicator", "serve", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)

    done = typed()
    assert (done.returncode, done.stdout) == (2, "")
    assert "names no mailbox [in]" in done.stderr
    (tmp_path / "adjudicator.toml").write_text(FILE)
    done = typed()
    assert done.returncode == 2
    assert "no such database" in done.stderr


def test_a_pass_in_which_nothing_happens_any_more_gives_no_sign_of_life(folder, monkeypatch):
    """The supervisor then ends the process, and starts it again."""
    begin_game(folder)
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID", "NOTIFY_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    (folder / "sitecustomize.py").write_text(HANGS)
    supervisor = Supervisor(folder)
    watched = {"NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "300000"}
    with Process(folder, PYTHONPATH=str(folder), **watched) as serve:
        supervisor.wait_for("READY=1")
        serve.wait_for("sent")
        time.sleep(0.7)
        supervisor.hear()
        supervisor.heard.clear()
        time.sleep(0.7)
        supervisor.hear()
        assert "WATCHDOG=1" not in supervisor.heard
        serve.kill()


HANGS = """
import time
from adjudicator.service import passes

send = passes.send_letters

def hang(*given):
    yield next(send(*given))
    time.sleep(1000)

passes.send_letters = hang
"""
"""A pass that hangs after its first deed."""


def test_the_log_is_lines_for_persons_or_programs(monkeypatch):
    import io

    from adjudicator.service.supervisor import Log

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
