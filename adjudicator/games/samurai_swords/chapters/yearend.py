"""Actions 8 and 9: the ronin leave (see ``ronin``), income is collected; the round ends."""

from adjudicator.games.samurai_swords.edition import LEAST_INCOME, PROVINCES_A_KOKU
from adjudicator.games.samurai_swords.table.events import Collected
from adjudicator.games.samurai_swords.table.play import SwordsPlay


def clear_trays(play: SwordsPlay) -> None:
    """Empty the planning trays; a mission is given for one round."""
    for seat in play.survivors():
        play.change_colour(seat, plan=None, mission=None)


def collect_koku(play: SwordsPlay) -> None:
    """Pay one koku for three provinces, but never less than three (Action 9)."""
    for seat in play.survivors():
        provinces = len(play.provinces_of(seat))
        koku = max(LEAST_INCOME, provinces // PROVINCES_A_KOKU)
        play.change_colour(seat, koku=koku)
        play.tell(Collected(seat=seat, provinces=provinces, koku=koku))


def return_turn_markers(play: SwordsPlay) -> None:
    """Put the markers of the turn order back (Action 9)."""
    play.change(turn_order=())
