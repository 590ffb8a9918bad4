"""Diplomacy: seven powers, simultaneous moves, no dice.

To be read like its rules: ``phases`` is the summary card; then ``setup`` (beginning), ``orders``
(what can be written), ``movement`` (what can be ordered), ``moves`` and ``battle`` (spring and
fall), ``retreats`` and ``winter``. ``basic`` is all of it as a module.
"""

from msgspec.structs import replace

from adjudicator.games.engine import Functions, ModularGame
from diplomacy_game.basic import BASIC
from diplomacy_game.check import check
from diplomacy_game.map import draw_map, sketch
from diplomacy_game.meta import META
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import DiplomacyPosition
from diplomacy_game.setup import board, first_position, own_seats, settle
from diplomacy_game.sheet import sheet
from diplomacy_game.tables import as_table, fill_table
from diplomacy_game.view import view

game = ModularGame(
    replace(META, own_seats=own_seats),
    (BASIC,),
    Functions(
        position=DiplomacyPosition,
        play=DiplomacyPlay,
        board=board,
        first_position=first_position,
        check=check,
        view=view,
        map=draw_map,
        sketch=sketch,
        sheet=sheet,
        settle=settle,
        fill_table=fill_table,
        as_table=as_table,
    ),
)
"""The game, as the entry point names it."""
