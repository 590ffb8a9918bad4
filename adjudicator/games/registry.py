"""Finding games: those shipped here, and others that registered an entry point.

The metadata of a game is cheap; its rules are imported only when they are asked for.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from adjudicator.games.contract import Game, GameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "adjudicator.games"
SHIPPED = {
    "samurai-swords": "adjudicator.games.samurai_swords:game",
    "ikusa": "adjudicator.games.ikusa:game",
    "shogun": "adjudicator.games.shogun:game",
}


def names() -> tuple[str, ...]:
    """Return the names of all games that can be played."""
    found = {entry.name for entry in _entry_points()}
    return tuple(SHIPPED) + tuple(sorted(found - set(SHIPPED)))


def _entry_points() -> "EntryPoints":
    from importlib.metadata import entry_points  # a tenth of the start-up time; rarely needed

    return entry_points(group=GROUP)


@cache
def find(name: str) -> Game:
    """Return the game of that name. Raises GameError if there is none."""
    place = SHIPPED.get(name)
    if place is None:
        place = next((entry.value for entry in _entry_points() if entry.name == name), None)
    if place is None:
        raise GameError(f"There is no game “{name[:40]}”. Games: {', '.join(names())}.")
    module, _, attribute = place.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game
