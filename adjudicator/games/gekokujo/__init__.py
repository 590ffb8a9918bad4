"""Gekokujō, with its four modules and technological change.

To be read like the rulebook: ``phases`` is its summary card; ``printed`` is what is printed in its
tables; ``chapters`` has ``draft`` (§2), ``year`` (§4, §7), ``reinforcement`` (§5, §9), ``campaign``
(§6) with ``war``, ``battle`` and ``rolls``, ``vassalage`` and ``victory`` (§8, §1). ``rules`` says
what a module is; ``basic`` is the basic game as modules, ``modules`` holds those of chapter 10.
"""

from adjudicator.games.engine import Functions, ModularGame
from adjudicator.games.gekokujo.basic import BASIC, DRAFT, TROOPS, WITH_MOVES
from adjudicator.games.gekokujo.chapters.vassalage import VASSALAGE
from adjudicator.games.gekokujo.chapters.year import YEAR
from adjudicator.games.gekokujo.judging.check import check
from adjudicator.games.gekokujo.judging.odds import battle_rules
from adjudicator.games.gekokujo.judging.regent import choose_randomly
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.modules.glory import GLORY
from adjudicator.games.gekokujo.modules.politics import PACTS_APART, PACTS_TOGETHER, POLITICS
from adjudicator.games.gekokujo.modules.rice import RICE, SOWING_APART, SOWING_TOGETHER
from adjudicator.games.gekokujo.modules.warfare import TECHNOLOGY, WARFARE
from adjudicator.games.gekokujo.shown.map import draw_map, sketch
from adjudicator.games.gekokujo.shown.sheet import sheet
from adjudicator.games.gekokujo.table.faults import unplayable
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.games.gekokujo.table.position import GekokujoPosition, view
from adjudicator.games.gekokujo.table.setup import board, fill_table, first_position

POLITICAL_PLAY = (POLITICS, PACTS_TOGETHER, PACTS_APART)
RICE_AND_WAR = (RICE, SOWING_TOGETHER, SOWING_APART)
MODULES = (*POLITICAL_PLAY, WARFARE, TECHNOLOGY, *RICE_AND_WAR, GLORY)
"""In the order of the rulebook; where to put a choice, the two ways of it are modules too."""

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
