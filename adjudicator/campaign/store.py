"""The database of campaigns: opening it, transactions, backups."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from adjudicator.campaign.errors import CampaignError
from adjudicator.campaign.migrations import migrate

BUSY_SECONDS = 30
APPLICATION = 0x53454E47  # marks the file as ours, so that no other database is migrated
Row = dict[str, Any]


class Store:
    """An open database. One process may write at a time; others wait up to ``BUSY_SECONDS``."""

    def __init__(self, path: Path, db: Database):
        self.path = path
        self.db = db

    @contextmanager
    def atomic(self) -> Iterator[None]:
        """All or nothing: what the block writes is committed at its end, or not at all.

        The outermost block takes the write lock at once: a block reads before it writes, and
        SQLite cannot wait for a lock halfway through without showing it stale data.
        """
        if self.db.conn.in_transaction:
            with self.db.atomic():
                yield
            return
        self.db.conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.conn.execute("COMMIT")
        except BaseException:
            self.db.rollback()
            raise

    def insert(self, table: str, row: Mapping[str, object]) -> int:
        """Add a row and return its id."""
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"
        return self.db.execute(sql, tuple(row.values())).lastrowid or 0

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a query."""
        return list(self.db.query(sql, values))

    def row(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a query, or None."""
        return next(iter(self.rows(sql, *values)), None)

    def backup(self, target: Path) -> None:
        """Write a copy of the whole database, as it is at this moment, to a new file.

        Raises CampaignError if the file exists or cannot be written.
        """
        if target.exists():
            raise CampaignError(f"{target} exists; a backup never overwrites. Name another file.")
        try:
            self.db.conn.execute("VACUUM INTO ?", (str(target),))
        except sqlite3.Error as error:
            raise CampaignError(f"{target}: the backup could not be written: {error}.") from error

    def close(self) -> None:
        """Close the database."""
        self.db.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(path: Path, *, create: bool = False) -> Store:
    """Open a database; with ``create``, make it if it is not there. Raises CampaignError."""
    if not create and not path.is_file():
        raise CampaignError(
            f"{path}: no such database. “adjudicator new” makes one; --db names another."
        )
    try:
        conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise CampaignError(f"{path}: cannot be opened: {error}.") from error
    db = Database(conn, execute_plugins=False)
    try:
        _prepare(conn)
        migrate(db)
    except sqlite3.DatabaseError as error:
        conn.close()
        raise CampaignError(f"{path}: not a campaign database: {error}.") from error
    except CampaignError:
        conn.close()
        raise
    return Store(path, db)


def _prepare(conn: sqlite3.Connection) -> None:
    mark = conn.execute("PRAGMA application_id").fetchone()[0]
    tables = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if mark != APPLICATION and tables:
        raise sqlite3.DatabaseError("it holds something else")
    if mark != APPLICATION:
        conn.execute(f"PRAGMA application_id = {APPLICATION}")
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA foreign_keys = ON")


def stamp(moment: datetime) -> str:
    """Return an aware time as it is stored: UTC, ISO 8601, whole seconds."""
    if moment.tzinfo is None:
        raise CampaignError("A time without a time zone cannot be stored.")
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def moment(text: str) -> datetime:
    """Read a stored time."""
    return datetime.fromisoformat(text)
