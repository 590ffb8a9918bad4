"""Workers that are killed again and again, and what must have come of it all the same.

    python tests/cluster/soaking.py [--kills 200] [--restarts 10] [--hangs 10] [--pool] [--quick]
                                    [PHASES] [CAMPAIGNS]

A PostgreSQL is started for it, and with ``--pool`` a PgBouncer before it. Three workers carry out
phases and send letters; the deadlines of campaigns are moved to now, until enough phases are done,
and whenever some are, a worker that is chosen by lot is killed (``kill -9``) at any moment, and
another one started; or the server is, with all its connections; or all connections of workers hang,
and are ended after a while or never.
"""

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from email import message_from_binary_file
from email.policy import default
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from passing import due_campaigns
from servers.network import Network
from servers.pgbouncer import PgBouncer
from servers.postgresql import PostgreSQL

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import Attempt, Heading
from adjudicator.store.place import Server
from adjudicator.store.records import Settings

SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
GAME, QUICK = "samurai-swords", "gekokujo"
"""What is played, and the game whose phases and maps cost least."""
WORKERS = 3
IMPATIENT = """
import sys
from adjudicator.__main__ import main
from adjudicator.store.databases import postgresql
postgresql.PATIENCE = 4
postgresql._SESSION = postgresql._SESSION.replace("5min", "8s")
postgresql._OF_WORKER = postgresql._OF_WORKER.replace("5min", "8s")
sys.exit(main())
"""
"""The program, with seconds for the minutes after which a connection that hangs is given up."""
SEED = int(os.environ.get("ADJUDICATOR_SEED", "20261122"))
LONGEST = 1800
FILE = """
database = "{address}"
address = "judge@games.test"

[out]
maildir = "out"
"""


class Soak:
    """Campaigns on one server, workers at them, and somebody who kills the workers."""

    def __init__(
        self,
        folder: Path,
        server: PostgreSQL,
        network: Network,
        campaigns: int,
        spared: int,
        persons: int,
        game: str,
        troubles: dict[str, int],
    ):
        """``network`` is what the workers reach the server by, and ``troubles`` says how many a
        ``worker``, the ``server`` and the ``network`` have."""
        self.folder = folder
        self.server = server
        self.network = network
        self.place = Server(server.new())
        self.spared = spared
        """Phases between two troubles: on a busy machine, too, they are more than those undo."""
        self.done = 0
        self.recoveries: list[float] = []
        """Seconds after which what a killed worker was at could be taken by another one."""
        self._dice = random.Random(SEED)
        self._troubles = [what for what, count in troubles.items() for _ in range(count)]
        self._dice.shuffle(self._troubles)
        self._ending = threading.Event()
        self._workers: list[subprocess.Popen[bytes]] = []
        name = self.place.address.rpartition("/")[2]
        way = f"postgresql://judge@127.0.0.1:{network.port}/{name}"
        (folder / "adjudicator.toml").write_text(FILE.format(address=way))
        with self.open() as store:
            for number in range(campaigns):
                _begin(store, f"game-{number}", persons, game)

    def open(self) -> Store:
        return open_store(self.place, create=True)

    def run(self, phases: int) -> None:
        """Let so many phases be carried out, and more until there was all the trouble."""
        for _ in range(WORKERS):
            self._start()
        try:
            with ThreadPoolExecutor(1) as beside:
                killer = beside.submit(self._kill_now_and_then)
                try:
                    self._let_phases_be_over(phases, killer)
                finally:
                    self._ending.set()
                killer.result()
            self._wait_until_nothing_waits()
        finally:
            self._wait_until_all_work()
            codes = [self._end(each) for each in self._workers]
        assert set(codes) == {0}, f"{codes}: {self.log()[-5000:]}"

    def _let_phases_be_over(self, phases: int, killer: Future[None]) -> None:
        def is_over() -> bool:
            with suppress(DatabaseError):  # the server is away just now
                self._move_deadlines(store, max(phases - self.done, self.spared))
                self.done = self._phases(store)
            return killer.done() and (self.done >= phases or bool(killer.exception()))

        with self.open() as store:
            self._wait_until(is_over, LONGEST)

    def _wait_until_nothing_waits(self) -> None:
        with self.open() as store:
            self._wait_until(lambda: not self._waits(store), LONGEST)

    def _wait_until(self, is_so: Callable[[], bool], longest: float) -> None:
        end = time.monotonic() + longest
        while not is_so():
            assert time.monotonic() < end, f"{self.done} phases: {self.log()[-5000:]}"
            time.sleep(0.1)

    def _start(self) -> None:
        command = [sys.executable, "-c", IMPATIENT, "worker", "--log", "json"]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
        self._workers.append(process)

    def _wait_until_all_work(self) -> None:
        """A worker that begins while the server is away, or is told to end, ends with an error."""
        self._wait_until(
            lambda: all(f'"process":{each.pid},' in self.log() for each in self._workers), 60
        )

    def _kill_now_and_then(self) -> None:
        before = 0
        while self._troubles and not self._ending.wait(self._dice.uniform(0.1, 1)):
            if self.done < before + self.spared:
                continue
            before = self.done
            match self._troubles.pop():
                case "server":
                    self._wait_until_all_work()
                    with self.server.gone():
                        pass
                case "network":
                    self._wait_until_all_work()
                    self.network.cut()  # what the last one left
                    self.network.hang()
                    if self._dice.random() < 0.5:
                        self._ending.wait(self._dice.uniform(0.1, 3))
                        self.network.cut()
                case _:
                    self._kill_one()

    def _kill_one(self) -> None:
        victim = self._workers.pop(self._dice.randrange(len(self._workers)))
        victim.kill()
        assert victim.wait() == -signal.SIGKILL, self.log()
        begin = time.monotonic()
        self._start()
        with suppress(DatabaseError, StoreError), self.open() as store:  # the server is away
            lost = f"SELECT 1 FROM procrastinate_jobs j WHERE {store.jobs._is_lost()}"
            self._wait_until(lambda: not store.select(lost), 60)
            self.recoveries.append(time.monotonic() - begin)

    def _end(self, worker: subprocess.Popen[bytes]) -> int:
        worker.terminate()
        try:
            return worker.wait(60)
        except subprocess.TimeoutExpired:
            worker.kill()
            raise

    def _phases(self, store: Store) -> int:
        ((count,),) = store.select("SELECT count(*) FROM adjudication WHERE parent IS NOT NULL")
        return count

    def _move_deadlines(self, store: Store, most: int) -> None:
        """Let phases be over: of so many campaigns in which nothing is due yet."""
        now = datetime.now(UTC)
        due = {each.id for each in due_campaigns(store, now)}
        for campaign in queries.campaigns(store):
            if campaign.id not in due and len(due) < most:
                commit(store, campaign, now, _now_is_the_deadline)
                if any(each.at <= now for each in store.due_of(campaign.id)):  # its game goes on
                    due.add(campaign.id)

    def _waits(self, store: Store) -> bool:
        """Say whether anything is still to be done."""
        return bool(due_campaigns(store, datetime.now(UTC)) or any(queries.letters_to_send(store)))

    def log(self) -> str:
        """Return what the workers have written."""
        return (self.folder / "log").read_text()

    def check(self) -> None:
        """Every phase once, every letter once, and all as it is recorded."""
        found = Counter(
            message_from_binary_file(path.open("rb"), policy=default)["Message-ID"]
            for path in (self.folder / "out" / "new").iterdir()
        )
        with self.open() as store:
            wanted: list[str] = []
            dropped = {each.letter for each in store.rows(Attempt, state="dropped")}
            for campaign in queries.campaigns(store):
                history = queries.resolutions(store, campaign)
                assert [each.number for each in history] == list(range(len(history)))
                assert len({each.opens.key for each in history}) == len(history)
                there = [
                    each for each in store.rows(Heading, campaign_id=campaign.id) if each.recipients
                ]
                results = Counter((each.phase, each.seat, each.kind) for each in there)
                assert set(results.values()) == {1}, campaign.name
                late = [each for each in there if each.id in dropped]
                assert {each.kind for each in late} <= {"late", "reminder"}  # too late by then
                wanted += [each.message_id for each in there if each.id not in dropped]
                faults = [each for each in verify(store, campaign) if each.faults]
                assert not faults, (campaign.name, faults)
        assert found == Counter(wanted)


def _begin(store: Store, name: str, persons: int, game: str) -> None:
    people = tuple(
        Player(seat, f"{seat.casefold()}@players.test")
        if number < persons
        else Player(seat, regent="steady")
        for number, seat in enumerate(SEATS)
    )
    settings = Settings(host="games.test", deadline="every 168 hours", misses=0, early=False)
    create(store, NewCampaign(name, game, people, {}, settings), datetime.now(UTC))


def _now_is_the_deadline(at: Change) -> None:
    if at.deadline and at.deadline > at.now:
        at.set_deadline(at.now.replace(microsecond=0), "moved")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("phases", type=int, nargs="?", default=1000)
    parser.add_argument("campaigns", type=int, nargs="?", default=300)
    for name, count in (("kills", 200), ("restarts", 10), ("hangs", 10)):
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--pool", action="store_true")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(closing(PostgreSQL()))
        server.start()
        port = server.port
        if given.pool:
            port = stack.enter_context(closing(PgBouncer(port, "session"))).port
        network = stack.enter_context(closing(Network(port)))
        begin = time.monotonic()
        troubles = {"worker": given.kills, "server": given.restarts, "network": given.hangs}
        persons, game = (1, QUICK) if given.quick else (4, GAME)
        spared = max(1, given.phases // max(1, sum(troubles.values())))
        soak = Soak(home, server, network, given.campaigns, spared, persons, game, troubles)
        print(f"{given.campaigns} campaigns in {time.monotonic() - begin:.0f} s", flush=True)
        begin = time.monotonic()
        soak.run(given.phases)
        took = time.monotonic() - begin
        soak.check()
        print(
            f"{soak.done} phases, {given.kills} workers and {given.restarts} times the server"
            f" killed, {given.hangs} times the network hung, no fault, {took:.0f} s; what a killed"
            f" worker was at was free after {statistics.median(soak.recoveries):.1f} s, at the most"
            f" after {max(soak.recoveries):.1f} s"
        )


if __name__ == "__main__":
    main()
