"""The harness itself: what the tests of real servers rest on."""

import os
import shutil
import smtplib
import ssl
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from imapclient import IMAPClient
from servers import dovecot, installing
from servers.office import is_open

LETTER = b"From: ann@players.test\r\nMessage-ID: <%d@players.test>\r\n\r\nhide 3\r\n"


def test_a_letter_goes_through_postfix_into_dovecot(post_office):
    judge, oda = post_office.address(), post_office.address("oda", "players.test")
    tls = ssl.create_default_context(cafile=post_office.ca)
    with smtplib.SMTP("localhost", post_office.submission) as smtp:
        smtp.starttls(context=tls)
        smtp.login(judge, post_office.password)
        smtp.sendmail(judge, [oda.replace("@", "+token@")], LETTER % 1)
    (raw,) = post_office.wait_for(oda)
    assert f"Delivered-To: {oda.replace('@', '+token@')}".encode() in raw
    with IMAPClient("localhost", post_office.imaps, ssl_context=tls) as client:
        client.oauth2_login(oda, post_office.bearer(oda))
        client.select_folder("INBOX")
        assert client.search() == [1]


def test_nobody_sends_without_a_login_or_to_elsewhere(post_office):
    with smtplib.SMTP("localhost", post_office.mx) as smtp:
        smtp.ehlo()
        smtp.mail("x@players.test")
        assert smtp.rcpt("oda@example.org")[0] == 554
        assert smtp.rcpt("unknown@games.test")[0] == 550
    with smtplib.SMTP("localhost", post_office.submission) as smtp:
        assert not smtp.has_extn("auth")


def test_a_real_bounce_comes_back(post_office):
    class Nobody:
        async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
            return "550 5.1.1 no such user"

    away = Controller(Nobody(), hostname="127.0.0.1", port=post_office.away)
    away.start()
    try:
        judge = post_office.address()
        with smtplib.SMTP_SSL(
            "localhost",
            post_office.submissions,
            context=ssl.create_default_context(cafile=post_office.ca),
        ) as smtp:
            smtp.login(judge, post_office.password)
            smtp.sendmail(judge, ["nobody@away.test"], LETTER % 2)
        (bounce,) = post_office.wait_for(judge)
    finally:
        away.stop()
    assert b"multipart/report" in bounce


def test_a_killed_server_comes_back_with_its_mail(imap_office):
    oda = imap_office.address("oda")
    imap_office.put(oda, LETTER % 3)
    with imap_office.gone("dovecot"), pytest.raises(ConnectionRefusedError):
        imap_office.put(oda, LETTER % 4)
    imap_office.put(oda, LETTER % 5)
    assert len(imap_office.letters(oda)) == 2


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


@pytest.mark.system
@pytest.mark.parametrize(
    ("variables", "said", "code"),
    [
        ({}, "MAIL SERVERS WERE LEFT OUT", 0),
        ({"CI": "true"}, "InstallError", 1),
    ],
)
def test_servers_that_are_missing_are_a_failure_or_said_loudly(tmp_path, variables, said, code):
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
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    run = subprocess.run(
        command, cwd=tmp_path, env=clean | variables, capture_output=True, text=True
    )
    assert run.returncode == code, run.stdout
    assert said in run.stdout


@pytest.mark.parametrize("variables", [{"CI": "true"}, {"SERVERS": "install"}])
def test_what_says_that_servers_must_be_there(monkeypatch, variables):
    for name in ("CI", "SERVERS"):
        monkeypatch.delenv(name, raising=False)
    assert not installing.is_wanted()
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert installing.is_wanted()


def test_ci_can_say_that_there_are_none(monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("SERVERS", "none")
    assert not installing.is_wanted()
