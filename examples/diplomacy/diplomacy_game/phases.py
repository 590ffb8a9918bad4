"""The course of the game: what a year consists of."""

from collections.abc import Callable, Set

from adjudicator.games.engine import PhaseRule
from diplomacy_game.moves import move_units
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.retreats import count_centres, eliminate, retreat
from diplomacy_game.setup import toss_for_neutral
from diplomacy_game.winter import adjust


def time_of_year(season: str) -> Callable[[DiplomacyPlay], str]:
    """Return what says the season and the year: ``Spring 1901``."""
    return lambda play: f"{season} {play.position.round}"


def powers_with_units(play: DiplomacyPlay) -> tuple[str, ...]:
    """Return the seats that have anything to move."""
    return _seats_of(play, {unit.power for unit in play.units.values()})


def powers_in_retreat(play: DiplomacyPlay) -> tuple[str, ...]:
    """Return the seats whose dislodged units may go anywhere."""
    lost = play.position.dislodged.values()
    return _seats_of(play, {each.unit.power for each in lost if each.retreats})


def powers_without_retreat(play: DiplomacyPlay) -> tuple[str, ...]:
    """Return those of whose units not all know already where they retreat to."""
    lost = play.position.dislodged.values()
    return _seats_of(play, {x.unit.power for x in lost if x.retreats and not x.wishes})


def powers_that_adjust(play: DiplomacyPlay) -> tuple[str, ...]:
    """Return the seats that can build or must remove units."""
    surpluses = play.surpluses()
    wanted = (power for power, surplus in surpluses.items() if surplus)
    return _seats_of(play, {each for each in wanted if surpluses[each] < 0 or play.homes(each)})


def _seats_of(play: DiplomacyPlay, powers: Set[str]) -> tuple[str, ...]:
    """Return the seats that command one of the powers."""
    wanted = set(map(play.seat_of, powers))
    return tuple(seat for seat in play.position.seats if seat in wanted)


def has_spring(play: DiplomacyPlay) -> bool:
    """Whether the year has a spring: the first one of a board may begin in fall."""
    opening = play.opening
    return opening.season == "spring" or play.position.round != opening.year


PHASES = (
    PhaseRule(
        name="spring",
        moment=time_of_year("Spring"),
        title=lambda play: f"Spring {play.position.round}: moves",
        about="Units move, support, convoy or hold, all at once.",
        asks=powers_with_units,
        steps=(move_units,),
        when=has_spring,
    ),
    PhaseRule(
        name="spring-retreats",
        moment=time_of_year("Spring"),
        title=lambda play: f"Spring {play.position.round}: retreats",
        about="Dislodged units retreat or are disbanded.",
        asks=powers_without_retreat,
        may=powers_in_retreat,
        steps=(retreat,),
        when=has_spring,
    ),
    PhaseRule(
        name="fall",
        moment=time_of_year("Fall"),
        title=lambda play: f"Fall {play.position.round}: moves",
        about="Units move, support, convoy or hold, all at once.",
        asks=powers_with_units,
        steps=(move_units,),
    ),
    PhaseRule(
        name="fall-retreats",
        moment=time_of_year("Fall"),
        title=lambda play: f"Fall {play.position.round}: retreats",
        about="Dislodged units retreat or are disbanded; then supply centres are counted.",
        asks=powers_without_retreat,
        may=powers_in_retreat,
        steps=(retreat, count_centres, toss_for_neutral),
    ),
    PhaseRule(
        name="winter",
        moment=time_of_year("Winter"),
        title=lambda play: f"Winter {play.position.round}: builds and removals",
        about="Powers build and remove units.",
        asks=powers_that_adjust,
        may=powers_that_adjust,
        steps=(adjust, eliminate),
    ),
)
