"""Gekokujō, with its four modules and technological change.

To be read like the rulebook: ``phases`` is its summary card; ``printed`` is what is printed in its
tables; ``chapters`` has ``setup`` (§2), ``year`` (§4, §7), ``reinforcement`` (§5, §9), ``campaign``
(§6) with ``war`` and ``battle``, and ``victory`` (§8, §1). ``table.play`` says what a module is;
the basic game is some, here: those of ``modules`` (chapter 10, and vassalage) take the place of
others.
"""

from functools import partial

from adjudicator.games.contract import Column
from adjudicator.games.engine import Functions, ModularGame
from adjudicator.games.gekokujo.chapters import setup
from adjudicator.games.gekokujo.chapters.battle import SOURCES
from adjudicator.games.gekokujo.chapters.campaign import MOVE_RULES
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.year import YEAR
from adjudicator.games.gekokujo.judging import choices
from adjudicator.games.gekokujo.judging.check import answer_rest, check, remark
from adjudicator.games.gekokujo.judging.expectations import battle_rules, defaults, luck
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.modules import politics, rice
from adjudicator.games.gekokujo.modules.vassalage import GLORY, VASSALAGE
from adjudicator.games.gekokujo.modules.warfare import TECHNOLOGY, WARFARE
from adjudicator.games.gekokujo.orders.conditions import CONDITIONS
from adjudicator.games.gekokujo.orders.orders import ORDERS, Fight, Nanban, Rank
from adjudicator.games.gekokujo.phases import PHASES, battles_with_moves
from adjudicator.games.gekokujo.printed import BUSHI
from adjudicator.games.gekokujo.shown import CLOSED, draw_map, order_marks, state_facts
from adjudicator.games.gekokujo.table import names
from adjudicator.games.gekokujo.table.events import EVENTS
from adjudicator.games.gekokujo.table.faults import faults, unplayable
from adjudicator.games.gekokujo.table.play import GekokujoModule, GekokujoPlay
from adjudicator.games.gekokujo.table.position import GekokujoPosition, view
from adjudicator.games.sketch import plain_sketch


def _clan(play: GekokujoPlay, seat: str) -> str:
    house = play.house(seat)
    if house.out:
        return f"{house.clan}, out"
    return f"{house.clan}, vassal of {house.master}" if house.master else house.clan or "-"


def _place(play: GekokujoPlay, seat: str) -> tuple[bool, bool, int, int]:
    house = play.house(seat)
    return house.out, bool(house.master), -len(play.provinces_of(seat)), -play.total_units(seat)


BASIC = GekokujoModule(
    name="basic",
    events=EVENTS,
    conditions=CONDITIONS,
    names=(names.provinces, names.seats_and_clans, names.anybody, names.CLANS, names.UNITS),
    reserved=names.RESERVED,
    phases=PHASES,
    orders=ORDERS,
    sources=SOURCES,
    answers=(answer_rest,),
    remarks=(remark,),
    moments={"spend": REINFORCEMENT_RULES, "move": MOVE_RULES},
    legal_orders=(choices.legal_moves, choices.legal_orders),
    candidates=(choices.candidates,),
    steady=(choices.steady,),
    facts=(state_facts,),
    closed=CLOSED,
    defaults=(defaults,),
    columns=(
        (Column("Clan", number=False), _clan),
        (Column("Provinces"), lambda play, seat: str(len(play.provinces_of(seat)))),
        (Column("Bushi"), lambda play, seat: str(play.bushi(seat))),
        (Column("Daimyos"), lambda play, seat: str(play.daimyos(seat))),
        (Column("Koku"), lambda play, seat: play.show_koku(seat, play.house(seat).koku)),
    ),
    rank=(_place,),
    faults=(faults,),
)

DRAFT = GekokujoModule(
    name="draft",
    played=lambda options: options["clans"] == "draft",
    set_up=(setup.draw_lots,),
    orders={"draft": (Rank,)},
)
"""The draft of the clans."""

WITH_MOVES = GekokujoModule(
    name="with moves", played=battles_with_moves, orders={"move": (Fight, Nanban)}
)
"""Orders for battles that come along with the moves."""

TROOPS = GekokujoModule(
    name="troops", played=lambda options: not options["warfare"], arms={BUSHI: -1}
)

MODULES = (
    *(politics.POLITICS, politics.WITH_REINFORCEMENT, WARFARE, TECHNOLOGY),
    *(rice.RICE, rice.WITH_REINFORCEMENT, GLORY),
)
"""In the order of the rulebook; where its orders come with others', a module has a second part."""

game = ModularGame(
    META,
    (BASIC, DRAFT, YEAR, TROOPS, VASSALAGE, WITH_MOVES, *MODULES),
    Functions(
        position=GekokujoPosition,
        play=GekokujoPlay,
        board=setup.board,
        first_position=setup.first_position,
        fill_table=setup.fill_table,
        unplayable=unplayable,
        check=check,
        view=view,
        map=draw_map,
        sketch=partial(plain_sketch, marks=order_marks, ranked=(Fight,)),
        settle=setup.settle_options,
        battles=battle_rules,
        luck=luck,
        regents={"random": choices.choose_randomly},
    ),
)
"""The game, as the registry finds it."""
