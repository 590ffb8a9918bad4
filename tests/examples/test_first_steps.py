"""What somebody who writes a game forgets at first is said in a sentence, or not needed at all."""

import shutil
import sys

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from packages import EXAMPLES

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.cli.main import cli
from adjudicator.games import registry
from adjudicator.games.contract import GameError
from adjudicator.games.engine import Functions, ModularGame
from adjudicator.orders import read_orders
from adjudicator.reports import ReportError, Setting


@pytest.fixture
def harbours(install):
    """The game as the registry finds it, as if its package were installed."""
    with install("harbours", "harbours") as game:
        yield game


def begin(game):
    """Return the first position of a game."""
    return game.new(("red", "blue"), {}, Stream(b"")).position


def change(game, **fields):
    """Return the game with other fields of its module."""
    return ModularGame(game.meta, (replace(game.modules[0], **fields),), own_functions())


def own_functions():
    """Return what Harbours states besides its module."""
    from harbours.check import check
    from harbours.map import draw_map
    from harbours.play import HarboursPlay
    from harbours.position import HarboursPosition
    from harbours.setup import board, first_position
    from harbours.view import view

    return Functions(
        position=HarboursPosition,
        play=HarboursPlay,
        board=board,
        first_position=first_position,
        check=check,
        view=view,
        map=draw_map,
    )


def letter(game):
    """Return what the public is told of a first phase."""
    position = begin(game)
    orders = {"red": read_orders("buy 1", game.language(position, "")).orders}
    after = game.adjudicate(position, orders, Stream(b""))
    views = (game.view(position, ""), game.view(after.position, ""))
    setting = Setting(campaign="gulls", seat="")
    return reports.result(game, *views, None, after.events, setting).text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"orders": {}}, "The phase load asks for orders, but no module states which."),
        ({"names": ()}, "The game has no names of the kind “harbour”; a module makes them."),
    ],
)
def test_what_a_module_lacks_is_named(harbours, fields, said):
    game = change(harbours, **fields)
    with pytest.raises(TypeError) as found:
        read_orders("sail 1 from Alder to Brine", game.language(begin(game), "sail"))
    assert str(found.value) == said


def test_events_that_no_module_states_are_never_stored(harbours):
    from harbours.events import Bought

    with pytest.raises(TypeError, match="No module states events of the kind Bought"):
        change(harbours, events=()).encode_events((Bought(seat="red", harbour="Alder", ships=1),))


@pytest.fixture
def templates(tmp_path, monkeypatch, install):
    """A copy of Harbours, of which the templates can be rewritten."""
    package = f"quays_{tmp_path.name}"  # templates are kept by package
    shutil.copytree(EXAMPLES / "harbours" / "harbours", tmp_path / package)
    monkeypatch.syspath_prepend(str(EXAMPLES / "harbours"))
    monkeypatch.syspath_prepend(str(tmp_path))
    with install("harbours", package):
        yield tmp_path / package / "templates"


def test_letters_need_neither_headings_nor_figures(templates):
    events = (templates / "events.j2").read_text("utf-8")
    kept = [line for line in events.splitlines() if "chapter" not in line and "{% set" not in line]
    (templates / "events.j2").write_text("\n".join(kept), "utf-8")
    told = letter(change(registry.find("harbours"), columns=(), rank=()))
    assert "WHAT HAPPENED\n-------------\nred buys a ship in Alder." in told
    assert "leads" not in told


def test_a_template_that_lacks_what_all_games_tell_says_so(templates):
    events = (templates / "events.j2").read_text("utf-8")
    (templates / "events.j2").write_text(events.partition("\n")[2], "utf-8")
    with pytest.raises(ReportError, match=r"harbours/events.j2 does not extend common/events.j2"):
        letter(registry.find("harbours"))


def test_a_game_that_cannot_be_loaded_is_named_and_hides_no_other(tmp_path, install, monkeypatch):
    (tmp_path / "broken_game.py").write_text("raise ImportError('no such thing')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(GameError) as found, install("broken", "broken_game"):
        pass
    said = "The game broken cannot be loaded from broken_game:game. ImportError: no such thing"
    assert str(found.value) == said
    monkeypatch.setattr(registry, "names", lambda: ("ikusa", "nothing"))
    shown = CliRunner().invoke(cli, ["games"])
    assert shown.exit_code == 0
    assert "ikusa: Ikusa, 2 to 5 players" in shown.output
    assert "Error: There is no game “nothing”" in shown.output
    assert "broken_game" not in sys.modules
