"""Finding games: those shipped here, and others that registered an entry point.

The metadata of a game is cheap; its rules are imported only when they are asked for.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from adjudicator.games.contract import Game, GameError

GROUP = "adjudicator.games"
SHIPPED = {
    "samurai-swords": "adjudicator.games.samurai_swords:game",
    "ikusa": "adjudicator.games.ikusa:game",
    "shogun": "adjudicator.games.shogun:game",
}


def names() -> tuple[str, ...]:
    """Return the names of all games that can be played."""
    found = {entry.name for entry in entry_points(group=GROUP)}
    return tuple(SHIPPED) + tuple(sorted(found - set(SHIPPED)))


@cache
def find(name: str) -> Game:
    """Return the game of that name. Raises GameError if there is none."""
    place = SHIPPED.get(name)
    if place is None:
        for entry in entry_points(group=GROUP, name=name):
            place = entry.value
    if place is None:
        raise GameError(f"There is no game “{name[:40]}”. Games: {', '.join(names())}.")
    module, _, attribute = place.partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game
