"""Samurai Swords (1995), and the rules that it shares with Ikusa (2011).

To be read like the rulebook: ``standard`` has a round on one screen, ``chapters`` a file for each
chapter: ``setup``; ``plan`` (Actions 1, 2 and 9); ``muster`` (3 to 5, 8); ``ninja`` (6); ``war``
(7: ``marches``, ``attacks``, ``combat``, ``battle``, ``moves``); ``fall`` (losing and winning).
``orders`` is what players write, ``table`` what lies on the table, ``judging`` what is said of
orders beforehand, ``shown`` what is drawn; ``edition`` is what differs between the two editions,
``modes`` are the other games in the box, ``regents`` who plays empty seats.
"""

from functools import partial

from adjudicator.games.contract import Meta
from adjudicator.games.engine import Functions, ModularGame, plain
from adjudicator.games.samurai_swords.case_tables import as_table, fill_table, unplayable
from adjudicator.games.samurai_swords.chapters.setup import first_position
from adjudicator.games.samurai_swords.judging.check import check
from adjudicator.games.samurai_swords.meta import META
from adjudicator.games.samurai_swords.modes.quick_play import CARDS_TOGETHER, QUICK_PLAY
from adjudicator.games.samurai_swords.modes.steps import STEPS
from adjudicator.games.samurai_swords.modes.two_players import TWO_PLAYERS, modes_of, settle
from adjudicator.games.samurai_swords.regents.steady import choose_at_random
from adjudicator.games.samurai_swords.standard import IN_TURN, LONGER_GAME, STANDARD, STANDARD_PLAY
from adjudicator.games.samurai_swords.table.own_board import board
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import SwordsPosition, view


def make_game(meta: Meta) -> ModularGame:
    """Return the game of an edition."""
    return ModularGame(
        meta,
        (
            *(LONGER_GAME, TWO_PLAYERS, STANDARD_PLAY, CARDS_TOGETHER, QUICK_PLAY),
            *(IN_TURN, STANDARD, STEPS),
        ),
        Functions(
            position=SwordsPosition,
            play=SwordsPlay,
            board=board,
            first_position=partial(first_position, meta.name),
            fill_table=partial(fill_table, meta.name),
            as_table=as_table,
            settle=settle,
            modes=modes_of,
            unplayable=unplayable,
            check=check,
            view=view,
            map=plain.later(f"{__name__}.shown", "draw_map"),
            sketch=plain.later(f"{__name__}.shown", "sketch"),
            battles=plain.later(f"{__name__}.judging.odds", "battle_rules"),
            luck=plain.later(f"{__name__}.judging.odds", "luck"),
            regents={
                "random": choose_at_random,
                "strong": plain.later(f"{__name__}.regents.strong", "choose"),
            },
        ),
    )


game = make_game(META)
"""The game as the rooms above it see it (see the contract)."""
