"""Workers that are killed again and again, and what must have come of it all the same.

    python tests/cluster/soaking.py [PHASES] [CAMPAIGNS]

A PostgreSQL is started for it. Three workers carry out phases and send letters; the deadlines of
campaigns are moved to now, until enough phases are done, and whenever some are, a worker that is
chosen by lot is killed (``kill -9``) at any moment, and another one started; or the server is, with
all its connections.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_binary_file
from email.policy import default
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from passing import due_campaigns
from servers.postgresql import PostgreSQL

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.records.verify import verify
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import Attempt, Heading
from adjudicator.store.place import read_place
from adjudicator.store.records import Settings

SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
GAME, QUICK = "samurai-swords", "gekokujo"
"""What is played, and the game whose phases and maps cost least."""
WORKERS = 3
SERVER = 4
"""Of so many kills one, beginning with the second, is that of the server."""
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
        self, folder: Path, server: PostgreSQL, campaigns: int, spared: int, persons: int, game: str
    ):
        self.folder = folder
        self.server = server
        self.address = server.new()
        self.spared = spared
        """Phases between two kills: on a busy machine, too, they are more than the kills undo."""
        self.kills = 0
        self.restarts = 0
        """How often the server was killed."""
        self.done = 0
        self._dice = random.Random(SEED)
        self._ending = threading.Event()
        self._workers: list[subprocess.Popen[bytes]] = []
        (folder / "adjudicator.toml").write_text(FILE.format(address=self.address))
        with self.open() as store:
            for number in range(campaigns):
                _begin(store, f"game-{number}", persons, game)

    def open(self) -> Store:
        return open_store(read_place(self.address), create=True)

    def run(self, phases: int) -> None:
        """Let so many phases be carried out, and more until a worker and the server were killed."""
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
            is_done = self.done >= phases and bool(self.kills and self.restarts)
            return killer.done() or is_done

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
        command = [Path(sys.executable).with_name("adjudicator"), "worker", "--log", "json"]
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
        while not self._ending.wait(self._dice.uniform(0.1, 1)):
            if self.done < before + self.spared:
                continue
            before = self.done
            if (self.kills + self.restarts) % SERVER == 1:
                self._wait_until_all_work()
                with self.server.gone():
                    self.restarts += 1
                continue
            victim = self._workers.pop(self._dice.randrange(len(self._workers)))
            victim.kill()
            assert victim.wait() == -signal.SIGKILL, self.log()
            self.kills += 1
            self._start()

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
    given = [int(each) for each in sys.argv[1:]]
    phases, campaigns = given + [1000, 300][len(given) :]
    server = PostgreSQL()
    try:
        server.start()
        with tempfile.TemporaryDirectory() as home:
            begin = time.monotonic()
            soak = Soak(Path(home), server, campaigns, spared=8, persons=4, game=GAME)
            print(f"{campaigns} campaigns in {time.monotonic() - begin:.0f} s", flush=True)
            begin = time.monotonic()
            soak.run(phases)
            took = time.monotonic() - begin
            soak.check()
            killed = f"{soak.kills} workers and {soak.restarts} times the server killed"
            print(f"{phases} phases, {killed}, no fault, {took:.0f} s")
    finally:
        server.close()


if __name__ == "__main__":
    main()
