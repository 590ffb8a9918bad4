"""The moments at which a game turned: who came to lead, what changed hands, the luck of battles."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import ne
from typing import NamedTuple

import msgspec

from adjudicator.games.contract import Table
from adjudicator.site.episode import Episode
from adjudicator.site.fortunes import Fortune

MOST_TURNS = 5
"""So many phases are named as those in which most changed hands."""
MOST_LEADS = 3
"""So many changes of who leads are named, the largest."""
LONGEST_ODDS = 1_000_000


class LeadChange(NamedTuple):
    """A phase after which others led than before."""

    episode: Episode
    before: tuple[str, ...]
    after: tuple[str, ...]


class FatefulBattle(NamedTuple):
    """A battle that somebody remembers, and how seldom chance is so kind, or so unkind."""

    episode: Episode
    fortune: Fortune
    once_in: int


class SeatLuck(NamedTuple):
    """The luckiest battle of a seat and the unluckiest; None if it had none of the kind."""

    seat: str
    best: FatefulBattle | None
    worst: FatefulBattle | None


class Turns(NamedTuple):
    """The moments at which a game turned."""

    leads: list[LeadChange]
    taken: list[Episode]
    """The phases in which most provinces changed hands, as they came."""
    luck: list[SeatLuck]


def find_turns(episodes: Sequence[Episode]) -> Turns:
    """Return the moments at which a game turned, from what everybody saw of it."""
    return Turns(_find_leads(episodes), _find_taken(episodes), _find_luck(episodes))


def _find_taken(episodes: Sequence[Episode]) -> list[Episode]:
    taken = {}
    for before, after in pairwise(episodes):
        was, now = (msgspec.json.decode(each.data)["owners"] for each in (before, after))
        taken[after.number] = sum(map(ne, was, now))
    most = sorted(taken, key=lambda number: -taken[number])[:MOST_TURNS]
    return [each for each in episodes if each.number in most and taken[each.number]]


def _find_leads(episodes: Sequence[Episode]) -> list[LeadChange]:
    """Return the largest changes of who leads, by the first number that standings have."""
    found: list[tuple[int, LeadChange]] = []
    known: tuple[str, ...] = ()
    for before, after in pairwise(episodes):
        known, now = _leaders(before.standings) or known, _leaders(after.standings)
        if known and now and known != now:
            swing = _ahead(after.standings, now, known) - _ahead(before.standings, now, known)
            found.append((swing, LeadChange(after, known, now)))
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


def _find_luck(episodes: Sequence[Episode]) -> list[SeatLuck]:
    told = [(episode, fortune) for episode in episodes for fortune in episode.fortunes]
    seats = dict.fromkeys(fortune.seat for _, fortune in told)
    rows = []
    for seat in seats:
        own = [each for each in told if each[1].seat == seat]
        best = min(own, key=lambda each: each[1].likely)
        worst = min(own, key=lambda each: each[1].unlikely)
        rows.append(
            SeatLuck(seat, _battle(*best, best[1].likely), _battle(*worst, worst[1].unlikely))
        )
    return rows


def _battle(episode: Episode, fortune: Fortune, share: float) -> FatefulBattle | None:
    """Return a battle that was out of the common; None if more than half of all are like it."""
    if share > 1 / 2:
        return None
    return FatefulBattle(episode, fortune, round(1 / max(share, 1 / LONGEST_ODDS)))
