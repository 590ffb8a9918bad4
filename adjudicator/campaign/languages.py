"""The languages of all phases of a game, found by letting regents play it for a while."""

from collections.abc import Mapping

from adjudicator.chance import Stream, phase_key
from adjudicator.games.contract import Game, Value
from adjudicator.orders import Language

MOST_PHASES = 40
_KEY = b"the phases of a game"


def languages(game: Game, options: Mapping[str, Value]) -> list[tuple[Language, str]]:
    """Return each phase's language and title, in the order in which they come.

    A game does not list its phases; they are met by playing on until the game ends, or long enough
    for several rounds. Raises GameError for options that the game does not have.
    """
    seats = _seats(game)
    position = game.new(seats, options, Stream(_KEY)).position
    found: dict[str, tuple[Language, str]] = {}
    for _ in range(MOST_PHASES):
        phase = game.phase(position)
        language = game.language(position, "")
        if phase.over:
            break
        if language is not None:
            found.setdefault(language.phase, (language, phase.title))
        orders = {}
        for seat in phase.may:
            chance = Stream(phase_key(_KEY, f"{phase.key} {seat}", ""))
            view = game.view(position, seat)
            orders[seat] = game.regent("steady").orders(view, seat, chance)
        chance = Stream(phase_key(_KEY, phase.key, ""))
        position = game.adjudicate(position, orders, chance).position
    return list(found.values())


def _seats(game: Game) -> tuple[str, ...]:
    """Three seats show every phase of a game that can be played by three; else the fewest."""
    fewest, most = game.meta.players
    return game.meta.seats[: max(fewest, min(3, most))]
