"""A process of ``adjudicator serve`` in a folder of its own, and a game that it looks after."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Campaign, Settings

PATIENCE = 60
"""Seconds until a test gives up; a machine with much else to do may be slow."""
SEATS = ("Oda", "Takeda", "Mori")


def matches(text, pattern):
    return bool(re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), text))


def begin_game(folder, name="friday", address="judge@example.net", gm="gm@example.org", **more):
    """Set a game of Ikusa up; return the address of each seat, with its token."""
    from datetime import UTC, datetime

    local, _, domain = address.partition("@")
    players = tuple(Player(seat, f"{seat.casefold()}@players.test", seat) for seat in SEATS)
    settings = Settings(address=address, host=domain, gm=gm, **more)
    plan = NewCampaign(name, "ikusa", players, {}, settings)
    with open_store(folder / "campaign.db", create=True) as store:
        campaign = create(store, plan, datetime.now(UTC), secret=b"0123456789abcdef" * 2)
        store.place.chmod(0o600)
        return {
            seat.name: f"{local}+{token(seat)}@{domain}" for seat in queries.seats(store, campaign)
        }


def phase_of(folder, name="friday"):
    with open_store(folder / "campaign.db") as store:
        return queries.head(store, store.find(Campaign, name=name)).opens.key


def order_mail(seat, to, number, body="ready"):
    """Return the bytes of an order mail."""
    return (
        f"From: {seat.casefold()}@players.test\r\nTo: {to}\r\n"
        f"Message-ID: <{seat}-{number}@players.test>\r\nSubject: orders\r\n\r\n{body}\r\n"
    ).encode()


def maildir(folder):
    for place in ("new", "cur", "tmp"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    return folder


def arrive(folder, name, data):
    """Deliver a letter into a Maildir as mail servers do."""
    partial = folder / "tmp" / name
    partial.write_bytes(data)
    partial.rename(folder / "new" / name)


class Process:
    """``adjudicator serve``; what it logs can be waited for."""

    def __init__(self, folder, *words, **environment):
        env = {k: v for k, v in os.environ.items() if k not in ("ADJUDICATOR_DB", "JOURNAL_STREAM")}
        command = [sys.executable, "-m", "adjudicator", "serve", "--log", "json", *words]
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=env | environment,
            stdout=subprocess.PIPE,
            stderr=(Path(folder) / "stderr").open("ab"),
            stdin=subprocess.DEVNULL,
            text=True,
        )
        self.folder = Path(folder)
        self.said = []
        self._news = threading.Condition()
        self._over = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            if not line.endswith("\n"):  # it was killed halfway through
                break
            with self._news:
                self.said.append(json.loads(line))
                self._news.notify_all()
        with self._news:
            self._over = True
            self._news.notify_all()

    def wait_for(self, event, count=1, **facts):
        """Wait until an event with these facts has been logged so often; return the last one.

        “…” in a fact is any text.
        """

        def is_alike(said):
            given = ((str(said.get(name)), str(value)) for name, value in facts.items())
            return said["event"] == event and all(matches(*each) for each in given)

        def found():
            alike = [e for e in self.said if is_alike(e)]
            return alike[count - 1 :] or self._over

        with self._news:
            assert self._news.wait_for(found, PATIENCE), f"no {event} {facts} in {self.said}"
            assert found() is not True, (
                f"it ended without {event} {facts}: {self.said} {self.errors}"
            )
            return found()[0]

    @property
    def pid(self):
        return self._process.pid

    @property
    def errors(self):
        return (self.folder / "stderr").read_text()

    def end(self, number=signal.SIGTERM):
        """Ask it to end; return its exit code."""
        self._process.send_signal(number)
        return self.ended()

    def ended(self):
        """Wait until it has ended; return its exit code."""
        code = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def kill(self):
        self._process.kill()
        self._process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._process.poll() is None:
            self.kill()


class Supervisor:
    """What systemd does: listens on a socket for READY=1 and signs of life."""

    def __init__(self, folder):
        self.path = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        self._socket.settimeout(PATIENCE)
        self.heard = []

    def wait_for(self, word):
        """Wait until it is told that; return how many seconds that took."""
        began = time.monotonic()
        while word not in self.heard:
            self.heard += self._socket.recv(4096).decode().splitlines()
        self.heard.remove(word)
        return time.monotonic() - began
