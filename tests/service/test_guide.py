"""The guide leads from nothing to a game by mail: what it shows is typed, as processes, as it stands.

Names and ports of servers are put in the place of those on the page; nothing else is changed. The
two commands that install the program are those of the README, and the rest runs with what they
would install.
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from email import message_from_bytes, policy
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))

from pages import TOP, blocks
from shell import same
from table import submit

pytestmark = pytest.mark.system

PAGE = TOP / "docs" / "game-master.md"
PATIENCE = 120
ORDERS = "ready\n"
"""No province is named: whose it is depends on the deal, which nobody chose."""


def commands():
    """Return each command that the page shows with what it prints."""
    found = []
    for block in blocks(PAGE):
        if block.words == ("console", "servers"):
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, *printed = part.splitlines()
                found.append((command, printed))
    return found


class Guide:
    """A newcomer in an empty folder, who types what the page shows."""

    def __init__(self, folder, office):
        self.folder = folder
        self.office = office
        self.judge = office.address()
        self.people = {name: office.address(name, "players.test") for name in ("gm", "ann", "bob")}
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("ADJUDICATOR_")}
        self.env |= {"SSL_CERT_FILE": office.ca, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        program = folder / "venv/bin/adjudicator"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m adjudicator "$@"\n')
        program.chmod(0o755)

    def put_in(self, text):
        """Put addresses and servers that exist in the place of those on the page."""
        office = self.office
        for shown, real in (
            ("imap.example.org", f"localhost:{office.imaps}"),
            ("smtp.example.org", f"localhost:{office.submissions}"),
            ("judge@example.org", self.judge),
            ("judge+", f"{self.judge.partition('@')[0]}+"),
            *((f"gm@example.{end}", self.people["gm"]) for end in ("org", "net")),
            ("ann@example.net", self.people["ann"]),
            ("bob@example.net", self.people["bob"]),
            ("@example.org", "@games.test"),
        ):
            text = text.replace(shown, real)
        return text

    def start(self, command, **more):
        words = ["/bin/sh", "-c", f"exec {command}"]
        return subprocess.Popen(words, cwd=self.folder, env=self.env, **more)

    def answer(self, command, shown):
        """Type a command and what the page shows after its questions; return what was printed."""
        ours, theirs = pty.openpty()
        process = self.start(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True)
        os.close(theirs)
        printed, rest = "", list(shown)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready, _, _ = select.select([ours], [], [], 0.2)
            if ready:
                try:
                    printed += os.read(ours, 65536).decode().replace("\r\n", "\n")
                except OSError:  # the terminal is closed: it has ended
                    break
            elif (question := printed.rpartition("\n")[2]).endswith(": "):
                (line,) = [each for each in rest if f"{each} ".startswith(question)]
                rest = rest[rest.index(line) + 1 :]
                typed = line[len(question) :].strip()
                if question.startswith("Password"):
                    typed = self.office.password
                os.write(ours, f"{typed}\n".encode())
        os.close(ours)
        assert process.wait(PATIENCE) == 0, printed
        return [line.rstrip() for line in printed.splitlines()]

    def letter_to(self, name, subject):
        """Wait for a letter to somebody; return its Reply-To or From, and its Message-ID."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for raw in self.office.letters(self.people[name]):
                letter = message_from_bytes(raw, policy=policy.default)
                if subject in letter["Message-ID"]:
                    return letter
            time.sleep(0.05)
        raise AssertionError(f"no {subject} for {name}")


@pytest.fixture
def guide(tmp_path, post_office):
    return Guide(tmp_path, post_office)


def test_the_guide_needs_at_most_six_commands_and_no_editor():
    shown = [command for command, _ in commands()]
    assert len(shown) == 6
    readme = (TOP / "README.md").read_text("utf-8")
    assert "\n".join(shown[:2]) in readme
    assert [command.split()[:2] for command in shown[2:]] == [
        ["venv/bin/adjudicator", name] for name in ("init", "new", "serve", "status")
    ]


@pytest.mark.skipif(not shutil.which("sh"), reason="needs a shell")
def test_the_guide_leads_from_nothing_to_a_running_game(guide):
    (init, asked), (new, begun), (serve, logged), (status, stands) = commands()[2:]
    shown = [guide.put_in(line) for line in asked]
    printed = guide.answer(init, shown)
    assert same([line.rstrip() for line in shown], printed), "\n".join(printed)
    assert guide.office.password not in (guide.folder / "adjudicator.toml").read_text("utf-8")

    done = guide.start(guide.put_in(new), stdout=subprocess.PIPE, text=True)
    printed = done.communicate(timeout=PATIENCE)[0].splitlines()
    assert same(begun, printed), "\n".join(printed)

    with (guide.folder / "log").open("wb") as log:
        server = guide.start(serve, stdout=log, stderr=log)
        try:
            opening = guide.letter_to("ann", "opening")
            orders = answer(opening, guide.people["ann"])
            submit(guide.office, guide.people["ann"], orders)
            guide.letter_to("ann", "receipt")
            done = guide.start(status, stdout=subprocess.PIPE, text=True)
            printed = done.communicate(timeout=PATIENCE)[0].splitlines()
            assert same([*stands, ""], printed), "\n".join(printed)
            server.send_signal(signal.SIGINT)
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()
    printed = (guide.folder / "log").read_text("utf-8").splitlines()
    assert same([guide.put_in(line) for line in logged], printed), "\n".join(printed)


def answer(letter, sender):
    """Write what a player answers: to the address that the letter names, the orders on top."""
    to = letter["Reply-To"] or letter["From"]
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: Re: orders\r\nMessage-ID: <1@players.test>\r\n"
    return f"{head}\r\n{ORDERS}".encode()
