import re

import msgspec
import pytest
import toyreports
from playing import Table

from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.games import registry
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings


@pytest.fixture(autouse=True)
def toy(request, monkeypatch):
    """Make the toy game known, and stand in for reports and maps, which have tests of their own.

    A module that sets ``REAL`` gets the real ones.
    """
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    if not getattr(request.module, "REAL", False):
        toyreports.install(monkeypatch.setattr)


@pytest.fixture
def store(new_store):
    with new_store() as opened:
        yield opened


@pytest.fixture
def other(store):
    """A second connection to the same database."""
    with open_store(store.place) as opened:
        yield opened


def address(seat):
    return re.sub(r"\W", "", ascii(seat)).lower() + "@example.org"


@pytest.fixture
def play(store, prepare, request):
    """Return a function that begins a game, anew where the test has changed how one begins."""

    def make(
        name="sekigahara",
        seats=("Oda", "Takeda", "Mori"),
        options=None,
        *,
        anew=False,
        **settings,
    ):
        players = tuple(
            Player(seat, regent="steady")
            if seat == "Mori"
            else Player(seat, address(seat), f"{seat} player")
            for seat in seats
        )
        settings = {"gm": "gm@example.org", "host": "host.example", **settings}
        plan = NewCampaign(name, "toy", players, options or {}, Settings(**settings))
        if anew:
            return Table(store, plan)
        key = (request.module.__name__, msgspec.json.encode(plan))
        return prepare(store, key, lambda: Table(store, plan))

    return make
