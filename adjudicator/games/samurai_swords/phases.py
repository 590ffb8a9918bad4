"""A round of the game: its phases, and what is done in each, step by step."""

from adjudicator.games.engine import PhaseRule
from adjudicator.games.samurai_swords.castles import build_castles
from adjudicator.games.samurai_swords.fall import check_round_victory
from adjudicator.games.samurai_swords.levy import levy_units
from adjudicator.games.samurai_swords.muster import begin_muster, end_muster
from adjudicator.games.samurai_swords.ninja import hire_ninja
from adjudicator.games.samurai_swords.plan import (
    make_plan,
    make_plan_anew,
    name_successors,
    reveal_plans,
    send_spy,
    settle_turn_order,
)
from adjudicator.games.samurai_swords.ronin import hire_ronin, remove_ronin
from adjudicator.games.samurai_swords.setup import (
    deal_provinces,
    deploy_reinforcements,
    draw_setup_order,
    end_deployment,
    give_koku,
)
from adjudicator.games.samurai_swords.turns import (
    active_or_all,
    each_seat,
    everybody,
    in_turn_order,
    spymaster,
    title,
    title_of_war,
)
from adjudicator.games.samurai_swords.war import (
    begin_turn,
    begin_war,
    change_policies,
    declare_battles,
    end_turn,
    fight_battles,
    final_movement,
    march_armies,
)
from adjudicator.games.samurai_swords.yearend import (
    clear_trays,
    collect_koku,
    return_turn_markers,
)

SET_UP = (deal_provinces, draw_setup_order, give_koku)

DEPLOY = (deploy_reinforcements,)
PLAN = (name_successors, make_plan)
MUSTER = (build_castles, levy_units, hire_ronin)
WAR = (march_armies, declare_battles, fight_battles, final_movement)

PHASES = (
    PhaseRule(
        name="deploy",
        title=title("the first reinforcements"),
        about="Where the first spearmen and the armies go.",
        when=lambda play: play.position.round == 1,
        asks=everybody,
        may=everybody,
        steps=(in_turn_order(*DEPLOY), end_deployment),
    ),
    PhaseRule(
        name="plan",
        title=title("plans for the koku"),
        about="Koku into the five bins of the planning tray.",
        asks=everybody,
        may=everybody,
        steps=(each_seat(*PLAN), send_spy),
    ),
    PhaseRule(
        name="spy",
        title=title("a plan made anew after spying"),
        about="A new plan for the ninja’s holder, who has seen another’s.",
        asks=spymaster,
        may=spymaster,
        steps=(
            each_seat(make_plan_anew),
            reveal_plans,
            settle_turn_order,
            hire_ninja,
        ),
    ),
    PhaseRule(
        name="muster",
        title=title("castles, levies and ronin"),
        about="Building, levying, hiding ronin, and the ninja’s mission.",
        asks=everybody,
        may=everybody,
        steps=(in_turn_order(begin_muster, *MUSTER, end_muster), begin_war),
    ),
    PhaseRule(
        name="war",
        title=title_of_war,
        about="The four phases of Wage War, carried out A to D whatever the order of the lines.",
        asks=active_or_all,
        may=everybody,
        turn=lambda play: play.position.active,
        steps=(each_seat(change_policies), in_turn_order(begin_turn, *WAR, end_turn)),
        then=lambda play: "war" if play.position.active else "",
    ),
    PhaseRule(
        name="year end",
        steps=(remove_ronin, clear_trays, collect_koku, check_round_victory, return_turn_markers),
    ),
)
