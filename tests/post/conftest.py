import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.campaign import outbox, records
from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.letters import token
from adjudicator.campaign.records import Settings
from adjudicator.campaign.store import open_store
from adjudicator.games import registry

sys.path.append(str(Path(__file__).parents[1] / "campaign"))  # the toy game

import toyreports

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    toyreports.install(monkeypatch.setattr)


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "campaign.db", create=True) as opened:
        yield opened


class Post:
    """A game that is played by mail: writes letters as its players would."""

    def __init__(self, store, name="sekigahara"):
        self.store = store
        self.name = name
        self.now = START
        self.count = 0
        players = tuple(
            Player(seat, f"{seat.lower()}@example.org", f"{seat} player")
            for seat in ("Oda", "Takeda")
        )
        settings = Settings(gm="gm@example.org", address="game@example.net", host="example.net")
        create(store, Plan(name, "toy", players, {}, settings), START, secret=SECRET)

    @property
    def owner(self):
        return records.campaign(self.store, self.name)

    def token(self, seat="Oda"):
        return token(records.seat(self.store, self.owner, seat))

    def raw(self, body="hide 3", *, seat="Oda", sender=None, to=None, fields=(), id=None):
        self.count += 1
        sender = sender or f"{seat.lower()}@example.org"
        to = to or f"game+{self.token(seat)}@example.net"
        head = [f"From: {sender}", f"To: {to}", f"Message-ID: <{id or self.count}@mail.example>"]
        return "\n".join([*fields, *head, "", body]).encode()

    def stands(self, seat="Oda"):
        opened_by = records.head(self.store, self.owner)
        found = records.submissions(self.store, opened_by).get(seat)
        return found.text.strip() if found else None

    def out(self, kind):
        letters = outbox.waiting(self.store)
        return [each for each in letters if each.kind == kind]

    def notes(self):
        return [row["code"] for row in self.store.rows("SELECT code FROM note ORDER BY id")][1:]

    def wait(self, **time):
        self.now += timedelta(**time)


@pytest.fixture
def post(store):
    return Post(store)
