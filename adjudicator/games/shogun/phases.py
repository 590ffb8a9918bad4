"""A round of the game: its phases, and what is done in each, step by step.

Four rounds are a year: three seasons and a winter. Each step stands in the file that is named
before it. Expansions put steps behind some of these steps, and a phase behind the plan.
"""

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.engine.modules import Asked, Step
from adjudicator.games.shogun.chapters import actions, plans, setup, year
from adjudicator.games.shogun.table.play import ShogunPlay


def is_first_round(play: ShogunPlay) -> bool:
    """Whether the game begins."""
    return play.position.round == 1


def is_winter(play: ShogunPlay) -> bool:
    """Whether it is winter, and no season."""
    return play.date.season == "winter"


def is_season(play: ShogunPlay) -> bool:
    """Whether it is spring, summer or autumn."""
    return not is_winter(play)


def drafts(options: Mapping[str, Value]) -> bool:
    """Whether the provinces are claimed in a draft."""
    return options["start"] == "draft"


def one_mail(options: Mapping[str, Value]) -> bool:
    """Whether plans and targets come in one mail a season."""
    return options["season"] == "one mail"


def two_mails(options: Mapping[str, Value]) -> bool:
    """Whether targets come in a second mail."""
    return not one_mail(options)


def seats_with_land(play: ShogunPlay) -> tuple[str, ...]:
    """Return the seats that hold a province."""
    return tuple(seat for seat in play.position.seats if play.provinces_of(seat))


def seats_with_revolts(play: ShogunPlay) -> tuple[str, ...]:
    """Return the seats that face more than one revolt, whose order they may choose."""
    return tuple(seat for seat in play.position.seats if year.revolts_due(play, seat).revolts > 1)


def season_phase(
    name: str,
    what: str,
    about: str,
    steps: tuple[Step, ...],
    asks: Asked = seats_with_land,
    when: Callable[[ShogunPlay], bool] = is_season,
    **others: Any,
) -> PhaseRule:
    """Return a phase that asks for orders, whose title says the season, the year and ``what``.

    What no course of events could carry out is refused before its steps.
    """
    return PhaseRule(
        name=name,
        title=lambda play: f"{play.date.title}: {what}",
        moment=lambda play: play.date.title,
        about=about,
        asks=asks,
        when=when,
        steps=(plans.refuse_hopeless, *steps),
        **others,
    )


SET_UP = (setup.load_tower, year.turn_up_events)
PLAN = (plans.lay_plans, year.determine_event, year.determine_turn_order)
CARRY_OUT = (actions.carry_out_actions, actions.return_cards, year.end_season)
WINTER = (year.supply_provinces, year.score, year.score_whole_game, year.end_year, year.end_game)

PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "Claiming starting provinces",
        about="Ranking provinces, and the army groups that go to them.",
        played=drafts,
        when=is_first_round,
        asks=lambda play: tuple(play.position.seats),
        steps=(plans.refuse_hopeless, setup.draft_provinces, *SET_UP),
    ),
    PhaseRule(
        name="set up", played=lambda options: not drafts(options), when=is_first_round, steps=SET_UP
    ),
    PhaseRule(name="open season", when=is_season, steps=(year.begin_year, year.lay_out_cards)),
    season_phase(
        "plan",
        "plans, bids and targets",
        "A province card for each of the ten actions, a bid, and where armies go.",
        (*PLAN, *CARRY_OUT),
        played=one_mail,
    ),
    season_phase(
        "plan",
        "plans and bids",
        "A province card for each of the ten actions, and a bid.",
        PLAN,
        played=two_mails,
    ),
    season_phase(
        "carry out",
        "targets and numbers",
        "Where the armies of battles and of the move go, and how many.",
        CARRY_OUT,
        played=two_mails,
    ),
    season_phase(
        "winter",
        "rice, revolts, scoring",
        "In which order revolts are fought where the rice is short.",
        WINTER,
        seats_with_revolts,
        is_winter,
    ),
)
