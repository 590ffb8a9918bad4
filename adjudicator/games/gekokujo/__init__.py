"""Gekokujō, with its four modules and technological change.

To be read like the rulebook: ``phases`` is its summary card; then ``data`` (what is printed),
``setup`` and ``draft`` (§2), ``administration`` with ``losses`` (§4), ``reinforcement`` with
``castles`` and ``ninja`` (§5, §9), ``campaign`` (§6) with ``movement``, ``war``, ``battle``,
``rolls``, ``modifiers`` (§0.1), ``casualties``, ``aftermath``, ``control`` and ``policies``;
``winter`` (§7), ``vassalage``, ``fall`` and ``victory`` (§8, §1). ``rules`` says what a module is;
``basic`` is the basic game as one, ``modules`` holds those of chapter 10, and ``year``, ``troops``
and ``vassalage`` are what they replace.
"""

from adjudicator.games.engine import Functions, ModularGame
from adjudicator.games.gekokujo.basic import BASIC, DRAFT, WITH_MOVES
from adjudicator.games.gekokujo.battles.troops import TROOPS
from adjudicator.games.gekokujo.chapters.vassalage import VASSALAGE
from adjudicator.games.gekokujo.chapters.year import YEAR
from adjudicator.games.gekokujo.judging.check import check
from adjudicator.games.gekokujo.judging.odds import battle_rules
from adjudicator.games.gekokujo.judging.regent import choose_randomly
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.modules import MODULES
from adjudicator.games.gekokujo.shown.map import draw_map
from adjudicator.games.gekokujo.shown.sheet import sheet
from adjudicator.games.gekokujo.shown.sketch import sketch
from adjudicator.games.gekokujo.table.case_tables import fill_table
from adjudicator.games.gekokujo.table.faults import unplayable
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import GekokujoPosition
from adjudicator.games.gekokujo.table.setup import board, first_position
from adjudicator.games.gekokujo.table.view import view

game = ModularGame(
    META,
    (BASIC, DRAFT, YEAR, TROOPS, VASSALAGE, WITH_MOVES, *MODULES),
    Functions(
        position=GekokujoPosition,
        play=GekokujoPlay,
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
