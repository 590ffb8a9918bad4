"""Many campaigns are due at once: PostgreSQL, collectors, workers, mails by Dovecot and Postfix.

    python benchmarks/night.py [CAMPAIGNS] [COLLECTORS] [WORKERS]

Each campaign has four persons, of whom one has sent his orders in the last minute: they lie in the
mailbox when the deadline passes. Collectors do the mail and workers the phases, as processes of
``adjudicator worker``; the clock runs from their start until nothing waits any more. Receipts and
reports, with their maps, go to Postfix, which hands them to Dovecot on the same machine.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from workers import SEATS, postgresql

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.place import Server
from adjudicator.store.records import Seat, Settings

JUDGE = "judge@games.test"
FILE = """
database = "{database}"
address = "{judge}"

[in]
imap = "localhost"
port = {imaps}
user = "{judge}"
password = {{ file = "password" }}
ca = "{ca}"

[out]
smtp = "localhost"
port = {submissions}
user = "{judge}"
password = {{ file = "password" }}
ca = "{ca}"
"""
QUESTIONS = {
    "mails taken": "SELECT count(*) FROM fate",
    "phases": "SELECT count(*) FROM adjudication WHERE parent IS NOT NULL",
    "letters": "SELECT count(*) FROM letter WHERE sent IS NOT NULL AND kind <> 'opening'",
}
WAIT = (
    "SELECT max(extract(epoch FROM sent::timestamptz)) FROM letter"
    " WHERE kind = 'result' AND sent IS NOT NULL"
)


def fill(store: Store, office: Any, campaigns: int) -> None:
    """Set the campaigns up, whose opening letters have gone; lay an order mail of each into the
    mailbox, and let their deadlines be now."""
    settings = Settings(address=JUDGE, host="games.test", deadline="every 24 hours", early=False)
    mails = []
    for number in range(campaigns):
        people = tuple(Player(each, f"{each.casefold()}@players.test") for each in SEATS)
        plan = NewCampaign(f"game-{number}", "samurai-swords", people, {}, settings)
        campaign = create(store, plan, datetime.now(UTC))
        proof = token(store.find(Seat, campaign_id=campaign.id, name=SEATS[0]))
        mails.append(
            f"From: oda@players.test\r\nTo: judge+{proof}@games.test\r\n"
            f"Message-ID: <{number}@players.test>\r\nSubject: orders\r\n\r\n"
            "casualties spearman, gunner, ronin\r\n".encode()
        )
    office.put(JUDGE, mails[0])  # by which Dovecot makes the mailbox
    office.fill(JUDGE, mails[1:])
    now = datetime.now(UTC)
    moment = (now + timedelta(seconds=2)).replace(microsecond=0)
    store.write("UPDATE letter SET sent = created")
    for campaign in queries.campaigns(store):
        commit(store, campaign, now, lambda change: change.set_deadline(moment, "moved"))


def left(store: Store, office: Any) -> tuple[int, int, int]:
    """Count what waits: mails in the mailbox, phases, letters."""
    box = office.folder / "mail" / JUDGE
    mails = sum(len(os.listdir(box / name)) for name in ("new", "cur"))
    phases = len(store.due_until(datetime.now(UTC)))
    letters = store.select(
        "SELECT count(*) FROM letter WHERE sent IS NULL AND recipients <> '[]' AND retry IS NULL"
    )
    return mails, int(phases), int(letters[0][0])


def used(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of the processor that a process has used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def night(campaigns: int, collectors: int, workers: int) -> Iterator[str]:
    """Measure; yield lines about it."""
    with postgresql() as server, ExitStack() as stack:
        from servers.office import PostOffice  # whose folder postgresql() has made known

        office = PostOffice()
        stack.callback(office.close)
        office.start()
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = server.new()
        facts = {"database": address, "judge": JUDGE, **office.__dict__}
        (home / "adjudicator.toml").write_text(FILE.format(**facts))
        (home / "password").write_text(office.password)
        store = stack.enter_context(open_store(Server(address), create=True))
        fill(store, office, campaigns)
        yield f"{campaigns:,} campaigns, {collectors} collectors, {workers} workers"
        program = [Path(sys.executable).with_name("adjudicator"), "worker", "--only"]
        log = stack.enter_context((home / "log").open("wb"))
        parts = ["mail"] * collectors + ["campaigns"] * workers
        running = []
        for part in parts:
            running.append(subprocess.Popen([*program, part], cwd=home, stdout=log, stderr=log))
            stack.callback(running[-1].kill)
        begun, ended = datetime.now(UTC), dict[str, float]()
        while len(ended) < 3:
            time.sleep(1)
            took = (datetime.now(UTC) - begun).total_seconds()
            waiting = left(store, office)
            if sys.stderr.isatty():
                print("\r", int(took), *waiting, end="  ", file=sys.stderr)
            for what, count in zip(QUESTIONS, waiting, strict=True):
                if count:
                    ended.pop(what, None)
                else:
                    ended.setdefault(what, took)
        for what, question in QUESTIONS.items():
            count = int(store.select(question)[0][0])
            took = ended[what]
            rate = f"{60 * count / took:,.0f} a minute"
            yield f"{what}: {count:,}, the last after {took:.0f} s, {rate}"
        longest = float(store.select(WAIT)[0][0]) - begun.timestamp()
        yield f"longest wait from the deadline to a report: {longest:.0f} s"
        for part, process in zip(parts, running, strict=True):
            yield f"a process for {part}: {used(process):.0f} s of the processor"
        for process in running:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    for line in night(*given, *(2000, 1, 2)[len(given) :]):
        print(line, flush=True)
