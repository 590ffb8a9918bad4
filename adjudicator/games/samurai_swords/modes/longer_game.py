"""The longer game: provinces are counted at the end of each round only (M65, M66)."""

from collections.abc import Iterator

from adjudicator.games.samurai_swords.chapters import (
    fall,
    yearend,
)
from adjudicator.games.samurai_swords.table.own_board import provinces_to_win
from adjudicator.games.samurai_swords.table.play import SwordsModule, SwordsPlay
from adjudicator.orders.language.nouns import number_of


def judge_round(play: SwordsPlay) -> None:
    """End the game after all nine actions if a seat owns enough provinces (M65)."""
    fall.win_with(play, provinces_to_win(play.board), " at the end of the round")


def foretell_victory(play: SwordsPlay) -> Iterator[str]:
    """Say who wins if nothing changes until the end of the round (M65)."""
    least = provinces_to_win(play.board)
    for seat in play.survivors():
        count = len(play.provinces_of(seat))
        if count >= least and not play.over:
            owned = number_of(count, "province")
            yield f"{seat} owns {owned} and wins with {least} or more at the end of this round."


LONGER_GAME = SwordsModule(
    name="longer game",
    played=lambda options: options["win"] == "end of round" and not options.get("two players"),
    steps_after={yearend.collect_koku: (judge_round,)},
    notes=(foretell_victory,),
)
"""The longer game as a module."""
