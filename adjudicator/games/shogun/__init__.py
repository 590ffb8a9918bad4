"""Shogun (2006) and the Shogun Big Box with its four expansions.

To be read like the rulebook: ``phases`` is its summary card; then ``cards`` (what is printed),
``setup`` and ``draft`` (preparation), ``plans`` (laying the cards), ``season`` (what is laid out,
event, bids, turn order), ``actions`` with ``possible`` (the ten actions, what they cost and bring),
``fights`` (the tower), ``winter``. ``rules`` says what a module is; ``basic`` is the basic game as
one, ``expansions`` holds the four others. ``meta`` names all that is drawn.
"""

from adjudicator.games.engine import Functions, ModularGame
from adjudicator.games.shogun import expansions
from adjudicator.games.shogun.basic import BASIC
from adjudicator.games.shogun.judging.check import check
from adjudicator.games.shogun.judging.odds import battle_rules
from adjudicator.games.shogun.judging.regent import choose_randomly
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.shown.map import draw_map
from adjudicator.games.shogun.shown.sheet import sheet
from adjudicator.games.shogun.shown.sketch import sketch
from adjudicator.games.shogun.table.case_tables import fill_table
from adjudicator.games.shogun.table.faults import unplayable
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import ShogunPosition, view
from adjudicator.games.shogun.table.setup import board, first_position

game = ModularGame(
    META,
    (BASIC, *expansions.load()),
    Functions(
        position=ShogunPosition,
        play=ShogunPlay,
        board=board,
        first_position=first_position,
        fill_table=fill_table,
        unplayable=unplayable,
        check=check,
        view=view,
        map=draw_map,
        sketch=sketch,
        sheet=sheet,
        battles=battle_rules,
        regents={"random": choose_randomly},
    ),
)
"""The game, as the registry finds it."""
