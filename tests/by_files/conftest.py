import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "campaign"))  # the toy game lives there

import toyreports

from adjudicator.games import registry


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.SHIPPED, "toy", "toy:game")
    toyreports.install(monkeypatch.setattr)
    monkeypatch.setattr("adjudicator.maps.draw_front", lambda *_: None)
