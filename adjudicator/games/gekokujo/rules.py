"""What a module of Gekokujō brings besides what modules of all games bring."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.games.engine import Module
from adjudicator.games.engine.lines import Rules
from adjudicator.orders import Order

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
    moments: Mapping[str, tuple[Rules, ...]] = {}
    """How orders are judged and done, by the moment at which they are due: ``sow``, ``path``,
    ``spend``, ``negotiate``, ``break``, ``move``, in this order."""
    candidates: tuple[Callable[["GekokujoPlay", str], Iterable[Order]], ...] = ()
    """Orders of the phase that may be possible; those that nothing is against are legal."""
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

    def at(self, moment: str) -> Rules:
        """Return how the orders that are due at a moment are judged and done."""
        tables = self.moments.get(moment, ())
        return {kind: rule for table in tables for kind, rule in table.items()}

    def due_with(self, kind: type[Order]) -> Rules:
        """Return the same of the moment at which orders of a kind are due; empty if none is."""
        return next((rules for moment in self.moments if kind in (rules := self.at(moment))), {})
