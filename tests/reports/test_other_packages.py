"""A game of another package brings its words in its own ``templates/``."""

import sys
from importlib.metadata import EntryPoint

import msgspec
import pytest
from letters_toy import Toy, position

from adjudicator import reports
from adjudicator.games import registry
from adjudicator.games.contract import Event
from adjudicator.reports import ReportError, Setting

EVENTS = """{% extends "common/events.j2" %}
{% set together = {} %}
{% macro chapter(e) %}A landing{% endmacro %}
{% macro Landed(e) %}{{ seat(e.seat) }} has landed with {{ e.crew }}.{% endmacro %}
"""
PHASES = """
{% set asked = {"plan": "Name a harbour."} %}
{% set by_default = {"plan": "You stay at sea."} %}
{% set examples = {"plan": ["land in Kyushu"]} %}
{% set beside = {} %}
"""
RULES = """
from letters_toy import Toy

class Sea(Toy):
    pass

game = Sea()
"""


class Landed(Event, frozen=True, kw_only=True):
    seat: str
    crew: str


@pytest.fixture
def sea(tmp_path, monkeypatch):
    """Make a package with a game and return a function that gives it templates and its game."""

    def make(package, folder):
        place = tmp_path / package
        place.mkdir()
        (place / "__init__.py").write_text(RULES)
        if folder is not None:
            (place / folder).mkdir(parents=True)
            (place / folder / "events.j2").write_text(EVENTS)
            (place / folder / "phases.j2").write_text(PHASES)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, package, raising=False)
        game = __import__(package).game
        game.meta = msgspec.structs.replace(Toy.meta, name=package.replace("_", "-"))
        entry = EntryPoint(game.meta.name, f"{package}:game", registry.GROUP)
        monkeypatch.setattr(registry, "_entry_points", lambda: {game.meta.name: entry})
        return game

    return make


def opening(game):
    view = position(phase="plan", active="")
    events = [Landed(seat="Oda", crew="<7 ships>")]
    return reports.opening(game, view, Setting("x", "Oda"), (), events)


def test_the_templates_of_a_games_own_package_are_found(sea):
    """Here in a folder of the game's name; the games in ``examples`` have theirs without one."""
    report = opening(sea("sea_deep", "templates/sea-deep"))
    assert registry.package_of("sea-deep") == "sea_deep"
    assert registry.package_of("ikusa") == ""
    assert "A LANDING\n---------\nOda has landed with <7 ships>." in report.text
    assert "Name a harbour." in report.text
    assert "has landed with &lt;7 ships&gt;." in report.html


def test_a_package_without_templates_is_an_error_that_names_the_file(sea):
    with pytest.raises(ReportError, match=r"has no template sea-bare/events\.j2"):
        opening(sea("sea_bare", None))
