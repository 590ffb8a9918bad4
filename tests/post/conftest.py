import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from passing import waiting_letters

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.deadlines import move_deadline
from adjudicator.games import registry
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Note
from adjudicator.store.records import Settings

sys.path.append(str(Path(__file__).parents[1] / "campaign"))  # the toy game

import toyreports
from outboxes import MemoryOutbox

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SECRET = bytes(range(32))
SETTINGS = Settings(gm="gm@example.org", address="game@example.net", host="example.net")


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    toyreports.install(monkeypatch.setattr)


@pytest.fixture
def store(new_store):
    with new_store() as opened:
        yield opened


class Post:
    """A game that is played by mail: writes letters as its players would."""

    def __init__(
        self, store, name="sekigahara", settings=SETTINGS, oda="oda@example.org", **options
    ):
        self.store = store
        self.name = name
        self.now = START
        self.count = 0
        self.oda = oda
        mailed = {"Oda": oda, "Takeda": "takeda@example.org"}
        players = tuple(Player(seat, at, f"{seat} player") for seat, at in mailed.items())
        create(store, NewCampaign(name, "toy", players, options, settings), START, secret=SECRET)

    @property
    def campaign(self):
        return queries.find_campaign(self.store, self.name)

    @property
    def state(self):
        return State(self.store, self.campaign, self.now)

    def change(self, work, *args, **more):
        return commit(self.store, self.campaign, self.now, work, *args, **more)

    def token(self, seat="Oda"):
        return token(self.state.seat(seat))

    def raw(self, body="hide 3", *, seat="Oda", sender=None, to=None, fields=(), id=None):
        self.count += 1
        sender = sender or f"{seat.lower()}@example.org"
        to = to or f"game+{self.token(seat)}@example.net"
        head = [f"From: {sender}", f"To: {to}", f"Message-ID: <{id or self.count}@mail.example>"]
        return "\n".join([*fields, *head, "", body]).encode()

    def take(self, *said, **more):
        """Take a letter now; return what became of it."""
        return take(self.store, self.raw(*said, **more), self.now).disposition

    def stands(self, seat="Oda"):
        opened_by = queries.head(self.store, self.campaign)
        found = queries.submissions(self.store, opened_by).get(seat)
        return found.text.strip() if found else None

    def is_ready(self, seat="Oda"):
        found = queries.submissions(self.store, queries.head(self.store, self.campaign)).get(seat)
        return bool(found and found.ready)

    def phases(self):
        """The phases that were carried out."""
        return [each.phase for each in queries.resolutions(self.store, self.campaign)][1:]

    def out(self, kind):
        letters = waiting_letters(self.store)
        return [each for each in letters if each.kind == kind]

    def notes(self):
        return [note.code for note in self.store.rows(Note)][1:]

    def wait(self, **time):
        self.now += timedelta(**time)


@pytest.fixture
def post_class():
    return Post


@pytest.fixture
def post(store):
    return Post(store)


@pytest.fixture
def timed(post):
    """A game whose first phase closes 24 hours after its start, at ``closes``."""
    post.change(change_settings, deadline="every 24 hours")
    post.closes = post.now + timedelta(hours=24)
    post.change(move_deadline, post.closes)
    return post


@pytest.fixture
def empty(post):
    """A campaign whose first letters have gone."""
    list(send_all(post.store, MemoryOutbox(), post.now))
    return post
