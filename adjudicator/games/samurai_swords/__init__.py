"""Samurai Swords (1995), and the rules that it shares with Ikusa (2011).

To be read like the rulebook: here is the standard game, with a round on one screen; ``chapters``
has a file for each chapter: ``setup``; ``plan`` (Actions 1, 2 and 9); ``muster`` (3 to 5, 8);
``ninja`` (6); ``war`` (7: ``marches``, ``attacks``, ``combat``, ``battle``, ``moves``); ``fall``
(losing and winning). ``orders`` is what players write, ``table`` what lies on the table,
``judging`` what is said of orders beforehand, ``shown`` what is drawn; ``edition`` is what differs
between the two editions, ``modes`` are the other games in the box, ``regents`` who plays empty
seats.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.chance import Chance
from adjudicator.games.contract import Column, Meta
from adjudicator.games.engine import Functions, ModularGame, PhaseRule
from adjudicator.games.engine.plain import province_names
from adjudicator.games.samurai_swords.case_tables import (
    as_table,
    fill_table,
    find_faults,
    unplayable,
)
from adjudicator.games.samurai_swords.chapters import fall, laps, muster, ninja, plan, setup, war
from adjudicator.games.samurai_swords.edition import ARMIES, REINFORCED
from adjudicator.games.samurai_swords.judging.check import REMARKS, check
from adjudicator.games.samurai_swords.judging.choices import (
    find_candidates,
    find_defaults,
    find_legal_orders,
)
from adjudicator.games.samurai_swords.meta import META, is_quick
from adjudicator.games.samurai_swords.modes.quick_play import CARDS_TOGETHER, QUICK_PLAY
from adjudicator.games.samurai_swords.modes.steps import STEPS
from adjudicator.games.samurai_swords.modes.two_players import TWO_PLAYERS, modes_of, settle
from adjudicator.games.samurai_swords.orders import orders, war_orders
from adjudicator.games.samurai_swords.orders.conditions import CONDITIONS
from adjudicator.games.samurai_swords.orders.missions import MISSIONS
from adjudicator.games.samurai_swords.regents.steady import choose_at_random, suggest_orders
from adjudicator.games.samurai_swords.shown import (
    CLOSED,
    draw_map,
    find_remainders,
    sketch,
    state_facts,
)
from adjudicator.games.samurai_swords.table import turns
from adjudicator.games.samurai_swords.table.events import EVENTS
from adjudicator.games.samurai_swords.table.own_board import board, provinces_to_win
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay, answer_lines
from adjudicator.games.samurai_swords.table.position import SwordsPosition, size, view
from adjudicator.orders import Line, Names, Order
from adjudicator.orders.language.units import unit_names

if TYPE_CHECKING:
    from adjudicator.games.battles import BattleRules
    from adjudicator.games.luck import LuckRules


_SAID = (("1st", "first", "one", "i"), ("2nd", "second", "two", "ii"), ("3rd", "third", "iii"))
_ARMY_NAMES = Names(
    "army",
    {
        number: (f"army {number}", f"a{number}", *said, *(f"{each} army" for each in said))
        for number, said in zip(ARMIES, _SAID, strict=True)
    },
)


def _sum(count: Callable[[SwordsPlay, str], int]) -> Callable[[SwordsPlay, str], str]:
    """Return a figure of a seat: what all its colours have together."""
    return lambda play, seat: str(sum(count(play, each) for each in play.position.colours_of(seat)))


def _each(say: Callable[[SwordsPlay, str], str]) -> Callable[[SwordsPlay, str], str]:
    """Return a figure of a seat: what each of its colours has, one beside the other."""
    return lambda play, seat: " + ".join(
        say(play, colour) for colour in play.position.colours_of(seat)
    )


def _units(play: SwordsPlay, colour: str) -> int:
    forces = sum(size(play.province(place)) for place in play.provinces_of(colour))
    return forces + sum(size(army) + 1 for army in play.colour(colour).armies.values())


def _castles(play: SwordsPlay, colour: str) -> int:
    return sum(bool(play.province(place).building) for place in play.provinces_of(colour))


def _armies(play: SwordsPlay, colour: str) -> str:
    if play.colour(colour).out:
        return "out"
    return ", ".join(
        f"{number} ({army.level}{', fallen' if army.down else ''})"
        for number, army in sorted(play.colour(colour).armies.items())
    )


def _rank(play: SwordsPlay, seat: str) -> tuple[bool, bool, int]:
    """Rank a seat: who has won, then who is in the game, by provinces (Winning the Game)."""
    colours = play.position.colours_of(seat)
    return (
        seat not in play.position.winners,
        all(play.colour(colour).out for colour in colours),
        -sum(len(play.provinces_of(colour)) for colour in colours),
    )


PLAN = (plan.name_successors, plan.make_plan)
MUSTER = (muster.build_castles, muster.levy_units, muster.hire_ronin)
WAR = (war.march_armies, war.declare_battles, war.fight_battles, war.final_movement)

PHASES = (
    PhaseRule(
        name="plan",
        title=turns.title("plans for the koku"),
        about="Koku into the five bins of the planning tray.",
        asks=turns.everybody,
        may=turns.everybody,
        opening=(turns.each_colour(plan.name_successors_at_once),),
        steps=(turns.each_colour(*PLAN), plan.send_spy),
    ),
    PhaseRule(
        name="spy",
        title=turns.title("a plan made anew after spying"),
        about="A new plan for the ninja’s holder, who has seen another’s.",
        asks=turns.spymaster,
        may=turns.spymaster,
        steps=(
            turns.each_colour(plan.make_plan_anew),
            plan.reveal_plans,
            plan.settle_turn_order,
            ninja.hire_ninja,
        ),
    ),
    PhaseRule(
        name="muster",
        title=turns.title("castles, levies and ronin"),
        about="Building, levying, hiding ronin, and the ninja’s mission.",
        asks=turns.everybody,
        may=turns.everybody,
        steps=(turns.in_turn_order(muster.begin_muster, *MUSTER, muster.end_muster), war.begin_war),
    ),
    PhaseRule(
        name="war",
        title=turns.title_of_war,
        about="The four phases of Wage War, carried out A to D whatever the order of the lines.",
        asks=turns.active_or_all,
        may=turns.everybody,
        played=lambda options: options["war"] != "steps",
        turn=lambda play: play.position.active,
        steps=(
            turns.each_colour(war.change_policies),
            turns.in_turn_order(war.begin_turn, *WAR, war.answer_stops, war.end_turn),
        ),
        then=lambda play: "war" if play.position.active else "",
    ),
    PhaseRule(
        name="year end",
        steps=(
            ninja.strike_at_the_end,
            muster.remove_ronin,
            war.forget_battles,
            plan.clear_trays,
            plan.collect_koku,
            plan.return_turn_markers,
        ),
    ),
)
"""A round, step by step; each step stands in the chapter that is named before it."""

STANDARD = SwordsModule(
    name="standard",
    events=EVENTS,
    conditions=CONDITIONS,
    names=(
        province_names,
        lambda board, seats: Names("seat", dict.fromkeys(seats, ())),
        _ARMY_NAMES,
        unit_names(orders.UNIT_FORMS, orders.PLURALS),
    ),
    phases=PHASES,
    orders={
        "plan": (orders.Spend, orders.PreferTurn, orders.Spy, *orders.POLICIES),
        "spy": (orders.Spend, orders.PreferTurn),
        "muster": (
            *(orders.Build, orders.HideRonin, orders.HideWithArmy, orders.LevyToArmy, orders.Levy),
            *(*MISSIONS, *orders.POLICIES),
        ),
        "war": war_orders.WAR,
    },
    any_time={**war.POLICY_RULES, **ninja.MISSION_RULES},
    answers=(answer_lines,),
    legal_orders=(find_legal_orders,),
    candidates=(find_candidates,),
    steady=(suggest_orders,),
    facts=(state_facts,),
    remainders=(find_remainders,),
    closed=CLOSED,
    defaults=(find_defaults,),
    columns=(
        (Column("Provinces"), _sum(lambda play, colour: len(play.provinces_of(colour)))),
        (Column("Units"), _sum(_units)),
        (Column("Castles"), _sum(_castles)),
        (Column("Armies (level)", number=False), _each(_armies)),
        (Column("Koku"), _each(lambda play, colour: str(play.colour(colour).koku))),
    ),
    rank=(_rank,),
    faults=(find_faults,),
    remarks=REMARKS,
)
"""The game that the rulebook describes, for three to five; the editions differ by data."""


def win_at_once(play: SwordsPlay) -> None:
    """End the game if a seat owns enough provinces, in the middle of a turn too (M20)."""
    if play.position.options["win"] == "at once":
        fall.win_with_provinces(play)


def _sensible_deployment(play: SwordsPlay, seat: str) -> Iterator[Order]:
    if play.position.phase == "deploy" and play.can_act(seat):
        yield orders.Reinforce(tuple(muster.border(play, seat)[:REINFORCED]))


STANDARD_PLAY = SwordsModule(
    name="standard play",
    played=lambda options: not is_quick(options),
    set_up=(setup.deal_provinces,),
    phases=(
        PhaseRule(
            name="swords",
            when=turns.is_first_round,
            steps=(setup.draw_setup_order, setup.give_koku),
        ),
        *laps.phases_of(setup.DEPLOYMENT),
    ),
    orders={"deploy": (orders.Reinforce, orders.PlaceArmy, *orders.POLICIES)},
    numbers={"level": 1},
    legal_orders=(setup.DEPLOYMENT.find_legal_orders,),
    candidates=(setup.DEPLOYMENT.find_candidates,),
    steady=(_sensible_deployment,),
    to_win=(lambda play: provinces_to_win(play.board),),
    victories=(win_at_once,),
)
"""Standard play as a module."""

IN_TURN = SwordsModule(name="in turn", played=laps.is_in_turn, part=laps.Laps)
"""A setup lap by lap (M75), as a module."""

LONGER_GAME = SwordsModule(
    name="longer game",
    played=lambda options: options["win"] == "end of round",
    steps_after={plan.collect_koku: (fall.judge_round,)},
    notes=(fall.foretell_victory,),
)
"""The longer game as a module: provinces are counted after all nine actions (M53, M65)."""


def _state_battles(play: SwordsPlay) -> "BattleRules":
    from adjudicator.games.samurai_swords.judging.odds import battle_rules  # few ask for odds

    return battle_rules(play)


def _state_luck() -> "LuckRules":
    from adjudicator.games.samurai_swords.judging.odds import luck

    return luck()


def _choose_strongly(play: SwordsPlay, seat: str, chance: Chance) -> Iterator[Line]:
    from adjudicator.games.samurai_swords.regents.strong import choose  # most seats are a person's

    return choose(play, seat, chance)


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
            first_position=partial(setup.first_position, meta.name),
            fill_table=partial(fill_table, meta.name),
            as_table=as_table,
            settle=settle,
            modes=modes_of,
            unplayable=unplayable,
            check=check,
            view=view,
            map=draw_map,
            sketch=sketch,
            battles=_state_battles,
            luck=_state_luck,
            regents={
                "random": choose_at_random,
                "strong": _choose_strongly,
            },
        ),
    )


game = make_game(META)
"""The game as the rooms above it see it (see the contract)."""
