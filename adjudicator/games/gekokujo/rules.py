"""What a module of Gekokujō brings besides what modules of all games bring."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.games.engine import Module
from adjudicator.games.engine.lines import Rules

if TYPE_CHECKING:
    from adjudicator.games.gekokujo.chapters.battle import Battle
    from adjudicator.games.gekokujo.table.events import Modifier
    from adjudicator.games.gekokujo.table.play import GekokujoPlay


class Fall(NamedTuple):
    """A seat's last daimyo fell in a battle."""

    victim: str
    by: str
    """The seat whose hit felled it (G55)."""
    leader: bool
    """Whether the victim had the most provinces as the battle began."""


Source = Callable[["GekokujoPlay", "Battle", str, str], Iterable["Modifier"]]
"""Yields the modifiers of the rolls of a seat's units of a kind in a battle."""


class GekokujoModule(Module, frozen=True, kw_only=True):
    """A part of the rules: the basic game, or what of chapter 10 is played with it."""

    arms: Mapping[str, int] = {}
    """The kinds of bushi that can be recruited, in the order of their dice: where each stands in
    the option ``prices``, or -1 for 1 koku."""
    sources: tuple[Source, ...] = ()
    """Where modifiers of dice in battles come from."""
    openings: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat does before all else in reinforcement."""
    spending: tuple[Rules, ...] = ()
    """Further orders of reinforcement."""
    rehearsals: Mapping[str, tuple[Callable[["GekokujoPlay", str], None], ...]] = {}
    """By phase: what is done with a seat's orders to see what becomes of them."""
    before_moves: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat does before it moves."""
    before_dice: tuple[Callable[["GekokujoPlay", "Battle"], None], ...] = ()
    """What is settled before the dice of a battle, when ronin are hired and the ninja struck."""
    falls: tuple[Callable[["GekokujoPlay", Sequence[Fall]], None], ...] = ()
    """What follows when last daimyos fell in a battle, before eliminations are judged."""
    leaving: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat takes along that leaves the game."""
    submitting: tuple[Callable[["GekokujoPlay", str], None], ...] = ()
    """What a seat loses that becomes a vassal."""
    gains: tuple[Callable[["GekokujoPlay", str, str], None], ...] = ()
    """What follows when a seat gains control of a province."""
    settlings: tuple[Callable[["GekokujoPlay"], None], ...] = ()
    """What is judged after each battle and each movement, after eliminations."""
