"""What a module of Gekokujō brings besides what modules of all games bring."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from adjudicator.games.engine import Module
from adjudicator.games.gekokujo.data import BUSHI

if TYPE_CHECKING:
    from adjudicator.games.gekokujo.battle import Battle

    from adjudicator.games.gekokujo.events import Modifier
    from adjudicator.games.gekokujo.play import GekokujoPlay

Source = Callable[["GekokujoPlay", "Battle", str, str], Iterable["Modifier"]]
"""Yields the modifiers of the rolls of a seat's units of a kind in a battle."""


class GekokujoModule(Module, frozen=True, kw_only=True):
    """A part of the rules: the basic game, or what of chapter 10 is played with it."""

    arms: Mapping[str, int] = {}
    """The kinds of bushi that can be recruited, and their prices where no option gives them."""
    sources: tuple[Source, ...] = ()
    """Where modifiers of dice in battles come from."""
    falls: tuple[Callable[["GekokujoPlay", str, str], None], ...] = ()
    """What follows when a seat's last daimyo fell by the hand of another."""
    gains: tuple[Callable[["GekokujoPlay", str, str, str], None], ...] = ()
    """What follows when a seat gains a province that another controlled, or nobody."""


PLAIN_ARMS = {BUSHI: 1}
