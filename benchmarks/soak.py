"""Random games of every kind, with the invariants checked after every phase.

    python benchmarks/soak.py --games 1000 [--game ikusa] [--rounds 12] [--first 0]

After every phase: no faults (units conserved, limits kept, no province owned without units …);
the position and the events survive being written and read; what a seat may not know is not in its
view; and the checker rejects nothing that a better regent ordered. The random regent picks each
line by itself, and some clash. Exit code 1 at the first fault.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from play import Turn, parsed, play

from adjudicator.games import registry
from adjudicator.games.contract import Game, Value

VARIANTS: dict[str, tuple[dict[str, Value], ...]] = {
    "samurai-swords": (
        *({}, {"war": "together"}, {"war": "steps"}, {"win": "end of round"}),
        *({"play": "quick"}, {"deploy": "in turn"}, {"play": "quick", "deploy": "in turn"}),
    ),
    "ikusa": (
        *({}, {"war": "together"}, {"war": "steps"}),
        {"musashi-shimotsuke": True, "kawachi-tamba": False},
        *({"play": "quick", "war": "together"}, {"deploy": "in turn"}),
        {"play": "quick", "deploy": "in turn"},
    ),
    "gekokujo": tuple(
        {
            "politics": politics,
            "warfare": warfare,
            "technology": warfare and ways[1] == "together",
            "rice": rice,
            "glory": glory,
            "timing": ways[0],
            "campaign": ways[1],
            "battle mail": ways[2],
            "pacts": "own phase" if ways[2] == "with moves" else "with reinforce",
            "sowing": "own phase" if ways[2] == "with moves" else "with reinforce",
            "koku": "hidden" if ways[0] == "turns" and glory else "open",
        }
        for ways in itertools.product(
            ("turns", "moves first"), ("turns", "together"), ("after moves", "with moves")
        )
        for politics, warfare, rice, glory in itertools.product((False, True), repeat=4)
    ),
}


STRONG = ("samurai-swords", "ikusa")
"""The games that have a strong regent."""


def variants(game: Game) -> tuple[dict[str, Value], ...]:
    """Return the option sets to go through: those named, or all settings of on-off options."""
    if game.meta.name in VARIANTS:
        return VARIANTS[game.meta.name]
    switches = [option.name for option in game.meta.options if option.values == (False, True)]
    return tuple(
        dict(zip(switches, setting, strict=True))
        for setting in itertools.product((False, True), repeat=len(switches))
    )


def fewest_seats(game: Game, options: Mapping[str, Value]) -> int:
    """Return how many must play with these options: quick play is not for two."""
    return 3 if options.get("play") == "quick" else game.meta.players[0]


def faults(game: Game, turn: Turn, regent: str) -> Iterator[str]:
    """Yield what is wrong after a phase that a regent of this name ordered."""
    if regent != "random":
        yield from rejections(game, turn)
    yield from game.faults(turn.after)
    if game.decode(game.encode(turn.after)) != turn.after:
        yield "the position does not survive writing and reading"
    if game.decode_events(game.encode_events(turn.events)) != turn.events:
        yield "the events do not survive writing and reading"
    for seat in turn.after.seats:
        yield from leaks(game, turn.after, seat)


def rejections(game: Game, turn: Turn) -> Iterator[str]:
    """Yield what the checker rejects of the orders."""
    for seat, orders in parsed(game, turn.before, turn.orders).items():
        for finding in game.check(game.view(turn.before, seat), seat, orders):
            if finding.severity == "error":
                yield f"what {seat} ordered is rejected: {finding}"


def leaks(game: Game, position: Any, seat: str) -> Iterator[str]:
    """Yield what a seat's view holds that the public's view of another seat does not."""
    view, public = game.view(position, seat), game.view(position, "")
    for other in position.seats:
        spied = getattr(getattr(position, "ninja", None), "spied", "")
        if other not in (seat, spied) and view.seats[other] != public.seats[other]:
            yield f"{seat} sees more of {other} than everybody does"


def _regent(game: Game, number: int) -> str:
    """Return who plays a game: mostly the random regent, now and then a better one."""
    better = {4: "strong", 9: "steady"}.get(number % 10, "random")
    return better if better != "strong" or game.meta.name in STRONG else "steady"


def soak(game: Game, games: int, rounds: int, first: int) -> int:
    """Play the games; return how many phases they had. Exits with code 1 at the first fault."""
    most = game.meta.players[1]
    sets: Sequence[Mapping[str, Value]] = variants(game)
    phases = 0
    for number in range(first, first + games):
        regent = _regent(game, number)
        options = sets[number % len(sets)]
        fewest = fewest_seats(game, options)
        seats = game.meta.seats[: fewest + number % (most - fewest + 1)]
        for turn in play(game, seats, options, str(number), regent, rounds):
            phases += 1
            for fault in faults(game, turn, regent):
                key = game.phase(turn.before).key
                print(f"{game.meta.name}, game {number} {dict(options)}, {key}: {fault}")
                sys.exit(1)
        if sys.stderr.isatty():
            print(f"\r{game.meta.name}: {number + 1 - first} games", end="", file=sys.stderr)
    return phases


def main() -> None:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--game", action="append", choices=registry.names())
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    for name in given.game or registry.names():
        start = time.perf_counter()
        phases = soak(registry.find(name), given.games, given.rounds, given.first)
        seconds = time.perf_counter() - start
        print(f"{name}: {given.games} games, {phases:,} phases, no fault, {seconds:.0f} s")


if __name__ == "__main__":
    main()
