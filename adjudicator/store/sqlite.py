"""What only SQLite does: opening a file, making the schema, guards, locks, copies.

Everything else in this room is SQL that PostgreSQL reads as well.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from adjudicator.store.columns import Table
from adjudicator.store.errors import StoreError

DatabaseError = sqlite3.Error
"""What the database itself raises: it is locked, full or damaged."""

Connection = sqlite3.Connection

BUSY_SECONDS = 30
APPLICATION = 0x53454E47  # marks the file as ours, so that no other database is written to
WRITING = "BEGIN IMMEDIATE"
"""Opens a transaction that writes. It takes the lock at once: it reads before it writes, and SQLite
cannot wait for a lock halfway through without showing it stale data."""
READING = "BEGIN"
"""Opens a transaction that sees one state of the database throughout."""


def connect(path: Path, tables: Iterable[Table], schema: int) -> Connection:
    """Open a database; make the schema in an empty one. Raises StoreError."""
    try:
        conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: cannot be opened: {error}.") from error
    try:
        _prepare(conn)
        _make(conn, tables, schema)
    except sqlite3.OperationalError:  # the disk is full, or nobody may write there
        conn.close()
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        conn.close()
        raise StoreError(f"{path}: not a campaign database: {error}.") from error
    except BaseException:
        conn.close()
        raise
    return conn


def back_up(conn: Connection, target: Path) -> None:
    """Write a copy of the whole database, as it is at this moment, to a new file.

    The file has its name once it is whole and was read back without a fault.
    """
    partial = target.with_name(f".{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        conn.execute("VACUUM INTO ?", (str(partial),))
        _check_whole(partial)
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)


def set_haste(conn: Connection, hasty: bool) -> None:
    """Say whether commits return before they are on the disk; they stay whole and in order."""
    conn.execute(f"PRAGMA synchronous = {'NORMAL' if hasty else 'FULL'}")


def flush(conn: Connection) -> None:
    """Wait until all that was committed, by whomever, is on the disk.

    That takes a commit that is waited for; this one writes what stands there already.
    """
    conn.execute(f"PRAGMA user_version = {_pragma(conn, 'user_version')}")


def integrity_faults(conn: Connection) -> list[str]:
    """Read a database through, and say what is damaged or refers to nothing; empty if nothing."""
    try:
        found = [row[0] for row in conn.execute("PRAGMA integrity_check(20)")]
        lost = conn.execute("PRAGMA foreign_key_check").fetchmany(20)
    except sqlite3.DatabaseError as error:
        return [str(error)]
    faults = [str(line) for line in found if line != "ok"]
    return [*faults, *(f"a row of {table} refers to no {other}" for table, _, other, _ in lost)]


def lift_guards(conn: Connection, tables: Iterable[Table]) -> None:
    """Let what is kept be changed, until the guards are set again."""
    for table in tables:
        for what in ("delete", "update"):
            conn.execute(f"DROP TRIGGER IF EXISTS {table.name}_no_{what}")


def set_guards(conn: Connection, tables: Iterable[Table]) -> None:
    """Guard what is kept."""
    for table in tables:
        for guard in _guards(table):
            conn.execute(guard)


def gather(conn: Connection) -> bool:
    """Put all that was written ahead into the file itself; False if another program has it open."""
    conn.execute("PRAGMA busy_timeout = 0")
    try:
        return str(conn.execute("PRAGMA journal_mode = DELETE").fetchone()[0]) == "delete"
    except sqlite3.OperationalError:
        return False
    finally:
        conn.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def shrink(conn: Connection) -> None:
    """Write a database anew, without what was deleted from it, and empty its log."""
    conn.execute("VACUUM")
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _check_whole(path: Path) -> None:
    """Read a database through. Raises DatabaseError if it is damaged."""
    with closing(sqlite3.connect(path)) as copy:
        faults = integrity_faults(copy)
    if faults:
        raise sqlite3.DatabaseError(faults[0])


def _prepare(conn: Connection) -> None:
    mark = _pragma(conn, "application_id")
    if mark != APPLICATION and not _is_empty(conn):
        raise sqlite3.DatabaseError("it holds something else")
    if mark != APPLICATION:
        conn.execute(f"PRAGMA application_id = {APPLICATION}")
    conn.execute("PRAGMA journal_mode = WAL")
    set_haste(conn, hasty=False)
    conn.execute("PRAGMA foreign_keys = ON")


def _make(conn: Connection, tables: Iterable[Table], schema: int) -> None:
    """Make the schema if there is none; refuse that of another release."""
    if _pragma(conn, "user_version") == 0:
        conn.execute(WRITING)
        try:
            if _is_empty(conn):
                _make_tables(conn, tables)
                conn.execute(f"PRAGMA user_version = {schema}")
            conn.execute("COMMIT")
        except BaseException:
            conn.rollback()
            raise
    there = _pragma(conn, "user_version")
    if there > schema:
        raise StoreError(
            f"The database has schema {there}; this release knows {schema}. "
            "Update adjudicator, or open a backup made by this release."
        )
    if there < schema:
        raise StoreError(
            f"The database has schema {there}, of a version before the first release; this one "
            f"needs {schema}. Finish the game with the version that began it."
        )


def _make_tables(conn: Connection, tables: Iterable[Table]) -> None:
    from sqlite_utils import Database  # slow to import, and needed once in a database's life

    db = Database(conn, execute_plugins=False)
    for table in tables:
        made = db.table(table.name)
        made.create(
            {column.name: column.type for column in table.columns},
            pk=table.key[0] if len(table.key) == 1 else table.key,
            not_null={column.name for column in table.columns if not column.optional},
            foreign_keys=[
                (each.columns[0], each.table, each.others[0]) if len(each.columns) == 1 else each
                for each in table.references
            ],
            strict=True,
        )
        for unique in table.unique:
            made.create_index(unique, unique=True)
        for index in table.indexes:
            name = f'"{table.name}_by_{"_".join(index.columns)}"'
            where = f" WHERE {index.where}" if index.where else ""
            columns = ", ".join(index.columns)
            conn.execute(f"CREATE INDEX {name} ON {table.name} ({columns}){where}")
    set_guards(conn, tables)


def _guards(table: Table) -> Iterator[str]:
    """Return the triggers that refuse what must never happen to a record."""
    if not table.kept:
        return
    fixed = [c.name for c in table.columns if c.name not in table.changeable]
    update = f"UPDATE OF {', '.join(fixed)}" if table.changeable else "UPDATE"
    what = "that column is" if table.changeable else "rows are"
    never = "that row is not deleted" if table.may_go else "rows are never deleted"
    unless = f"WHEN NOT ({table.may_go}) " if table.may_go else ""
    for name, event, when, why in (
        ("delete", "DELETE", unless, never),
        ("update", update, "", f"{what} never changed"),
    ):
        yield (
            f"CREATE TRIGGER {table.name}_no_{name} BEFORE {event} ON {table.name} {when}"
            f"BEGIN SELECT RAISE(ABORT, '{table.name}: {why}'); END"
        )


def _is_empty(conn: Connection) -> bool:
    return not conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _pragma(conn: Connection, name: str) -> int:
    return int(conn.execute(f"PRAGMA {name}").fetchone()[0])
