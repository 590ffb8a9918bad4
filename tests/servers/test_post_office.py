"""The harness itself: what the tests of real servers rest on."""

import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from servers import dovecot, installing
from servers.office import is_open


@pytest.mark.system
def test_a_server_ends_with_the_process_that_started_it(imap_office):
    """Even with one that is killed: nothing is left over from a run that somebody broke off."""
    program = (
        "import sys, os; sys.path.append(sys.argv[1])\n"
        "from servers.office import PostOffice\n"
        "office = PostOffice(); office.has_postfix = False; office.start()\n"
        "print(office.imap, office.d, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    tests = str(Path(__file__).parents[1])
    run = subprocess.run([sys.executable, "-c", program, tests], capture_output=True, text=True)
    port, folder = run.stdout.split()
    assert run.returncode == -9
    end = time.monotonic() + 10
    while is_open(int(port)):
        assert time.monotonic() < end, "it still runs"
        time.sleep(0.01)
    shutil.rmtree(folder)


@pytest.mark.parametrize("of", [(2, 3), (2, 4)])
def test_there_is_a_configuration_for_each_dovecot(of):
    files = dovecot.configuration(of)
    words = dict.fromkeys(("d", "user", "group", "password"), "x")
    ports = dict.fromkeys(("imap", "imaps", "lmtp", "sasl", "mx"), 1)
    text = files["dovecot.conf"].format(**words, **ports)
    assert text.startswith("dovecot_config_version") == (of == (2, 4))
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("before", [None, b"#!/bin/sh\nexit 0\n"])
def test_the_word_to_start_no_daemons_is_taken_back(tmp_path, before):
    policy = tmp_path / "policy-rc.d"
    if before is not None:
        policy.write_bytes(before)
        policy.chmod(0o750)

    def fail():
        with installing.daemons_off(policy):
            assert subprocess.run([policy]).returncode == 101
            raise installing.InstallError("no network")

    with pytest.raises(installing.InstallError):
        fail()
    if before is None:
        assert not policy.exists()
    else:
        assert policy.read_bytes() == before
        assert stat.S_IMODE(policy.stat().st_mode) == 0o750


TWO_RUNS = """
import os, pytest
left_out = pytest.main(["-q", "-p", "no:cacheprovider", "."])
os.environ["CI"] = "true"
print("codes:", int(left_out), int(pytest.main(["-q", "-p", "no:cacheprovider", "."])))
"""


@pytest.mark.system
def test_servers_that_are_missing_are_said_loudly_and_in_ci_a_failure(tmp_path):
    tests = Path(__file__).parents[1]
    (tmp_path / "conftest.py").write_text(
        f"import sys; sys.path.append({str(tests)!r})\n"
        "from servers import dovecot, fixtures, installing\n"
        "from servers.fixtures import _office, imap_office\n"
        "dovecot.program = lambda: None\n"
        "def fail(*_): raise installing.InstallError('no network')\n"
        "installing._run = fail\n"
        "installing.POLICY = installing.Path('policy')\n"
        "installing.daemons_off.__wrapped__.__defaults__ = (installing.POLICY,)\n"
        "def pytest_terminal_summary(terminalreporter):\n"
        "    fixtures.say_what_was_left_out(terminalreporter)\n"
    )
    (tmp_path / "test_it.py").write_text("def test_it(imap_office): pass\n")
    clean = {k: v for k, v in os.environ.items() if k not in ("CI", "SERVERS")}
    command = [sys.executable, "-c", TWO_RUNS]
    run = subprocess.run(command, cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert "codes: 0 1" in run.stdout
    alone, _, in_ci = run.stdout.partition("MAIL SERVERS WERE LEFT OUT")
    assert "1 skipped" in in_ci
    assert "InstallError" in in_ci
    assert "InstallError" not in alone


def test_what_says_that_servers_must_be_there(monkeypatch):
    for ci, servers, is_wanted in (
        *(("", "", False), ("true", "", True), ("", "install", True), ("true", "none", False)),
    ):
        monkeypatch.setenv("CI", ci)
        monkeypatch.setenv("SERVERS", servers)
        assert installing.is_wanted() == is_wanted
