"""A round of the game: its phases, and what is done in each, step by step.

Four rounds are a year: three seasons and a winter. Each step stands in the file that is named
before it. Expansions put steps behind some of these steps, and a phase behind the plan.
"""

from adjudicator.games.engine import PhaseRule
from adjudicator.games.shogun import actions, auction, draft, plans, season, setup, winter
from adjudicator.games.shogun.turns import (
    all_seats,
    drafts,
    is_first_round,
    is_season,
    is_winter,
    no_draft,
    one_mail,
    season_title,
    seats_with_land,
    seats_with_revolts,
    two_mails,
)

SET_UP = (setup.load_tower, season.open_first_year)
PLAN = (plans.lay_plans, auction.determine_event, auction.determine_turn_order)
CARRY_OUT = (actions.carry_out_actions, actions.return_cards, season.end_season)

PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "Claiming starting provinces",
        about="Claiming starting provinces.",
        played=drafts,
        when=is_first_round,
        asks=all_seats,
        steps=(draft.draft_provinces, *SET_UP),
    ),
    PhaseRule(name="set up", played=no_draft, when=is_first_round, steps=SET_UP),
    PhaseRule(name="open season", when=is_season, steps=(season.begin_year, season.lay_out_cards)),
    PhaseRule(
        name="plan",
        title=season_title("plans, bids and targets"),
        about="Plans, bids and targets.",
        played=one_mail,
        when=is_season,
        asks=seats_with_land,
        steps=(*PLAN, *CARRY_OUT),
    ),
    PhaseRule(
        name="plan",
        title=season_title("plans and bids"),
        about="Plans and bids.",
        played=two_mails,
        when=is_season,
        asks=seats_with_land,
        steps=PLAN,
    ),
    PhaseRule(
        name="carry out",
        title=season_title("targets and numbers"),
        about="Targets and numbers.",
        played=two_mails,
        when=is_season,
        asks=seats_with_land,
        steps=CARRY_OUT,
    ),
    PhaseRule(
        name="winter",
        title=season_title("rice, revolts, scoring"),
        about="Rice, revolts, scoring.",
        when=is_winter,
        asks=seats_with_revolts,
        steps=(
            winter.supply_provinces,
            winter.score,
            winter.score_whole_game,
            winter.end_year,
            winter.end_game,
        ),
    ),
)
