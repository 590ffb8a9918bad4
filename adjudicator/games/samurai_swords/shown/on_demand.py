"""What is shown of a game: maps, order sheets, odds.

What makes it is imported when it is asked for: who checks orders asks for none of it. The package
takes it from here by its whole name, for a module that is imported stands there under its own.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from adjudicator.games.contract import Event
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Orders

if TYPE_CHECKING:
    from adjudicator.games.battles import BattleRules
    from adjudicator.games.picture import Picture
    from adjudicator.games.sketch import Sketched


def draw_map(play: SwordsPlay, events: Sequence[Event]) -> "Picture":
    """Return the view with what moved and fought in the events."""
    from adjudicator.games.samurai_swords.shown.map import draw_map

    return draw_map(play, events)


def sketch(play: SwordsPlay, seat: str, orders: Orders) -> "Iterable[Sketched]":
    """Draw a seat's orders."""
    from adjudicator.games.samurai_swords.shown.sketch import sketch

    return sketch(play, seat, orders)


def sheet(play: SwordsPlay, seat: str) -> Iterable[str]:
    """Return the lines of the order sheet."""
    from adjudicator.games.samurai_swords.shown.sheet import sheet

    return sheet(play, seat)


def battle_rules(play: SwordsPlay) -> "BattleRules":
    """Say how battles are reckoned."""
    from adjudicator.games.samurai_swords.judging.odds import battle_rules

    return battle_rules(play)
