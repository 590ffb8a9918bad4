"""Gekokujō, with its four modules and technological change.

To be read like the rulebook: ``phases`` is its summary card; ``printed`` is what is printed in its
tables; ``chapters`` has ``setup`` (§2), ``year`` (§4, §7, §10.3), ``reinforcement`` (§5, §9),
``campaign`` (§6) with ``war`` and ``battle``, ``victory`` (§1, §8, §10.4) and ``pacts`` (§10.1).
``table.play`` is what they all ask and change. Here is what can be ordered in which game, and what
its standings show.
"""

from functools import partial

from adjudicator.games.contract import Column
from adjudicator.games.engine import Functions, ModularGame, Module
from adjudicator.games.gekokujo.chapters import setup, year
from adjudicator.games.gekokujo.judging import choices
from adjudicator.games.gekokujo.judging.check import answer_rest, check, remark
from adjudicator.games.gekokujo.judging.expectations import battle_rules, defaults, luck
from adjudicator.games.gekokujo.judging.faults import faults
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.orders import orders
from adjudicator.games.gekokujo.orders.conditions import CONDITIONS
from adjudicator.games.gekokujo.phases import PHASES, battles_with_moves
from adjudicator.games.gekokujo.shown import CLOSED, draw_map, order_marks, state_facts
from adjudicator.games.gekokujo.table import names
from adjudicator.games.gekokujo.table.events import EVENTS
from adjudicator.games.gekokujo.table.play import GekokujoPlay, GekokujoPosition, view
from adjudicator.games.sketch import plain_sketch


def _clan(play: GekokujoPlay, seat: str) -> str:
    house = play.house(seat)
    if house.out:
        return f"{house.clan}, out"
    return f"{house.clan}, vassal of {house.master}" if house.master else house.clan or "-"


def _glory(play: GekokujoPlay, seat: str) -> str:
    house = play.house(seat)
    return str(house.glory) if house.seeking else "-"


def _place(play: GekokujoPlay, seat: str) -> tuple[bool, bool, int, int]:
    house = play.house(seat)
    return house.out, bool(house.master), -len(play.provinces_of(seat)), -play.total_units(seat)


MODULES = (
    Module(
        name="basic",
        events=EVENTS,
        conditions=CONDITIONS,
        names=(names.provinces, names.seats_and_clans, names.anybody, names.CLANS, names.UNITS),
        reserved=names.RESERVED,
        phases=PHASES,
        orders=orders.ORDERS,
        answers=(answer_rest,),
        remarks=(remark,),
        legal_orders=(choices.legal_moves, choices.legal_orders),
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
    ),
    Module(
        name="draft",
        played=lambda options: options["clans"] == "draft",
        set_up=(setup.draw_lots,),
        orders={"draft": (orders.Rank,)},
    ),
    Module(
        name="year",
        played=lambda options: not options["rice"],
        steps_after={year.collect_income: (year.pay_upkeep, year.determine_order)},
    ),
    Module(
        name="vassalage",
        played=lambda options: not options["glory"],
        orders={"reinforce": (orders.Assault, orders.Rebuild)},
    ),
    Module(
        name="battles with moves",
        played=battles_with_moves,
        orders={"move": (orders.Fight, orders.Nanban)},
    ),
    Module(
        name="politics",
        orders={
            **dict.fromkeys(("campaign", "move"), (orders.BreakPact,)),
            "pacts": (orders.OfferPact, orders.AcceptPact),
        },
    ),
    Module(
        name="pacts with reinforcement",
        played=lambda options: bool(options["politics"]) and options["pacts"] != "own phase",
        orders={"reinforce": (orders.OfferPact, orders.AcceptPact)},
    ),
    Module(name="warfare", orders={"draft": (orders.StartWith,)}),
    Module(
        name="rice",
        steps_after={year.harvest: (year.pay_upkeep,), year.pay_supply: (year.spoil,)},
        orders={"sow": (orders.Sow, orders.Store)},
        columns=(
            (Column("Sown"), lambda play, seat: str(sum(year.fields_of(play, seat).values()))),
            (Column("Stored"), lambda play, seat: play.show_koku(seat, play.house(seat).stored)),
        ),
    ),
    Module(
        name="sowing with reinforcement",
        played=lambda options: bool(options["rice"]) and options["sowing"] != "own phase",
        orders={"reinforce": (orders.Sow, orders.Store)},
    ),
    Module(name="glory", columns=((Column("Glory"), _glory),)),
)
"""The basic game, and what other games have besides or instead."""

game = ModularGame(
    META,
    MODULES,
    Functions(
        position=GekokujoPosition,
        play=GekokujoPlay,
        board=setup.board,
        first_position=setup.first_position,
        fill_table=setup.fill_table,
        check=check,
        view=view,
        map=draw_map,
        sketch=partial(plain_sketch, marks=order_marks, ranked=(orders.Fight,)),
        settle=setup.settle_options,
        battles=battle_rules,
        luck=luck,
        regents={"random": choices.choose_randomly},
    ),
)
"""The game, as the registry finds it."""
