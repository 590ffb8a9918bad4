"""Finding games: those shipped here, and others that registered an entry point.

A game is imported when it is asked for, and no other with it.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from adjudicator.games.contract import Game, GameError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "adjudicator.games"
SHIPPED = {
    "samurai-swords": "adjudicator.games.samurai_swords:game",
    "ikusa": "adjudicator.games.ikusa:game",
    "shogun": "adjudicator.games.shogun:game",
    "gekokujo": "adjudicator.games.gekokujo:game",
}


def names() -> tuple[str, ...]:
    """Return the names of all games that can be played."""
    return tuple(SHIPPED) + tuple(sorted(set(_entry_points()) - set(SHIPPED)))


def package_of(name: str) -> str:
    """Return the package of a game that is not shipped here; ``""`` for any other.

    In it lie the game's ``templates/``, ``boards/`` and ``demo/``.
    """
    entry = _entry_points().get(name) if name not in SHIPPED else None
    return import_module(entry.module).__package__ or "" if entry else ""


@cache
def find(name: str) -> Game:
    """Return the game of that name. Raises GameError if there is none, or it cannot be loaded."""
    place = SHIPPED.get(name)
    if place is None:
        entry = _entry_points().get(name)
        place = entry.value if entry else None
    if place is None:
        from adjudicator.orders.language.names import closest

        meant = closest(name, names())
        raise GameError("no-game", name=name[:40], meant=meant, names=list(names()))
    module, _, attribute = place.partition(":")
    try:
        game: Game = getattr(import_module(module), attribute)
    except Exception as error:  # whatever a package of somebody else may do
        facts = {"error": type(error).__name__, "says": str(error)[:200]}
        raise GameError("cannot-load", name=name, place=place, **facts) from error
    return game


@cache
def _entry_points() -> "dict[str, EntryPoint]":
    from importlib.metadata import entry_points  # a tenth of the start-up time; rarely needed

    return {entry.name: entry for entry in entry_points(group=GROUP)}
