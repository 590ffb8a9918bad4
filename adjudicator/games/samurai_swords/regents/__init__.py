"""Regents: one plays sensibly, one plays to win, one plays random legal orders.

They are imported when they are asked to play: most commands ask none.
"""

from collections.abc import Iterable

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Line


def play_steadily(play: SwordsPlay, seat: str) -> Iterable[Line]:
    """Return sensible orders."""
    from adjudicator.games.samurai_swords.regents.steady import suggest_orders

    return suggest_orders(play, seat)


def play_to_win(play: SwordsPlay, seat: str, chance: Chance) -> Iterable[Line]:
    """Return strong orders."""
    from adjudicator.games.samurai_swords.regents.strong import choose_strong

    return choose_strong(play, seat, chance)


def play_at_random(play: SwordsPlay, seat: str, chance: Chance) -> Iterable[Line]:
    """Return a random choice among the legal orders."""
    from adjudicator.games.samurai_swords.regents.aimless import choose_random

    return choose_random(play, seat, chance)
