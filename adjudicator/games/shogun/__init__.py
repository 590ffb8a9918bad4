"""Shogun (2006) and the Shogun Big Box with its four expansions.

To be read like the rulebook: ``phases`` is its summary card; then ``cards`` (what is printed); of
the ``chapters`` ``setup`` (preparation and the draft), ``plans`` (laying the cards), ``year`` (what
a season lays out, event, bids, turn order; winter), ``actions`` with ``possible`` (the ten actions,
the tower; what they cost and bring). ``table.play`` says what a module is; the basic game is one,
here, and ``expansions`` holds the four others. ``meta`` names all that is drawn.
"""

from functools import partial

from adjudicator.games.contract import Column
from adjudicator.games.engine import Functions, ModularGame
from adjudicator.games.shogun.chapters import setup
from adjudicator.games.shogun.chapters.possible import by_event, by_special, temple_truce
from adjudicator.games.shogun.expansions import chambers, leaders, samurai, tenno
from adjudicator.games.shogun.judging.check import JUDGES, check, find_risks, note_wishes
from adjudicator.games.shogun.judging.choices import defaults, find_candidates, legal_orders
from adjudicator.games.shogun.judging.odds import battle_rules, luck
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.orders.orders import ORDERS, Claim
from adjudicator.games.shogun.phases import PHASES
from adjudicator.games.shogun.regents import steady, strong
from adjudicator.games.shogun.shown import (
    draw_map,
    find_remainders,
    order_marks,
    panels,
    state_facts,
)
from adjudicator.games.shogun.table import words
from adjudicator.games.shogun.table.events import EVENTS
from adjudicator.games.shogun.table.faults import faults, unplayable
from adjudicator.games.shogun.table.play import ShogunModule, ShogunPlay
from adjudicator.games.shogun.table.position import ShogunPosition, board, view
from adjudicator.games.sketch import plain_sketch


def _armies(play: ShogunPlay, seat: str) -> str:
    return str(sum(play.land(name).armies for name in play.provinces_of(seat)))


def _buildings(play: ShogunPlay, seat: str) -> str:
    return str(sum(len(play.land(name).buildings) for name in play.provinces_of(seat)))


BASIC = ShogunModule(
    name="basic",
    events=EVENTS,
    conditions=words.CONDITIONS,
    names=words.NAMES,
    reserved=words.RESERVED,
    set_up=(setup.give_provinces,),
    phases=PHASES,
    orders=ORDERS,
    judges=JUDGES,
    remarks=(find_risks,),
    answers=(note_wishes,),
    adjusters={"event": by_event, "special card": by_special},
    bars=(temple_truce,),
    legal_orders=(legal_orders,),
    candidates=(find_candidates,),
    steady=(steady.steady,),
    facts=(state_facts,),
    remainders=(find_remainders,),
    defaults=(defaults,),
    columns=(
        (Column("Points"), lambda play, seat: str(play.seat(seat).points)),
        (Column("Provinces"), lambda play, seat: str(len(play.provinces_of(seat)))),
        (Column("Buildings"), _buildings),
        (Column("Armies"), _armies),
        (Column("Supply"), lambda play, seat: str(play.seat(seat).supply)),
        (Column("Chests"), lambda play, seat: str(play.seat(seat).chests)),
        (Column("Rice"), lambda play, seat: str(play.seat(seat).rice)),
    ),
    rank=(lambda play, seat: -play.seat(seat).points, lambda play, seat: -play.seat(seat).chests),
    panels=(panels,),
    faults=(faults,),
)

game = ModularGame(
    META,
    (BASIC, samurai.MODULE, leaders.MODULE, tenno.MODULE, chambers.MODULE),
    Functions(
        position=ShogunPosition,
        play=ShogunPlay,
        board=board,
        first_position=setup.first_position,
        fill_table=setup.fill_table,
        unplayable=unplayable,
        check=check,
        view=view,
        map=draw_map,
        sketch=partial(plain_sketch, marks=order_marks, ranked=(Claim,)),
        battles=battle_rules,
        luck=luck,
        regents={"random": steady.choose_randomly, "strong": strong.choose},
        legal_is_all=True,
    ),
)
"""The game, as the registry finds it."""
