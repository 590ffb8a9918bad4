"""What a module of Shogun brings besides what modules of all games bring."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.games.engine import Module
from adjudicator.games.engine.modules import Step

if TYPE_CHECKING:
    from adjudicator.games.shogun.play import ShogunPlay


class Terms(NamedTuple):
    """What an action costs and brings, after what changed it last."""

    cause: str
    price: int
    amount: int


class ShogunModule(Module, frozen=True, kw_only=True):
    """A part of the rules of Shogun: the basic game or an expansion."""

    adjusters: tuple[Callable[["ShogunPlay", str, str, str, Terms], Terms], ...] = ()
    """Change what an action of a seat in a province costs and brings, in this order."""
    bars: tuple[Callable[["ShogunPlay", str, str, str], str], ...] = ()
    """Say why a province cannot be attacked by a seat with an action; ``""``: it can."""
    guards: tuple[Callable[["ShogunPlay", str], bool], ...] = ()
    """Keep a revolt marker away from a province; return whether they did."""
    losses: tuple[Callable[["ShogunPlay", str, str], None], ...] = ()
    """What follows when a province is lost by a seat."""
    scores: tuple[Step, ...] = ()
    """Give points at the end of the game."""
