"""How fast Diplomacy is judged, on the same positions and orders by two judges.

    python benchmarks/same.py [--phases 600]

Ours is the package in ``examples/diplomacy``, the other one ``diplomacy`` 1.1.2 from PyPI. Random
legal orders are played by both, and only what both judge alike is measured. Each judge goes over
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
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from beside import install_peer
from diplomacy_game import legal_orders, routes
from diplomacy_game.orders import text_of
from judges import OPTIONS, Peer, Waive, differences, draw_builds, game, ours, write

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


def record(number: int, seed: int) -> tuple[list[Phase], list[Any]]:
    """Play random legal games; return the phases for both judges."""
    draw, peer = random.Random(seed), Peer()
    mine: list[Phase] = []
    theirs: list[Any] = []
    while len(mine) < number:
        position = game.new(game.meta.seats, OPTIONS, Stream(b"")).position
        peer.ask({"new": True})
        theirs.append(None)
        while position.round <= LAST and not game.phase(position).over:
            orders = {seat: random_orders(position, seat, draw) for seat in position.seats}
            texts = {seat: str(each) for seat, each in orders.items() if len(each)}
            said = {
                seat.upper(): [write(line.order) for line in each] for seat, each in orders.items()
            }
            mine.append(Phase(position, orders, texts))
            theirs.append(said)
            position = game.adjudicate(position, orders, Stream(b"")).position
            if any(differences(ours(position), peer.ask(said))):
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
    lines = (legal_orders.by_sea, legal_orders.convoy, legal_orders.landing)
    kept = (legal_orders.menu_of, *lines, routes.crossings, text_of)
    for cache in kept:
        cache.cache_clear()
    game._language.cache_clear()
    game._names.cache_clear()
    game._rules.cache_clear()
    for phase in phases:
        game.language(phase.position, "")


def rows(number: int = 600, rounds: int = 5) -> list[Row]:
    """Return the rows of the table."""
    mine, theirs = record(number, 1)
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
    for row in rows(parser.parse_args().phases):
        print("  ".join(row))
