"""How fast Diplomacy is judged, on the same positions and orders by two judges.

    python benchmarks/same.py [--phases 600] [--recorded FOLDER]

Ours is the package in ``examples/diplomacy``, the other one ``diplomacy`` 1.1.2 from PyPI. Random
legal orders are played by both, or games of people as ``recorded_games.py`` finds them in a folder,
and only what both judge alike is measured. Each judge goes over
all of it twice: at first with cold caches, then with warm ones. Before that either sets its game
up, which is not measured. Figures are processor time.

Ours finds the legal orders of each seat, reads the orders as text, checks them seat by seat, and
carries the phase out: a new position, and an event for each unit. The other finds all possible
orders, reads and checks the orders (``set_orders``), and processes the phase (``process``): it
changes its game and keeps the phase in its history.
"""

import argparse
import gc
import json
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from beside import install_peer
from diplomacy_game import ways
from diplomacy_game.legal_orders import by_sea, convoy, landing, menu_of
from diplomacy_game.orders import Build, text_of
from diplomacy_game.pieces import Piece
from judges import OPTIONS, Peer, Waive, differences, draw_builds, game, ours, write
from msgspec.structs import replace
from recorded_games import board_of, find_board, orders_by_seat, read_game, when

from adjudicator.__main__ import SELDOM
from adjudicator.chance import Stream
from adjudicator.orders import Branch, Line, Orders, read_orders

Row = tuple[str, str, str, str]
LAST = 1910


class Phase(NamedTuple):
    """A recorded phase."""

    position: Any
    orders: dict[str, Orders]
    texts: dict[str, str]


Source = Callable[[Any], dict[str, Orders]]
"""What returns the orders of a game for a position, none where they end."""


def random_games(draw: random.Random) -> Iterator[Source]:
    """Yield games of random legal orders."""
    while True:
        yield lambda at: {
            seat: random_orders(at, seat, draw) for seat in at.seats if at.round <= LAST
        }


def recorded(folder: Path, draw: random.Random) -> Iterator[Source]:
    """Yield games of the standard board that people have played, in any order."""
    board = board_of("standard")
    files = sorted(folder.rglob("*.txt"))
    for path in draw.sample(files, len(files)):
        text = path.read_text("utf-8", "replace").splitlines()
        lines = [line.strip() for line in text if line.strip()]
        if lines and lines[0].startswith("PHASE ") and find_board(lines) is board:
            records = {each.when: each for each in read_game(lines, board)}
            yield lambda at, of=records: recorded_orders(at, of.get(when(at)), board)


def recorded_orders(position: Any, found: Any, board: Any) -> dict[str, Orders]:
    """Return the orders of a record, each unit named with its kind as the other judge asks for."""
    given = orders_by_seat(position, found, board) if found else {}
    units = {name: each.unit for name, each in position.dislodged.items()} or position.units

    def named(order: Any) -> Any:
        pieces = {
            field: Piece(unit.kind, unit.at(piece.province))
            for field in ("unit", "other")
            if (piece := getattr(order, field, None)) and (unit := units.get(piece.province))
        }
        return order if isinstance(order, Build) else replace(order, **pieces)

    return {
        seat: Orders(tuple(Line((Branch(named(x.order)),), x.number) for x in orders))
        for seat, orders in given.items()
    }


def record(number: int, games: Iterator[Source]) -> tuple[list[Phase], list[Any]]:
    """Play games in both judges as far as they agree; return the phases for both."""
    peer = Peer()
    mine: list[Phase] = []
    theirs: list[Any] = []
    for source in games:
        if len(mine) >= number:
            break
        position = game.new(game.meta.seats, OPTIONS, Stream(b"")).position
        peer.ask({"new": True})
        theirs.append(None)
        while orders := source(position):
            texts = {seat: str(each) for seat, each in orders.items() if len(each)}
            said = {
                seat.upper(): [write(line.order) for line in each] for seat, each in orders.items()
            }
            mine.append(Phase(position, orders, texts))
            theirs.append(said)
            position = game.adjudicate(position, orders, Stream(b"")).position
            if game.phase(position).over or any(differences(ours(position), peer.ask(said))):
                break
    return mine, theirs


def random_orders(position: Any, seat: str, draw: random.Random) -> Orders:
    """Return a random legal order for each unit of a seat."""
    legal = [line.order for line in game.legal_orders(position, seat)]
    if position.phase == "winter":
        chosen = draw_builds(position, seat, legal, draw)
    else:
        by_unit: dict[str, list[Any]] = {}
        for order in legal:
            if not isinstance(order, Waive):
                by_unit.setdefault(order.province, []).append(order)
        chosen = [draw.choice(orders) for orders in by_unit.values()]
    return Orders(tuple(Line((Branch(each),), at) for at, each in enumerate(chosen, 1)))


def options(phase: Phase) -> None:
    """Find the legal orders of all seats."""
    for seat in game.phase(phase.position).must:
        game.legal_orders(phase.position, seat)


def read(phase: Phase) -> None:
    """Read all orders."""
    language = game.language(phase.position, "")
    assert language is not None
    for text in phase.texts.values():
        read_orders(text, language)


def check(phase: Phase) -> None:
    """Check the orders of each seat."""
    for seat, orders in phase.orders.items():
        game.check(phase.position, seat, orders)


def adjudicate(phase: Phase) -> None:
    """Carry the phase out."""
    game.adjudicate(phase.position, phase.orders, Stream(b""))


def measure(phases: list[Phase]) -> dict[str, float]:
    """Return the processor seconds of each part, phase by phase as the other judge goes.

    Each position is a new one, with which nothing is kept from an earlier pass.
    """
    parts = (options, read, check, adjudicate)
    spent = dict.fromkeys((each.__name__ for each in parts), 0.0)
    for phase in [phase._replace(position=copy(phase.position)) for phase in phases]:
        for work in parts:
            begun = time.process_time()
            work(phase)
            spent[work.__name__] += time.process_time() - begun
    return spent


def forget(phases: list[Phase]) -> None:
    """Make all caches cold, then set the game up, as the other's ``Game()`` does: board and names.

    No order has been read then, none has been written, no unit has been asked what it may do.
    """
    for cache in (menu_of, by_sea, convoy, landing, ways.crossings, text_of):
        cache.cache_clear()
    game._language.cache_clear()
    game._names.cache_clear()
    game._rules.cache_clear()
    for phase in phases:
        game.language(phase.position, "")


def rows(number: int = 600, rounds: int = 5, folder: Path | None = None) -> list[Row]:
    """Return the rows of the table."""
    draw = random.Random(1)
    mine, theirs = record(number, recorded(folder, draw) if folder else random_games(draw))
    lines = sum(len(orders) for phase in mine for orders in phase.orders.values())
    pairs: list[list[tuple[dict[str, float], dict[str, float]]]] = [[], []]
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "phases.json")
        file.write_text(json.dumps(theirs), "utf-8")
        command = [install_peer(), Path(__file__).with_name("judge.py"), "--time", file]
        for _ in range(rounds):
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            other = json.loads(done.stdout)
            gc.set_threshold(SELDOM)  # as in the program itself
            gc.collect()
            gc.freeze()
            forget(mine)
            for at in (0, 1):
                pairs[at].append((measure(mine), other[at]))
    found: list[Row] = []
    parts = (
        ("Diplomacy, the same phases: adjudicate, phases/s", ("adjudicate",), ("process",), "5.0"),
        (
            "Diplomacy, the same phases: options + parse + check + adjudicate, phases/s",
            ("options", "read", "check", "adjudicate"),
            ("options", "orders", "process"),
            "5.0",
        ),
        ("Diplomacy, order lines read and checked, lines/s", ("read", "check"), ("orders",), ""),
    )
    for what, own, foreign, goal in parts:
        count = lines if "lines" in what else len(mine)
        for at, state in ((1, "warm"), (0, "cold")):
            ours_, theirs_ = zip(
                *(
                    (count / sum(a[k] for k in own), count / sum(b[k] for k in foreign))
                    for a, b in pairs[at]
                ),
                strict=True,
            )
            ratio = statistics.median(a / b for a, b in zip(ours_, theirs_, strict=True))
            mid = statistics.median(theirs_)
            figure = f"{statistics.median(ours_):,.0f}"
            beside = f"peer {mid:,.0f}, ratio {ratio:.1f}"
            found.append((f"{what}, {state}", figure, beside, f"≥ {goal}×" if goal else ""))
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phases", type=int, default=600)
    parser.add_argument("--recorded", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    for row in rows(given.phases, folder=given.recorded):
        print("  ".join(row))
