"""The course of the game: what a round consists of."""

from adjudicator.games.engine import PhaseRule
from harbours.market import end_round, load_and_buy, load_salt, sell_cargoes
from harbours.play import HarboursPlay
from harbours.voyages import sail


def all_captains(play: HarboursPlay) -> tuple[str, ...]:
    """Return all seats."""
    return tuple(play.position.seats)


def captains_with_ships(play: HarboursPlay) -> tuple[str, ...]:
    """Return the seats that have anything to sail with."""
    return tuple(seat for seat in play.position.seats if play.harbours_of(seat))


PHASES = (
    PhaseRule(
        name="load",
        title=lambda play: f"Round {play.position.round}: loading",
        about="Loading a cargo and buying ships.",
        asks=all_captains,
        steps=(load_and_buy, load_salt),
    ),
    PhaseRule(
        name="sail",
        title=lambda play: f"Round {play.position.round}: sailing",
        about="Sailing and selling.",
        asks=captains_with_ships,
        steps=(sail, sell_cargoes, end_round),
    ),
)
