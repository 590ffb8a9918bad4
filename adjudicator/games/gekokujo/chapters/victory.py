"""Victory (§1.1 to §1.3), judged at the end of every phase."""

from adjudicator.games.gekokujo.chapters.administration import order_of_weakness
from adjudicator.games.gekokujo.chapters.fall import eliminate_seats
from adjudicator.games.gekokujo.printed import GLORY_WINS, PROVINCES_TO_WIN
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders.language.nouns import number_of


def check_victory(play: GekokujoPlay) -> None:
    """End the game if somebody has won: by mandate, else by provinces, else by glory.

    Who has lost his last unit for want of koku, and has nothing else, is out before (G61).
    """
    if not play.over:
        eliminate_seats(play)
    if play.over:
        return
    able = [seat for seat in play.survivors() if not play.house(seat).master]
    rulers = [seat for seat in able if has_mandate(play, seat)]
    if rulers:
        _win(play, rulers[0], "holds Yamashiro, Settsu and Sagami alone: the Shōgun's mandate")
        return
    need = provinces_to_win(play)
    strong = [seat for seat in able if len(play.provinces_of(seat)) >= need]
    if strong:
        best = min(strong, key=lambda seat: _rank(play, seat, len(play.provinces_of(seat))))
        count = len(play.provinces_of(best))
        _win(play, best, f"controls {number_of(count, 'province')}; {need} win")
        return
    famous = [seat for seat in able if play.house(seat).glory >= GLORY_WINS]
    if famous:
        best = min(famous, key=lambda seat: _rank(play, seat, play.house(seat).glory))
        _win(
            play,
            best,
            f"has {number_of(play.house(best).glory, 'point')} of glory; {GLORY_WINS} win",
        )


def has_mandate(play: GekokujoPlay, seat: str) -> bool:
    """Whether a seat controls the three mandate provinces, and nobody else stands there (G64)."""
    return all(
        play.owner(place) == seat and set(play.land(place).units) <= {seat}
        for place in play.board.sets["mandate"]
    )


def provinces_to_win(play: GekokujoPlay) -> int:
    """Return how many provinces win (§1.2, G11, G20)."""
    chosen = int(play.position.options["provinces to win"])
    seats = max(min(len(play.position.seats), max(PROVINCES_TO_WIN)), min(PROVINCES_TO_WIN))
    return chosen or PROVINCES_TO_WIN[seats]


def _rank(play: GekokujoPlay, seat: str, most: int) -> tuple[int, int, int, int, int]:
    """Return what a tie is broken by, the least first (§1.2.1, G63)."""
    mandates = sum(play.owner(place) == seat for place in play.board.sets["mandate"])
    order = order_of_weakness(play).index(seat)
    return -most, -play.house(seat).koku, -play.daimyos(seat), -mandates, order


def _win(play: GekokujoPlay, seat: str, why: str) -> None:
    play.win((seat,), f"{seat} {why}.")
