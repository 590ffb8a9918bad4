"""A round of the game: its phases, and what is done in each, step by step.

Four rounds are a year: three seasons and a winter. Each step stands in the file that is named
before it. Expansions put steps behind some of these steps, and a phase behind the plan.
"""

from adjudicator.games.engine import PhaseRule
from adjudicator.games.shogun.chapters import (
    actions,
    auction,
    draft,
    plans,
    season,
    turns,
    winter,
)
from adjudicator.games.shogun.table import setup

SET_UP = (setup.load_tower, season.open_first_year)
PLAN = (plans.lay_plans, auction.determine_event, auction.determine_turn_order)
CARRY_OUT = (actions.carry_out_actions, actions.return_cards, season.end_season)

PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "Claiming starting provinces",
        about="Claiming starting provinces.",
        played=turns.drafts,
        when=turns.is_first_round,
        asks=turns.all_seats,
        steps=(draft.draft_provinces, *SET_UP),
    ),
    PhaseRule(name="set up", played=turns.no_draft, when=turns.is_first_round, steps=SET_UP),
    PhaseRule(
        name="open season", when=turns.is_season, steps=(season.begin_year, season.lay_out_cards)
    ),
    PhaseRule(
        name="plan",
        title=turns.season_title("plans, bids and targets"),
        moment=turns.season_of_year,
        about="Plans, bids and targets.",
        played=turns.one_mail,
        when=turns.is_season,
        asks=turns.seats_with_land,
        steps=(*PLAN, *CARRY_OUT),
    ),
    PhaseRule(
        name="plan",
        title=turns.season_title("plans and bids"),
        moment=turns.season_of_year,
        about="Plans and bids.",
        played=turns.two_mails,
        when=turns.is_season,
        asks=turns.seats_with_land,
        steps=PLAN,
    ),
    PhaseRule(
        name="carry out",
        title=turns.season_title("targets and numbers"),
        moment=turns.season_of_year,
        about="Targets and numbers.",
        played=turns.two_mails,
        when=turns.is_season,
        asks=turns.seats_with_land,
        steps=CARRY_OUT,
    ),
    PhaseRule(
        name="winter",
        title=turns.season_title("rice, revolts, scoring"),
        moment=turns.season_of_year,
        about="Rice, revolts, scoring.",
        when=turns.is_winter,
        asks=turns.seats_with_revolts,
        steps=(
            winter.supply_provinces,
            winter.score,
            winter.score_whole_game,
            winter.end_year,
            winter.end_game,
        ),
    ),
)
