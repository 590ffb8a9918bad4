"""How soon workers at a PostgreSQL do what comes up, and what they cost while nothing does.

    python benchmarks/waking.py [TIMES] [IDLE]

Two workers look after one game. So many times its deadline is over at a moment between two of
theirs, and a letter with a question comes: it is told how long it takes until the phase is carried
out, until its letters are out, and until the question is answered (of that a Maildir alone, which
is looked into every second, takes half a second; a mail server calls). Then as many workers as
``IDLE`` says have nothing to do, and the transactions are counted that they make of it. A server is
started for it.
"""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
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
SPAN = 20
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
            wait_until(lambda: log.read_text().count(" ready") == count)
            yield
        finally:
            for each in running:
                each.terminate()
            for each in running:
                each.wait(PATIENCE)


def wait_until(is_so: Callable[[], bool]) -> float:
    """Wait until something is so; return for how long."""
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() < begin + PATIENCE, "it never is"
        time.sleep(0.005)
    return time.monotonic() - begin


def fill(place: Server) -> Campaign:
    """Set a game up in which a phase takes next to no time."""
    people = (Player("Oda", "oda@players.test"), Player("Takeda", regent="steady"))
    settings = Settings(address="judge@games.test", host="games.test", deadline="every 99 hours")
    with open_store(place, create=True) as store:
        plan = NewCampaign(
            "friday", "gekokujo", (*people, Player("Mori", regent="steady")), {}, settings
        )
        return create(store, plan, datetime.now(UTC) - timedelta(hours=1))


def _is_over(change: Change) -> None:
    change.set_deadline(change.now, "moved")


def measure(store: Store, folder: Path, campaign: Campaign, times: int) -> list[list[float]]:
    """Return of each of so many times how long phase, letters and answer took."""
    proof = token(store.find(Seat, campaign_id=campaign.id, name="Oda"))
    took = []
    for number in range(times):
        time.sleep(2 + random.random() * 2)
        before = store.count(Adjudication)
        moment = datetime.now(UTC) - timedelta(seconds=10)
        commit(store, store.find(Campaign), moment, _is_over)
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


def rows(times: int, idle: int) -> list[Row]:
    """Measure; none where no PostgreSQL is installed."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory() as home, postgresql() as server:
        if not server:
            return []
        folder, place = Path(home), Server(server.new())
        for name in ("in/new", "in/cur", "in/tmp", "out/new", "out/cur", "out/tmp"):
            (folder / name).mkdir(parents=True)
        (folder / "adjudicator.toml").write_text(FILE.format(address=place.address))
        campaign = fill(place)
        with open_store(place) as store:
            with workers(folder, 2):
                wait_until(lambda: not _waits(store))
                names = ("a phase that is due", "the letters of that phase", "an answer to a mail")
                done = measure(store, folder, campaign, times)
            for name, took in zip(names, done, strict=True):
                median, worst = f"{statistics.median(took):.2f} s", f"at most {max(took):.2f} s"
                found.append((f"two workers at one PostgreSQL database: {name}", median, worst, ""))
            with workers(folder, idle):
                time.sleep(5)
                before, begin = _transactions(store), time.monotonic()
                time.sleep(SPAN)
                made = (_transactions(store) - before) / (time.monotonic() - begin)
            found.append((f"{idle} workers with nothing to do", f"{made:.1f} a second", "", ""))
    return found


def main() -> None:
    """Measure and print."""
    given = [int(each) for each in sys.argv[1:]]
    times, idle = (given + [10, 10][len(given) :])[:2]
    for what, found, about, _ in rows(times, idle):
        print(f"{what}: {found} {about}".rstrip())


if __name__ == "__main__":
    main()
