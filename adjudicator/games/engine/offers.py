"""What can be ordered behind the lines that stand.

Orders make others possible, and impossible: an army that has marched attacks from elsewhere, koku
are spent once. So a seat's lines are rehearsed as its check does it, and at each moment, behind the
lines that were carried out, the game's candidates are judged by the rules of the moment (``offer``
in ``lines``). One rehearsal answers for all of them, just where a line more would be tried.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec.structs import replace

from adjudicator.games.engine.play import Offers
from adjudicator.orders import Branch, Line, Order, Orders
from adjudicator.orders.language.syntax import ranking

Check = Callable[[Any, str, Orders], Iterable[object]]


def legal_lines(
    check: Check | None, play: Any, seat: str, after: Orders, colour: str
) -> Iterable[Line]:
    """Return lines that are possible behind others; one that adds to a ranking takes its place.

    ``check`` is the game's own, which rehearses them; None: there are none, and what is legal is
    all that is possible.
    """
    lines: Iterable[Line] = _find_legal(_Asked(play, seat, is_spare=check is None))
    offers = rehearse_offers(check, play, seat, after) if check else None
    if offers and (kinds := offers.kinds):
        offered = offers.orders
        kept = [x for x in lines if type(x.order) not in kinds or x.order in offered]
        known = {each.order for each in kept}
        lines = [*kept, *(Line((Branch(order),)) for order in offered if order not in known)]
    if colour:
        lines = [replace(each, colour=colour) for each in lines]
    return chain.from_iterable(_add(each, after) for each in lines) if after.lines else lines


def find_legal(play: Any, seat: str) -> tuple[Line, ...]:
    """Return what is legal as things stand in the position that a play was given."""
    return _find_legal(_Asked(play, seat))


class _Asked:
    """A play of which it is asked what is legal for a seat, known by the position it was given.

    That never changes, and is kept with the answer: so it is the same as long as it is this object.
    A spare play is asked nothing else: whoever says what is legal may change it.
    """

    def __init__(self, play: Any, seat: str, *, is_spare: bool = False):
        self.play, self.seat, self.is_spare = play, seat, is_spare
        self.key = id(play.begun), id(play.rules), seat

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key


@lru_cache(maxsize=2)
def _find_legal(asked: _Asked) -> tuple[Line, ...]:
    """Find it; a letter asks twice, for its examples and for those of its sheet."""
    fresh = asked.play if asked.is_spare else asked.play.begin_anew()
    found = (find(fresh, asked.seat) for find in fresh.rules.legal_orders)
    return tuple(chain.from_iterable(map(_as_lines, found)))


def _as_lines(legal: Iterable[Any]) -> list[Line]:
    """Return orders as lines, or what are lines already."""
    every = list(legal)
    made = every and isinstance(every[0], Line)
    return every if made else [Line((Branch(order),)) for order in every]


def rehearse_offers(check: Check, play: Any, seat: str, after: Orders) -> Offers:
    """Rehearse lines as a check does; return what is possible behind them, and what they leave."""
    offers = Offers(seat)
    play.offering = offers
    for _ in check(play, seat, after):
        pass
    return offers


def _add(line: Line, after: Orders) -> Iterator[Line]:
    """Yield a line; of a ranking that stands that which has its names too, if they are new."""
    field = ranking(type(line.order))
    stands = _find_ranking(line.order, field, after) if field else None
    if stands is None:
        yield line
        return
    first = stands.branches[0]
    ranked = getattr(first.order, field)
    new = tuple(name for name in getattr(line.order, field) if name not in ranked)
    if new:
        longer: Any = replace(first.order, **{field: (*ranked, *new)})
        yield replace(stands, branches=(replace(first, order=longer), *stands.branches[1:]))


def _find_ranking(order: Order, field: str, after: Orders) -> Line | None:
    """Return the last line that ranks other names for the same."""
    for line in reversed(after.lines):
        other = line.order
        if type(other) is type(order):
            longer: Any = replace(order, **{field: getattr(other, field)})
            if longer == other:
                return line
    return None
