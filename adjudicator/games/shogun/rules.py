"""What a module of Shogun brings besides what modules of all games bring."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.games.engine import Module, Problem
from adjudicator.games.engine.modules import Step
from adjudicator.orders import Order

if TYPE_CHECKING:
    from adjudicator.games.shogun.table.play import ShogunPlay


class Terms(NamedTuple):
    """What an action costs and brings, after what changed it last."""

    cause: str
    price: int
    amount: int


Judge = Callable[["ShogunPlay", str, Any], Iterable[Problem]]


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
    judges: Mapping[type[Order], Judge] = {}
    """Say what may be in the way of an order of a kind."""
    closed: Mapping[type[Order], Callable[["ShogunPlay", str], Problem | None]] = {}
    """Say why a seat can use no order of a kind now; an order sheet leaves them out."""
    prospects: tuple[Callable[["ShogunPlay", str], Prospect], ...] = ()
    """Say what may come to a seat before the actions."""
    losses: tuple[Callable[["ShogunPlay", str, str], None], ...] = ()
    """What follows when a province is lost by a seat."""
    scores: tuple[Step, ...] = ()
    """Give points at the end of the game."""
