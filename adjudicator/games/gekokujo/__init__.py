"""Gekokujō, with its four modules and technological change.

To be read like the rulebook: here is a round, step by step (§3.1), what can be ordered in which
game, and what its standings show; ``printed`` is what is printed in its tables; ``chapters`` has
``setup`` (§2), ``year`` (§4, §7, §10.3), ``reinforcement`` (§5, §9), ``campaign`` (§6) with ``war``
and ``battle``, ``victory`` (§1, §8, §10.4) and ``pacts`` (§10.1). ``table.play`` is what they all
ask and change.

Each step stands in the file that is named before it, which is called as the rulebook's chapter.
What the modules of chapter 10 bring lies on the table: pacts, sown koku, kinds of bushi, glory. The
rules find it there, and a step has nothing to do where it is not.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.games.contract import Column, Value
from adjudicator.games.engine import Functions, ModularGame, Module, PhaseRule
from adjudicator.games.engine.modules import Asked, Step
from adjudicator.games.engine.plain import province_names
from adjudicator.games.gekokujo.chapters import campaign, pacts, reinforcement, setup, victory, year
from adjudicator.games.gekokujo.judging import choices
from adjudicator.games.gekokujo.judging.check import answer_rest, check, remark
from adjudicator.games.gekokujo.judging.expectations import battle_rules, defaults, luck
from adjudicator.games.gekokujo.judging.faults import faults
from adjudicator.games.gekokujo.meta import META
from adjudicator.games.gekokujo.orders import orders, policies
from adjudicator.games.gekokujo.orders.conditions import CONDITIONS
from adjudicator.games.gekokujo.regents import steady, strong
from adjudicator.games.gekokujo.shown import (
    CLOSED,
    draw_map,
    find_remainders,
    order_marks,
    state_facts,
)
from adjudicator.games.gekokujo.table import names
from adjudicator.games.gekokujo.table.events import EVENTS
from adjudicator.games.gekokujo.table.play import GekokujoPlay, GekokujoPosition, view
from adjudicator.games.sketch import plain_sketch

Options = Mapping[str, Value]


def everybody(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that are in the game."""
    return tuple(play.survivors())


def active_or_all(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seat whose turn it is, or all if none has a phase of its own."""
    return (play.position.active,) if play.position.active else everybody(play)


def who_stands_in_contests(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that stand where an enemy stands."""
    return tuple(seat for seat in play.survivors() if play.contests_of(seat))


def who_can_have_pacts(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that are no vassals; none if there is one alone."""
    free = tuple(seat for seat in play.survivors() if not play.house(seat).master)
    return free if len(free) > 1 else ()


def is_first_round(play: GekokujoPlay) -> bool:
    """Whether the game begins."""
    return play.position.round == 1


def asks_at_first(options: Options) -> bool:
    """Whether anything is asked before the first round: clans, or the first unit."""
    return options["clans"] == "draft" or bool(options["warfare"])


def moves_first(options: Options) -> bool:
    """Whether all move before the first battle."""
    return options["timing"] != "turns"


def battles_with_moves(options: Options) -> bool:
    """Whether orders for battles come along with the moves."""
    return moves_first(options) and options["battle mail"] == "with moves"


def phase(
    name: str,
    what: str,
    about: str,
    *steps: Step,
    asks: Asked = everybody,
    may: Asked = everybody,
    **others: Any,
) -> PhaseRule:
    """Return a phase that asks for orders; in its title is whose turn it is, if one seat's."""

    def title(play: GekokujoPlay) -> str:
        active = play.position.active
        return f"Round {play.position.round}: {what}" + (f" of {active}" if active else "")

    return PhaseRule(name=name, title=title, about=about, asks=asks, may=may, steps=steps, **others)


def turn_phase(name: str, what: str, about: str, *steps: Step, **others: Any) -> PhaseRule:
    """Return a phase that comes once for each seat, or once for all; policies come first."""
    return phase(
        name,
        what,
        about,
        *(policies.note_policies, *steps, campaign.pass_turn),
        opening=(campaign.begin_turns,),
        asks=active_or_all,
        turn=lambda play: play.position.active,
        then=lambda play: name if play.position.active else "",
        **others,
    )


PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "The draft of the clans",
        about="Ranking clans, and with specialized warfare the first unit.",
        played=asks_at_first,
        when=is_first_round,
        asks=setup.who_chooses,
        may=setup.who_chooses,
        steps=(setup.choose_clans,),
    ),
    PhaseRule(
        name="set up",
        played=lambda options: not asks_at_first(options),
        when=is_first_round,
        steps=(setup.choose_clans,),
    ),
    PhaseRule(
        name="administration",
        steps=(
            *(year.begin_round, year.give_back_stored, year.collect_income),
            victory.check_victory,
        ),
    ),
    phase(
        "sow",
        "sowing and storing",
        "Sowing and storing koku.",
        *(year.sow_and_store, victory.check_victory),
        played=lambda options: bool(options["rice"]) and options["sowing"] == "own phase",
    ),
    phase(
        "reinforce",
        "reinforcement",
        "Recruiting, the ninja, castles, and whatever else koku buy.",
        *(policies.note_policies, year.sow_and_store),
        *(reinforcement.spend_koku, victory.check_victory),
    ),
    phase(
        "pacts",
        "pacts",
        "Offering and accepting pacts.",
        *(reinforcement.spend_koku, victory.check_victory),
        played=lambda options: bool(options["politics"]) and options["pacts"] == "own phase",
        asks=who_can_have_pacts,
        may=who_can_have_pacts,
    ),
    turn_phase(
        "campaign",
        "campaign",
        "Moving and fighting.",
        campaign.take_turns,
        played=lambda options: not moves_first(options),
    ),
    turn_phase(
        "move",
        "moves",
        "Moving; battles come when all have moved.",
        campaign.move_all,
        played=moves_first,
    ),
    PhaseRule(name="settle", played=moves_first, steps=(campaign.settle_moves,)),
    phase(
        "battle",
        "battles",
        "The order of battles, and what is done in them.",
        *(policies.note_policies, campaign.fight_all),
        played=lambda options: moves_first(options) and not battles_with_moves(options),
        asks=who_stands_in_contests,
    ),
    PhaseRule(name="fight", played=battles_with_moves, steps=(campaign.fight_all,)),
    PhaseRule(
        name="winter",
        steps=(
            *(year.begin_winter, year.harvest, year.pay_supply),
            *(year.end_year, pacts.end_pacts, victory.check_victory),
        ),
    ),
)


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
        names=(province_names, names.seats_and_clans, names.anybody, names.CLANS, names.UNITS),
        reserved=names.RESERVED,
        phases=PHASES,
        orders=orders.ORDERS,
        answers=(answer_rest,),
        remarks=(remark,),
        legal_orders=(choices.legal_moves, choices.legal_orders),
        candidates=(choices.candidates,),
        steady=(steady.steady,),
        facts=(state_facts,),
        remainders=(find_remainders,),
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
        orders={"sow": (orders.Sow, orders.StoreKoku)},
        columns=(
            (Column("Sown"), lambda play, seat: str(sum(year.fields_of(play, seat).values()))),
            (Column("Stored"), lambda play, seat: play.show_koku(seat, play.house(seat).stored)),
        ),
    ),
    Module(
        name="sowing with reinforcement",
        played=lambda options: bool(options["rice"]) and options["sowing"] != "own phase",
        orders={"reinforce": (orders.Sow, orders.StoreKoku)},
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
        regents={"random": steady.choose_randomly, "strong": strong.choose},
        legal_is_all=True,
    ),
)
"""The game, as the registry finds it."""
