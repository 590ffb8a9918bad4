"""The commands about letters: what became of them, passes that meet, and a program that sends."""

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.campaign.kernel.tokens import token
from adjudicator.post.passes.sending import claim_letters
from adjudicator.post.transport import sendmail
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Campaign, Seat


def arrive(shell, name, body, to="judge@example.net", *fields):
    head = ["From: oda@example.org", f"To: {to}", f"Message-ID: <{name}@x>", *fields]
    path = shell.write(f"in/new/{name}", "\n".join([*head, "", body]))
    os.utime(path, (shell.now.timestamp(), shell.now.timestamp()))


def token_address(shell):
    with open_store(shell.folder / "campaign.db") as store:
        seat = store.find(Seat, campaign_id=store.find(Campaign, name="sekigahara").id, name="Oda")
        return f"judge+{token(seat)}@example.net"


def test_what_became_of_each_letter_is_listed(mailed):
    arrive(mailed, "a", "hide 3", token_address(mailed))
    arrive(mailed, "b", "hide 4")
    arrive(mailed, "c", "I am away", "judge@example.net", "Auto-Submitted: auto-replied")
    (mailed.folder / "in/new/d").mkdir()
    os.utime(mailed.folder / "in/new/d", (0, 0))
    mailed("tick", "--in", "in", code=1)
    shown = mailed("mail", "outcomes").splitlines()
    outcomes = [line.split("  ")[1] for line in shown]
    assert outcomes == ["set aside", "taken", "refused", "ignored"]
    assert "sekigahara, Oda, 1 plan; told: oda@example.org" in "\n".join(shown)
    (only,) = mailed("mail", "outcomes", "sekigahara", "--outcome", "refused").splitlines()
    assert "lack the seat's token" in only
    found = json.loads(mailed("mail", "outcomes", "--code", "orders", "--json"))
    facts = [(each["game"], each["seat"], each["outcome"], each["phases"]) for each in found]
    assert facts == [("sekigahara", "Oda", "taken", ["1 plan"])]
    assert mailed("mail", "outcomes", "--sender", "nobody@example.org") == ""
    assert len(mailed("mail", "outcomes", "--most", "1").splitlines()) == 1
    assert "no game called" in mailed("mail", "outcomes", "osaka", code=2)


def test_what_another_process_is_at_is_left_to_it(mailed):
    arrive(mailed, "a", "status")
    mailbox = f"maildir://{mailed.folder.resolve()}/in"
    with open_store(mailed.folder / "campaign.db") as store:
        with claim_letters(store), store.claim(mailbox):
            assert mailed("tick", "--in", "in", "--out", "out") == ""
        with claim_letters(store):
            assert mailed("tick", "--in", "in", "--out", "out").startswith("collected: ")
            move = ("move", "sekigahara", "--to", "new.db", "--yes")
            assert "A pass is at work" in mailed(*move, code=2)  # it would send what moves
    assert "sent: " in mailed("tick", "--in", "in", "--out", "out")
    assert "both --in and --out" in mailed("tick", "--in", "in", "--out", "maildir://in", code=2)


def test_a_pass_that_is_killed_leaves_no_claim(mailed):
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from adjudicator.post.passes.sending import claim_letters\n"
        "from adjudicator.store.database import open_store\n"
        "with open_store(Path('campaign.db')) as store, claim_letters(store) as held:\n"
        "    print(held, flush=True)\n    sys.stdin.read()\n"
    )
    killed = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert killed.stdout.readline() == b"True\n"
    assert mailed("tick", "--out", "out") == ""
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert "sent: " in mailed("tick", "--out", "out")


SENDMAIL = """#!{python}
import pathlib, sys
here = pathlib.Path(__file__).parent
code = int((here / "code").read_text()) if (here / "code").exists() else 0
with (here / "log").open("a") as log:
    log.write(repr(sys.argv[1:]) + "\\n")
text = sys.stdin.buffer.read()
if code:
    sys.exit(f"no\\x1b way") if code == 1 else sys.exit(code)
count = len(list(here.glob("*.eml")))
(here / f"{{count:03}}.eml").write_bytes(text)
"""


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "program"
    folder.mkdir()
    path = folder / "sendmail"
    path.write_text(SENDMAIL.format(python=sys.executable))
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
def test_letters_are_handed_to_sendmail_in_order_and_once(mailed, program):
    to = f"sendmail://{program}"
    shown = mailed("tick", "--out", to)
    sent = [line.removeprefix("sent: ") for line in shown.splitlines()]
    letters = [path.read_text() for path in sorted(program.parent.glob("*.eml"))]
    found = [next(x for x in each.splitlines() if x.startswith("Message-ID")) for each in letters]
    assert [each.removeprefix("Message-ID: ") for each in found] == sent
    assert len(sent) == 3  # Oda, and two to the game master
    assert all("\r" not in each for each in letters)
    calls = (program.parent / "log").read_text().splitlines()
    assert re.sub("b-[a-z2-7]{13}", "b-…", calls[0]) == repr(
        ["-i", "-f", "judge+b-…@example.net", "--", "oda@example.org"]
    )
    assert mailed("tick", "--out", to) == ""
    assert len((program.parent / "log").read_text().splitlines()) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
@pytest.mark.parametrize(("code", "waits"), [(75, True), (1, True), (67, False)])
def test_what_sendmail_does_not_take_waits_or_is_refused(mailed, program, code, waits):
    (program.parent / "code").write_text(str(code))
    to = f"sendmail://{program}"
    shown = mailed("tick", "--out", to, code=1)
    assert shown.count(f"ended with {code}") == (3 if waits else 4)  # the last one says so
    assert "\x1b" not in shown
    (program.parent / "code").unlink()
    mailed.wait(minutes=6)
    assert ("opening.Oda." in mailed("tick", "--out", to)) == waits


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")
def test_a_program_that_hangs_stops_the_pass_and_not_the_next_letter(mailed, program, monkeypatch):
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setattr(sendmail, "LONGEST", 0.05)
    shown = mailed("tick", "--out", f"sendmail://{program}", code=1)
    assert shown.count("took longer") == 2
    assert "it takes too long; the letters that are left wait" in shown
    shown = mailed("tick", "--out", f"sendmail://{program}", code=1)
    assert shown.count("took longer") == 1  # the two before are put off, and the next is tried


def test_a_full_disk_costs_nothing_that_was_done(mailed, monkeypatch):
    def full(file):
        if os.fstat(file).st_ino in [each.stat().st_ino for each in Path("out/tmp").iterdir()]:
            raise OSError(28, "No space left on device")

    arrive(mailed, "a", "hide 3", token_address(mailed))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        shown = mailed("tick", "--in", "in", "--out", "out", code=1)
    assert "collected: taken" in shown
    assert "failed: out: No space left on device; the letters that are left wait" in shown
    assert mailed("tick", "--out", "out").count("sent: ") == 4
    with open_store(mailed.folder / "campaign.db") as store:
        assert store.count(Letter, sent=None, kind="receipt") == 0


CRON = Path(__file__).parents[2] / "cron"
TOYS = Path(__file__).parents[1] / "campaign"


def commands_of(path):
    """Return the command lines of a crontab or of a unit, with the settings above them."""
    lines = path.read_text("utf-8").splitlines()
    if path.name == "crontab":
        return [re.sub(r"^(\S+\s+){5}", "", x).replace("\\%", "%") for x in lines if "/bin/" in x]
    return [x.partition("=")[2] for x in lines if x.startswith("ExecStart=")]


@pytest.mark.system
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither")
@pytest.mark.parametrize("name", ["crontab", "adjudicator-tick.service"])
def test_what_is_shipped_for_cron_and_systemd_sends_letters(mailed, program, name):
    """Its command line is run as it stands, in another place and with another sendmail."""
    mailed("games")
    mailed.write("adjudicator.toml", "[in]\nmaildir = 'in'\n[out]\nsendmail = 'sendmail'\n")
    (tick,) = [line for line in commands_of(CRON / name) if " tick" in line]
    here = str(mailed.folder)
    tick = tick.replace("/srv/games/venv/bin/adjudicator", f"{sys.executable} -m adjudicator")
    tick = tick.replace("/srv/games", here)
    path = f"{program.parent}:/usr/bin:/bin"
    environment = {"PATH": path, "PYTHONPATH": str(TOYS)}
    done = subprocess.run(["sh", "-c", tick], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(program.parent.glob("*.eml"))) == 4  # the toy has no map, as one of them says


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_units_are_sound(tmp_path):
    for path in CRON.glob("adjudicator-*"):
        text = path.read_text("utf-8").replace("/srv/games/venv/bin/adjudicator", "/bin/true")
        (tmp_path / path.name).write_text(text.replace("User=games", "User=root"))
    units = [str(path) for path in sorted(tmp_path.glob("adjudicator-*"))]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "adjudicator" in line]
    assert (done.returncode, ours) == (0, [])


def test_what_becomes_due_while_a_pass_works_is_for_the_next_one(shell, monkeypatch):
    deadline = ("--deadline", "mon 20:00")
    shell(
        "new", "toy", "--begin", "--name", "x", "--seat=Oda=none", "--seat=Takeda=none", *deadline
    )
    (game,) = json.loads(shell("status", "--json"))
    closes = datetime.fromisoformat(game["deadline"])
    clock = (closes + timedelta(seconds=3 * number - 2) for number in itertools.count())
    monkeypatch.setattr("adjudicator.cli.service.passes.now", lambda: next(clock))
    assert "adjudicated: " not in shell("tick")
    assert "adjudicated: " in shell("tick")


def test_what_was_set_aside_is_put_back_for_the_next_pass(mailed):
    aside = mailed.folder / "in/.SetAside/cur"
    aside.mkdir(parents=True)
    arrive(mailed, "a", "hide 3", token_address(mailed))
    (mailed.folder / "in/new/a").rename(aside / "a:2,S")
    assert mailed("mail", "take-again", code=2).startswith("Error: No mailbox is named")
    said = mailed("mail", "take-again", "--in", "in")
    assert said == f"maildir://{mailed.folder.resolve() / 'in'}: 1 letter put back.\n"
    assert "taken" in mailed("tick", "--in", "in", "--out", "out")
    assert "0 letters" in mailed("mail", "take-again", "--in", "in")
