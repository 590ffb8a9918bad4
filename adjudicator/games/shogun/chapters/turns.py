"""When a phase comes, whom it asks, and what it is called."""

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.engine.modules import Asked, Step
from adjudicator.games.shogun.chapters.plans import refuse_hopeless
from adjudicator.games.shogun.chapters.winter import revolts_due
from adjudicator.games.shogun.table.play import ShogunPlay
from adjudicator.games.shogun.table.position import when


def is_first_round(play: ShogunPlay) -> bool:
    """Whether the game begins."""
    return play.position.round == 1


def is_season(play: ShogunPlay) -> bool:
    """Whether it is spring, summer or autumn."""
    return not is_winter(play)


def is_winter(play: ShogunPlay) -> bool:
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


def season_of_year(play: ShogunPlay) -> str:
    """Return what players call a round: ``Spring of year 1``."""
    date = when(play.position.round)
    return f"{date.season.capitalize()} of year {date.year}"


def season_phase(
    name: str,
    about: str,
    steps: tuple[Step, ...],
    asks: Asked = seats_with_land,
    when: Callable[[ShogunPlay], bool] = is_season,
    **others: Any,
) -> PhaseRule:
    """Return a phase that asks for orders, whose title says season and year: ``about`` and what.

    What no course of events could carry out is refused before its steps.
    """
    return PhaseRule(
        name=name,
        title=lambda play: f"{season_of_year(play)}: {about}",
        moment=season_of_year,
        about=f"{about[0].upper()}{about[1:]}.",
        asks=asks,
        when=when,
        steps=(refuse_hopeless, *steps),
        **others,
    )
