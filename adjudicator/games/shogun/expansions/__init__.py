"""The expansions, each a module in a place of its own; ``meta`` names them."""

from importlib import import_module

from adjudicator.games.shogun.meta import EXPANSIONS
from adjudicator.games.shogun.rules import ShogunModule


def load() -> tuple[ShogunModule, ...]:
    """Return the modules of all expansions, in the order in which their steps come (H21)."""
    return tuple(import_module(f"{__name__}.{name}").MODULE for name in EXPANSIONS)
