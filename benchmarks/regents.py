"""Tournaments of regents: who wins, how soon, and how long a regent thinks.

    python benchmarks/regents.py [--games 200] [--game ikusa] [--match steady-random] [--json]
    python benchmarks/regents.py --games 40 --kept regents.jsonl --markdown

With a file of games that are kept, those that stand there are not played again, and what is played
is added to it: a long tournament can be stopped, and goes on where it was. ``--games 0`` plays none
and counts all that are kept.

In each game of a match one seat is played by the first regent and all others by the second; the
seat goes round. Two regents meet in two matches that are never put together: one of the first
against the rest, and one of the second against a rest of the first. In a match of one regent with
itself what counts is that the game ends in time. Default options. Behind each share stands its
95 % interval (Wilson's).
"""

import argparse
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import Won

SEATS = {"samurai-swords": 4, "ikusa": 4, "shogun": 4, "gekokujo": 5}
EDITIONS = tuple(SEATS)
MOST_ROUNDS = 60
"""A game that lasts longer is won by nobody."""
LATE = 25
"""The round in which a game of four equals is to be over."""


class Match(NamedTuple):
    """Who plays against whom, and what is wanted."""

    hero: str
    field: str
    goal: float | None
    """The share that is wanted; None: what the field leaves."""

    @property
    def name(self) -> str:
        """What the match is called on the command line."""
        return f"{self.hero}-{self.field}"


MATCHES = (
    Match("steady", "random", 0.8),
    Match("random", "steady", None),
    Match("steady", "steady", 0.9),
    Match("strong", "steady", 0.45),
    Match("steady", "strong", None),
    Match("strong", "random", 0.9),
    Match("strong", "strong", 0.9),
)


class Played(NamedTuple):
    """What came of one game."""

    number: int
    hero: str
    winner: str
    rounds: int
    thinking: tuple[float, ...]
    """The seconds that the first regent took for its orders, phase by phase."""


def play(edition: str, match: Match, number: int) -> Played:
    """Play one game of a match to its end."""
    game = registry.find(edition)
    chance = Stream(f"regents {edition} {match.name} {number}".encode())
    seats = game.meta.seats[: SEATS[edition]]
    hero = seats[number % len(seats)]
    players = {seat: game.regent(match.hero if seat == hero else match.field) for seat in seats}
    position = game.new(seats, {}, chance).position
    thinking = []
    winners: tuple[str, ...] = ()
    while not game.phase(position).over and position.round <= MOST_ROUNDS:
        orders = {}
        for seat in game.phase(position).must:
            view = game.view(position, seat)
            start = time.process_time()
            orders[seat] = players[seat].orders(view, seat, chance)
            if seat == hero:
                thinking.append(time.process_time() - start)
        resolution = game.adjudicate(position, orders, chance)
        position = resolution.position
        winners = next((each.seats for each in resolution.events if isinstance(each, Won)), ())
    winner = winners[0] if len(winners) == 1 else ""
    return Played(number, hero, winner, position.round, tuple(thinking))


def _play(given: tuple[str, Match, int]) -> Played:
    return play(*given)


class Kept:
    """The games that were played before, in a file of a line for each; without a file none."""

    def __init__(self, file: Path | None):
        self.file = file
        self.games: dict[tuple[str, str, int], Played] = {}
        for line in file.read_text("utf-8").splitlines() if file and file.exists() else ():
            edition, match, number, *rest, thinking = json.loads(line)
            self.games[edition, match, number] = Played(number, *rest, tuple(thinking))

    def numbers(self, edition: str, match: Match) -> list[int]:
        """Return the numbers of the games of a match."""
        return sorted(each[2] for each in self.games if each[:2] == (edition, match.name))

    def add(self, edition: str, match: Match, played: Played) -> None:
        """Keep a game."""
        self.games[edition, match.name, played.number] = played
        if self.file:
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps([edition, match.name, *played]) + "\n")


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    if not trials:
        return 0.0, 1.0
    z, share = 1.96, hits / trials
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low, high = (middle + way * spread for way in (-1, 1))
    return max(0.0, low / (1 + z * z / trials)), high / (1 + z * z / trials)


def tournament(
    edition: str, match: Match, numbers: Sequence[int], kept: Kept, jobs: int
) -> Iterator[Played]:
    """Play the games of a match that are not kept, in several processes if that is asked."""
    before = {number: kept.games.get((edition, match.name, number)) for number in numbers}
    yield from filter(None, before.values())
    given = [(edition, match, number) for number, played in before.items() if not played]
    with multiprocessing.Pool(jobs) if jobs > 1 else nullcontext() as pool:
        for played in pool.imap_unordered(_play, given) if pool else map(_play, given):
            kept.add(edition, match, played)
            yield played


def figures(edition: str, match: Match, played: list[Played]) -> dict[str, Any]:
    """Return what a match came to."""
    mirror = match.hero == match.field
    if mirror:
        hits = sum(bool(each.winner) and each.rounds <= LATE for each in played)
    else:
        hits = sum(each.winner == each.hero for each in played)
    low, high = wilson(hits, len(played))
    times = sorted(second for each in played for second in each.thinking)
    rounds = sorted(each.rounds for each in played)
    return {
        "edition": edition,
        "match": match.name,
        "hero": match.hero,
        "counted": f"a winner within {LATE} rounds" if mirror else f"won by {match.hero}",
        "games": len(played),
        "hits": hits,
        "share": round(hits / len(played), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "goal": match.goal,
        "reached": match.goal is None or hits / len(played) >= match.goal,
        "median_rounds": rounds[len(rounds) // 2],
        "unfinished": sum(not each.winner for each in played),
        "mean_ms": round(1000 * sum(times) / max(1, len(times)), 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1) if times else 0,
        "max_ms": round(1000 * times[-1], 1) if times else 0,
        "by_seat": {
            seat: f"{sum(each.winner == seat == each.hero for each in played)}"
            f"/{sum(each.hero == seat for each in played)}"
            for seat in dict.fromkeys(each.hero for each in sorted(played))
        },
    }


def _show(text: str) -> None:
    """Show how far it is, on one line, if somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _line(row: dict[str, Any]) -> str:
    """Say in words what a match came to."""
    fair = f"fair {1 / SEATS[row['edition']]:.0%}"
    reached = "reached" if row["reached"] else "not reached"
    goal = fair if row["goal"] is None else f"{fair}, goal {row['goal']:.0%}: {reached}"
    return (
        f"{row['edition']}, {row['match']}: {row['counted']} in {row['hits']} of {row['games']}: "
        f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%}; {goal}); "
        f"{row['median_rounds']} rounds, {row['unfinished']} without a winner; "
        f"{row['hero']} thinks {row['mean_ms']} ms a phase "
        f"(99 %: {row['p99_ms']}, most {row['max_ms']})"
    )


HEAD = """\
| game | one of | against | games | won | 95 % interval | fair | thinks |
|---|---|---|---|---|---|---|---|"""


def _row(row: dict[str, Any]) -> str:
    """Say what a match came to as a row of a table."""
    hero, field = row["match"].split("-")
    title = registry.find(row["edition"]).meta.title
    share, low, high = (f"{row[what]:.0%}" for what in ("share", "low", "high"))
    fair = f"{1 / SEATS[row['edition']]:.0%}"
    return (
        f"| {title} | {hero} | {SEATS[row['edition']] - 1} {field} | {row['games']} | {share} "
        f"| {low} to {high} | {fair} | {row['mean_ms']:.0f} ms |"
    )


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--game", action="append", choices=EDITIONS)
    parser.add_argument("--match", action="append", choices=[match.name for match in MATCHES])
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at the same time")
    parser.add_argument("--kept", type=Path, help="the file of the games that are kept")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true")
    shown.add_argument("--markdown", action="store_true", help="as the table of the documents")
    given = parser.parse_args()
    if given.games < (given.kept is None) or given.jobs < 1:
        parser.error("there is at least one game, and one job")
    found, kept = [], Kept(given.kept)
    asked = range(given.first, given.first + given.games)
    if given.markdown:
        print(HEAD)
    for edition in given.game or EDITIONS:
        for match in MATCHES:
            if given.match and match.name not in given.match:
                continue
            if given.markdown and match.hero == match.field:
                continue
            if not {match.hero, match.field} <= set(registry.find(edition).regents):
                continue
            numbers = asked or kept.numbers(edition, match)
            if not numbers:
                continue
            played: list[Played] = []
            for each in tournament(edition, match, numbers, kept, given.jobs):
                played.append(each)
                _show(f"{edition}, {match.name}: {len(played)} of {given.games} games")
            _show("")
            found.append(figures(edition, match, played))
            if not given.json:
                print((_row if given.markdown else _line)(found[-1]), flush=True)
    if given.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
