"""The first letter tells of each clan what the draft is about."""

from adjudicator.boards import load_board
from adjudicator.chance import Stream
from adjudicator.games.gekokujo import game
from adjudicator.games.gekokujo.printed import BOARD, CLANS
from adjudicator.reports import Setting, opening


def test_homes_and_neighbours_are_those_of_the_board():
    dealt = game.new(["Ann", "Bob", "Cyd"], {}, Stream(b"1"))
    view = game.view(dealt.position, "Ann")
    setting = Setting(campaign="g", seat="Ann")
    text = " ".join(opening(game, view, setting, (), dealt.events).text.split())
    near = load_board(BOARD).neighbours
    for clan in CLANS.values():
        beside = ", ".join(sorted(near[clan.home]))
        assert f"({clan.region}): starts in {clan.home}, next to {beside}; " in text
    assert text.index("These are the clans") < text.index("STANDINGS")
