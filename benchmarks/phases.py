"""The whole of a real phase: from the orders that stand to the letters in the database.

    python benchmarks/phases.py [GAME ...]

A campaign of four seats is played by the orders of steady regents, in one process. What is timed of
a phase is all that carries it out: rules, the letters of all seats and of the public with maps and
fronts, and the commit. It is the processor's time, and the first phases are left out.
"""

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.__main__ import SELDOM
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import Source, token
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.chance import Chance, Stream
from adjudicator.games import registry
from adjudicator.games.contract import Regent
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.records import Seat, Settings

Row = tuple[str, str, str, str]
SEATS = 4
PHASES, UNTIMED = 30, 3


def play(
    store: Store,
    ruleset: str,
    deadline: str = "none",
    regent: str = "steady",
    most: int = PHASES,
    seed: bytes = b"phases",
) -> Iterator[float]:
    """Play a campaign; yield the milliseconds of each phase that counts."""
    now, chance = datetime(2026, 3, 2, 20, tzinfo=UTC), Stream(seed)
    game = registry.find(ruleset)
    settings = Settings(
        address="judge@games.test", host="games.test", early=False, deadline=deadline
    )
    players = [Player(seat, f"p{k}@players.test") for k, seat in enumerate(game.meta.seats[:SEATS])]
    create(
        store, NewCampaign("bench", ruleset, tuple(players), {}, settings), now, secret=b"x" * 32
    )
    player = game.regent(regent)
    for number in range(most):
        state = State(store, queries.find_campaign(store, "bench"), now)
        if state.is_over:
            return
        send_orders(store, state, player, chance, number)
        start = time.process_time()
        adjudicate(store, "bench", now)
        if number >= UNTIMED:
            yield (time.process_time() - start) * 1000


def send_orders(store: Store, state: State, regent: Regent, chance: Chance, number: int) -> None:
    """Send a regent's orders for every seat that must order."""
    game = state.campaign.game
    for seat in game.phase(state.position).must:
        text = f"{regent.orders(game.view(state.position, seat), seat, chance)}ready\n"
        proof = token(store.find(Seat, campaign_id=state.campaign.id, name=seat))
        name = f"<{number}.{seat}@players.test>"
        source = Source(id=name, key=name, token=proof, game="bench", seat=seat)
        submit(store, text, source, state.now)


def rows(*rulesets: str) -> Iterator[Row]:
    """Measure a game's phases, each game by itself."""
    for ruleset in rulesets or ("samurai-swords",):
        with (
            tempfile.TemporaryDirectory() as home,
            open_store(Path(home) / "campaign.db", create=True) as store,
        ):
            took = list(play(store, ruleset))
        title = registry.find(ruleset).meta.title
        what = f"{title}: a {SEATS}-seat phase with letters, maps and fronts, and the commit, warm"
        about = f"{len(took)} phases, worst {max(took):.0f} ms"
        yield (what, f"{statistics.median(took):.0f} ms", about, "≤ 60 ms")


if __name__ == "__main__":
    gc.set_threshold(SELDOM)  # as in the program itself
    for row in rows(*sys.argv[1:]):
        print("  ".join(row))
