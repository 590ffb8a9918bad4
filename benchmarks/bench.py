"""Measure what the project promises, and print a table; compare with a peer in the same run.

    python benchmarks/bench.py [--quick] [--json]

The peer is the package ``diplomacy`` 1.1.2, installed into an environment of its own
(``.bench-peer``) and measured in turns with ours, so that the ratios hold on a busy machine.
Every figure is the median of several runs on one core. Nothing here decides a test.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import desk
import drawing
import growth
import odds
import phases
import processes
import receiving
import same
import stored
import waking
import workers
from beside import ROOT
from play import Turn, parsed, play
from posting import sending, unsendable
from slips import slip

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import Game, events_for
from adjudicator.orders import read_orders

SEATS = 4


def seconds(work: Callable[[], object]) -> float:
    """Return how long the work takes, once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """Return how much of the processor's time the work takes, once."""
    start = time.process_time()
    work()
    return time.process_time() - start


def recorded(game: Game, seats: int, games: int, **options: Any) -> list[Turn]:
    """Play random legal games and return their phases."""
    turns: list[Turn] = []
    for number in range(games):
        turns += play(game, game.meta.seats[:seats], options, f"bench {number}", "random")
    return turns


def reading() -> tuple[str, str, str, str]:
    """Measure reading order lines of a war phase."""
    game = registry.find("samurai-swords")
    turns = [turn for turn in recorded(game, SEATS, 2) if game.phase(turn.before).name == "war"]
    lines = sum(text.count("\n") for turn in turns for text in turn.orders.values())

    def work() -> None:
        for turn in turns:
            parsed(game, turn.before, turn.orders)

    took = statistics.median(seconds(work) for _ in range(7)) / lines * 1000
    return ("parse an order line", f"{took:.4f} ms", f"{lines} lines", "< 0.05 ms")


COLD = """
import json, sys, time
from play import parsed
from adjudicator.games import registry

game = registry.find("samurai-swords")
turns = [(game.decode(each[0].encode()), each[1]) for each in json.load(sys.stdin)]
for _ in range(2):
    begin = time.process_time()
    for position, orders in turns:
        parsed(game, position, orders)
    print(time.process_time() - begin)
"""


def unread() -> tuple[str, str, str, str]:
    """Measure order lines of war phases in a process that has read none before."""
    game = registry.find("samurai-swords")
    turns = [turn for turn in recorded(game, SEATS, 1) if game.phase(turn.before).name == "war"]
    lines = sum(text.count("\n") for turn in turns for text in turn.orders.values())
    given = json.dumps([(game.encode(turn.before).decode(), dict(turn.orders)) for turn in turns])
    command = [sys.executable, "-c", COLD]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, check=True, cwd=ROOT / "benchmarks"
    )
    first, again = (float(each) / lines * 1000 for each in done.stdout.split())
    about = f"{lines} lines, the second time {again:.3f} ms"
    return ("parse an order line that is new to a process", f"{first:.3f} ms", about, "< 0.1 ms")


def misspelt() -> tuple[str, str, str, str]:
    """Measure reading files of 60 lines of a war phase, each line with two slips; none twice."""
    game, dice = registry.find("samurai-swords"), random.Random(5)
    took = []
    for turn in recorded(game, SEATS, 4):
        if game.phase(turn.before).name == "war":
            language = game.language(turn.before, "")
            [text] = turn.orders.values()
            lines = [each for each in text.splitlines() if each]
            slipped = (slip(slip(dice.choice(lines), dice)[0], dice)[0] for _ in range(500))
            wrong = "\n".join(islice(filter(None, slipped), 60))
            took.append(processor_seconds(partial(read_orders, wrong, language)) * 1000)
    worst = max(took)
    what = "read 60 misspelt lines with two slips each"
    return (what, f"{statistics.median(took):.1f} ms", f"worst {worst:.1f} ms", "≤ 15 ms")


def crowded() -> tuple[str, str, str, str]:
    """Measure checks of 1,000 lines of war phases, each for more units than there are."""
    game = registry.find("samurai-swords")
    took = []
    for turn in recorded(game, SEATS, 4):
        if game.phase(turn.before).name == "war":
            [(seat, text)] = turn.orders.items()
            lines = [re.sub(r"\b\d+ (?=[a-z])", "16 ", each) for each in text.splitlines() if each]
            language, view = game.language(turn.before, ""), game.view(turn.before, seat)
            orders = read_orders("\n".join(islice(cycle(lines), 1000)), language).orders
            took.append(processor_seconds(partial(game.check, view, seat, orders)) * 1000)
    about = f"{len(took)} turns, median {statistics.median(took):.0f} ms"
    what = "check 1,000 lines with too many units, the worst"
    return (what, f"{max(took):.0f} ms", about, "≤ 100 ms")


def reporting(name: str, seats: int, limit: str) -> tuple[str, str, str, str]:
    """Measure a whole phase: read, check, adjudicate, and all reports, without pictures."""
    from adjudicator import reports
    from adjudicator.reports.model import Setting

    game = registry.find(name)
    turns = list(islice(play(game, game.meta.seats[:seats], {}, "reports", "steady"), 24))

    def phase(turn: Turn) -> None:
        orders = parsed(game, turn.before, turn.orders)
        done = game.adjudicate(turn.before, orders, Stream(b"reports"))
        for seat in (*game.meta.seats[:seats], ""):
            before, after = game.view(turn.before, seat), game.view(done.position, seat)
            seen = events_for(done.events, seat)
            reports.result(game, before, after, orders.get(seat), seen, Setting("bench", seat))

    phase(turns[0])
    took = [seconds(lambda turn=turn: phase(turn)) * 1000 for turn in turns for _ in range(3)]
    middle, worst = statistics.median(took), max(took)
    what = f"{game.meta.title}: a {seats}-seat phase with all reports"
    return (what, f"{middle:.1f} ms", f"worst {worst:.1f} ms", limit)


def round_of_gekokujo() -> tuple[str, str, str, str]:
    """Measure the phases of the first rounds of five seats, as they are carried out."""
    game = registry.find("gekokujo")
    turns = list(play(game, game.meta.seats[:5], {}, "rounds", "steady", 3))
    orders = [parsed(game, turn.before, turn.orders) for turn in turns]

    def carry_out() -> None:
        for turn, given in zip(turns, orders, strict=True):
            game.adjudicate(turn.before, given, Stream(b"rounds"))

    rounds = len({turn.before.round for turn in turns})
    took = min(seconds(carry_out) for _ in range(9)) / rounds * 1000
    return ("Gekokujō: a round of 5 seats", f"{took:.1f} ms", f"{rounds} rounds", "< 5 ms")


def season() -> tuple[str, str, str, str]:
    """Measure the adjudication of whole seasons of Shogun with five seats."""
    game = registry.find("shogun")
    turns = [t for t in recorded(game, 5, 3) if len(t.orders) == 5]
    orders = [parsed(game, turn.before, turn.orders) for turn in turns]

    def work() -> None:
        for turn, each in zip(turns, orders, strict=True):
            game.adjudicate(turn.before, each, Stream(b"season"))

    work()
    took = statistics.median(seconds(work) for _ in range(7)) / len(turns) * 1000
    return ("Shogun: a season for 5 seats", f"{took:.2f} ms", f"{len(turns)} phases", "< 5 ms")


def receipts(title: str, place: str, mails: str) -> tuple[str, str, str, str]:
    """Measure from the bytes of an order mail to the queued receipt, commit included.

    Its map is drawn as it is sent, which ``receiving.py`` measures. The first mail of a process
    is left out of the figures; more than 40 a day of a seat are not answered.
    """
    import hashlib

    from adjudicator.campaign.phases.create import NewCampaign, Player, create
    from adjudicator.post.requests.pipeline import take
    from adjudicator.store.database import open_store
    from adjudicator.store.records import Settings

    folder = ROOT / "orders_examples" / place
    demo = tomllib.loads((folder / "demo.toml").read_text(encoding="utf-8"))
    mail = next(folder.glob(mails)).read_bytes()
    now = datetime(2026, 3, 2, 20, tzinfo=UTC)
    took = []
    with (
        tempfile.TemporaryDirectory() as home,
        open_store(Path(home) / "campaign.db", create=True) as store,
    ):
        players = tuple(Player(s["name"], s["address"]) for s in demo["seats"])
        secret = hashlib.sha256(demo["secret"].encode()).digest()
        plan = NewCampaign(
            demo["name"],
            demo["game"],
            players,
            demo.get("options", {}),
            Settings(**demo["settings"]),
        )
        create(store, plan, demo["begins"], secret=secret)
        for number in range(40):
            fresh = mail.replace(b"Message-ID: <", b"Message-ID: <%d." % number)
            took.append(seconds(lambda fresh=fresh: take(store, fresh, now)) * 1000)
    first, *others = took
    middle, worst = statistics.median(others), max(others)
    return (
        f"{title}: order mail to receipt, commit included",
        f"{middle:.1f} ms",
        f"worst {worst:.1f} ms, the first {first:.0f} ms",
        "< 60 ms",
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    rows = same.rows(150 if given.quick else 600, 3)
    rows += [
        reading(),
        unread(),
        misspelt(),
        crowded(),
        *drawing.rows(),
        receipts("Samurai Swords", "samurai-swords", "*-deploy-takeda.eml"),
        receipts("Shogun", "shogun", "*-r1-plan-takeda.eml"),
        receipts("Gekokujō", "gekokujo", "*-r1-reinforce-oda.eml"),
    ]
    rows += desk.rows()
    rows += processes.rows(5 if given.quick else 11)
    rows.append(sending(100 if given.quick else 500, 3))
    rows.append(unsendable())
    rows += receiving.rows()
    rows += growth.rows(1_000 if given.quick else 10_000)
    rows += stored.rows(1 if given.quick else 3)
    rows += workers.rows(*((8, 2) if given.quick else (24, 5)))
    rows += waking.rows(*((3, 2) if given.quick else (10, 4)))
    rows += phases.rows("samurai-swords", "shogun", "gekokujo")
    rows += [
        reporting("samurai-swords", 4, "< 30 ms"),
        reporting("shogun", 5, ""),
        season(),
        round_of_gekokujo(),
    ]
    rows += odds.rows(2_000 if given.quick else 20_000)
    if given.json:
        print(
            json.dumps(
                [dict(zip(("what", "figure", "about", "goal"), r, strict=True)) for r in rows]
            )
        )
        return
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))


if __name__ == "__main__":
    main()
