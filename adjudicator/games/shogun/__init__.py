"""Shogun (2006) and the Shogun Big Box with its four expansions.

To be read like the rulebook: ``cards`` (what is printed), ``setup``, ``start`` and ``draft``
(preparation), ``season`` (laying out), ``plans`` and ``auction`` (plans, event, bids, turn order),
``actions`` with ``terms`` and ``possible`` (the ten actions), ``fights`` (the tower), ``winter``.
``course`` says which phase follows which. ``rules`` says what a module is; ``basic`` is the basic
game as one, ``expansions`` holds the four others, and ``programme`` puts a game's rules together.

Draws by name, for scripts: ``events`` (the year's four), ``event`` (of a season), ``actions`` (the
open five), ``hidden actions``, ``specials``, ``bids`` (ties), ``revolts SEAT``, ``tower`` (throw by
throw), ``province cards`` (draft and deal), ``favours``, ``region tiles``, ``chambers``.
"""

from adjudicator.games.shogun.game import Shogun

game = Shogun()
"""The game, as the registry finds it."""

__all__ = ["Shogun", "game"]
