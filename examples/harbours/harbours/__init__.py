"""Harbours: captains load in secret, sail, fight and sell.

To be read like its rules: ``phases`` is the summary card; then ``setup`` (beginning), ``market``
(loading, selling, winning) and ``voyages`` (sailing, fighting). ``basic`` is all of it as a module.
"""

from adjudicator.games.engine import Functions, ModularGame
from harbours.basic import BASIC
from harbours.check import check
from harbours.map import draw_map
from harbours.meta import META
from harbours.play import HarboursPlay
from harbours.position import HarboursPosition
from harbours.setup import board, first_position
from harbours.view import view

game = ModularGame(
    META,
    (BASIC,),
    Functions(
        position=HarboursPosition,
        play=HarboursPlay,
        board=board,
        first_position=first_position,
        check=check,
        view=view,
        map=draw_map,
    ),
)
"""The game, as the entry point names it."""
