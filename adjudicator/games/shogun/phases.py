"""A round of the game: its phases, and what is done in each, step by step.

Four rounds are a year: three seasons and a winter. Each step stands in the file that is named
before it. Expansions put steps behind some of these steps, and a phase behind the plan.
"""

from adjudicator.games.engine import PhaseRule
from adjudicator.games.shogun.chapters import actions, draft, plans, season, turns, winter
from adjudicator.games.shogun.chapters.turns import season_phase
from adjudicator.games.shogun.table import setup

SET_UP = (setup.load_tower, season.open_first_year)
PLAN = (plans.lay_plans, season.determine_event, season.determine_turn_order)
CARRY_OUT = (actions.carry_out_actions, actions.return_cards, season.end_season)
WINTER = (
    winter.supply_provinces,
    winter.score,
    winter.score_whole_game,
    winter.end_year,
    winter.end_game,
)

PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "Claiming starting provinces",
        about="Claiming starting provinces.",
        played=turns.drafts,
        when=turns.is_first_round,
        asks=turns.all_seats,
        steps=(plans.refuse_hopeless, draft.draft_provinces, *SET_UP),
    ),
    PhaseRule(name="set up", played=turns.no_draft, when=turns.is_first_round, steps=SET_UP),
    PhaseRule(
        name="open season", when=turns.is_season, steps=(season.begin_year, season.lay_out_cards)
    ),
    season_phase("plan", "plans, bids and targets", (*PLAN, *CARRY_OUT), played=turns.one_mail),
    season_phase("plan", "plans and bids", PLAN, played=turns.two_mails),
    season_phase("carry out", "targets and numbers", CARRY_OUT, played=turns.two_mails),
    season_phase(
        "winter", "rice, revolts, scoring", WINTER, turns.seats_with_revolts, turns.is_winter
    ),
)
