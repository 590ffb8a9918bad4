"""What a module of Shogun brings besides what modules of all games bring."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.games.engine import Module, Problem
from adjudicator.games.engine.modules import Step
from adjudicator.orders import Line, Order

if TYPE_CHECKING:
    from adjudicator.games.shogun.table.play import ShogunPlay


class Terms(NamedTuple):
    """What an action costs and brings, after what changed it last."""

    cause: str
    price: int
    amount: int


Remark = tuple[Line, Problem]
"""What is to be said of a line."""


class Prospect(NamedTuple):
    """What a module may bring a seat between its plan and the actions."""

    chests: tuple[int, ...] = (0,)
    """The numbers of chests that may come."""
    rebate: int = 0
    """By how many chests an action may become cheaper."""
    drain: int = 0
    """The armies that may leave its supply."""
    muster: int = 0
    """The armies that may come into one of its provinces, or into a neutral one."""
    tiles: tuple[str, ...] = ()
    """The kinds of building that somebody may get."""
    safe: tuple[str, ...] = ()
    """The battle actions that may not be aimed at it."""


class ShogunModule(Module, frozen=True, kw_only=True):
    """A part of the rules of Shogun: the basic game or an expansion."""

    adjusters: tuple[Callable[["ShogunPlay", str, str, str, Terms], Terms], ...] = ()
    """Change what an action of a seat in a province costs and brings, in this order."""
    bars: tuple[Callable[["ShogunPlay", str, str, str], str], ...] = ()
    """Say why a province cannot be attacked by a seat with an action; ``""``: it can."""
    guards: tuple[Callable[["ShogunPlay", str], bool], ...] = ()
    """Keep a revolt marker away from a province; return whether they did."""
    reviews: tuple[Callable[["ShogunPlay", str, list[Line]], Iterable["Remark"]], ...] = ()
    """Find what is wrong with accepted lines taken together."""
    prospects: tuple[Callable[["ShogunPlay", str], Prospect], ...] = ()
    """Say what may come to a seat before the actions."""
    closed: tuple[Callable[["ShogunPlay", str], Iterable[type[Order]]], ...] = ()
    """Order kinds of the phase that a seat cannot use now; an order sheet leaves them out."""
    losses: tuple[Callable[["ShogunPlay", str, str], None], ...] = ()
    """What follows when a province is lost by a seat."""
    scores: tuple[Step, ...] = ()
    """Give points at the end of the game."""
