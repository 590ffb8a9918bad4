"""How soon workers at a PostgreSQL do what comes up, and what they cost while nothing does.

    python benchmarks/waking.py [TIMES] [IDLE]

Two workers look after so many games. Of one after the other the deadline is over at a moment
between two of theirs, and a letter with a question comes: it is told how long it takes until the
phase is carried out, until its letters are out, and until the question is answered (of that a
Maildir alone, which is looked into every second, takes half a second; a mail server calls). Then as
many workers as ``IDLE`` says have nothing to do, and the transactions are counted that they make of
it in a minute, in which each looks after mailboxes once. A server is started for it.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from workers import Row, postgresql

from adjudicator.campaign.kernel.change import Change, commit
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.store.database import Store, open_store
from adjudicator.store.place import Server
from adjudicator.store.records import Adjudication, Campaign, Seat, Settings

PATIENCE = 60
START = 5
"""Seconds of patience for each worker that starts: all do at once."""
SPAN = 60
FILE = """
database = "{address}"
address = "judge@games.test"

[in]
maildir = "in"

[out]
maildir = "out"
"""
QUESTION = """\
From: oda@players.test
To: judge+{proof}@games.test
Message-ID: <{number}@players.test>
Subject: status

status
"""


@contextmanager
def workers(folder: Path, count: int) -> Iterator[None]:
    """So many workers, as soon as all of them are ready."""
    command = [Path(sys.executable).with_name("adjudicator"), "worker"]
    log = folder / "log"
    log.write_text("")
    with log.open("ab") as to:
        running = [
            subprocess.Popen(command, cwd=folder, stdout=to, stderr=to) for _ in range(count)
        ]
        try:
            wait_until(lambda: log.read_text().count(" ready") == count, PATIENCE + START * count)
            yield
        finally:
            for each in running:
                each.terminate()
            for each in running:
                each.wait(PATIENCE)


def wait_until(is_so: Callable[[], bool], longest: float = PATIENCE) -> float:
    """Wait until something is so; return for how long."""
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() < begin + longest, "it never is"
        time.sleep(0.005)
    return time.monotonic() - begin


def fill(place: Server, count: int) -> list[Campaign]:
    """Set games up in which a phase takes next to no time."""
    regents = (Player(seat, regent="steady") for seat in ("Takeda", "Mori"))
    people = (Player("Oda", "oda@players.test"), *regents)
    settings = Settings(address="judge@games.test", host="games.test", deadline="every 99 hours")
    with open_store(place, create=True) as store:
        begin = datetime.now(UTC) - timedelta(hours=1)
        plans = (
            NewCampaign(f"game-{number}", "gekokujo", people, {}, settings)
            for number in range(count)
        )
        return [create(store, plan, begin) for plan in plans]


def _is_over(change: Change) -> None:
    change.set_deadline(change.now, "moved")


def measure(store: Store, folder: Path, campaigns: Sequence[Campaign]) -> list[list[float]]:
    """Return of each campaign how long phase, letters and answer took."""
    took = []
    for number, campaign in enumerate(campaigns):
        proof = token(store.find(Seat, campaign_id=campaign.id, name="Oda"))
        time.sleep(2 + random.random() * 2)
        before = store.count(Adjudication)
        moment = datetime.now(UTC) - timedelta(seconds=10)
        commit(store, campaign, moment, _is_over)
        phase = wait_until(lambda before=before: store.count(Adjudication) > before)  # type: ignore[misc]
        letters = phase + wait_until(lambda: not _waits(store))
        time.sleep(2 + random.random() * 2)
        out = len(list((folder / "out" / "new").iterdir()))
        letter = QUESTION.format(proof=proof, number=number)
        (folder / "in" / "tmp" / str(number)).write_text(letter)
        (folder / "in" / "tmp" / str(number)).rename(folder / "in" / "new" / str(number))
        new = folder / "out" / "new"
        answer = wait_until(lambda new=new, out=out: len(list(new.iterdir())) > out)  # type: ignore[misc]
        took.append([phase, letters, answer])
    return [list(each) for each in zip(*took, strict=True)]


def _waits(store: Store) -> bool:
    sql = "SELECT 1 FROM letter WHERE sent IS NULL AND recipients <> '[]' LIMIT 1"
    return bool(store.select(sql))


def _transactions(store: Store) -> int:
    time.sleep(1.5)  # after which what a session counted is known to all
    sql = "SELECT xact_commit + xact_rollback FROM pg_stat_database"
    sql += " WHERE datname = current_database()"
    return int(store.select(sql)[0][0])


def rows(times: int, idle: int) -> Iterator[Row]:
    """Measure; nothing where no PostgreSQL is installed."""
    with tempfile.TemporaryDirectory() as home, postgresql() as server:
        if not server:
            return
        folder, place = Path(home), Server(server.new())
        for name in ("in/new", "in/cur", "in/tmp", "out/new", "out/cur", "out/tmp"):
            (folder / name).mkdir(parents=True)
        (folder / "adjudicator.toml").write_text(FILE.format(address=place.address))
        campaigns = fill(place, times)
        with open_store(place) as store:
            with workers(folder, 2):
                wait_until(lambda: not _waits(store))
                names = ("a phase that is due", "the letters of that phase", "an answer to a mail")
                done = measure(store, folder, campaigns)
            for name, took in zip(names, done, strict=True):
                median, worst = f"{statistics.median(took):.2f} s", f"at most {max(took):.2f} s"
                yield f"two workers at one PostgreSQL database: {name}", median, worst, ""
            with workers(folder, idle):
                time.sleep(max(5, idle / 2))  # until each has seen that others have begun
                before, begin = _transactions(store), time.monotonic()
                time.sleep(SPAN)
                made = (_transactions(store) - before) / (time.monotonic() - begin)
            yield f"{idle} workers with nothing to do", f"{made:.1f} a second", "", ""


def main() -> None:
    """Measure and print."""
    given = [int(each) for each in sys.argv[1:]]
    times, idle = (given + [10, 10][len(given) :])[:2]
    for what, found, about, _ in rows(times, idle):
        print(f"{what}: {found} {about}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
