"""A round of the game: its phases, and what is done in each, step by step.

Each step stands in the file that is named before it, which is called as the rulebook's chapter.
"""

from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.chapters import (
    castles,
    levy,
    ninja,
    plan,
    ronin,
    war,
    yearend,
)
from adjudicator.games.samurai_swords.orders import policies
from adjudicator.games.samurai_swords.table import turns

PLAN = (plan.name_successors, plan.make_plan)
MUSTER = (castles.build_castles, levy.levy_units, ronin.hire_ronin)
WAR = (war.march_armies, war.declare_battles, war.fight_battles, war.final_movement)

PHASES = (
    PhaseRule(
        name="plan",
        title=turns.title("plans for the koku"),
        about="Koku into the five bins of the planning tray.",
        asks=turns.everybody,
        may=turns.everybody,
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
        steps=(turns.in_turn_order(levy.begin_muster, *MUSTER, levy.end_muster), war.begin_war),
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
            ronin.remove_ronin,
            policies.forget_battles,
            yearend.clear_trays,
            yearend.collect_koku,
            yearend.return_turn_markers,
        ),
    ),
)
