"""What a sensible captain orders: the cargo that the next harbour wants, and the way there."""

from collections.abc import Iterator

from adjudicator.orders import Branch, Line
from adjudicator.orders.language.slots import Amount
from harbours.orders import Load, Sail
from harbours.play import HarboursPlay

ALL = Amount(0, but=True)


def steady(play: HarboursPlay, seat: str) -> Iterator[Line]:
    """Yield a cargo, or the voyage to where it is wanted, if nobody lies there."""
    for source in play.harbours_of(seat):
        for target in play.board.neighbours[source]:
            wanted = play.wants(target)
            if not wanted or play.harbour(target).owner not in ("", seat):
                continue
            if play.position.phase == "load":
                yield Line((Branch(Load(wanted)),))
                return
            if wanted == play.captain(seat).cargo:
                yield Line((Branch(Sail(ALL, source, target)),))
                return
