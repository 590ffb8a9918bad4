"""The basic game as modules: those of chapter 10 take the place of some."""

from adjudicator.games.contract import Column
from adjudicator.games.gekokujo.chapters.campaign import MOVE_RULES
from adjudicator.games.gekokujo.chapters.draft import draw_lots
from adjudicator.games.gekokujo.chapters.reinforcement import REINFORCEMENT_RULES
from adjudicator.games.gekokujo.chapters.rolls import SOURCES
from adjudicator.games.gekokujo.judging.check import answer_rest, remark
from adjudicator.games.gekokujo.judging.defaults import defaults
from adjudicator.games.gekokujo.judging.legal_orders import candidates, legal_moves, legal_orders
from adjudicator.games.gekokujo.judging.regent import steady
from adjudicator.games.gekokujo.orders.conditions import CONDITIONS
from adjudicator.games.gekokujo.orders.orders import ORDERS, Fight, Nanban, Rank
from adjudicator.games.gekokujo.phases import PHASES, battles_with_moves
from adjudicator.games.gekokujo.printed import BUSHI
from adjudicator.games.gekokujo.rules import GekokujoModule
from adjudicator.games.gekokujo.table import names
from adjudicator.games.gekokujo.table.events import EVENTS
from adjudicator.games.gekokujo.table.faults import faults
from adjudicator.games.gekokujo.table.play import GekokujoPlay


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
    names=(names.provinces, names.seats_and_clans, names.anybody, names.clans, names.units),
    reserved=names.RESERVED,
    phases=PHASES,
    orders=ORDERS,
    sources=SOURCES,
    answers=(answer_rest,),
    remarks=(remark,),
    moments={"spend": (REINFORCEMENT_RULES,), "move": (MOVE_RULES,)},
    legal_orders=(legal_moves, legal_orders),
    candidates=(candidates,),
    steady=(steady,),
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
    set_up=(draw_lots,),
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
