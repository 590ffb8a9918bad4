"""How lucky each seat was in its battles, by the exact odds of what both sides threw."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import comb
from typing import Any

import msgspec

from adjudicator.games.luck import LuckRules, Throw
from adjudicator.reports.files.pages import Deed

_Spread = Mapping[int, float]
"""How likely each number of hits is; those of others count against one's own."""


class Fortune(msgspec.Struct, frozen=True):
    """How lucky a seat was in one battle, by the dice of both sides."""

    seat: str
    place: str
    """Where it was fought; ``""`` if that was nowhere in particular."""
    anchor: str
    """What tells of it on the page of its phase."""
    likely: float
    """How likely so much luck was, or more."""
    unlikely: float
    """How likely so little was, or less."""


def fortunes_of(
    rules: LuckRules | None, position: Any, deeds: Iterable[Deed], fought: Iterable[str]
) -> tuple[Fortune, ...]:
    """Return of each seat the luckiest and the unluckiest of the battles that deeds tell of.

    ``fought`` are the provinces in which there were any.
    """
    if rules is None:
        return ()
    by_seat: dict[str, list[Fortune]] = {}
    known = frozenset(fought)
    for deed in deeds:
        throws = list(rules.of_seats(position, deed.about))
        place = next((each for each in deed.places if each in known), "")
        for seat in dict.fromkeys(throw.seat for throw in throws):
            likely, unlikely = _chances(throws, seat)
            fortune = Fortune(seat, place, deed.anchor, likely, unlikely)
            by_seat.setdefault(seat, []).append(fortune)
    extremes = (
        (min(own, key=lambda each: each.likely), min(own, key=lambda each: each.unlikely))
        for own in by_seat.values()
    )
    return tuple(dict.fromkeys(chain.from_iterable(extremes)))


def _chances(throws: Sequence[Throw], seat: str) -> tuple[float, float]:
    """Return how likely a seat was to do as well or better, and as badly or worse.

    As if each die fell by itself; what the others threw counts against it.
    """
    spread: _Spread = {0: 1.0}
    came = 0
    for throw in throws:
        sign = 1 if throw.seat == seat else -1
        came += sign * throw.came
        spread = _add(spread, throw, sign)
    better = sum(share for number, share in spread.items() if number >= came)
    worse = sum(share for number, share in spread.items() if number <= came)
    return better, worse


def _add(spread: _Spread, throw: Throw, sign: int) -> _Spread:
    """Return a spread with another throw in it."""
    n, p = throw.number, throw.chance
    ends = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    sums: defaultdict[int, float] = defaultdict(float)
    for number, share in spread.items():
        for k, likely in enumerate(ends):
            sums[number + sign * k] += share * likely
    return sums
