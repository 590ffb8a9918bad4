"""Rows of growth: what one campaign costs beside ten thousand others, and beside its own past.

    python benchmarks/growth.py [CAMPAIGNS ...]

A database is filled by SQL with copies of one campaign and its letters; a copy differs from it in
its names and tokens alone. Order mails go to the first, which has a past of 250 phases, and their
time is set beside that in a database that holds nothing but a young campaign. Idle ticks are whole
processes. Both are measured in turns, by the processor's time.
"""

import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path

from msgspec.structs import replace
from processes import milliseconds

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.records import Deadline, Settings

Row = tuple[str, str, str, str]
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
PHASES, PHASES_A_ROUND = 250, 5
MAILS = 20
SHORT = zlib.compress(b'{"subject":"a letter","text":"short","html":""}')
LIKE = {
    "campaign": {"id": "n.n", "name": "'game-' || n.n"},
    "seat": {
        "campaign_id": "n.n",
        "address": "'s' || t.place || '.' || n.n || '@players.test'",
        "token_digest": "randomblob(32)",
    },
    "adjudication": {"campaign_id": "n.n"},
    "deadline": {"id": "NULL", "campaign_id": "n.n"},
    "due": {"campaign_id": "n.n"},
    "letter": {
        "id": "NULL",
        "campaign_id": "n.n",
        "message_id": "'<' || n.n || t.message_id",
        "content": f"x'{SHORT.hex()}'",
    },
}
"""What is different in the copies of a table's rows."""


def begin(store: Store, name: str) -> list[str]:
    """Set a game up; return the tokens of its seats."""
    address = "judge@games.test"
    settings = Settings(address=address, host="games.test", early=False, deadline="every 168 hours")
    people = tuple(Player(seat, address=f"{seat.casefold()}@players.test") for seat in SEATS)
    plan = NewCampaign(name, "samurai-swords", people, {}, settings)
    campaign = create(store, plan, datetime.now(UTC), secret=b"x" * 32)
    store.conn.execute("UPDATE letter SET sent = created")
    return [token(seat) for seat in queries.seats(store, campaign)]


def fill(store: Store, campaigns: int) -> None:
    """Fill a database that holds one campaign with copies of it, and twice as many letters each."""
    numbers = "WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ?)"
    with store.atomic():
        for table, different in LIKE.items():
            columns = [row[1] for row in store.conn.execute(f"PRAGMA table_info({table})")]
            for again in ("", "again") if table == "letter" else ("",):
                new = different | {"message_id": f"'<{again}' || n.n || t.message_id"}
                values = ", ".join(new.get(name, f"t.{name}") for name in columns)
                first = "t.id" if table == "campaign" else "t.campaign_id"
                sql = f"INSERT INTO {table} ({', '.join(columns)}) {numbers} SELECT {values}"
                store.conn.execute(f"{sql} FROM {table} t, n WHERE {first} = 1", (campaigns,))


def age(store: Store) -> None:
    """Give the first campaign a past of many phases."""
    columns = [row[1] for row in store.conn.execute("PRAGMA table_info(adjudication)")]
    with store.atomic():
        for serial in range(1, PHASES):
            new = {"serial": serial, "number": serial, "parent": serial - 1}
            new["opens"] = (
                f"""replace(replace(opens, '"1 deploy"', '"{serial + 1} deploy"'),"""
                f""" '"round":1,', '"round":{1 + serial // PHASES_A_ROUND},')"""
            )
            values = ", ".join(str(new.get(name, name)) for name in columns)
            store.conn.execute(
                f"INSERT INTO adjudication ({', '.join(columns)}) SELECT {values}"
                " FROM adjudication WHERE campaign_id = 1 AND serial = 0"
            )
        first = store.find(Deadline, id=1)
        store.add(replace(first, id=0, resolution=PHASES - 1))


def order_mail(of: str, number: int) -> bytes:
    """Return an order mail that no other is like."""
    return (
        f"From: oda@players.test\r\nTo: judge+{of}@games.test\r\n"
        f"Message-ID: <{number}@players.test>\r\nSubject: orders\r\n\r\n"
        "casualties spearman, gunner, ronin\r\n"
    ).encode()


def make(place: Path, campaigns: int, *, old: bool) -> list[str]:
    """Make a database; return the tokens of its first campaign."""
    with open_store(place, create=True) as store:
        tokens = begin(store, "game-1")
        fill(store, campaigns)
        if old:
            age(store)
    return tokens


def mails(
    few: Path, many: Path, tokens: dict[Path, list[str]], numbers: Iterator[int]
) -> tuple[float, float, list[float]]:
    """Take order mails in turns; return both medians in ms, and the ratios of the pairs."""
    took: dict[Path, list[float]] = {few: [], many: []}
    with ExitStack() as stack:
        stores = {place: stack.enter_context(open_store(place)) for place in took}
        for number in islice(numbers, MAILS + 3):
            for place, store in stores.items():
                mail = order_mail(tokens[place][0], number)
                start = time.process_time()
                assert take(store, mail, datetime.now(UTC)).outcome == "taken"
                took[place].append((time.process_time() - start) * 1000)
    pairs = list(zip(took[few][3:], took[many][3:], strict=True))
    one, other = (statistics.median(each[3:]) for each in took.values())
    return one, other, [b / a for a, b in pairs]


def process(name: str, place: Path) -> float:
    """Run a command as a process; return the milliseconds of the processor that it takes."""
    program = Path(sys.executable).with_name("adjudicator")
    return milliseconds([program, name, "--db", place], place.parent)


def rows(*sizes: int) -> Iterator[Row]:
    """Measure each number of campaigns beside one."""
    with tempfile.TemporaryDirectory() as home:
        few = Path(home) / "one.db"
        tokens, numbers = {few: make(few, 1, old=False)}, count()
        for size in sizes:
            many = Path(home) / f"{size}.db"
            tokens[many] = make(many, size, old=True)
            one, other, ratios = mails(few, many, tokens, numbers)
            ratio = statistics.median(ratios)
            what = f"order mail to receipt among {size:,} campaigns, {PHASES} phases in its own"
            about = f"one young campaign {one:.1f} ms, ratio {ratio:.2f}"
            yield (what, f"{other:.1f} ms", about, "≤ 1.3×")
            pairs = [(process("tick", few), process("tick", many)) for _ in range(9)]
            ratio = statistics.median(b / a for a, b in pairs)
            one, other = (statistics.median(side) for side in zip(*pairs, strict=True))
            what = f"idle tick as a process, {size:,} campaigns"
            goal = "≤ 1.3×" if size <= 10_000 else "≤ 2×"
            yield (what, f"{other:.0f} ms", f"one campaign {one:.0f} ms, ratio {ratio:.2f}", goal)
            took = statistics.median(process("status", many) for _ in range(3))
            status = f"status of {size:,} campaigns, as a process"
            yield (status, f"{took:.0f} ms", "a line for each", "≤ 300 ms for 10,000")
            many.unlink()


if __name__ == "__main__":
    for row in rows(*(map(int, sys.argv[1:] or [10_000]))):
        print("  ".join(row))
