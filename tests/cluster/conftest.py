import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "campaign"))  # the toy game lives there

import toyreports

from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.games import registry
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    toyreports.install(monkeypatch.setattr)


@pytest.fixture
def place(new_place):
    return new_place()


@pytest.fixture
def store(place):
    with open_store(place, create=True) as opened:
        yield opened


@pytest.fixture
def game(store):
    """Return a function that sets a game of one person up."""

    def make(name="friday", begin=datetime(2026, 11, 20, 12, tzinfo=UTC), **settings):
        people = (Player("Oda", "oda@players.test"), Player("Takeda", regent="steady"))
        people = (*people, Player("Mori", regent="steady"))
        wanted = {"deadline": "every 24 hours", "host": "x.test", "early": False} | settings
        plan = NewCampaign(name, "toy", people, {}, Settings(**wanted))
        return create(store, plan, begin, secret=b"x" * 32)

    return make
