"""The course of the game: a year of three seasons and a winter, twice, phase by phase."""

from collections.abc import Callable, Mapping

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.shogun.actions import carry_out_actions, return_cards
from adjudicator.games.shogun.auction import determine_event, determine_turn_order
from adjudicator.games.shogun.draft import draft_provinces
from adjudicator.games.shogun.plans import lay_plans
from adjudicator.games.shogun.play import ShogunPlay
from adjudicator.games.shogun.position import when
from adjudicator.games.shogun.season import begin_year, end_season, lay_out_cards, open_first_year
from adjudicator.games.shogun.setup import load_tower
from adjudicator.games.shogun.winter import (
    end_game,
    end_year,
    revolts_due,
    score,
    score_whole_game,
    supply_provinces,
)


def first_round(play: ShogunPlay) -> bool:
    """Whether the game begins."""
    return play.position.round == 1


def season(play: ShogunPlay) -> bool:
    """Whether it is spring, summer or autumn."""
    return not winter(play)


def winter(play: ShogunPlay) -> bool:
    """Whether it is winter."""
    return when(play.position.round).season == "winter"


def drafts(options: Mapping[str, Value]) -> bool:
    """Whether the provinces are claimed in a draft."""
    return options["start"] == "draft"


def no_draft(options: Mapping[str, Value]) -> bool:
    """Whether it is settled from the start who begins where."""
    return not drafts(options)


def one_mail(options: Mapping[str, Value]) -> bool:
    """Whether plans and targets come in one mail a season."""
    return options["season"] == "one mail"


def two_mails(options: Mapping[str, Value]) -> bool:
    """Whether targets come in a second mail."""
    return not one_mail(options)


def all_seats(play: ShogunPlay) -> tuple[str, ...]:
    """Return all seats."""
    return tuple(play.position.seats)


def seats_with_land(play: ShogunPlay) -> tuple[str, ...]:
    """Return the seats that hold a province."""
    return tuple(seat for seat in play.position.seats if play.provinces_of(seat))


def seats_with_revolts(play: ShogunPlay) -> tuple[str, ...]:
    """Return the seats that face more than one revolt, whose order they may choose."""
    return tuple(seat for seat in play.position.seats if revolts_due(play, seat).revolts > 1)


def season_title(what: str) -> Callable[[ShogunPlay], str]:
    """Return the title of a phase, which says season and year."""

    def title(play: ShogunPlay) -> str:
        date = when(play.position.round)
        return f"{date.season.capitalize()} of year {date.year}: {what}"

    return title


_SET_UP = (load_tower, open_first_year)
_PLAN = (lay_plans, determine_event, determine_turn_order)
_CARRY_OUT = (carry_out_actions, return_cards, end_season)

PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "Claiming starting provinces",
        about="Claiming starting provinces.",
        played=drafts,
        when=first_round,
        asks=all_seats,
        steps=(draft_provinces, *_SET_UP),
    ),
    PhaseRule(name="set up", played=no_draft, when=first_round, steps=_SET_UP),
    PhaseRule(name="open season", when=season, steps=(begin_year, lay_out_cards)),
    PhaseRule(
        name="plan",
        title=season_title("plans, bids and targets"),
        about="Plans, bids and targets.",
        played=one_mail,
        when=season,
        asks=seats_with_land,
        steps=(*_PLAN, *_CARRY_OUT),
    ),
    PhaseRule(
        name="plan",
        title=season_title("plans and bids"),
        about="Plans and bids.",
        played=two_mails,
        when=season,
        asks=seats_with_land,
        steps=_PLAN,
    ),
    PhaseRule(
        name="carry out",
        title=season_title("targets and numbers"),
        about="Targets and numbers.",
        played=two_mails,
        when=season,
        asks=seats_with_land,
        steps=_CARRY_OUT,
    ),
    PhaseRule(
        name="winter",
        title=season_title("rice, revolts, scoring"),
        about="Rice, revolts, scoring.",
        when=winter,
        asks=seats_with_revolts,
        steps=(supply_provinces, score, score_whole_game, end_year, end_game),
    ),
)
"""The phases of a round. Expansions put steps behind some steps, and a phase behind the plan."""
