"""The moments at which a game turned: who came to lead, what changed hands, the luck of battles."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from math import comb
from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from adjudicator.games.contract import Table
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.reports.files.pages import Deed

if TYPE_CHECKING:  # an episode has the fortunes of its battles
    from adjudicator.site.episode import Episode

MOST_TURNS = 5
"""So many phases are named as those in which most changed hands."""
MOST_LEADS = 3
"""So many changes of who leads are named, the largest."""
LONGEST_ODDS = 1_000_000
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


class Lead(NamedTuple):
    """A phase after which others led than before."""

    episode: "Episode"
    before: tuple[str, ...]
    after: tuple[str, ...]


class Battle(NamedTuple):
    """A battle that somebody remembers, and how seldom chance is so kind, or so unkind."""

    episode: "Episode"
    fortune: Fortune
    once_in: int


class Luck(NamedTuple):
    """The luckiest battle of a seat and the unluckiest; None if it had none of the kind."""

    seat: str
    best: Battle | None
    worst: Battle | None


class Turns(NamedTuple):
    """The moments at which a game turned."""

    leads: list[Lead]
    taken: "list[Episode]"
    """The phases in which most provinces changed hands, as they came."""
    luck: list[Luck]


def find_turns(episodes: "Sequence[Episode]") -> Turns:
    """Return the moments at which a game turned, from what everybody saw of it."""
    return Turns(_find_leads(episodes), _find_taken(episodes), _find_luck(episodes))


def _find_taken(episodes: "Sequence[Episode]") -> "list[Episode]":
    taken = {}
    for before, after in pairwise(episodes):
        was, now = (msgspec.json.decode(each.data)["owners"] for each in (before, after))
        taken[after.number] = sum(map(ne, was, now))
    most = sorted(taken, key=lambda number: -taken[number])[:MOST_TURNS]
    return [each for each in episodes if each.number in most and taken[each.number]]


def _find_leads(episodes: "Sequence[Episode]") -> list[Lead]:
    """Return the largest changes of who leads, by the first number that standings have."""
    found: list[tuple[int, Lead]] = []
    known: tuple[str, ...] = ()
    for before, after in pairwise(episodes):
        known, now = _leaders(before.standings) or known, _leaders(after.standings)
        if known and now and known != now:
            swing = _ahead(after.standings, now, known) - _ahead(before.standings, now, known)
            found.append((swing, Lead(after, known, now)))
    largest = sorted(found, key=lambda each: -each[0])[:MOST_LEADS]
    return [lead for _, lead in sorted(largest, key=lambda each: each[1].episode.number)]


def _leaders(table: Table) -> tuple[str, ...]:
    """Return who is first; nobody if all are level."""
    if len(set(table.places)) < 2:
        return ()
    return tuple(row[0] for row, place in zip(table.rows, table.places, strict=True) if place == 1)


def _ahead(table: Table, ones: Iterable[str], others: Iterable[str]) -> int:
    """Return by how much some seats are ahead of others in the first number of the standings."""
    column = next((n for n, each in enumerate(table.columns) if n and each.number), 0)
    figures = {row[0]: row[column] for row in table.rows}
    best = (
        max((int(x) for each in seats if (x := figures.get(each, "")).isdecimal()), default=0)
        for seats in (ones, others)
    )
    return next(best) - next(best)


def _find_luck(episodes: "Sequence[Episode]") -> list[Luck]:
    told = [(episode, fortune) for episode in episodes for fortune in episode.fortunes]
    seats = dict.fromkeys(fortune.seat for _, fortune in told)
    rows = []
    for seat in seats:
        own = [each for each in told if each[1].seat == seat]
        best = min(own, key=lambda each: each[1].likely)
        worst = min(own, key=lambda each: each[1].unlikely)
        rows.append(Luck(seat, _battle(*best, best[1].likely), _battle(*worst, worst[1].unlikely)))
    return rows


def _battle(episode: "Episode", fortune: Fortune, share: float) -> Battle | None:
    """Return a battle that was out of the common; None if more than half of all are like it."""
    if share > 1 / 2:
        return None
    return Battle(episode, fortune, round(1 / max(share, 1 / LONGEST_ODDS)))


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
